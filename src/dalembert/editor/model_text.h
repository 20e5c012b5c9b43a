#pragma once

#include <dalembert/base/diagnostic.h>
#include <dalembert/base/source.h>
#include <dalembert/editor/text_places.h>
#include <dalembert/language/ast.h>
#include <dalembert/language/name_index.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace dalembert {
inline namespace editor {

/// A text that an editor has opened, or that one of these includes: read, with the names in it. Immutable.
class ModelText {
public:
  /// `path` is the file that the URI names; empty for a text that is in no file.
  ModelText(std::string uri, std::string path, std::int64_t version, std::string text, Encoding encoding);
  ModelText(const ModelText&) = delete;
  ModelText& operator=(const ModelText&) = delete;

  [[nodiscard]] const std::string& uri() const { return uri_; }
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::int64_t version() const { return version_; }
  [[nodiscard]] Encoding encoding() const { return encoding_; }
  [[nodiscard]] const std::string& text() const { return sources_.text(tree_.file); }
  [[nodiscard]] std::string_view text(const SourceSpan& span) const { return sources_.text(span); }
  [[nodiscard]] const SourceMap& sources() const { return sources_; }
  [[nodiscard]] const ast::File& tree() const { return tree_; }
  [[nodiscard]] const std::vector<ast::Occurrence>& names() const { return names_; }
  /// What the parser said.
  [[nodiscard]] const std::vector<Diagnostic>& syntax() const { return syntax_; }
  [[nodiscard]] const TextPlaces& places() const { return places_; }

  /// The name at a byte, or that ends there; null where there is none.
  [[nodiscard]] const ast::Occurrence* name_at(std::uint32_t offset) const;
  /// The statement round a byte, the innermost one; null between statements.
  [[nodiscard]] const ast::Statement* statement_at(std::uint32_t offset) const;

  /// A text beyond this is kept, but not read.
  static constexpr std::size_t longest_read = std::size_t{4} << 20U; ///< bytes; the longest models have 1/250
  [[nodiscard]] bool is_read() const { return text().size() <= longest_read; }

private:
  std::string uri_;
  std::string path_;
  std::int64_t version_;
  Encoding encoding_;
  SourceMap sources_;
  std::vector<Diagnostic> syntax_;
  ast::File tree_;
  std::vector<ast::Occurrence> names_;
  TextPlaces places_;
};

/// The path in a `file:` URI; empty for another one.
[[nodiscard]] std::string path_of(std::string_view uri);
/// The `file:` URI of an absolute path.
[[nodiscard]] std::string uri_of(std::string_view path);

} // namespace editor
} // namespace dalembert

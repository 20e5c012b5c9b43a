#pragma once

#include <dalembert/language/format.h>
#include <dalembert/language/parse.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dalembert::ast {

/// A text with its tree and what was said about it.
struct Parsed {
  explicit Parsed(std::string text)
      : file(sources.add("case.mech", std::move(text))), tree(parse(sources, file, found)) {}

  [[nodiscard]] bool is_accepted() const { return !has_errors(found); }
  [[nodiscard]] std::string dumped() const { return dump(tree); }
  [[nodiscard]] std::string formatted() const { return format(sources, tree); }
  [[nodiscard]] std::string_view text(const SourceSpan& span) const { return sources.text(span); }

  /// `code line:column-end_line:end_column` of each diagnostic.
  [[nodiscard]] std::vector<std::string> places() const {
    std::vector<std::string> out;
    for (const Diagnostic& d : found) {
      const SourcePosition at = sources.position(d.span);
      out.push_back(d.code + " " + std::to_string(at.line) + ":" + std::to_string(at.column) + "-" +
                    std::to_string(at.end_line) + ":" + std::to_string(at.end_column));
    }
    return out;
  }

  SourceMap sources;
  std::uint32_t file;
  std::vector<Diagnostic> found;
  File tree;
};

/// Returns `text` with `edit` made.
inline std::string edited(std::string text, const Edit& edit) {
  return text.replace(edit.span.begin, edit.span.end - edit.span.begin, edit.insert);
}

} // namespace dalembert::ast

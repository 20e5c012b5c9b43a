#pragma once

#include <dalembert/editor/model_text.h>

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace dalembert {
inline namespace editor {

/// Returns the text at an absolute path, as the editor has it or as the disk has it; null where it cannot be read.
using OpenFile = std::function<std::shared_ptr<const ModelText>(const std::string& path)>;

/// The files that make one model: the one that is edited first, then those that it includes and those that include it.
struct ModelFiles {
  std::vector<std::shared_ptr<const ModelText>> files;
  std::vector<std::string> unreadable; ///< paths that are included and cannot be read

  [[nodiscard]] const ModelText& edited() const { return *files.front(); }
  std::unordered_map<std::string_view, ast::NameKind> declared; ///< every name of the whole model
};

/// A name in one of the files.
struct FoundName {
  const ModelText* document = nullptr;
  const ast::Occurrence* occurrence = nullptr;
};

/// Finds the files that `edited` includes, directly or by others, and those of `others` that include it.
[[nodiscard]] ModelFiles model_files(std::shared_ptr<const ModelText> edited,
                                     const std::vector<std::shared_ptr<const ModelText>>& others, const OpenFile& open);

/// The absolute paths that a document includes, in the order in which it names them; none where it is in no file.
[[nodiscard]] std::vector<std::string> included_paths(const ModelText& document);

/// Every place in `files` of what `at`, a name in the edited one, stands for; an index or argument within its scope.
[[nodiscard]] std::vector<FoundName> places_of(const ModelFiles& files, const ast::Occurrence& at);

} // namespace editor
} // namespace dalembert

#include <dalembert/editor/model_files.h>

#include <algorithm>
#include <filesystem>
#include <utility>

namespace dalembert {
inline namespace editor {

namespace {

bool holds(const ModelFiles& files, const std::string& path) {
  return std::ranges::any_of(files.files, [&path](const auto& each) { return each->path() == path; });
}

/// Adds what the file at `place` includes, and what that includes.
void follow_includes(ModelFiles& out, std::size_t place, const OpenFile& open) {
  for (; place < out.files.size(); ++place)
    for (const std::string& path : included_paths(*out.files[place])) {
      if (holds(out, path)) continue;
      std::shared_ptr<const ModelText> found = open(path);
      if (found)
        out.files.push_back(std::move(found));
      else if (std::ranges::find(out.unreadable, path) == out.unreadable.end())
        out.unreadable.push_back(path);
    }
}

} // namespace

std::vector<std::string> included_paths(const ModelText& document) {
  std::vector<std::string> out;
  if (document.path().empty()) return out;
  for (const ast::Statement& statement : document.tree().statements)
    if (const auto* const include = std::get_if<ast::Include>(&statement.node)) {
      const std::filesystem::path folder = std::filesystem::path(document.path()).parent_path();
      out.push_back((folder / std::string(include->path.text)).lexically_normal().string());
    }
  return out;
}

ModelFiles model_files(std::shared_ptr<const ModelText> edited,
                       const std::vector<std::shared_ptr<const ModelText>>& others, const OpenFile& open) {
  ModelFiles out;
  out.files.push_back(std::move(edited));
  follow_includes(out, 0, open);
  // Who includes one of these shares its names; the loop ends when no file joins any more.
  for (bool has_grown = true; has_grown;) {
    has_grown = false;
    for (const auto& other : others) {
      if (holds(out, other->path())) continue;
      const std::vector<std::string> paths = included_paths(*other);
      if (std::ranges::none_of(paths, [&out](const std::string& path) { return holds(out, path); })) continue;
      out.files.push_back(other);
      follow_includes(out, out.files.size() - 1, open);
      has_grown = true;
    }
  }
  for (const auto& file : out.files)
    for (const ast::Occurrence& each : file->names())
      if (each.declares && each.scope == 0 && each.kind != ast::NameKind::model)
        out.declared.try_emplace(each.name, each.kind);
  return out;
}

std::vector<FoundName> places_of(const ModelFiles& files, const ast::Occurrence& at) {
  std::vector<FoundName> out;
  const bool is_of_one_file = at.scope != 0 || at.kind == ast::NameKind::model;
  for (const auto& file : files.files) {
    if (is_of_one_file && file != files.files.front()) continue;
    for (const ast::Occurrence& each : file->names()) {
      const bool is_model = each.kind == ast::NameKind::model;
      const bool is_part = each.kind == ast::NameKind::part;
      if (each.name != at.name || each.scope != at.scope || is_part != (at.kind == ast::NameKind::part)) continue;
      if (is_model == (at.kind == ast::NameKind::model)) out.push_back({file.get(), &each});
    }
  }
  return out;
}

} // namespace editor
} // namespace dalembert

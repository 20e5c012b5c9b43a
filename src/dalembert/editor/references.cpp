// Definition, references, highlights.
#include <dalembert/editor/features.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>

namespace dalembert {
inline namespace editor {

namespace {

const ast::Occurrence* name_in(const ModelFiles& files, TextPlace at) {
  return files.edited().name_at(files.edited().places().offset(at));
}

/// The start of the file whose path stands at `offset`; null where no `include` is there.
ProtocolJson included_file(const ModelText& text, std::uint32_t offset) {
  const std::vector<std::string> paths = included_paths(text);
  std::size_t place = 0;
  for (const ast::Statement& statement : text.tree().statements) {
    const auto* const include = std::get_if<ast::Include>(&statement.node);
    if (include == nullptr || place >= paths.size()) continue;
    const std::string& path = paths[place++];
    const bool is_here = include->path.span.begin <= offset && offset <= include->path.span.end;
    std::error_code ignored;
    if (!is_here || !std::filesystem::is_regular_file(path, ignored)) continue;
    const ProtocolJson start = place_object({});
    return {{"uri", uri_of(path)}, {"range", {{"start", start}, {"end", start}}}};
  }
  return nullptr;
}

} // namespace

ProtocolJson definition(const ModelFiles& files, TextPlace at) {
  const ast::Occurrence* const name = name_in(files, at);
  if (name == nullptr) return included_file(files.edited(), files.edited().places().offset(at));
  ProtocolJson out = ProtocolJson::array();
  for (const FoundName& each : places_of(files, *name))
    if (each.occurrence->declares) out.push_back(location_object(*each.document, each.occurrence->span));
  return out;
}

ProtocolJson references(const ModelFiles& files, TextPlace at, bool with_declaration) {
  ProtocolJson out = ProtocolJson::array();
  const ast::Occurrence* const name = name_in(files, at);
  if (name == nullptr) return out;
  for (const FoundName& each : places_of(files, *name))
    if (with_declaration || !each.occurrence->declares)
      out.push_back(location_object(*each.document, each.occurrence->span));
  return out;
}

ProtocolJson highlights(const ModelFiles& files, TextPlace at) {
  constexpr int reading = 2;
  constexpr int writing = 3;
  ProtocolJson out = ProtocolJson::array();
  const ast::Occurrence* const name = name_in(files, at);
  if (name == nullptr) return out;
  for (const FoundName& each : places_of(files, *name))
    if (each.document == &files.edited())
      out.push_back({{"range", range_object(*each.document, each.occurrence->span)},
                     {"kind", each.occurrence->declares ? writing : reading}});
  return out;
}

} // namespace editor
} // namespace dalembert

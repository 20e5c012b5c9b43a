#include <dalembert/editor/features.h>
#include <dalembert/editor/vocabulary.h>
#include <dalembert/elaborate/meaning/function_names.h>
#include <dalembert/language/characters.h>
#include <dalembert/language/words.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>

namespace dalembert {
inline namespace editor {

namespace {

using ast::NameKind;

bool is_word(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const ast::CodePoint c = ast::decode(text, i);
    if (!c.is_valid || (i == 0 ? !ast::starts_word(c.value) : !ast::continues_word(c.value))) return false;
    i += c.length;
  }
  return !text.empty();
}

bool is_energy(NameKind kind) {
  return kind == NameKind::kinetic || kind == NameKind::potential || kind == NameKind::dissipation ||
         kind == NameKind::lagrangian;
}

/// The letter that stands for the sum of all energies of a kind.
std::string_view letter_of(NameKind kind) {
  switch (kind) {
  case NameKind::kinetic:
    return "T";
  case NameKind::potential:
    return "V";
  case NameKind::dissipation:
    return "D";
  default:
    return "L";
  }
}

std::size_t energies_of_kind(const ModelFiles& files, NameKind kind) {
  const auto count = [kind](const ast::List<ast::Statement>& statements, const auto& again) -> std::size_t {
    std::size_t out = 0;
    for (const ast::Statement& statement : statements) {
      if (const auto* const loop = std::get_if<ast::For>(&statement.node)) out += 2 * again(loop->body, again);
      const auto* const energy = std::get_if<ast::Energy>(&statement.node);
      const bool is_of_kind =
          energy != nullptr && ((kind == NameKind::kinetic && energy->kind == ast::EnergyKind::kinetic) ||
                                (kind == NameKind::potential && energy->kind == ast::EnergyKind::potential) ||
                                (kind == NameKind::dissipation && energy->kind == ast::EnergyKind::dissipation) ||
                                (kind == NameKind::lagrangian && energy->kind == ast::EnergyKind::lagrangian));
      out += is_of_kind ? 1 : 0;
    }
    return out;
  };
  std::size_t out = 0;
  for (const auto& file : files.files)
    out += count(file->tree().statements, count);
  return out;
}

/// `T` is the sum of all kinetic energies, whatever their names are: under another name it would be one of them alone.
void refuse_sums(const ModelFiles& files, NameKind kind, std::string_view old_name, std::string_view new_name) {
  if (!is_energy(kind)) return;
  const std::string_view letter = letter_of(kind);
  if (old_name != letter && new_name != letter) return;
  if (kind != NameKind::lagrangian && energies_of_kind(files, kind) <= 1) return;
  if (kind == NameKind::lagrangian && energies_of_kind(files, kind) <= 1 &&
      energies_of_kind(files, NameKind::kinetic) + energies_of_kind(files, NameKind::potential) == 0)
    return;
  throw FeatureRefusal(fmt::format("`{}` stands for all energies of its kind together: `{}` would mean another thing",
                                   letter, old_name == letter ? new_name : old_name));
}

void refuse_as_name(std::string_view new_name, NameKind kind) {
  if (!is_word(new_name))
    throw FeatureRefusal(fmt::format("`{}` is not a name: letters, digits and `_`, a letter first", new_name));
  const std::string name = ast::normal_name(new_name);
  constexpr std::string_view reserved[] = {"t", "pi", "O", "ground", "lambda", "const"};
  if (ast::is_reserved(name) || (std::ranges::find(reserved, name) != std::end(reserved) && kind != NameKind::model))
    throw FeatureRefusal(fmt::format("`{}` is a reserved word of the language", new_name));
  if (is_function(name) || name == "table" || ast::fold_kind(name))
    throw FeatureRefusal(fmt::format("`{}` is a function of the language", new_name));
}

/// Where the new name stands already in one of the files: as what, and in which line.
void refuse_taken(const ModelFiles& files, std::string_view new_name, NameKind kind) {
  if (kind == NameKind::model) return;
  const std::string name = ast::normal_name(new_name);
  for (const auto& file : files.files)
    for (const ast::Occurrence& each : file->names()) {
      if (each.name != name || each.kind == NameKind::model) continue;
      throw FeatureRefusal(fmt::format(
          "`{}` is taken: it stands in line {}{} as {}", new_name, file->places().place(each.span.begin).line + 1,
          file == files.files.front() ? "" : fmt::format(" of {}", file->path()), kind_word(resolved(files, each))));
    }
}

bool is_below(const std::string& path, const std::string& root) {
  const std::filesystem::path base = std::filesystem::path(root).lexically_normal();
  const std::filesystem::path place = std::filesystem::path(path).lexically_normal();
  auto [end, ignored] = std::mismatch(base.begin(), base.end(), place.begin(), place.end());
  return end == base.end() || (std::next(end) == base.end() && end->empty());
}

const ast::Occurrence& renameable(const ModelFiles& files, TextPlace at) {
  const ast::Occurrence* const name = files.edited().name_at(files.edited().places().offset(at));
  if (name == nullptr) throw FeatureRefusal("there is no name here");
  const NameKind kind = resolved(files, *name);
  if (kind == NameKind::part || kind == NameKind::function || kind == NameKind::unknown)
    throw FeatureRefusal(fmt::format("`{}` is not declared in this model", name->name));
  if (!files.unreadable.empty() && name->scope == 0 && kind != NameKind::model)
    throw FeatureRefusal(fmt::format("{} cannot be read: `{}` may stand in it", files.unreadable.front(), name->name));
  return *name;
}

} // namespace

ProtocolJson prepared_rename(const ModelFiles& files, TextPlace at) {
  const ast::Occurrence& name = renameable(files, at);
  return {{"range", range_object(files.edited(), name.span)}, {"placeholder", files.edited().text(name.span)}};
}

ProtocolJson renamed(const ModelFiles& files, TextPlace at, const std::string& new_name, const std::string& root) {
  const ast::Occurrence& name = renameable(files, at);
  const NameKind kind = resolved(files, name);
  refuse_as_name(new_name, kind);
  if (ast::normal_name(new_name) != name.name) {
    refuse_taken(files, new_name, kind);
    refuse_sums(files, kind, name.name, ast::normal_name(new_name));
  }
  ProtocolJson changes = ProtocolJson::object();
  for (const FoundName& each : places_of(files, name)) {
    const bool is_edited = each.document == &files.edited();
    if (!is_edited && !root.empty() && !is_below(each.document->path(), root))
      throw FeatureRefusal(
          fmt::format("`{}` also stands in {}, which lies outside the open folder", name.name, each.document->path()));
    changes[each.document->uri()].push_back(
        {{"range", range_object(*each.document, each.occurrence->span)}, {"newText", new_name}});
  }
  return {{"changes", changes}};
}

} // namespace editor
} // namespace dalembert

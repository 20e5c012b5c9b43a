#include <dalembert/base/shown_text.h>
#include <dalembert/printing/json.h>

#include <fmt/format.h>

#include <set>

namespace dalembert {
inline namespace printing {

namespace {

/// Adds the place of `span` to an object, lines and columns from 1.
void add_place(Json& object, const SourceSpan& span, const SourceMap& sources) {
  const SourcePosition at = sources.position(span);
  object["file"] = sources.name(span.file);
  object["line"] = at.line;
  object["column"] = at.column;
  object["end_line"] = at.end_line;
  object["end_column"] = at.end_column;
}

/// Writes as `\\u202e` what a terminal or an editor would obey; it can stand in strings only.
std::string without_obeyed(const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const TextUnit unit = text_unit(text, i);
    constexpr char32_t first_of_two = 0x10000;
    const bool is_written_out = unit.length > 1 && unit.value < first_of_two && is_obeyed(unit.value);
    if (is_written_out)
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(unit.value));
    else
      out.append(text, i, unit.length);
    i += unit.length;
  }
  return out;
}

} // namespace

Json JsonMap::take() {
  Json out = Json::object();
  auto& map = out.get_ref<Json::object_t&>();
  map.reserve(entries_.size());
  for (auto& [key, value] : entries_)
    static_cast<Json::object_t::Container&>(map).emplace_back(std::move(key), std::move(value));
  entries_.clear();
  return out;
}

Json quantity_map(std::span<const std::string> names, std::span<const double> values) {
  JsonMap map;
  for (std::size_t i = 0; i < names.size(); ++i)
    map.add(names[i], values[i]);
  return map.take();
}

Json state_map(const QuantityNames& names, const State& state) {
  JsonMap map;
  for (std::size_t i = 0; i < names.coordinates.size(); ++i)
    map.add(names.coordinates[i], state.q[i]);
  for (std::size_t i = 0; i < names.rates.size(); ++i)
    map.add(names.rates[i], state.v[i]);
  return map.take();
}

std::vector<double> reaction_values(const Evaluation& evaluation) {
  std::vector<double> out = evaluation.reactions;
  out.insert(out.end(), evaluation.frictions.begin(), evaluation.frictions.end());
  return out;
}

Json energy_map(const System& system, const Energies& energies) {
  if (!system.gives_kinetic_energy()) return Json{{"L_2", energies.kinetic}, {"h", energies.energy_function}};
  Json out{{"T", energies.kinetic}, {"V", energies.potential}, {"h", energies.energy_function}};
  if (energies.total) out["E"] = *energies.total;
  return out;
}

Json unit_map(const System& system) {
  const QuantityNames names(system);
  const QuantityUnits units(system);
  JsonMap map;
  // A name of the user's own goes before a derived one: a reaction T leaves the kinetic energy without its entry.
  std::set<std::string> taken;
  const auto add_one = [&map, &taken](const std::string& key, const std::string& value) {
    if (taken.insert(key).second) map.add(key, value);
  };
  const auto add = [&add_one](const std::vector<std::string>& keys, const std::vector<std::string>& values) {
    for (std::size_t i = 0; i < keys.size(); ++i)
      add_one(keys[i], values[i]);
  };
  add_one("t", units.time);
  add(names.coordinates, units.coordinates);
  add(names.rates, units.rates);
  add(names.accelerations, units.accelerations);
  add(names.multipliers, units.multipliers);
  add(names.reactions, units.reactions);
  for (std::size_t i = 0; i < names.coordinates.size(); ++i)
    add_one("Qc." + names.coordinates[i], units.constraint_forces[i]);
  const std::vector<std::string> split{"T", "V", "h", "E"};
  for (const std::string& energy : system.gives_kinetic_energy() ? split : std::vector<std::string>{"L_2", "h"})
    add_one(energy, units.energy);
  return map.take();
}

namespace {

/// {name: value}, null for those that are `undetermined`.
Json determined_map(std::span<const std::string> names, std::span<const double> values,
                    const std::vector<bool>& undetermined) {
  JsonMap map;
  for (std::size_t i = 0; i < names.size(); ++i)
    map.add(names[i], !undetermined.empty() && undetermined[i] ? Json() : Json(values[i]));
  return map.take();
}

} // namespace

Json evaluation_object(const System& system, const QuantityNames& names, const Evaluation& evaluation,
                       const UndeterminedValues& open) {
  Json out;
  out["t"] = evaluation.state.t;
  out["state"] = state_map(names, evaluation.state);
  out["accelerations"] = determined_map(names.accelerations, evaluation.accelerations, open.accelerations);
  out["multipliers"] = determined_map(names.multipliers, evaluation.multipliers, open.multipliers);
  out["reactions"] = determined_map(names.reactions, reaction_values(evaluation), open.reactions);
  out["constraint_forces"] = determined_map(names.coordinates, evaluation.constraint_forces, open.accelerations);
  out["energies"] = energy_map(system, evaluation.energies);
  return out;
}

Json place_object(const SourceSpan& span, const SourceMap& sources) {
  Json out;
  add_place(out, span, sources);
  return out;
}

Json diagnostic_object(const Diagnostic& diagnostic, const SourceMap& sources) {
  Json out;
  out["code"] = diagnostic.code;
  out["severity"] = severity_word(diagnostic.severity);
  add_place(out, diagnostic.span, sources);
  out["message"] = diagnostic.message;
  if (!diagnostic.note.empty()) out["note"] = diagnostic.note;
  Json labels = Json::array();
  if (!diagnostic.note.empty()) {
    Json own{{"text", diagnostic.note}};
    add_place(own, diagnostic.span, sources);
    labels.push_back(std::move(own));
  }
  for (const Label& label : diagnostic.labels) {
    Json entry{{"text", label.text}};
    add_place(entry, label.span, sources);
    labels.push_back(std::move(entry));
  }
  out["labels"] = std::move(labels);
  out["help"] = diagnostic.help.empty() ? Json() : Json(diagnostic.help);
  if (diagnostic.edit) {
    Json edit{{"insert", diagnostic.edit->insert}, {"replaces", sources.text(diagnostic.edit->span)}};
    add_place(edit, diagnostic.edit->span, sources);
    out["edit"] = std::move(edit);
  } else {
    out["edit"] = nullptr;
  }
  return out;
}

Json diagnostic_list(const std::vector<Diagnostic>& diagnostics, const SourceMap& sources) {
  Json out = Json::array();
  for (const Diagnostic& diagnostic : diagnostics)
    out.push_back(diagnostic_object(diagnostic, sources));
  return out;
}

std::string printed(const Json& object, std::string_view indent) {
  std::string out;
  for (const char c : without_obeyed(object.dump(2, ' ', false, Json::error_handler_t::replace))) {
    out += c;
    if (c == '\n') out += indent;
  }
  return out;
}

std::string printed(const Json& object) {
  return without_obeyed(object.dump(2, ' ', false, Json::error_handler_t::replace)) + "\n";
}

} // namespace printing
} // namespace dalembert

#include <dalembert/derivation/power_coefficients.h>
#include <dalembert/mechanics/hidden_constraint.h>
#include <dalembert/printing/equation_text.h>
#include <dalembert/report/chosen_forces.h>
#include <dalembert/report/overview_json.h>
#include <dalembert/report/pages.h>
#include <dalembert/report/printed_form.h>
#include <dalembert/typesetting/latex.h>

#include <stdexcept>

namespace dalembert {
inline namespace report {

namespace {

void add_definitions(Json& object, const std::vector<Definition>& definitions) {
  for (const Definition& d : definitions)
    object["definitions"].push_back(Json{{"name", written(d.name)}, {"text", written(d.meaning)}});
}

/// The equations of motion of the form, or what is said beside them; solved multipliers have a list of their own.
Json line_list(const PrintedForm& form, bool asides) {
  Json out = Json::array();
  for (const FormLine& entry : form.lines) {
    if (entry.is_aside != asides) continue;
    const EquationLine& line = entry.line;
    Json object = asides ? Json{{"kind", entry.kind}, {"name", line.of}} : Json{{std::string(entry.kind), line.of}};
    object["text"] = nullptr;
    object["latex"] = nullptr;
    if (!line.is_empty()) {
      object["text"] = line.text();
      object["latex"] = latex(line.equation());
      object["divided_by"] = written(line.divisor);
      add_definitions(object, line.definitions);
    }
    out.push_back(std::move(object));
  }
  return out;
}

/// One line for each family of equations.
Json family_list(const FamilyForm& families) {
  Json out = Json::array();
  for (const FamilyLine& family : families.lines) {
    const PlainEquation& line = family.equation;
    Json object{{"coordinate", line.coordinate}, {"text", line.text()}, {"latex", latex(line.equation())}};
    // One range for one index; where there are more, the first alone would mislead.
    const auto range = [](const std::string& index, const std::string& from, const std::string& to) {
      return Json{{"index", index}, {"from", from}, {"to", to}};
    };
    if (!family.index.empty() && family.further.empty()) object["range"] = range(family.index, family.low, family.high);
    if (!family.index.empty()) object["ranges"].push_back(range(family.index, family.low, family.high));
    for (const IndexRange& r : family.further)
      object["ranges"].push_back(range(r.name, r.low, r.high));
    object["divided_by"] = written(line.divisor);
    add_definitions(object, line.definitions);
    out.push_back(std::move(object));
  }
  return out;
}

Json multiplier_list(const Overview& overview) {
  const std::vector<Constraint>& constraints = overview.equations->system->constraints;
  const std::vector<std::optional<Formula>> values = solved_multipliers(overview);
  Json out = Json::array();
  for (std::size_t k = 0; k < constraints.size(); ++k) {
    if (is_hidden(constraints[k])) continue;
    Json entry{{"name", "lambda." + constraints[k].name}, {"unit", force_unit(constraints[k].multiplier_measure)}};
    entry["text"] = values[k] ? Json(written(*values[k])) : Json();
    entry["latex"] = values[k] ? Json(latex(*values[k])) : Json();
    out.push_back(std::move(entry));
  }
  return out;
}

/// Adds the speed that a reaction is conjugate to, or the point and the direction that give it, and the model's own
/// names in them.
void add_speed(Json& entry, const Equations& equations, const Reaction& reaction) {
  if (reaction.at_point) {
    const auto& [point, direction, against] = *reaction.at_point;
    entry["at"] = Json{{"point", point}, {"direction", direction}};
    entry["at"]["against"] = against.empty() ? Json() : Json(against);
  } else if (!reaction.speed_text.empty()) {
    entry["conjugate"] = reaction.speed_text;
  } else {
    return;
  }
  add_definitions(entry, meanings_in(equations, speed_formula(reaction)));
}

Json reaction_list(const Overview& overview) {
  const Equations& equations = *overview.equations;
  const System& system = *equations.system;
  Json out = Json::array();
  for (std::size_t i = 0; i < system.reactions.size(); ++i) {
    const Reaction& reaction = system.reactions[i];
    Json of = Json::array();
    for (const int k : reaction.of)
      of.push_back(system.constraints[static_cast<std::size_t>(k)].name);
    const Formula value = reaction_formula(equations, i);
    Json entry{{"name", reaction.name}, {"unit", force_unit(reaction.measure)}, {"of", std::move(of)}};
    entry["text"] = written(value);
    entry["latex"] = latex(value);
    if (equations.reactions[i].determination == Determination::combination)
      entry["determined"] = "combination";
    else
      entry["determined"] = !is_chosen_force(overview, i);
    add_speed(entry, equations, reaction);
    out.push_back(std::move(entry));
  }
  return out;
}

Json text_map(PlainForm& form, const Graph& graph, const std::vector<std::string>& names,
              const std::vector<Expr>& values) {
  JsonMap map;
  for (std::size_t i = 0; i < names.size(); ++i) {
    std::optional<std::string> text = plain_text(form, graph, values[i]);
    map.add(names[i], text ? Json(std::move(*text)) : Json());
  }
  return map.take();
}

/// Forces, reactions and frictions: virtual power with free speeds, with compatible ones, and on independent speeds.
Json power_list(const Equations& equations) {
  const System& system = *equations.system;
  const Graph& graph = *system.graph;
  const PowerTable table = power_coefficients(equations);
  PlainForm form(equations);
  const std::vector<std::string> names = QuantityNames(system).coordinates;
  std::vector<std::string> independent;
  for (const int i : table.independent)
    independent.push_back(names[static_cast<std::size_t>(i)]);
  Json out = Json::array();
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    Json entry{{"force", table.rows[r].force}};
    entry["free"] = text_map(form, graph, names, table.rows[r].free);
    entry["compatible"] = text_map(form, graph, names, table.rows[r].compatible);
    entry["projected"] = text_map(form, graph, independent, table.projected[r]);
    out.push_back(std::move(entry));
  }
  return out;
}

} // namespace

std::string derive_json(const Overview& overview, Form form) {
  if (overview.equations == nullptr) throw std::invalid_argument("derive_json needs the equations");
  Json out{{"schema", "dalembert.derive/1"}};
  add_overview(out, overview);
  const Equations& equations = *overview.equations;
  Overview one_by_one = overview; // families have a list of their own
  one_by_one.families.reset();
  const PrintedForm lines = printed_form(one_by_one, form);
  out["form"] = form_row(form).name;
  out["equations"] = line_list(lines, false);
  if (form == Form::lagrange && overview.families) out["families"] = family_list(*overview.families);
  if (form_row(form).derive != nullptr) out["quantities"] = line_list(lines, true);
  if (form_row(form).derive != nullptr || !lines.notes.empty()) out["notes"] = lines.notes;
  out["multipliers"] = multiplier_list(overview);
  out["reactions"] = reaction_list(overview);
  out["power_coefficients"] = power_list(equations);
  return printed(out);
}

} // namespace report
} // namespace dalembert

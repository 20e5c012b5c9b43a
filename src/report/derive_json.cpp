#include <dalembert/derivation/power_coefficients.h>
#include <dalembert/expr/text.h>
#include <dalembert/report/equation_text.h>
#include <dalembert/report/formula.h>
#include <dalembert/report/json.h>
#include <dalembert/report/pages.h>

#include <stdexcept>

namespace dalembert {

namespace {

constexpr std::size_t longest_text = 20000; // characters, as in equation_lines

Json equation_list(const Equations& equations) {
  Json out = Json::array();
  for (const EquationLine& line : equation_lines(equations)) {
    Json entry{{"coordinate", line.of}, {"text", nullptr}, {"latex", nullptr}};
    if (!line.left.empty()) {
      entry["text"] = line.text();
      entry["latex"] = latex(line.text());
      entry["divided_by"] = line.divided_by;
      Json definitions = Json::array();
      for (const Definition& d : line.definitions)
        definitions.push_back(Json{{"name", d.name}, {"text", d.text}});
      if (!definitions.empty()) entry["definitions"] = std::move(definitions);
    }
    out.push_back(std::move(entry));
  }
  return out;
}

Json multiplier_list(const System& system) {
  Json out = Json::array();
  for (const Constraint& constraint : system.constraints)
    out.push_back(Json{
        {"name", "lambda." + constraint.name}, {"unit", force_unit(constraint.multiplier_measure)}, {"text", nullptr}});
  return out;
}

Json reaction_list(const Equations& equations) {
  const System& system = *equations.system;
  Json out = Json::array();
  for (std::size_t i = 0; i < system.reactions.size(); ++i) {
    const Reaction& reaction = system.reactions[i];
    Json of = Json::array();
    for (const int k : reaction.of)
      of.push_back(system.constraints[static_cast<std::size_t>(k)].name);
    const std::string text = reaction_formula(equations, i);
    Json entry{{"name", reaction.name}, {"unit", force_unit(reaction.measure)}, {"of", std::move(of)}};
    entry["text"] = text;
    entry["latex"] = latex(text);
    if (equations.reactions[i].determination == Determination::unique)
      entry["determined"] = true;
    else
      entry["determined"] = "combination";
    if (!reaction.speed_text.empty()) entry["conjugate"] = reaction.speed_text;
    out.push_back(std::move(entry));
  }
  return out;
}

Json text_map(const Graph& graph, const std::vector<std::string>& names, const std::vector<Expr>& values) {
  JsonMap map;
  for (std::size_t i = 0; i < names.size(); ++i)
    map.add(names[i], printed_size(graph, values[i]) <= longest_text ? Json(text(graph, values[i])) : Json());
  return map.take();
}

/// Forces, reactions and frictions: virtual power with free speeds, with compatible ones, and on independent speeds.
Json power_list(const Equations& equations) {
  const System& system = *equations.system;
  const Graph& graph = *system.graph;
  const PowerTable table = power_coefficients(equations);
  const std::vector<std::string> names = QuantityNames(system).coordinates;
  std::vector<std::string> independent;
  for (const int i : table.independent)
    independent.push_back(names[static_cast<std::size_t>(i)]);
  Json out = Json::array();
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    Json entry{{"force", table.rows[r].force}};
    entry["free"] = text_map(graph, names, table.rows[r].free);
    entry["compatible"] = text_map(graph, names, table.rows[r].compatible);
    entry["projected"] = text_map(graph, independent, table.projected[r]);
    out.push_back(std::move(entry));
  }
  return out;
}

} // namespace

std::string derive_json(const Overview& overview) {
  if (overview.equations == nullptr) throw std::invalid_argument("derive_json needs the equations");
  Json out{{"schema", "dalembert.derive/1"}};
  add_overview(out, overview);
  const Equations& equations = *overview.equations;
  out["form"] = equations.form;
  out["equations"] = equation_list(equations);
  out["multipliers"] = multiplier_list(*equations.system);
  out["reactions"] = reaction_list(equations);
  out["power_coefficients"] = power_list(equations);
  return printed(out);
}

} // namespace dalembert

#include <dalembert/expr/tabulated.h>
#include <dalembert/mechanics/hidden_constraint.h>
#include <dalembert/report/overview_json.h>
#include <dalembert/report/pages.h>

namespace dalembert {
inline namespace report {

namespace {

Json constraint_object(const System& system, const Constraint& constraint, const ConstraintNature& nature) {
  Json out;
  out["name"] = constraint.name;
  out["kind"] = constraint.kind == ConstraintKind::holonomic ? "holonomic" : "velocity";
  out["class"] = class_word(nature.cls);
  out["rheonomic"] = nature.is_rheonomic;
  out["nonlinear"] = nature.is_nonlinear;
  Json integrable_by = Json::array();
  for (const std::size_t p : nature.integrable_by)
    integrable_by.push_back(system.parameters[p].name);
  if (!integrable_by.empty()) out["integrable_for_values_of"] = std::move(integrable_by);
  out["text"] = constraint.text;
  if (is_hidden(constraint)) {
    out["hidden"] = true;
    return out;
  }
  out["multiplier"] = "lambda." + constraint.name;
  out["multiplier_unit"] = force_unit(constraint.multiplier_measure);
  return out;
}

Json parameter_list(const Overview& overview) {
  Json out = Json::array();
  const System& system = overview.study->system;
  for (std::size_t i = 0; i < system.parameters.size(); ++i) {
    const Parameter& parameter = system.parameters[i];
    Json entry{{"name", parameter.name}, {"value", nullptr}, {"unit", parameter.measure.unit()}};
    if (i < overview.parameters.size() && overview.parameters[i]) entry["value"] = *overview.parameters[i];
    if (!parameter.description.empty()) entry["description"] = parameter.description;
    if (parameter.is_input) entry["input"] = true;
    out.push_back(std::move(entry));
  }
  return out;
}

Json coordinate_list(const System& system) {
  Json out = Json::array();
  for (const Coordinate& q : system.coordinates) {
    Json entry{{"name", q.name}, {"unit", q.measure.unit()}};
    if (!q.description.empty()) entry["description"] = q.description;
    out.push_back(std::move(entry));
  }
  return out;
}

Json table_list(const System& system) {
  Json out = Json::array();
  for (const TableInput& input : system.tables) {
    const TabulatedFunction& function = *system.graph->table(input.id);
    out.push_back(Json{{"name", input.name},
                       {"file", input.file},
                       {"column", input.column},
                       {"argument", input.argument},
                       {"unit", input.measure.unit()},
                       {"argument_unit", input.argument_measure.unit()},
                       {"points", function.size()},
                       {"range", {function.first(), function.last()}},
                       {"values", {function.lowest(), function.highest()}},
                       {"interpolation", "monotone cubic"}});
  }
  return out;
}

Json optional_number(const std::optional<int>& value) {
  return value ? Json(*value) : Json();
}

} // namespace

std::string_view class_word(ConstraintNature::Class cls) {
  switch (cls) {
  case ConstraintNature::Class::holonomic:
    return "holonomic";
  case ConstraintNature::Class::nonholonomic:
    return "nonholonomic";
  case ConstraintNature::Class::undecided:
    return "undecided";
  case ConstraintNature::Class::integrable:
    return "integrable";
  }
  return "holonomic";
}

void add_overview(Json& object, const Overview& overview) {
  if (overview.study != nullptr) {
    const Study& study = *overview.study;
    const System& system = study.system;
    object["model"] = system.name;
    object["title"] = system.title;
    object["coordinates"] = coordinate_list(system);
    object["parameters"] = parameter_list(overview);
    if (!system.tables.empty()) object["tables"] = table_list(system);
    Json constraints = Json::array();
    for (std::size_t k = 0; k < overview.natures.size(); ++k)
      constraints.push_back(constraint_object(system, system.constraints[k], overview.natures[k]));
    object["constraints"] = std::move(constraints);
    if (study.closed) {
      Json contacts = Json::array();
      for (const Contact& contact : study.closed->contacts)
        contacts.push_back(Json{{"name", contact.name}, {"text", contact.text}, {"state", "open"}});
      if (!contacts.empty()) object["contacts"] = std::move(contacts);
      Json imposed = Json::array();
      for (const Imposed& each : study.closed->imposed)
        imposed.push_back(Json{{"name", each.name},
                               {"text", each.text},
                               {"from", each.from ? Json(each.from->text) : Json()},
                               {"until", each.until ? Json(each.until->text) : Json()},
                               {"state", each.from ? "absent" : "present"}});
      if (!imposed.empty()) object["imposed"] = std::move(imposed);
    }
    Json integrals = Json::array();
    for (const IntegralText& integral : overview.integrals)
      integrals.push_back(Json{{"text", integral.text}, {"of", integral.of}});
    object["integrals"] = std::move(integrals);
    object["integrals_not_found"] = overview.counts_integrals ? Json(overview.integrals_missing) : Json();
    object["without_integral"] = overview.without_integral;
    if (!overview.growth.empty()) {
      object["growth_vector"] = overview.growth;
      object["growth_counts_time"] = overview.growth_counts_time;
    }
    object["degrees_of_freedom"] = optional_number(overview.degrees_of_freedom);
    object["independent_initial_values"] = optional_number(overview.independent_initial_values);
    if (overview.initial != nullptr) {
      const QuantityNames names(system);
      object["initial"] = state_map(names, overview.initial->state);
      object["moved"] = moved_map(*overview.initial);
    }
    Json checks = Json::array();
    for (const CheckResult& result : overview.settled)
      checks.push_back(check_object(study, result));
    object["checks"] = std::move(checks);
  }
  object["diagnostics"] = diagnostic_list(overview.diagnostics, *overview.sources);
}

Json moved_map(const InitialState& initial) {
  JsonMap map;
  for (const MovedValue& value : initial.moved)
    map.add(value.name, value.to - value.from);
  return map.take();
}

Json check_object(const Study& study, const CheckResult& result) {
  const Check& check = study.checks.at(result.index);
  Json out{{"text", check.text}, {"status", status_word(result.status)}, {"value", result.value}};
  out["allowed"] = result.allowed;
  out["time"] = result.time;
  out["how"] = result.how;
  if (!check.description.empty()) out["description"] = check.description;
  return out;
}

std::string_view status_word(CheckStatus status) {
  switch (status) {
  case CheckStatus::proved:
    return "proved";
  case CheckStatus::holds:
    return "holds";
  case CheckStatus::fails:
    return "fails";
  }
  return "fails";
}

std::string check_json(const Overview& overview) {
  Json out{{"schema", "dalembert.check/1"}};
  add_overview(out, overview);
  return printed(out);
}

} // namespace report
} // namespace dalembert

#include <dalembert/printing/json.h>
#include <dalembert/report/pages.h>
#include <dalembert/results/undetermined_values.h>

#include <fmt/format.h>

namespace dalembert {
inline namespace report {

namespace {

/// {name: {"position", "velocity", "acceleration"}}; a velocity constraint has no position level.
Json constraint_map(const Study& study, const Evaluation& evaluation) {
  JsonMap map;
  for (std::size_t k = 0; k < study.system.constraints.size(); ++k) {
    const Constraint& constraint = study.system.constraints[k];
    Json entry{{"position", nullptr}};
    if (constraint.kind == ConstraintKind::holonomic) entry["position"] = evaluation.position_violation[k];
    entry["velocity"] = evaluation.velocity_violation[k];
    entry["acceleration"] = evaluation.acceleration_violation[k];
    map.add(constraint.name, std::move(entry));
  }
  return map.take();
}

/// The names of forces whose values are one choice of many.
std::vector<std::string> chosen_names(const QuantityNames& names, const UndeterminedValues& chosen) {
  std::vector<std::string> out;
  for (std::size_t k = 0; k < names.multipliers.size() && k < chosen.multipliers.size(); ++k)
    if (chosen.multipliers[k]) out.push_back(names.multipliers[k]);
  for (std::size_t r = 0; r < names.reactions.size() && r < chosen.reactions.size(); ++r)
    if (chosen.reactions[r]) out.push_back(names.reactions[r]);
  return out;
}

} // namespace

std::string eval_json(const EvalReport& report) {
  const Study& study = *report.study;
  const Evaluation& evaluation = report.evaluation;
  Json out{{"schema", "dalembert.eval/1"}, {"model", study.system.name}};
  const QuantityNames names(study.system);
  const bool have_values = are_choices(report.undetermined);
  out.update(
      evaluation_object(study.system, names, evaluation, have_values ? UndeterminedValues() : report.undetermined));
  if (have_values)
    out["not_determined"] = chosen_names(names, report.undetermined);
  else if (report.undetermined.any())
    out["undetermined"] = report.undetermined.reason;
  out["momenta"] = quantity_map(names.coordinates, evaluation.momenta);
  out["constraints"] = constraint_map(study, evaluation);
  out["units"] = unit_map(study.system);
  out["diagnostics"] = diagnostic_list(report.diagnostics, *report.sources);
  return printed(out);
}

std::string failure_json(std::string_view command, const std::vector<Diagnostic>& diagnostics,
                         const SourceMap& sources) {
  Json out{{"schema", fmt::format("dalembert.{}/1", command)}};
  out["diagnostics"] = diagnostic_list(diagnostics, sources);
  return printed(out);
}

} // namespace report
} // namespace dalembert

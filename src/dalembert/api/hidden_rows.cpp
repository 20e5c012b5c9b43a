#include <dalembert/api/hidden_rows.h>
#include <dalembert/base/errors.h>
#include <dalembert/derivation/hidden_constraints.h>

#include <utility>
#include <vector>

namespace dalembert {
inline namespace api {

namespace {

/// Gaps, slips and speeds of what does not act all the time.
std::vector<Expr> acting_in(const Study& study) {
  const Study& whole = study.closed ? *study.closed : study;
  std::vector<Expr> out;
  for (const Contact& contact : whole.contacts)
    out.push_back(contact.gap);
  for (const Friction& friction : whole.system.frictions)
    out.push_back(friction.slip);
  for (const Impact& impact : whole.system.impacts)
    out.push_back(impact.speed);
  for (const Imposed& imposed : whole.imposed)
    out.push_back(whole.system.constraints[imposed.constraint].residual);
  return out;
}

} // namespace

void add_hidden_constraints(Study& study, std::vector<Diagnostic>& found) {
  // What comes and goes along the run has other equations then.
  if (const std::vector<Expr> acting = acting_in(study); study.closed || !acting.empty()) {
    const std::vector<Diagnostic> advice = unjoined_hidden_constraints(study.system, acting);
    found.insert(found.end(), advice.begin(), advice.end());
    return;
  }
  HiddenConstraints hidden = hidden_constraints(study.system);
  for (Constraint& row : hidden.rows) {
    row.multiplier = study.system.graph->symbol("lambda." + row.name);
    study.system.constraints.push_back(std::move(row));
  }
  found.insert(found.end(), hidden.diagnostics.begin(), hidden.diagnostics.end());
}

void refuse_gauges(const std::vector<Diagnostic>& found) {
  std::vector<Diagnostic> errors;
  for (const Diagnostic& gauge : found) {
    if (gauge.code != "W0309") continue;
    Diagnostic& error = errors.emplace_back(gauge);
    error.code = "E0308";
    error.severity = Severity::error;
  }
  if (!errors.empty()) throw ModelError(errors);
}

} // namespace api
} // namespace dalembert

#include <dalembert/analysis/classify_independent.h>
#include <dalembert/api/session.h>
#include <dalembert/base/errors.h>
#include <dalembert/derivation/row_subset.h>
#include <dalembert/simulation/row_ranks.h>

#include <utility>

namespace dalembert {

namespace {

/// The classification by the rows that are independent on the constraints, which real states show; the one given, whose
/// random points lie off the constraints, where these are all of them.
Classification on_constraints(Classification off, const Equations& equations, const RowRanks& ranks,
                              const InitialState& initial) {
  if (initial.rank >= off.rank && initial.holonomic_rank >= off.holonomic_rank) return off;
  Classification on = classify_by(equations, ranks.independent);
  on.rank = initial.rank;
  on.holonomic_rank = initial.holonomic_rank;
  return on;
}

/// The values of t, q and the parameters.
std::vector<Assignment> positions_at(const Engine& engine, const State& state) {
  const System& system = engine.system();
  std::vector<Assignment> out{{system.time, state.t}};
  for (std::size_t i = 0; i < system.coordinates.size(); ++i)
    out.push_back({system.coordinates[i].position, state.q[i]});
  for (std::size_t p = 0; p < system.parameters.size(); ++p)
    out.push_back({system.parameters[p].symbol, engine.parameters[p]});
  return out;
}

/// Freedoms are counted at the initial state where there is one.
void put_initial(Overview& overview, const InitialState& initial) {
  overview.initial = &initial;
  overview.degrees_of_freedom = initial.degrees_of_freedom;
  overview.independent_initial_values = initial.independent_initial_values;
}

} // namespace

Overview Session::structure(Grouping grouping) {
  Overview out;
  out.study = &study();
  out.sources = &sources();
  out.equations = &equations();
  out.parameters = parameters();
  Classification found = classification();
  const std::vector<Constraint>& constraints = study().system.constraints;
  if (constraints.size() > 1 && can_start() && initial_state().rank < static_cast<int>(constraints.size())) {
    const RowRanks ranks = row_ranks(engine(), initial_state().state);
    found = on_constraints(std::move(found), equations(), ranks, initial_state());
    if (ranks.is_redundant(engine()) && study().system.frictions.empty())
      out.independent = {derive_by(equations(), ranks.independent), ranks.independent, initial_state().determined,
                         positions_at(engine(), initial_state().state)};
  }
  out.natures = found.constraints;
  for (std::size_t i = 0; i < found.growth.size(); ++i)
    out.growth += (i > 0 ? ", " : "") + std::to_string(found.growth[i]);
  const ConstraintIntegrals& found_integrals = integrals();
  out.integrals_missing = found_integrals.missing;
  out.counts_integrals = found_integrals.is_known_how_many;
  for (const ConstraintIntegral& integral : found_integrals.found) {
    IntegralText& text = out.integrals.emplace_back();
    text.text = integral_text(*out.equations, integral);
    for (const std::size_t k : integral.of)
      text.of.push_back(out.study->system.constraints[k].name);
  }
  const int n = static_cast<int>(out.study->system.coordinates.size());
  out.degrees_of_freedom = n - found.rank;
  out.independent_initial_values = 2 * n - found.holonomic_rank - found.rank;
  if (grouping == Grouping::families) out.families = families();
  out.diagnostics = diagnostics();
  return out;
}

RunReport Session::report_of(const RunResult& result, Grouping grouping) {
  RunReport out{structure(grouping), &result, seconds(), {}};
  put_initial(out.overview, result.initial);
  return out;
}

Overview Session::overview() {
  Overview out = structure();
  try {
    put_initial(out, initial_state());
  } catch (const ModelError&) { // NOLINT(bugprone-empty-catch): collected as diagnostics
  } catch (const SolveError&) { // NOLINT(bugprone-empty-catch): collected as a diagnostic
  }
  for (const std::optional<CheckResult>& result : settled_checks())
    if (result) out.proved.push_back(*result);
  out.diagnostics = diagnostics();
  return out;
}

} // namespace dalembert

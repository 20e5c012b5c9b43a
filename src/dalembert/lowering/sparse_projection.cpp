#include <dalembert/base/errors.h>
#include <dalembert/lowering/append.h>
#include <dalembert/lowering/inertia_structure.h>
#include <dalembert/lowering/inputs.h>
#include <dalembert/lowering/regular_inertia.h>
#include <dalembert/lowering/row_sizes.h>
#include <dalembert/lowering/sparse_projection.h>
#include <dalembert/lowering/undefined_name.h>
#include <dalembert/program/build_tape.h>
#include <dalembert/program/elimination.h>
#include <dalembert/program/fold_signs.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace dalembert {
inline namespace lowering {

namespace {

/// Multiplications that a step may take: matrices are copied and searched some ten times beside their factors.
double most_worth_while(std::size_t unknowns) {
  constexpr double passes = 2;
  constexpr double small = 24; // unknowns: up to there full factors on a tape are still the cheaper ones
  const auto all = static_cast<double>(unknowns);
  const double few = std::min(all, small);
  return passes * all * all + few * few * few / 6;
}

/// The tapes of the rows `places` with the residuals `residual`, of which `structure` holds all rows.
ProjectionTapes tapes_of(const Study& study, const Equations& equations, const InertiaStructure& structure,
                         const std::vector<std::size_t>& places, std::vector<Expr> residual, bool is_of_rates,
                         RowInputs which) {
  const System& system = *equations.system;
  Graph& graph = *system.graph;
  InertiaStructure projected = structure;
  projected.problem.rows.clear();
  projected.problem.row_values.clear();
  for (const Minimisation::Place force : projected.problem.forces)
    projected.entries[force] = graph.zero();
  for (const Minimisation::Load& load : projected.problem.loads)
    projected.entries[load.force] = graph.zero(); // of rows that are met, whose multipliers are not asked for
  const RowSwitches switches(study, which);
  for (std::size_t r = 0; r < places.size(); ++r) {
    const Minimisation::Place value = structure.problem.row_values[places[r]];
    projected.problem.rows.push_back(structure.problem.rows[places[r]]);
    projected.problem.row_values.push_back(value);
    projected.entries[value] = graph.neg(residual[r]);
    residual[r] = switches.where_acting(places[r], residual[r]);
  }
  switches.release(projected, places);
  const std::size_t unknowns = projected.problem.unknowns() + places.size();
  const auto order = which == RowInputs::of_all ? MultiplierOrder::before_roots : MultiplierOrder::cheapest;
  const EliminationPlan plan = plan_elimination(projected.problem, most_worth_while(unknowns), order);
  if (plan.steps.empty()) return {};

  std::vector<Expr> entries = projected.entries;
  const std::size_t first_residual = entries.size();
  entries.insert(entries.end(), residual.begin(), residual.end());
  const RowSizes row_sizes(equations, places, entries);
  const TapeEnding ending = [&](ValueGraph& values, std::span<const Value> found) {
    const auto residuals = found.subspan(first_residual, residual.size());
    std::vector<Value> out(residuals.begin(), residuals.end());
    const std::vector<Value> sizes =
        is_of_rates ? row_sizes.by_rates(values, found) : row_sizes.by_positions(values, found);
    out.insert(out.end(), sizes.begin(), sizes.end());
    const EliminatedValues solved = eliminate(values, projected.problem, plan, found);
    out.insert(out.end(), solved.unknowns.begin(), solved.unknowns.end());
    out.push_back(trusted_pivot(values, solved));
    return out;
  };
  std::vector<Expr> inputs = state_inputs(system);
  append(inputs, switches.symbols());
  return {build_tape(graph, inputs, residual), fold_signs(build_tape(graph, inputs, entries, ending))};
}

} // namespace

SparseProjection lower_sparse_projection(const Study& study, const Equations& equations, RowInputs which) {
  const System& system = study.system;
  SparseProjection out;
  if (system.constraints.empty()) return out;
  std::optional<InertiaStructure> structure = inertia_structure(equations);
  if (!structure) return out;
  static_cast<void>(add_row_inertia(equations, switched_rows(study), *structure));
  std::vector<std::size_t> all;
  std::vector<std::size_t> holonomic;
  std::vector<Expr> positions;
  for (std::size_t k = 0; k < system.constraints.size(); ++k) {
    all.push_back(k);
    if (system.constraints[k].kind != ConstraintKind::holonomic) continue;
    holonomic.push_back(k);
    positions.push_back(system.constraints[k].residual);
  }
  try {
    if (!holonomic.empty()) out.positions = tapes_of(study, equations, *structure, holonomic, positions, false, which);
    out.rates = tapes_of(study, equations, *structure, all, equations.constraint_rates, true, which);
  } catch (const TapeError& error) {
    throw ModelError(undefined_name(system, error));
  }
  return out;
}

} // namespace lowering
} // namespace dalembert

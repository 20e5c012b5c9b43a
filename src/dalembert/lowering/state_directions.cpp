#include <dalembert/base/errors.h>
#include <dalembert/derivation/meanings.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/lowering/acceleration_rows.h>
#include <dalembert/lowering/append.h>
#include <dalembert/lowering/inputs.h>
#include <dalembert/lowering/state_directions.h>
#include <dalembert/lowering/undefined_name.h>
#include <dalembert/program/build_tape.h>

#include <fmt/format.h>

#include <string_view>

namespace dalembert {
inline namespace lowering {

namespace {

/// Adds to `out` that each of `symbols` moves at the rate of a new symbol.
void move(Graph& graph, std::string_view name, const std::vector<Expr>& symbols, std::vector<Seed>& out) {
  for (std::size_t i = 0; i < symbols.size(); ++i)
    out.push_back({symbols[i], graph.symbol(fmt::format("along.{}.{}", name, i))});
}

} // namespace

Tape lower_state_directions(const Study& study, const Equations& equations, const std::vector<Expr>& observables) {
  const System& system = study.system;
  Graph& graph = *system.graph;
  const std::vector<Replacement> known = meanings(study, equations);
  std::vector<Seed> of_state;
  move(graph, "q", system.positions(), of_state);
  move(graph, "v", system.rates(), of_state);
  std::vector<Seed> of_all = of_state;
  move(graph, "a", system.accelerations(), of_all);
  move(graph, "l", system.multipliers(), of_all);

  std::vector<Expr> of_motion = equations.residual;
  append(of_motion, acceleration_rows(equations));
  for (const Constraint& constraint : system.constraints)
    if (constraint.kind == ConstraintKind::holonomic) of_motion.push_back(constraint.residual);
  append(of_motion, equations.constraint_rates);
  std::vector<Expr> shown;
  for (const ReactionRow& reaction : equations.reactions)
    shown.push_back(reaction_value(system, reaction.row));
  append(shown, observables);
  const EnergyAccount& energy = equations.energy;
  for (const Expr each : {energy.kinetic, energy.potential, energy.energy_function})
    shown.push_back(each);

  std::vector<Expr> outputs = directional(graph, substitute(graph, of_motion, known), of_state);
  append(outputs, directional(graph, substitute(graph, shown, known), of_all));
  std::vector<Expr> inputs = motion_inputs(system);
  for (const Seed& seed : of_all)
    inputs.push_back(seed.direction);
  try {
    return build_tape(graph, inputs, outputs);
  } catch (const TapeError& error) {
    throw ModelError(undefined_name(system, error));
  }
}

} // namespace lowering
} // namespace dalembert

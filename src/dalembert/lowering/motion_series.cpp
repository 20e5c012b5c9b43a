#include <dalembert/base/errors.h>
#include <dalembert/derivation/meanings.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/lowering/append.h>
#include <dalembert/lowering/inputs.h>
#include <dalembert/lowering/motion_series.h>
#include <dalembert/lowering/undefined_name.h>
#include <dalembert/program/build_tape.h>

#include <algorithm>

namespace dalembert::inline lowering {

namespace {

/// f = ∂L/∂q − ∂D/∂v + Q + Aᵀλ + Σ F ∂slip/∂v
std::vector<Expr> all_forces(const Equations& equations) {
  const System& system = *equations.system;
  Graph& graph = *system.graph;
  std::vector<Expr> out;
  for (std::size_t i = 0; i < equations.momenta.size(); ++i) {
    Expr sum = graph.sub(equations.potential_forces[i], equations.dissipative_forces[i]);
    sum = graph.add(graph.add(sum, equations.generalized_forces[i]), equations.constraint_forces[i]);
    for (std::size_t f = 0; f < equations.frictions.size(); ++f)
      sum = graph.add(sum, graph.mul(system.frictions[f].symbol, equations.frictions[f].column[i]));
    out.push_back(sum);
  }
  return out;
}

Expr sliding_force(const System& system, const FrictionBlock& friction) {
  Graph& graph = *system.graph;
  const std::vector<Expr> multipliers = system.multipliers();
  Expr normal = graph.zero();
  for (std::size_t k = 0; k < multipliers.size(); ++k)
    normal = graph.add(normal, graph.mul(friction.normal[k], multipliers[k]));
  return graph.mul(friction.coefficient, normal);
}

} // namespace

Tape lower_motion_series(const Study& study, const Equations& equations, JumpChoice jumps) {
  const System& system = study.system;
  Graph& graph = *system.graph;
  const std::vector<Replacement> known = meanings(study, equations);
  const JumpNodes held = jumps == JumpChoice::held ? JumpNodes(equations) : JumpNodes();
  const auto given = [&](const std::vector<Expr>& values) {
    return substitute(graph, substitute(graph, values, known), held.replacements());
  };
  std::vector<Expr> out = given(equations.momenta);
  const std::vector<Expr> forces = given(all_forces(equations));
  append(out, forces);
  for (const Constraint& constraint : system.constraints)
    out.push_back(constraint.residual);
  for (const FrictionBlock& friction : equations.frictions)
    append(out, given({sliding_force(system, friction)}));
  for (const FrictionBlock& friction : equations.frictions)
    out.push_back(friction.slip);
  append(out, held.arguments());
  append(out, jacobian(graph, forces, held.symbols()));
  std::vector<Expr> inputs = full_inputs(study);
  append(inputs, held.symbols());
  try {
    return build_tape(graph, inputs, out);
  } catch (const TapeError& error) {
    throw ModelError(undefined_name(system, error));
  }
}

std::vector<SeriesInput> series_inputs(const InputLayout& layout) {
  std::vector<SeriesInput> out(layout.full_size());
  const auto set = [&out](std::size_t begin, std::size_t count, SeriesInput input) {
    std::fill_n(out.begin() + static_cast<std::ptrdiff_t>(begin), count, input);
  };
  set(layout.time(), 1, {SeriesLevel::time});
  set(layout.position(), layout.coordinates, {SeriesLevel::position});
  set(layout.rate(), layout.coordinates, {SeriesLevel::rate});
  set(layout.acceleration(), layout.coordinates + layout.multipliers + layout.frictions, {SeriesLevel::force});
  // What powers add up to is known when the powers of the order before are.
  set(layout.history(), layout.histories, {SeriesLevel::force});
  set(layout.jump(), layout.jumps, {SeriesLevel::force, true});
  return out;
}

} // namespace dalembert::inline lowering

#include <dalembert/base/errors.h>
#include <dalembert/derivation/meanings.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/lowering/append.h>
#include <dalembert/lowering/inputs.h>
#include <dalembert/lowering/motion_series.h>
#include <dalembert/lowering/undefined_name.h>
#include <dalembert/program/build_tape.h>

#include <algorithm>
#include <map>

namespace dalembert {
inline namespace lowering {

namespace {

/// Σₖ λₖ aₖᵢ, rows with the same entry together: (λ₁ + λ₂)·a is one convolution.
Expr constraint_force(const Equations& equations, int i) {
  const System& system = *equations.system;
  Graph& graph = *system.graph;
  std::vector<Expr> entries; // different ones
  std::map<Expr, Expr> multipliers;
  for (int k = 0; k < equations.constraint_matrix.rows; ++k) {
    const Expr entry = equations.constraint_matrix.at(k, i);
    if (graph.is_zero(entry)) continue;
    const Expr multiplier = system.constraints[static_cast<std::size_t>(k)].multiplier;
    const auto [at, is_new] = multipliers.try_emplace(entry, multiplier);
    if (is_new)
      entries.push_back(entry);
    else
      at->second = graph.add(at->second, multiplier);
  }
  Expr sum = graph.zero();
  for (const Expr entry : entries)
    sum = graph.add(sum, graph.mul(entry, multipliers.at(entry)));
  return sum;
}

/// f = ∂L/∂q − ∂D/∂v + Q + Aᵀλ + Σ F ∂slip/∂v
std::vector<Expr> all_forces(const Equations& equations) {
  const System& system = *equations.system;
  Graph& graph = *system.graph;
  std::vector<Expr> out;
  for (std::size_t i = 0; i < equations.momenta.size(); ++i) {
    Expr sum = graph.sub(equations.potential_forces[i], equations.dissipative_forces[i]);
    sum = graph.add(graph.add(sum, equations.generalized_forces[i]), constraint_force(equations, static_cast<int>(i)));
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

/// ḣ where the rows hold: the power λₖ Σᵢ aₖᵢ vᵢ of a row is 0 where that sum is its rate, and only rounding of a
/// series, of which the rows are part.
Expr power_on_rows(const Equations& equations) {
  const System& system = *equations.system;
  Graph& graph = *system.graph;
  const EnergyAccount& energy = equations.energy;
  Expr total = graph.neg(graph.add(energy.explicit_time, energy.dissipated));
  for (const std::vector<Expr>* const powers : {&energy.force_power, &energy.friction_power})
    for (const Expr power : *powers)
      total = graph.add(total, power);
  for (std::size_t k = 0; k < system.constraints.size(); ++k) {
    const Constraint& constraint = system.constraints[k];
    Expr speed = graph.zero();
    for (std::size_t i = 0; i < system.coordinates.size(); ++i)
      speed = graph.add(speed, graph.mul(equations.constraint_matrix.at(static_cast<int>(k), static_cast<int>(i)),
                                         system.coordinates[i].rate));
    const bool is_its_rate = constraint.kind == ConstraintKind::holonomic
                                 ? !depends(graph, constraint.residual, system.time)
                                 : graph.is_zero(graph.sub(constraint.residual, speed));
    if (!is_its_rate) total = graph.add(total, graph.mul(constraint.multiplier, speed));
  }
  return total;
}

Tape series_tape(const Study& study, const Equations& equations, JumpChoice jumps, bool has_power) {
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
  if (has_power) append(out, given({power_on_rows(equations)}));
  std::vector<Expr> inputs = full_inputs(study);
  append(inputs, held.symbols());
  try {
    return build_tape(graph, inputs, out);
  } catch (const TapeError& error) {
    throw ModelError(undefined_name(system, error));
  }
}

} // namespace

Tape lower_motion_series(const Study& study, const Equations& equations, JumpChoice jumps) {
  return series_tape(study, equations, jumps, false);
}

Tape lower_series_with_power(const Study& study, const Equations& equations, JumpChoice jumps) {
  return series_tape(study, equations, jumps, true);
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

std::vector<SeriesRead> series_reads(const InputLayout& layout, std::size_t outputs) {
  const SeriesOutputs at(layout);
  std::vector<SeriesRead> out(outputs, SeriesRead::final);
  const auto set = [&out](std::size_t begin, std::size_t end, SeriesRead read) {
    std::fill(out.begin() + static_cast<std::ptrdiff_t>(begin), out.begin() + static_cast<std::ptrdiff_t>(end), read);
  };
  set(at.momenta, at.forces, SeriesRead::as_rate);
  set(at.forces, at.rows, SeriesRead::as_force);
  set(at.rows, at.frictions, SeriesRead::as_itself); // φ two orders ahead, ψ one
  set(at.frictions, at.slips, SeriesRead::as_force);
  set(at.slips, at.by_jumps, SeriesRead::as_rate); // and the surfaces of jumps
  return out;                                      // what jumps do is read at order 0
}

} // namespace lowering
} // namespace dalembert

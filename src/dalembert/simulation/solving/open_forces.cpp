#include <dalembert/numerics/linear/kkt.h>
#include <dalembert/simulation/engine/reaction_columns.h>
#include <dalembert/simulation/solving/manifold.h>
#include <dalembert/simulation/solving/open_forces.h>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace dalembert {
inline namespace simulation {

namespace {

/// Of the terms: a state is on the constraints to half the digits at worst, and combinations that depend on the state
/// are as exact as that.
constexpr double no_part_nearby = 1e-6;

} // namespace

OpenForces open_forces(const Engine& engine, const RowRanks& ranks, std::span<const double> inputs) {
  OpenForces out;
  const std::size_t m = engine.constraints();
  if (!ranks.is_redundant(engine)) return out;
  const System& system = engine.system();
  const RowValues rows = rows_at(engine, inputs);
  const RowsView at = rows.view();
  const KktFacts facts = examine_kkt({at.mass, at.gradient, {}}, {}, static_cast<int>(at.columns), static_cast<int>(m),
                                     ranks.options(engine));
  out.multipliers.assign(m, false);
  out.reactions.assign(system.reactions.size() + system.frictions.size(), false);
  std::vector<std::vector<double>> columns;
  if (!out.reactions.empty()) columns = reaction_columns(engine, inputs);
  for (std::vector<double> z : facts.free_multipliers) {
    double largest = 0.0;
    for (std::size_t k = 0; k < m; ++k)
      largest = std::max(largest, std::abs(z[k] / facts.row_scale[k]));
    for (std::size_t k = 0; k < m; ++k)
      if (std::abs(z[k] / facts.row_scale[k]) > no_part_nearby * largest)
        out.multipliers[k] = true;
      else
        z[k] = 0.0;
    if (!columns.empty()) mark_reactions(columns, z, no_part_nearby, out.reactions);
  }
  mark_frictions(system, out.reactions);
  return out;
}

OpenForces open_friction_forces(const Engine& engine, Dynamics& dynamics, std::span<const double> inputs) {
  constexpr double no_part = 1e-9; // of the largest
  OpenForces out;
  const FrictionSolver& frictions = dynamics.frictions();
  const System& system = engine.system();
  const std::size_t reactions = system.reactions.size();
  std::vector<bool> is_open(frictions.size(), false);
  for (std::size_t f = 0; f < frictions.size(); ++f)
    is_open[f] = frictions.modes()[f].shares() || frictions.modes()[f].leans();
  for (const HeldSlip& group : frictions.held())
    for (const std::size_t f : group.members)
      is_open[f] = group.members.size() > 1;
  if (std::ranges::find(is_open, true) == is_open.end()) return out;
  out.multipliers.assign(engine.constraints(), false);
  out.reactions.assign(reactions + system.frictions.size(), false);
  const std::vector<std::vector<double>> columns = reaction_columns(engine, inputs);
  std::vector<double> motion(engine.coordinates());
  for (std::size_t f = 0; f < frictions.size(); ++f) {
    if (!is_open[f]) continue;
    out.reactions[reactions + f] = true;
    if (!frictions.modes()[f].shares() && !frictions.modes()[f].leans()) continue;
    // What a unit of its force is held by.
    std::vector<double> multipliers(engine.constraints(), 0.0);
    std::vector<double> held(frictions.held().size(), 0.0);
    dynamics.solve_again(frictions.slip(f).column, multipliers, held, motion);
    double largest = 0.0;
    for (const std::vector<double>* const forces : {&multipliers, &held})
      for (const double force : *forces)
        largest = std::max(largest, std::abs(force));
    for (std::size_t k = 0; k < multipliers.size(); ++k)
      if (std::abs(multipliers[k]) > no_part * largest)
        out.multipliers[k] = true;
      else
        multipliers[k] = 0.0;
    if (reactions > 0 && !columns.empty()) mark_reactions(columns, multipliers, no_part, out.reactions);
    for (std::size_t g = 0; g < held.size(); ++g)
      for (const std::size_t member : frictions.held()[g].members)
        if (std::abs(held[g]) > no_part * largest) out.reactions[reactions + member] = true;
  }
  return out;
}

} // namespace simulation
} // namespace dalembert

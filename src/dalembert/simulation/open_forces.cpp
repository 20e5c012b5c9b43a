#include <dalembert/numerics/kkt.h>
#include <dalembert/simulation/manifold.h>
#include <dalembert/simulation/open_forces.h>
#include <dalembert/simulation/reaction_columns.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace dalembert::inline simulation {

namespace {

/// Of the terms: a state is on the constraints to half the digits at worst, and combinations that depend on the state
/// are as exact as that.
constexpr double no_part_nearby = 1e-6;

} // namespace

bool OpenForces::any() const {
  return std::ranges::find(multipliers, true) != multipliers.end() ||
         std::ranges::find(reactions, true) != reactions.end();
}

UndeterminedValues as_choices(OpenForces open) {
  UndeterminedValues out;
  if (!open.any()) return out;
  out.multipliers = std::move(open.multipliers);
  out.reactions = std::move(open.reactions);
  out.reason = "constraints are redundant: of forces that are not determined, one choice of those that give the same "
               "motion is shown";
  return out;
}

bool are_choices(const UndeterminedValues& values) {
  return values.any() && values.accelerations.empty();
}

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

} // namespace dalembert::inline simulation

// The forces of frictions that stick where the slips which are held leave a part of them open.
#include <dalembert/base/errors.h>
#include <dalembert/simulation/friction/even_shares.h>
#include <dalembert/simulation/friction/friction_decision.h>
#include <dalembert/simulation/friction/friction_solver.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace dalembert {
inline namespace simulation {

namespace {

/// What a unit of one open force changes.
struct OpenForce {
  std::size_t friction = 0;
  std::vector<double> multipliers;
  std::vector<double> held; ///< forces along the held slips
};

double pressing_by(const DynamicsView& equations, std::size_t friction, std::span<const double> multipliers) {
  const std::span<const double> normal = equations.friction(friction).normal;
  return std::inner_product(normal.begin(), normal.end(), multipliers.begin(), 0.0);
}

} // namespace

void FrictionSolver::share_within_bounds(RowSolver& solver, const DynamicsView& equations, std::span<double> inputs) {
  const InputView<double> at(engine_.programs->layout, inputs);
  const std::size_t n = engine_.coordinates();
  std::vector<OpenForce> open;
  const std::vector<double> no_rows(engine_.constraints(), 0.0);
  const std::vector<double> no_slips(held_.size(), 0.0);
  std::vector<double> motion(n);
  for (std::size_t f = 0; f < modes_.size(); ++f) {
    if (!modes_[f].shares()) continue;
    OpenForce& force = open.emplace_back();
    force.friction = f;
    force.multipliers.resize(engine_.constraints());
    force.held.resize(held_.size());
    const std::span<const double> column = slip(f).column;
    solver.solve(column, no_rows, no_slips, motion, force.multipliers, force.held);
    require_no_effect(f, motion, force.multipliers, equations, inputs);
  }
  // Of a friction, by the force of it that is open.
  const auto by = [&](std::size_t f, const OpenForce& force) {
    if (f == force.friction) return 1.0;
    for (std::size_t g = 0; g < held_.size(); ++g)
      if (held_[g].members.front() == f) return force.held[g];
    return 0.0;
  };
  std::vector<std::vector<std::size_t>> frictions;
  std::vector<OpenHold> holds;
  for (std::size_t f = 0; f < modes_.size(); ++f) {
    const std::optional<std::size_t> plane = planes_.of(f);
    if (!modes_[f].holds() || (plane && planes_.all()[*plane][1] == f)) continue;
    frictions.push_back(plane ? std::vector{planes_.all()[*plane][0], planes_.all()[*plane][1]} : std::vector{f});
    OpenHold& hold = holds.emplace_back();
    const double normal = normal_force(f, equations, inputs);
    const double side = normal < 0.0 ? -1.0 : 1.0;
    hold.normal = side * normal;
    for (const OpenForce& force : open) {
      hold.normal_by.push_back(side * pressing_by(equations, f, force.multipliers));
      hold.force_by.push_back({});
    }
    for (std::size_t c = 0; c < frictions.back().size(); ++c) {
      const std::size_t g = frictions.back()[c];
      const double coefficient = slip(g).static_coefficient;
      hold.force[c] = at.frictions()[g] / coefficient;
      for (std::size_t k = 0; k < open.size(); ++k)
        hold.force_by[k][c] = by(g, open[k]) / coefficient;
    }
  }
  const EvenShares shares = even_shares(holds, open.size());
  for (std::size_t k = 0; k < open.size(); ++k) {
    for (std::size_t i = 0; i < no_rows.size(); ++i)
      at.multipliers()[i] += shares.amounts[k] * open[k].multipliers[i];
    for (const std::vector<std::size_t>& unit : frictions)
      for (const std::size_t f : unit)
        at.frictions()[f] += shares.amounts[k] * by(f, open[k]);
  }
  for (HeldSlip& group : held_) {
    const std::size_t f = group.members.front();
    group.force = at.frictions()[f];
    group.bound = slip(f).static_coefficient * std::abs(normal_force(f, equations, inputs));
  }
  for (std::size_t u = 0; u < frictions.size(); ++u) {
    double along = 0.0;
    for (const std::size_t f : frictions[u])
      along = std::hypot(along, at.frictions()[f] / slip(f).static_coefficient);
    SharedMargin margin;
    margin.normal = std::abs(normal_force(frictions[u].front(), equations, inputs));
    margin.left = margin.normal - along;
    margin.weight = shares.weight[u];
    for (const std::size_t f : frictions[u])
      shared_[f] = margin;
  }
}

/// A force that is open may not change the motion, nor what presses a friction that slides.
void FrictionSolver::require_no_effect(std::size_t friction, std::span<const double> motion,
                                       std::span<const double> multipliers, const DynamicsView& equations,
                                       std::span<const double> inputs) const {
  constexpr double none = 1e-7; // of the force
  const std::span<const double> column = slip(friction).column;
  const std::size_t n = column.size();
  double force = 0.0;
  double effect = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    force = std::max(force, std::abs(column[i]));
    effect = std::max(effect, std::abs(motion[i]) * std::sqrt(std::abs(equations.mass[i * n + i])));
  }
  const auto reaches = [&](std::size_t f) {
    return modes_[f].is_at_bound() && std::abs(pressing_by(equations, f, multipliers)) > none * force;
  };
  double free = 0.0; // what the force would do alone
  for (std::size_t i = 0; i < n; ++i)
    if (equations.mass[i * n + i] > 0.0)
      free = std::max(free, std::abs(column[i]) / std::sqrt(equations.mass[i * n + i]));
  bool is_felt = effect > none * free;
  for (std::size_t f = 0; f < modes_.size(); ++f)
    is_felt = is_felt || reaches(f);
  if (!is_felt) return;
  throw UndeterminedFriction(
      fmt::format("the slip of {} is held at 0 by others at t = {:.10g} s, and what slides depends "
                  "on its force: the forces are not determined; leave one of the frictions out",
                  engine_.system().frictions[friction].name, inputs[0]),
      {.time = inputs[0]});
}

} // namespace simulation
} // namespace dalembert

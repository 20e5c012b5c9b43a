#include <dalembert/base/errors.h>
#include <dalembert/simulation/engine/explain.h>
#include <dalembert/simulation/friction/friction_solver.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace dalembert {
inline namespace simulation {

FrictionSolver::FrictionSolver(const Engine& engine)
    : engine_(engine),
      program_(engine.slips),
      slip_values_(program_.outputs()),
      planes_(engine),
      modes_(engine.programs->layout.frictions),
      directions_(modes_.size(), 0.0),
      signs_(modes_.size(), 0.0),
      normal_signs_(engine.system().reactions.size(), 1),
      contact_rows_(modes_.size()) {
  for (const Impact& impulse : engine.system().impacts)
    for (const Contact& contact : engine.study->contacts)
      if (impulse.friction && impulse.friction->force && contact.impact == impulse.friction->of)
        contact_rows_[*impulse.friction->force] = contact.constraint;
}

void FrictionSolver::evaluate(std::span<const double> inputs) {
  program_.evaluate(inputs.first(engine_.programs->layout.state_size()), slip_values_);
  for (const double value : slip_values_)
    if (!std::isfinite(value))
      throw SolveError(explain_non_finite(engine_, engine_.programs->slips.tape, inputs), {.time = inputs[0]});
}

void FrictionSolver::add_sliding(std::size_t friction) {
  const auto reaction = static_cast<std::size_t>(engine_.system().frictions[friction].of);
  sliding_.push_back(friction);
  const auto same = std::ranges::find(pressed_, reaction, &Pressed::reaction);
  if (same == pressed_.end())
    pressed_.push_back({reaction, {friction}});
  else
    same->frictions.push_back(friction);
}

void FrictionSolver::set_modes(const std::vector<FrictionMode>& modes) {
  modes_ = modes;
  sliding_.clear();
  pressed_.clear();
  std::vector<std::size_t> sticking;
  for (std::size_t f = 0; f < modes_.size(); ++f) {
    if (modes_[f].sticks()) sticking.push_back(f);
    if (modes_[f].is_at_bound()) add_sliding(f);
  }
  held_.clear();
  for (const std::size_t f : sticking) {
    const auto same = std::ranges::find_if(
        held_, [&](const HeldSlip& group) { return are_parallel(slip(group.members.front()).column, slip(f).column); });
    if (same == held_.end())
      held_.push_back({{f}});
    else
      same->members.push_back(f);
  }
  held_forces_.assign(held_.size(), 0.0);
  shared_.assign(modes_.size(), std::nullopt);
}

double FrictionSolver::normal_force(std::size_t friction, const DynamicsView& equations,
                                    std::span<const double> inputs) const {
  const std::span<const double> lambda = InputView<const double>(engine_.programs->layout, inputs).multipliers();
  const std::span<const double> normal = equations.friction(friction).normal;
  double out = 0.0;
  for (std::size_t k = 0; k < engine_.constraints(); ++k)
    out += normal[k] * lambda[k];
  return out;
}

void FrictionSolver::share_held_forces(const DynamicsView& equations, std::span<double> inputs) {
  const std::span<double> forces = InputView<double>(engine_.programs->layout, inputs).frictions();
  for (std::size_t g = 0; g < held_.size(); ++g) {
    HeldSlip& group = held_[g];
    const std::span<const double> line = slip(group.members.front()).column;
    group.force = held_forces_[g];
    group.bound = 0.0;
    const auto ratio = [&](std::size_t f) { return parallel_ratio(slip(f).column, line); };
    const auto bound = [&](std::size_t f) {
      return slip(f).static_coefficient * std::abs(normal_force(f, equations, inputs));
    };
    for (const std::size_t f : group.members)
      group.bound += std::abs(ratio(f)) * bound(f);
    for (const std::size_t f : group.members) {
      const double share = group.bound > 0.0 ? group.force / group.bound * std::copysign(bound(f), ratio(f))
                                             : group.force / (ratio(f) * static_cast<double>(group.members.size()));
      forces[f] = share + 0.0; // no −0
    }
  }
}

std::size_t FrictionSolver::solve(RowSolver& solver, const DynamicsView& equations, std::span<double> inputs) {
  solver.set_held(held_.size());
  for (std::size_t f = 0; f < modes_.size(); ++f)
    directions_[f] = modes_[f].direction;
  for (std::size_t p = 0; p < planes_.all().size(); ++p) {
    const std::array<double, 2> direction = planes_.direction(p, equations, modes_);
    for (std::size_t i = 0; i < direction.size(); ++i)
      directions_[planes_.all()[p][i]] = direction[i];
  }
  if (std::ranges::any_of(modes_, &FrictionMode::begins)) return solve_beginning(solver, equations, inputs);
  return solve_directed(solver, equations, inputs);
}

FrictionSolver::Margin FrictionSolver::margin(std::size_t plane, std::span<const HeldSlip> held) const {
  Margin out;
  double along = 0.0;
  for (const std::size_t f : planes_.all()[plane])
    for (const HeldSlip& group : held) {
      if (group.members.front() != f) continue;
      const double coefficient = slip(f).static_coefficient;
      out.normal = group.bound / coefficient;
      along = std::hypot(along, group.force / coefficient);
    }
  out.left = out.normal - along;
  return out;
}

void FrictionSolver::add_turning(const DynamicsView& equations, std::span<const double> inputs,
                                 std::span<const double> change, std::span<double> forces) const {
  for (std::size_t p = 0; p < planes_.all().size(); ++p) {
    const SlipPlane& plane = planes_.all()[p];
    std::array<double, 2> bounds{};
    for (std::size_t i = 0; i < 2; ++i)
      bounds[i] = equations.friction(plane[i]).coefficient * std::abs(normal_force(plane[i], equations, inputs));
    const std::array<double, 2> by =
        planes_.turned(p, equations, modes_, bounds, {change[2 * planes_.place(p)], change[2 * planes_.place(p) + 1]});
    for (std::size_t i = 0; i < 2; ++i)
      for (std::size_t j = 0; j < forces.size() && by[i] != 0.0; ++j)
        forces[j] += by[i] * equations.friction(plane[i]).column[j];
  }
}

bool are_parallel(std::span<const double> a, std::span<const double> b) {
  constexpr double angle = 1e-12; // sin² of it
  const auto product = [](std::span<const double> x, std::span<const double> y) {
    return std::inner_product(x.begin(), x.end(), y.begin(), 0.0);
  };
  const double along = product(a, b);
  const double sizes = product(a, a) * product(b, b);
  return sizes - along * along <= angle * sizes;
}

double parallel_ratio(std::span<const double> a, std::span<const double> b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0) /
         std::inner_product(b.begin(), b.end(), b.begin(), 0.0);
}

} // namespace simulation
} // namespace dalembert

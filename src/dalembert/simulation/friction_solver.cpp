#include <dalembert/base/errors.h>
#include <dalembert/simulation/explain.h>
#include <dalembert/simulation/friction_solver.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace dalembert::inline simulation {

FrictionSolver::FrictionSolver(const Engine& engine)
    : engine_(engine),
      program_(engine.slips),
      slip_values_(program_.outputs()),
      modes_(engine.programs->layout.frictions),
      signs_(modes_.size(), 0.0),
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

void FrictionSolver::set_modes(const std::vector<FrictionMode>& modes) {
  modes_ = modes;
  sliding_.clear();
  std::vector<std::size_t> sticking;
  for (std::size_t f = 0; f < modes_.size(); ++f) {
    if (modes_[f].is_at_bound() && !contact_rows_[f]) sliding_.push_back(f);
    if (modes_[f].sticks()) sticking.push_back(f);
  }
  signs_to_try_ = sliding_.size();
  for (std::size_t f = 0; f < modes_.size(); ++f)
    if (modes_[f].is_at_bound() && contact_rows_[f]) sliding_.push_back(f);
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

bool FrictionSolver::try_signs(std::size_t signs, RowSolver& solver, const DynamicsView& equations,
                               std::span<double> inputs) {
  const InputView<double> solved(engine_.programs->layout, inputs);
  const std::size_t n = engine_.coordinates();
  const std::size_t m = engine_.constraints();
  reaction_rows_.assign(equations.rows.begin(), equations.rows.end());
  const auto sign_of = [&](std::size_t i) {
    if (const std::optional<std::size_t> row = contact_rows_[sliding_[i]])
      return equations.friction(sliding_[i]).normal[*row] < 0.0 ? -1.0 : 1.0;
    return ((signs >> i) & 1U) != 0U ? -1.0 : 1.0;
  };
  for (std::size_t i = 0; i < sliding_.size(); ++i) {
    const std::size_t f = sliding_[i];
    const DynamicsView::Friction friction = equations.friction(f);
    signs_[f] = modes_[f].direction * sign_of(i);
    const double factor = friction.coefficient * signs_[f];
    for (std::size_t k = 0; k < m; ++k)
      for (std::size_t j = 0; j < n; ++j)
        reaction_rows_[k * n + j] -= factor * friction.normal[k] * friction.column[j];
  }
  held_rows_.clear();
  held_forcing_.clear();
  for (const HeldSlip& group : held_) {
    const SlipView first = slip(group.members.front());
    held_rows_.insert(held_rows_.end(), first.column.begin(), first.column.end());
    held_forcing_.push_back(-first.convective);
  }
  solver.factor({equations.mass, equations.rows, reaction_rows_}, held_rows_);
  if (!solver.status().is_regular) return false;
  solver.solve(equations.forcing, equations.row_forcing, held_forcing_, solved.accelerations(), solved.multipliers(),
               held_forces_);
  bool agrees = true;
  for (std::size_t i = 0; i < sliding_.size(); ++i) {
    const std::size_t f = sliding_[i];
    const double normal = normal_force(f, equations, inputs);
    const bool is_pressed = normal * sign_of(i) >= 0.0;
    agrees = agrees && (is_pressed || contact_rows_[f]);
    const double size = is_pressed ? std::abs(normal) : -std::abs(normal);
    solved.frictions()[f] = -equations.friction(f).coefficient * size * modes_[f].direction;
  }
  for (std::size_t f = 0; f < modes_.size(); ++f)
    if (modes_[f].is_idle()) solved.frictions()[f] = 0.0;
  share_held_forces(equations, inputs);
  return agrees;
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
  const std::size_t choices = std::size_t{1} << signs_to_try_;
  std::vector<std::size_t> consistent;
  for (std::size_t signs = 0; signs < choices; ++signs)
    if (try_signs(signs, solver, equations, inputs)) consistent.push_back(signs);
  if (consistent.size() > 1) {
    // Normal forces of exactly zero agree with both signs and give one and the same motion: keep the last choice.
    const std::span<const double> forces = InputView<double>(engine_.programs->layout, inputs).frictions();
    if (!std::ranges::all_of(std::span(sliding_).first(signs_to_try_),
                             [forces](std::size_t f) { return forces[f] == 0.0; }))
      return consistent.size();
  }
  if (consistent.empty()) return 0;
  ENSURE(try_signs(consistent.back(), solver, equations, inputs));
  return 1;
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

} // namespace dalembert::inline simulation

#include <dalembert/base/errors.h>
#include <dalembert/simulation/explain.h>
#include <dalembert/simulation/friction_solver.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace dalembert::inline simulation {

namespace {

/// What a normal force may be and count as none, of the forces at work.
double no_normal_force(const DynamicsView& equations, std::span<const double> multipliers) {
  constexpr double rounding = 1e-14;
  double largest = 0.0;
  for (const std::span<const double> forces : {equations.forcing, multipliers})
    for (const double force : forces)
      largest = std::max(largest, std::abs(force));
  return rounding * largest;
}

bool are_equal_motions(std::span<const double> a, std::span<const double> b) {
  constexpr double equal = 1e-10; // of the largest acceleration
  double largest = 0.0;
  double difference = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    largest = std::max({largest, std::abs(a[i]), std::abs(b[i])});
    difference = std::max(difference, std::abs(a[i] - b[i]));
  }
  return difference <= equal * largest;
}

} // namespace

FrictionSolver::FrictionSolver(const Engine& engine)
    : engine_(engine),
      program_(engine.slips),
      slip_values_(program_.outputs()),
      planes_(engine),
      modes_(engine.programs->layout.frictions),
      directions_(modes_.size(), 0.0),
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
  sign_of_.clear();
  signs_to_try_ = 0;
  std::vector<std::size_t> sticking;
  for (std::size_t f = 0; f < modes_.size(); ++f) {
    if (modes_[f].sticks()) sticking.push_back(f);
    if (!modes_[f].is_at_bound() || contact_rows_[f]) continue;
    // The components of a slip in a plane have one normal force.
    const std::optional<std::size_t> plane = planes_.of(f);
    const bool is_second = plane && planes_.all()[*plane][1] == f;
    const auto first = is_second ? std::ranges::find(sliding_, planes_.all()[*plane][0]) : sliding_.end();
    sign_of_.push_back(first != sliding_.end() ? sign_of_[static_cast<std::size_t>(first - sliding_.begin())]
                                               : signs_to_try_++);
    sliding_.push_back(f);
  }
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

bool FrictionSolver::try_signs(std::size_t signs, RowSolver& solver, const DynamicsView& equations,
                               std::span<double> inputs) {
  const InputView<double> solved(engine_.programs->layout, inputs);
  const std::size_t n = engine_.coordinates();
  const std::size_t m = engine_.constraints();
  reaction_rows_.assign(equations.rows.begin(), equations.rows.end());
  const auto sign_of = [&](std::size_t i) {
    if (const std::optional<std::size_t> row = contact_rows_[sliding_[i]])
      return equations.friction(sliding_[i]).normal[*row] < 0.0 ? -1.0 : 1.0;
    return ((signs >> sign_of_[i]) & 1U) != 0U ? -1.0 : 1.0;
  };
  for (std::size_t i = 0; i < sliding_.size(); ++i) {
    const std::size_t f = sliding_[i];
    const DynamicsView::Friction friction = equations.friction(f);
    signs_[f] = directions_[f] * sign_of(i);
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
  const double no_force = no_normal_force(equations, solved.multipliers());
  for (std::size_t i = 0; i < sliding_.size(); ++i) {
    const std::size_t f = sliding_[i];
    const double normal = normal_force(f, equations, inputs);
    const bool is_pressed = normal * sign_of(i) >= 0.0;
    agrees = agrees && (is_pressed || contact_rows_[f] || std::abs(normal) <= no_force);
    const double size = is_pressed ? std::abs(normal) : -std::abs(normal);
    solved.frictions()[f] = -equations.friction(f).coefficient * size * directions_[f];
  }
  for (std::size_t f = 0; f < modes_.size(); ++f)
    if (modes_[f].is_idle() || modes_[f].shares()) solved.frictions()[f] = 0.0;
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

std::size_t FrictionSolver::solve_directed(RowSolver& solver, const DynamicsView& equations, std::span<double> inputs) {
  const std::size_t choices = std::size_t{1} << signs_to_try_;
  const std::span<const double> found = InputView<const double>(engine_.programs->layout, inputs).accelerations();
  std::size_t consistent = 0;
  std::size_t motions = 0;
  std::size_t last = 0;
  std::vector<double> one;
  for (std::size_t signs = 0; signs < choices; ++signs) {
    if (!try_signs(signs, solver, equations, inputs)) continue;
    ++consistent;
    last = signs;
    // A normal force of zero agrees with both signs, and gives one and the same motion.
    if (motions > 0 && are_equal_motions(one, found)) continue;
    ++motions;
    if (signs + 1 < choices) one.assign(found.begin(), found.end());
  }
  if (motions > 1) return consistent;
  if (motions == 0) return 0;
  if (last + 1 < choices) ENSURE(try_signs(last, solver, equations, inputs));
  if (std::ranges::any_of(modes_, &FrictionMode::shares)) share_within_bounds(solver, equations, inputs);
  return 1;
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

} // namespace dalembert::inline simulation

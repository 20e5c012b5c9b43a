// The signs of the normal forces of frictions that slide, docs/theory/lagrange.md (9).
#include <dalembert/base/errors.h>
#include <dalembert/numerics/linear/absolute_value_equation.h>
#include <dalembert/simulation/engine/listed.h>
#include <dalembert/simulation/friction/friction_decision.h>
#include <dalembert/simulation/friction/friction_solver.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace simulation {

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

double sum_of_products(std::span<const double> a, std::span<const double> b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

} // namespace

int FrictionSolver::given_sign(const Pressed& by, const DynamicsView& equations) const {
  const std::size_t friction = by.frictions.front();
  const std::optional<std::size_t> row = contact_rows_[friction];
  if (!row) return 0;
  return equations.friction(friction).normal[*row] < 0.0 ? -1 : 1;
}

std::size_t FrictionSolver::solve_directed(RowSolver& solver, const DynamicsView& equations, std::span<double> inputs) {
  bool has_open_signs = false;
  for (const Pressed& by : pressed_) {
    const int given = given_sign(by, equations);
    has_open_signs = has_open_signs || given == 0;
    if (given != 0) normal_signs_[by.reaction] = given;
  }
  const bool is_regular = factor_signed(solver, equations);
  if (!has_open_signs && !is_regular) return 0;
  // Before the solution itself, whose residual is judged.
  const bool is_repeated = !pressed_.empty() && solver.has_repeated_rows();
  const bool is_only = !is_repeated && (!has_open_signs || (is_regular && is_only_solution(solver, equations)));
  if (is_only) solve_factored(solver, equations, inputs);
  if (!is_only || !have_signs(equations, inputs))
    if (const std::size_t solutions = solve_by_search(solver, equations, inputs); solutions != 1) return solutions;
  if (std::ranges::any_of(modes_, &FrictionMode::shares)) share_within_bounds(solver, equations, inputs);
  return 1;
}

std::size_t FrictionSolver::solve_by_search(RowSolver& solver, const DynamicsView& equations,
                                            std::span<double> inputs) {
  const InputView<double> at(engine_.programs->layout, inputs);
  factor(solver, equations, {});
  if (!solver.status().is_regular) return 0;
  solver.solve(equations.forcing, equations.row_forcing, held_forcing_, at.accelerations(), at.multipliers(),
               held_forces_);
  const std::vector<double> multipliers(at.multipliers().begin(), at.multipliers().end());
  AbsoluteValueEquation normal_forces;
  for (const Pressed& by : pressed_) {
    normal_forces.constant.push_back(normal_force(by.frictions.front(), equations, inputs));
    normal_forces.signs.push_back(given_sign(by, equations));
  }
  normal_forces.no_value = no_normal_force(equations, at.multipliers());
  const PressingEffects effects = effects_of_pressing(solver, equations);
  normal_forces.by = effects.normals;
  const bool is_repeated = solver.has_repeated_rows();
  const AbsoluteValueSolutions found = solve_absolute_values(normal_forces);
  if (!found.is_complete)
    throw SolveError(fmt::format("{} normal forces of frictions that slide depend on one another at t = {:.10g} s so "
                                 "strongly that their signs were not found; smaller coefficients of friction, or "
                                 "compliant contacts, have one motion",
                                 pressed_.size(), inputs[0]),
                     {.time = inputs[0]});
  std::size_t motions = 0;
  std::vector<double> one;
  const std::span<const double> accelerations = at.accelerations();
  for (std::size_t s = 0; s < found.signs.size(); ++s) {
    for (std::size_t j = 0; j < pressed_.size(); ++j)
      normal_signs_[pressed_[j].reaction] = found.signs[s][j];
    if (is_repeated) require_one_motion(solver, equations, effects, inputs);
    if (!factor_signed(solver, equations)) continue;
    solve_factored(solver, equations, inputs);
    if (is_repeated) {
      std::ranges::copy(multipliers, at.multipliers().begin());
      for (std::size_t j = 0; j < pressed_.size(); ++j)
        for (std::size_t k = 0; k < multipliers.size(); ++k)
          at.multipliers()[k] += found.values[s][j] * found.signs[s][j] * effects.multipliers[j][k];
      fill_forces(equations, inputs);
    }
    // Other signs may give one and the same motion.
    if (motions > 0 && are_equal_motions(one, accelerations)) continue;
    ++motions;
    one.assign(accelerations.begin(), accelerations.end());
  }
  return motions;
}

double FrictionSolver::doubt_of_direction(const Pressed& by, const DynamicsView& equations,
                                          std::span<const double> inputs) const {
  constexpr double accuracy = 1e-8; // of the rates in a slip: as exact as the instant at which it is used up
  const std::span<const double> rates = InputView<const double>(engine_.programs->layout, inputs).rates();
  double slip_size = 0.0;
  double rate_size = 0.0;
  for (const std::size_t f : by.frictions) {
    if (!planes_.of(f)) return 0.0;
    const DynamicsView::Friction friction = equations.friction(f);
    slip_size = std::hypot(slip_size, friction.coefficient * friction.slip);
    for (std::size_t i = 0; i < rates.size(); ++i)
      rate_size += friction.coefficient * std::abs(friction.column[i]) * std::max(std::abs(rates[i]), engine_.scale(i));
  }
  return accuracy * rate_size >= slip_size ? 1.0 : accuracy * rate_size / slip_size;
}

void FrictionSolver::require_one_motion(const RowSolver& solver, const DynamicsView& equations,
                                        const PressingEffects& effects, std::span<const double> inputs) const {
  constexpr double none = 1e-7; // of what a force does alone
  const double t = inputs[0];
  const std::size_t n = engine_.coordinates();
  const std::size_t k = pressed_.size();
  const auto size_of = [&](std::span<const double> values, double power) {
    double out = 0.0;
    for (std::size_t i = 0; i < n; ++i)
      if (const double inertia = std::abs(equations.mass[i * n + i]); inertia > 0.0)
        out = std::max(out, std::abs(values[i]) * std::pow(inertia, power));
    return out;
  };
  for (const std::vector<double>& z : solver.free_multipliers(equations.mass, equations.rows)) {
    // N = z's share + W E N, for the part of N that is a choice
    AbsoluteValueEquation choice{{}, effects.normals, {}};
    double largest = 0.0;
    for (const Pressed& by : pressed_) {
      const std::span<const double> normal = equations.friction(by.frictions.front()).normal;
      choice.constant.push_back(sum_of_products(normal, z));
      choice.signs.push_back(normal_signs_[by.reaction]);
      for (std::size_t i = 0; i < z.size(); ++i)
        largest = std::max(largest, std::abs(normal[i] * z[i]));
    }
    const auto is_chosen = [&](double part) { return std::abs(part) > none * largest; };
    if (std::ranges::none_of(choice.constant, is_chosen)) continue;
    const AbsoluteValueSolutions found = solve_absolute_values(choice);
    if (found.values.empty()) continue;
    std::vector<double> motion(n, 0.0);
    double explained = 0.0;
    for (std::size_t j = 0; j < k; ++j) {
      const double pressing = found.values.front()[j] * choice.signs[j];
      for (std::size_t i = 0; i < n; ++i)
        motion[i] += pressing * effects.accelerations[j][i];
      explained += (none + doubt_of_direction(pressed_[j], equations, inputs)) * std::abs(pressing) *
                   size_of(forces_of(pressed_[j], equations), -0.5);
    }
    if (size_of(motion, 0.5) <= explained) continue;
    std::vector<std::string> names;
    std::vector<std::string> rows;
    for (std::size_t j = 0; j < k; ++j)
      if (is_chosen(choice.constant[j])) names.push_back(engine_.system().reactions[pressed_[j].reaction].name);
    for (std::size_t i = 0; i < z.size(); ++i)
      if (z[i] != 0.0) rows.push_back(engine_.system().constraints[i].name);
    throw UndeterminedFriction(
        fmt::format("the constraints {} are redundant at t = {:.10g} s: they do not determine {}, and the motion "
                    "depends on {} by friction; write as many supports as determine the load (three under a rigid "
                    "body), or put springs under them: a coordinate for each, and a potential 1/2*k*z^2",
                    listed(rows), t, listed(names), names.size() > 1 ? "them" : "it"),
        {.time = t});
  }
}

void FrictionSolver::factor(RowSolver& solver, const DynamicsView& equations, std::span<const double> reaction_rows) {
  held_rows_.clear();
  held_forcing_.clear();
  for (const HeldSlip& group : held_) {
    const SlipView first = slip(group.members.front());
    held_rows_.insert(held_rows_.end(), first.column.begin(), first.column.end());
    held_forcing_.push_back(-first.convective);
  }
  solver.factor({equations.mass, equations.rows, reaction_rows}, held_rows_);
}

bool FrictionSolver::factor_signed(RowSolver& solver, const DynamicsView& equations) {
  const std::size_t n = engine_.coordinates();
  const std::size_t m = engine_.constraints();
  reaction_rows_.assign(equations.rows.begin(), equations.rows.end());
  for (const Pressed& by : pressed_)
    for (const std::size_t f : by.frictions) {
      const DynamicsView::Friction friction = equations.friction(f);
      signs_[f] = directions_[f] * normal_signs_[by.reaction];
      const double factor = friction.coefficient * signs_[f];
      for (std::size_t k = 0; k < m; ++k)
        for (std::size_t j = 0; j < n; ++j)
          reaction_rows_[k * n + j] -= factor * friction.normal[k] * friction.column[j];
    }
  factor(solver, equations, reaction_rows_);
  return solver.status().is_regular;
}

void FrictionSolver::solve_factored(RowSolver& solver, const DynamicsView& equations, std::span<double> inputs) {
  const InputView<double> solved(engine_.programs->layout, inputs);
  solver.solve(equations.forcing, equations.row_forcing, held_forcing_, solved.accelerations(), solved.multipliers(),
               held_forces_);
  fill_forces(equations, inputs);
}

void FrictionSolver::fill_forces(const DynamicsView& equations, std::span<double> inputs) {
  const std::span<double> forces = InputView<double>(engine_.programs->layout, inputs).frictions();
  for (const Pressed& by : pressed_)
    for (const std::size_t f : by.frictions) {
      const double normal = normal_force(f, equations, inputs);
      const bool is_pressed = normal * normal_signs_[by.reaction] >= 0.0;
      const double size = is_pressed ? std::abs(normal) : -std::abs(normal);
      forces[f] = -equations.friction(f).coefficient * size * directions_[f];
    }
  for (std::size_t f = 0; f < modes_.size(); ++f)
    if (modes_[f].is_idle() || modes_[f].shares()) forces[f] = 0.0;
  share_held_forces(equations, inputs);
}

bool FrictionSolver::have_signs(const DynamicsView& equations, std::span<const double> inputs) const {
  const double no_force =
      no_normal_force(equations, InputView<const double>(engine_.programs->layout, inputs).multipliers());
  return std::ranges::all_of(pressed_, [&](const Pressed& by) {
    return given_sign(by, equations) != 0 ||
           normal_force(by.frictions.front(), equations, inputs) * normal_signs_[by.reaction] >= -no_force;
  });
}

std::vector<double> FrictionSolver::forces_of(const Pressed& by, const DynamicsView& equations) const {
  std::vector<double> out(engine_.coordinates(), 0.0);
  for (const std::size_t f : by.frictions) {
    const DynamicsView::Friction friction = equations.friction(f);
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] -= friction.coefficient * directions_[f] * friction.column[i];
  }
  return out;
}

FrictionSolver::PressingEffects FrictionSolver::effects_of_pressing(RowSolver& solver,
                                                                    const DynamicsView& equations) const {
  const std::size_t n = engine_.coordinates();
  const std::size_t k = pressed_.size();
  PressingEffects out;
  out.normals.resize(k * k);
  const std::vector<double> no_rows(engine_.constraints(), 0.0);
  const std::vector<double> no_slips(held_.size(), 0.0);
  for (std::size_t j = 0; j < k; ++j) {
    std::vector<double>& multipliers = out.multipliers.emplace_back(no_rows.size());
    solver.solve(forces_of(pressed_[j], equations), no_rows, no_slips, out.accelerations.emplace_back(n), multipliers,
                 out.held.emplace_back(no_slips.size()));
    for (std::size_t i = 0; i < k; ++i)
      out.normals[i * k + j] = sum_of_products(equations.friction(pressed_[i].frictions.front()).normal, multipliers);
  }
  return out;
}

bool FrictionSolver::is_only_solution(RowSolver& solver, const DynamicsView& equations) const {
  AbsoluteValueChanges changes{effects_of_pressing(solver, equations).normals, {}, {}};
  for (const Pressed& by : pressed_) {
    changes.signs.push_back(normal_signs_[by.reaction]);
    changes.has_given_sign.push_back(given_sign(by, equations) != 0);
  }
  return has_one_solution(changes);
}

} // namespace simulation
} // namespace dalembert

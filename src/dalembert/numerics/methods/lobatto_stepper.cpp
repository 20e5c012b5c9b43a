#include <dalembert/base/errors.h>
#include <dalembert/numerics/methods/lobatto_stepper.h>
#include <dalembert/numerics/methods/row_energy.h>
#include <dalembert/numerics/methods/settle.h>
#include <dalembert/numerics/step/adaptive_stepper.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace dalembert {
inline namespace numerics {

LobattoStepper::LobattoStepper(int stages, OdeProblem problem, StepOptions options)
    : FixedStepper(std::move(problem), std::move(options), stages == 2 ? 3 : 2 * stages - 2),
      tableau_(lobatto_tableau(stages)),
      motion_(*problem_.momenta),
      n_(motion_.coordinates),
      m_(motion_.rows()),
      rows_solver_(static_cast<int>(n_), static_cast<int>(m_), motion_.kkt),
      mass_solver_(static_cast<int>(n_), 0),
      stage_solver_(static_cast<int>(n_), static_cast<int>(m_), motion_.kkt) {}

std::unique_ptr<Stepper> make_rattle(OdeProblem problem, StepOptions options) {
  return std::make_unique<LobattoStepper>(2, std::move(problem), std::move(options));
}
std::unique_ptr<Stepper> make_spark4(OdeProblem problem, StepOptions options) {
  return std::make_unique<LobattoStepper>(3, std::move(problem), std::move(options));
}
std::unique_ptr<Stepper> make_spark6(OdeProblem problem, StepOptions options) {
  return std::make_unique<LobattoStepper>(4, std::move(problem), std::move(options));
}

std::span<double> LobattoStepper::row(Vector& of, std::size_t stage, std::size_t width) const {
  return std::span(of).subspan(stage * width, width);
}

double LobattoStepper::time_of(std::size_t stage, double h) const {
  return time_ + tableau_.nodes[stage] * h;
}

void LobattoStepper::prepare() {
  const std::size_t s = stages();
  ENSURE(2 * n_ + problem_.integrals == components());
  for (Vector* const of : {&positions_, &rates_, &stage_momenta_, &forces_, &residual_, &shift_})
    of->assign(s * n_, 0);
  for (Vector* const of : {&multipliers_, &gaps_, &weights_, &pushes_})
    of->assign(s * m_, 0);
  for (Vector* const of :
       {&momenta_, &momenta_carry_, &end_momenta_, &end_momenta_carry_, &end_rates_, &load_, &change_, &rest_})
    of->assign(n_, 0);
  for (Vector* const of : {&level_, &wanted_, &no_multipliers_})
    of->assign(m_, 0);
  carry_.assign(components(), 0);
  end_carry_ = carry_;
  stage_level_.assign(m_, 0);
  stage_matrix_.assign(m_ * n_, 0);
  stage_mass_.assign(n_ * n_, 0);
  matrix_.assign(m_ * n_, 0);
  mass_.assign(n_ * n_, 0);
  last_step_ = 0;
  const std::span<const double> y(state_);
  regularise();
  ++statistics_.evaluations;
  motion_.evaluate(time_, y.first(n_), y.subspan(n_, n_), no_multipliers_,
                   {momenta_, row(forces_, 0, n_), row(gaps_, 0, m_)});
  linearise(time_, y.first(n_), y.subspan(n_, n_));
  factor();
}

void LobattoStepper::linearise(double t, std::span<const double> q, std::span<const double> v) {
  motion_.linearise(t, q, v, {level_, matrix_, mass_});
}

void LobattoStepper::factor() {
  ++statistics_.factorisations;
  rows_solver_.factor({mass_, matrix_});
  mass_solver_.factor({mass_});
  require_mass();
}

/// Makes M regular by the energy of the rows where it is not.
void LobattoStepper::regularise() {
  const std::span<const double> y(state_);
  row_weights_.clear();
  motion_ = *problem_.momenta;
  linearise(time_, y.first(n_), y.subspan(n_, n_));
  mass_solver_.factor({mass_});
  if (mass_solver_.status().is_regular || m_ == 0 || !motion_.rate_gradients) return;
  double inertia = 0;
  for (std::size_t i = 0; i < n_; ++i)
    inertia += mass_[i * n_ + i] * unit_of(i) * unit_of(i);
  row_weights_.assign(m_, 0);
  for (std::size_t k = 0; k < m_; ++k) {
    double size = 0;
    for (std::size_t i = 0; i < n_; ++i)
      size += matrix_[k * n_ + i] * matrix_[k * n_ + i] * unit_of(i) * unit_of(i);
    if (!motion_.is_row_of_rates[k] && size > 0) row_weights_[k] = inertia / size;
  }
  motion_ = with_row_energy(*problem_.momenta, row_weights_);
}

void LobattoStepper::require_mass() const {
  if (mass_solver_.status().is_regular) return;
  throw SolveError("the momenta do not determine the rates: the mass matrix is singular where no constraint of "
                   "positions acts, which methods of momenta cannot follow (rk8 can)",
                   {.time = time_});
}

void LobattoStepper::evaluate_stage(std::size_t stage, double h) {
  ++statistics_.evaluations;
  const double t = time_of(stage, h);
  const std::span<double> f = row(forces_, stage, n_);
  motion_.evaluate(t, row(positions_, stage, n_), row(rates_, stage, n_), row(multipliers_, stage, m_),
                   {row(stage_momenta_, stage, n_), f, row(gaps_, stage, m_)});
  const auto bad = std::ranges::find_if(f, [](double x) { return !std::isfinite(x); });
  if (bad == f.end()) return;
  throw SolveError(fmt::format("the rate of {} is not finite at t = {:.6g} s",
                               name_of(n_ + static_cast<std::size_t>(bad - f.begin())), t),
                   {.time = t});
}

/// Guesses the rates of the stages from those at the begin; the multipliers are those of the step before.
void LobattoStepper::predict_stages(double h) {
  for (std::size_t stage = 0; stage < stages(); ++stage) {
    const double way = tableau_.nodes[stage] * h;
    for (std::size_t i = 0; i < n_; ++i) {
      const double bend = last_step_ != 0 ? (rate_[n_ + i] - rest_[i]) / last_step_ : 0;
      rates_[stage * n_ + i] = state_[n_ + i] + way * (rate_[n_ + i] + way / 2 * bend);
    }
  }
}

/// Qᵢ from the rates.
void LobattoStepper::place_stages(double h) {
  const std::size_t s = stages();
  for (std::size_t stage = 0; stage < s; ++stage)
    for (std::size_t i = 0; i < n_; ++i) {
      double sum = 0;
      for (std::size_t j = 0; j < s; ++j)
        sum += tableau_.positions.entries[stage * s + j] * rates_[j * n_ + i];
      positions_[stage * n_ + i] = state_[i] + (h * sum + carry_[i]);
    }
}

/// The size that the tolerances compare to where a position is smaller.
double LobattoStepper::unit_of(std::size_t i) const {
  constexpr double beyond = 1e15; // no size of anything, but a tolerance that is meant not to steer
  const Vector& absolute = options_.absolute_tolerance;
  const double unit = absolute[absolute.size() == 1 ? 0 : i] / options_.relative_tolerance;
  return unit > 0 && unit < beyond ? unit : 1;
}

/// The largest entry of factor·change beside the positions and what they move by.
double LobattoStepper::size_of(std::span<const double> change, double factor, double h) const {
  constexpr double least = 1e-6; // of the unit: a component at rest at 0 is not looked at closer
  double out = 0;
  for (std::size_t i = 0; i < n_; ++i) {
    const double size = std::max({std::abs(state_[i]), std::abs(h * state_[n_ + i]), least * unit_of(i)});
    const double share = std::abs(factor * change[i]) / size;
    if (std::isnan(share)) return share;
    out = std::max(out, share);
  }
  return out;
}

/// One Newton step for the rates of all stages and the multipliers of all but the last; returns its size.
double LobattoStepper::correct_stages(double h) {
  const std::size_t s = stages();
  place_stages(h);
  for (std::size_t stage = 0; stage < s; ++stage)
    evaluate_stage(stage, h);
  for (std::size_t stage = 0; stage < s; ++stage)
    for (std::size_t i = 0; i < n_; ++i) {
      double sum = 0;
      for (std::size_t j = 0; j + 1 < s; ++j)
        sum += tableau_.momenta.entries[stage * s + j] * forces_[j * n_ + i];
      residual_[stage * n_ + i] = (stage_momenta_[stage * n_ + i] - momenta_[i]) - (h * sum + momenta_carry_[i]);
    }
  // The shifts of the later positions and what the rows push them by: a saddle-point system for each.
  double size = 0;
  for (std::size_t stage = 1; stage < s; ++stage) {
    for (std::size_t i = 0; i < n_; ++i) {
      double sum = 0;
      for (std::size_t j = 0; j < s; ++j)
        sum += tableau_.positions.entries[stage * s + j] * residual_[j * n_ + i];
      load_[i] = -h * sum;
    }
    for (std::size_t k = 0; k < m_; ++k)
      wanted_[k] = motion_.is_row_of_rates[k] ? -h / 2 * (gaps_[k] + gaps_[stage * m_ + k]) : -gaps_[stage * m_ + k];
    const std::span<double> moved = row(shift_, stage, n_);
    rows_solver_.solve(load_, wanted_, moved, row(weights_, stage, m_));
    size = std::max(size, size_of(moved, 1, h));
  }
  // The forces of the rows that do so, and the rates that follow.
  for (std::size_t j = 0; j + 1 < s; ++j)
    for (std::size_t k = 0; k < m_; ++k) {
      double sum = 0;
      for (std::size_t i = 0; i + 1 < s; ++i)
        sum += tableau_.forces_by_shift.entries[j * (s - 1) + i] * weights_[(i + 1) * m_ + k];
      pushes_[j * m_ + k] = sum / (h * h);
      multipliers_[j * m_ + k] += pushes_[j * m_ + k];
    }
  for (std::size_t i = 0; i < n_; ++i) {
    load_[i] = -residual_[i];
    for (std::size_t j = 0; j + 1 < s; ++j)
      for (std::size_t k = 0; k < m_; ++k)
        load_[i] += h * tableau_.momenta.entries[j] * matrix_[k * n_ + i] * pushes_[j * m_ + k];
  }
  const std::span<double> first = row(shift_, 0, n_);
  mass_solver_.solve(load_, {}, first, {});
  size = std::max(size, size_of(first, h, h));
  for (std::size_t i = 0; i < n_; ++i) {
    rates_[i] += first[i];
    for (std::size_t stage = 1; stage < s; ++stage) {
      double sum = 0;
      for (std::size_t j = 1; j < s; ++j)
        sum += tableau_.rates_by_shift.entries[(stage - 1) * (s - 1) + j - 1] *
               (shift_[j * n_ + i] / h - tableau_.positions.entries[j * s] * first[i]);
      rates_[stage * n_ + i] += sum;
    }
  }
  return size;
}

void LobattoStepper::solve_stages(double h) {
  predict_stages(h);
  if (settle([&] { return correct_stages(h); })) return;
  // The matrices of the begin are too far from those of the step: those of its middle serve better.
  predict_stages(h);
  place_stages(h);
  const std::size_t middle = stages() / 2;
  linearise(time_of(middle, h), row(positions_, middle, n_), row(rates_, middle, n_));
  factor();
  std::ranges::fill(multipliers_, 0.0);
  if (settle([&] { return correct_stages(h); })) return;
  throw SolveError(
      fmt::format("the equations of a step of {:.3g} s have no solution near by at t = {:.6g} s: the step is "
                  "too long for this motion",
                  std::abs(h), time_),
      {time_, h, 0});
}

/// p at the end, from the forces of all stages.
void LobattoStepper::sum_momenta(double h) {
  const std::size_t s = stages();
  for (std::size_t i = 0; i < n_; ++i) {
    double sum = 0;
    for (std::size_t j = 0; j < s; ++j)
      sum += tableau_.weights[j] * forces_[j * n_ + i];
    end_momenta_[i] = momenta_[i];
    end_momenta_carry_[i] = momenta_carry_[i];
    add_compensated(end_momenta_[i], end_momenta_carry_[i], h * sum);
  }
}

/// One Newton step for the rates at the end and the last multipliers; returns its size.
double LobattoStepper::correct_end(double t, double h) {
  const std::size_t last = stages() - 1;
  evaluate_stage(last, h);
  sum_momenta(h);
  const std::span<double> at_end = row(residual_, 0, n_);
  const std::span<double> unused = row(residual_, 1, n_);
  ++statistics_.evaluations;
  motion_.evaluate(t, row(positions_, last, n_), end_rates_, no_multipliers_, {at_end, unused, wanted_});
  for (std::size_t i = 0; i < n_; ++i)
    load_[i] = (end_momenta_[i] - at_end[i]) + end_momenta_carry_[i];
  for (std::size_t k = 0; k < m_; ++k)
    wanted_[k] = -level_[k];
  rows_solver_.solve(load_, wanted_, change_, row(weights_, 0, m_));
  for (std::size_t i = 0; i < n_; ++i)
    end_rates_[i] += change_[i];
  for (std::size_t k = 0; k < m_; ++k)
    multipliers_[last * m_ + k] += weights_[k] / (h * tableau_.weights[last]);
  return size_of(change_, h, h);
}

void LobattoStepper::solve_end(double t_new, double h) {
  const std::size_t last = stages() - 1;
  const std::span<const double> q = row(positions_, last, n_);
  std::ranges::copy(row(rates_, last, n_), end_rates_.begin());
  linearise(t_new, q, end_rates_);
  factor();
  bool is_first = true;
  const bool is_settled = settle([&] {
    if (!std::exchange(is_first, false)) linearise(t_new, q, end_rates_);
    return correct_end(t_new, h);
  });
  if (!is_settled)
    throw SolveError(fmt::format("no rates satisfy all constraints at t = {:.6g} s", t_new), {t_new, h, 0});
  sum_momenta(h);
}

/// Puts the rates in `y` onto the rows, as near as the mass metric measures.
void LobattoStepper::project_rates(double t, std::span<double> y) {
  if (m_ == 0) return;
  const std::span<double> v = y.subspan(n_, n_);
  problem_.momenta->linearise(t, y.first(n_), v, {stage_level_, stage_matrix_, stage_mass_});
  stage_solver_.factor({stage_mass_, stage_matrix_});
  std::ranges::fill(load_, 0.0);
  for (double& level : stage_level_)
    level = -level;
  stage_solver_.solve(load_, stage_level_, change_, wanted_);
  for (std::size_t i = 0; i < n_; ++i)
    v[i] += change_[i];
}

/// Adds the integrals of the powers. Those of constraints vanish on the rows alone: there they are taken, where the
/// rates of the stages, which lie beside them, belong.
void LobattoStepper::sum_integrals(double t_new, double h) {
  const std::size_t w = 2 * n_;
  if (problem_.integrals == 0) return;
  Vector increment(problem_.integrals);
  Vector y = state_;
  Vector dydt(components());
  for (std::size_t stage = 0; stage < stages(); ++stage) {
    const double t = stage + 1 == stages() ? t_new : time_of(stage, h);
    std::ranges::copy(row(positions_, stage, n_), y.begin());
    std::ranges::copy(row(rates_, stage, n_), y.begin() + static_cast<std::ptrdiff_t>(n_));
    project_rates(t, y);
    if (motion_.holds_rates) put_onto_manifold(t, h, y);
    evaluate(t, y, dydt);
    for (std::size_t i = 0; i < increment.size(); ++i)
      increment[i] += h * tableau_.weights[stage] * dydt[w + i];
  }
  for (std::size_t i = 0; i < increment.size(); ++i) {
    trial_[w + i] = state_[w + i];
    add_compensated(trial_[w + i], end_carry_[w + i], increment[i]);
  }
}

void LobattoStepper::advance(double t_new, double h) {
  solve_stages(h);
  place_stages(h);
  solve_end(t_new, h);
  const std::size_t s = stages();
  end_carry_ = carry_;
  for (std::size_t i = 0; i < n_; ++i) {
    double sum = 0;
    for (std::size_t j = 0; j < s; ++j)
      sum += tableau_.positions.entries[(s - 1) * s + j] * rates_[j * n_ + i];
    trial_[i] = state_[i];
    add_compensated(trial_[i], end_carry_[i], h * sum);
    trial_[n_ + i] = end_rates_[i];
  }
  if (motion_.holds_rates) hold_rates(t_new, h);
  sum_integrals(t_new, h);
}

/// Puts the end back onto the rates that the forces hold, with the momenta that belong to it.
void LobattoStepper::hold_rates(double t_new, double h) {
  put_onto_manifold(t_new, h, trial_);
  std::copy_n(trial_.begin() + static_cast<std::ptrdiff_t>(n_), n_, end_rates_.begin());
  ++statistics_.evaluations;
  motion_.evaluate(t_new, std::span<const double>(trial_).first(n_), end_rates_, no_multipliers_,
                   {end_momenta_, row(residual_, 0, n_), wanted_});
  std::ranges::fill(end_momenta_carry_, 0.0);
}

void LobattoStepper::put_onto_manifold(double t, double h, std::span<double> y) const {
  if (problem_.project && !problem_.project(t, y))
    throw SolveError(fmt::format("no rates satisfy all constraints at t = {:.6g} s", t), {t, h, 0});
}

bool LobattoStepper::archive(Archive& with) {
  with(row_weights_, momenta_, carry_, momenta_carry_, rest_, last_step_, multipliers_, end_rates_, level_, matrix_,
       mass_);
  if (with.is_reading()) {
    motion_ = row_weights_.empty() ? *problem_.momenta : with_row_energy(*problem_.momenta, row_weights_);
    factor();
  }
  return FixedStepper::archive(with);
}

void LobattoStepper::take_in(double h) {
  momenta_.swap(end_momenta_);
  momenta_carry_.swap(end_momenta_carry_);
  carry_.swap(end_carry_);
  std::copy_n(previous_rate_.begin() + static_cast<std::ptrdiff_t>(n_), n_, rest_.begin());
  last_step_ = h;
}

} // namespace numerics
} // namespace dalembert

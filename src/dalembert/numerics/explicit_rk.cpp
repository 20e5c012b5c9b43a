#include <dalembert/base/errors.h>
#include <dalembert/numerics/explicit_rk.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace dalembert::inline numerics {

namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();
constexpr double safety = 0.85;
constexpr int most_attempts = 2000;    ///< at one step: each shortens it, and 10⁻³⁰⁸ s is reached before
constexpr double refusal_ratio = 0.25; ///< how a step is shortened that could not be evaluated
constexpr double nearly_all = 0.75;    ///< of a step: what the slope predicted need not be met closer

/// Adds `increment` to `value` and keeps in `carry` what rounding lost (Knuth's two-sum).
void add_compensated(double& value, double& carry, double increment) {
  const double add = increment + carry;
  const double sum = value + add;
  const double virtual_add = sum - value;
  carry = (value - (sum - virtual_add)) + (add - virtual_add);
  value = sum;
}

/// `failure` with its time, unless it names that itself.
std::string timed(const std::string& failure, double t) {
  if (failure.find("t = ") != std::string::npos) return failure;
  return fmt::format("{} at t = {:.6g} s", failure, t);
}

} // namespace

ExplicitRk::ExplicitRk(const Tableau& tableau, OdeProblem problem, StepOptions options)
    : problem_(std::move(problem)), options_(std::move(options)), tableau_(tableau) {}

std::unique_ptr<Stepper> make_dormand_prince5(OdeProblem problem, StepOptions options) {
  return std::make_unique<ExplicitRk>(dormand_prince5(), std::move(problem), std::move(options));
}
std::unique_ptr<Stepper> make_dormand_prince8(OdeProblem problem, StepOptions options) {
  return std::make_unique<ExplicitRk>(dormand_prince8(), std::move(problem), std::move(options));
}

std::span<const double> ExplicitRk::derivative() const {
  return has_step_ ? std::span<const double>(end_slope_) : std::span(slopes_).first(n_);
}

/// out ← Σ weight · k
void ExplicitRk::combine(const TableauRow& row, double* out) {
  std::fill_n(out, n_, 0.0);
  for (const TableauEntry& entry : row) {
    const double* k = slope(entry.stage);
    for (std::size_t i = 0; i < n_; ++i)
      out[i] += entry.weight * k[i];
  }
}

/// Evaluates f and says whether it could be; why not is left in `failure_`.
bool ExplicitRk::evaluate(double t, std::span<const double> y, double* dydt) {
  ++statistics_.evaluations;
  try {
    problem_.rhs(t, y, {dydt, n_});
  } catch (const SolveError& refusal) {
    failure_ = refusal.what();
    return false;
  }
  const auto* bad = std::find_if(dydt, dydt + n_, [](double v) { return !std::isfinite(v); });
  if (bad == dydt + n_) return true;
  const auto i = static_cast<std::size_t>(bad - dydt);
  failure_ =
      fmt::format("the rate of {} is not finite", problem_.name ? problem_.name(i) : fmt::format("component {}", i));
  return false;
}

double ExplicitRk::scale(std::size_t i, double a, double b) const {
  const Vector& absolute = options_.absolute_tolerance;
  return std::max(absolute[absolute.size() == 1 ? 0 : i],
                  options_.relative_tolerance * std::max(std::abs(a), std::abs(b)));
}

/// Largest v/scale over the components that steer: each of them keeps its tolerance, however many there are.
double ExplicitRk::norm(const Vector& v, const Vector& a, const Vector& b) const {
  double largest = 0;
  for (std::size_t i = 0; i < n_; ++i) {
    const double s = scale(i, a[i], b[i]);
    if (std::isinf(s)) continue;
    const double share = std::abs(v[i]) / s;
    if (std::isnan(share)) return share;
    largest = std::max(largest, share);
  }
  return largest;
}

double ExplicitRk::longest_step() const {
  return options_.longest_step ? std::min(options_.max_step, options_.longest_step(time_)) : options_.max_step;
}

void ExplicitRk::start(double t, std::span<const double> y) {
  n_ = y.size();
  const std::size_t absolute = options_.absolute_tolerance.size();
  ENSURE(absolute == 1 || absolute == n_);
  ENSURE(options_.relative_tolerance >= 0 && options_.max_step > 0);
  time_ = previous_time_ = t;
  state_.assign(y.begin(), y.end());
  carry_.assign(n_, 0);
  old_carry_ = previous_state_ = trial_ = error_ = coarse_ = end_slope_ = state_;
  slopes_.assign(tableau_.rows.size() * n_, 0);
  dense_.assign((tableau_.dense.size() + 3) * n_, 0);
  next_step_ = 0;
  previous_error_ = 1e-4;
  may_grow_ = true;
  has_step_ = has_dense_ = false;
  if (!evaluate(t, state_, slope(0))) throw SolveError(timed(failure_, t), {t, 0, 0});
}

/// The first step: such that an explicit Euler step changes y by a hundredth of its size, corrected by the change of f.
/// Source: Hairer, Nørsett, Wanner I, II.4, "Starting Step Size".
void ExplicitRk::choose_first_step(double t_stop) {
  const double direction = t_stop > time_ ? 1 : -1;
  const double longest = std::min(longest_step(), std::abs(t_stop - time_));
  if (options_.initial_step > 0) {
    next_step_ = direction * std::min(options_.initial_step, longest);
    return;
  }
  const std::vector<double> rate(slope(0), slope(0) + n_);
  const double size = norm(state_, state_, state_);
  const double speed = norm(rate, state_, state_);
  double h = size < 1e-5 || speed < 1e-5 ? 1e-6 : 0.01 * size / speed;
  h = std::min(h, longest);
  for (;; h *= refusal_ratio) {
    for (std::size_t i = 0; i < n_; ++i)
      trial_[i] = state_[i] + direction * h * rate[i];
    if (evaluate(time_ + direction * h, trial_, slope(1))) break;
    if (h < 16 * epsilon * std::max(std::abs(time_), longest)) give_up(h, 0, Attempt::refused);
  }
  for (std::size_t i = 0; i < n_; ++i)
    error_[i] = slope(1)[i] - rate[i];
  const double curvature = norm(error_, state_, state_) / h;
  const double steepest = std::max(speed, curvature);
  const double guess = steepest <= 1e-15 ? std::max(1e-6, h * 1e-3) : std::pow(0.01 / steepest, 1.0 / tableau_.order);
  next_step_ = direction * std::min({100 * h, guess, longest});
}

bool ExplicitRk::evaluate_stages(double h) {
  for (int stage = 1; stage <= tableau_.stages; ++stage) {
    const auto index = static_cast<std::size_t>(stage);
    combine(tableau_.rows[index], trial_.data());
    if (stage == tableau_.stages) return true; // `trial_` holds Σ b k: the increment over h
    for (std::size_t i = 0; i < n_; ++i)
      trial_[i] = state_[i] + h * trial_[i];
    if (!evaluate(time_ + tableau_.nodes[index] * h, trial_, slope(stage))) return false;
  }
  return true;
}

double ExplicitRk::measure_error(double h) {
  const auto norm_of = [&](const TableauRow& row, Vector& estimate) {
    combine(row, estimate.data());
    for (double& e : estimate)
      e *= h;
    return norm(estimate, state_, trial_);
  };
  const double fine = norm_of(tableau_.error, error_);
  if (tableau_.coarse_error.empty() || fine == 0) return fine;
  // Source: Hairer, Nørsett, Wanner I, II.10, eq. (10.17): the coarse estimate keeps the fine one from vanishing by
  // chance.
  const double rough = norm_of(tableau_.coarse_error, coarse_);
  const double ratio = rough / fine; // not the squares, which vanish below 1e-162
  return fine / std::sqrt(1 + 0.01 * ratio * ratio);
}

ExplicitRk::Attempt ExplicitRk::attempt(double t_new, double& error_norm) {
  const double h = t_new - time_;
  if (!evaluate_stages(h)) return Attempt::refused;
  old_carry_ = carry_;
  for (std::size_t i = 0; i < n_; ++i) {
    const double increment = h * trial_[i];
    trial_[i] = state_[i];
    add_compensated(trial_[i], carry_[i], increment);
  }
  const bool error_needs_end = tableau_.error.back().stage == tableau_.stages;
  Attempt outcome = Attempt::refused;
  if (!error_needs_end || evaluate(t_new, trial_, slope(tableau_.stages))) {
    error_norm = measure_error(h);
    if (!std::isfinite(error_norm))
      failure_ = "the error estimate is not finite";
    else if (error_norm > 1)
      outcome = Attempt::inaccurate;
    else if (options_.passable && (passed_ = options_.passable(h, state_, trial_)) < nearly_all)
      outcome = Attempt::too_far;
    else if (finish(t_new))
      outcome = Attempt::good;
  }
  if (outcome != Attempt::good) carry_ = old_carry_;
  return outcome;
}

/// The share of a step of length `h` that may be made, as far as the slope at its begin says.
double ExplicitRk::predicted_share(double h) {
  for (std::size_t i = 0; i < n_; ++i)
    trial_[i] = state_[i] + h * slope(0)[i];
  return options_.passable(h, state_, trial_);
}

/// Projects the end of the step and takes f there.
bool ExplicitRk::finish(double t_new) {
  if (problem_.project) {
    try {
      if (!problem_.project(t_new, trial_)) {
        failure_ = "the constraints cannot be satisfied";
        return false;
      }
    } catch (const SolveError& refusal) {
      failure_ = refusal.what();
      return false;
    }
  }
  const bool has_end_slope = !problem_.project && tableau_.error.back().stage == tableau_.stages;
  return has_end_slope || evaluate(t_new, trial_, slope(tableau_.stages));
}

void ExplicitRk::accept(double t_new, double h) {
  previous_time_ = time_;
  time_ = t_new;
  previous_state_.swap(state_);
  state_.swap(trial_);
  std::copy_n(slope(tableau_.stages), n_, end_slope_.data());
  has_step_ = true;
  has_dense_ = false;
  ++statistics_.accepted;
  statistics_.largest_step = std::max(statistics_.largest_step, std::abs(h));
}

void ExplicitRk::give_up(double h, double error_norm, Attempt last) const {
  const std::string reason =
      last == Attempt::refused || (!failure_.empty() && attempts_since_refusal_ < 10)
          ? failure_
          : std::string("the error test fails at every step size: a singularity, or a tolerance below round-off");
  throw SolveError(
      fmt::format("{}; the integration cannot continue past t = {:.9g} s (step {:.2g} s)", reason, time_, std::abs(h)),
      {time_, h, error_norm});
}

void ExplicitRk::step(double t_stop) {
  ENSURE(n_ > 0 && std::isfinite(t_stop));
  if (t_stop == time_) return;
  if (has_step_) std::copy_n(end_slope_.data(), n_, slope(0));
  if (next_step_ == 0 || (next_step_ > 0) != (t_stop > time_)) choose_first_step(t_stop);
  const double shortest = 16 * epsilon * std::max(std::abs(time_), 1e-6 * std::abs(t_stop - time_));
  for (int attempts = 0;; ++attempts) {
    if (attempts == most_attempts) give_up(next_step_, 0, Attempt::good);
    // The first step of all may have been cut to nothing by a stop: what comes behind it is chosen anew.
    if (is_cut_first_ && std::abs(next_step_) < shortest) choose_first_step(t_stop);
    is_cut_first_ = false;
    double h = std::copysign(std::min(std::abs(next_step_), longest_step()), next_step_);
    if (options_.passable && std::abs(h) > shortest)
      h = std::copysign(std::max(shortest, std::abs(h) * predicted_share(h)), h);
    const bool cut = 1.01 * std::abs(h) >= std::abs(t_stop - time_);
    const double wanted = h;
    const double t_new = cut ? t_stop : time_ + h;
    h = t_new - time_;
    if (!cut && std::abs(h) < shortest) give_up(wanted, 0, Attempt::good);
    const std::uint64_t tried = statistics_.accepted + statistics_.rejected + statistics_.refused;
    if (options_.max_steps > 0 && tried >= options_.max_steps)
      throw SolveError(fmt::format("the limit of {} steps was reached at t = {:.9g} s", tried, time_), {time_, h, 0});

    double error_norm = 0;
    const Attempt outcome = attempt(t_new, error_norm);
    if (outcome == Attempt::refused) {
      ++statistics_.refused;
      attempts_since_refusal_ = 0;
      next_step_ = h * refusal_ratio;
      may_grow_ = false;
      if (std::abs(next_step_) < shortest) give_up(h, error_norm, outcome);
      continue;
    }
    ++attempts_since_refusal_;
    if (outcome == Attempt::too_far) {
      ++statistics_.rejected;
      next_step_ = h * std::max(passed_, refusal_ratio * refusal_ratio);
      may_grow_ = false;
      if (std::abs(next_step_) < shortest) give_up(h, error_norm, outcome);
      continue;
    }
    const double raw = std::pow(error_norm, tableau_.step_exponent) / safety; // h over the step that would have error 1
    if (outcome == Attempt::inaccurate) {
      ++statistics_.rejected;
      next_step_ = h / std::min(1 / tableau_.shrink_limit, raw);
      may_grow_ = false;
      if (std::abs(next_step_) < shortest) give_up(h, error_norm, outcome);
      continue;
    }
    double ratio = raw / std::pow(previous_error_, tableau_.previous_weight);
    ratio = std::clamp(ratio, 1 / tableau_.growth_limit, 1 / tableau_.shrink_limit);
    if (!may_grow_) ratio = std::max(ratio, 1.0);
    next_step_ = h / ratio;
    // A step cut short by a stop says little about the next: go on with what was wanted before, if that is more.
    if (cut && std::abs(wanted) > std::abs(next_step_) && may_grow_) next_step_ = wanted;
    if (!cut || statistics_.smallest_step == 0)
      statistics_.smallest_step =
          statistics_.smallest_step == 0 ? std::abs(h) : std::min(statistics_.smallest_step, std::abs(h));
    may_grow_ = true;
    is_cut_first_ = cut && statistics_.accepted == 0;
    previous_error_ = std::max(error_norm, 1e-4);
    accept(t_new, h);
    return;
  }
}

void ExplicitRk::jump(double t) {
  const double* const before = has_step_ ? end_slope_.data() : slope(0);
  for (std::size_t i = 0; i < n_; ++i)
    add_compensated(state_[i], carry_[i], (t - time_) * before[i]);
  previous_time_ = time_ = t;
  previous_state_ = state_;
  has_step_ = has_dense_ = false;
  if (!evaluate(t, state_, slope(0))) throw SolveError(timed(failure_, t), {t, 0, 0});
}

/// Fills the coefficients Δ, r₁, r₂, … of the interpolant; its Hermite part uses the projected end and f there.
void ExplicitRk::build_dense() {
  const double h = time_ - previous_time_;
  for (std::size_t stage = static_cast<std::size_t>(tableau_.stages) + 1; stage < tableau_.rows.size(); ++stage) {
    combine(tableau_.rows[stage], trial_.data());
    for (std::size_t i = 0; i < n_; ++i)
      trial_[i] = previous_state_[i] + h * trial_[i];
    const double at = previous_time_ + tableau_.nodes[stage] * h;
    if (!evaluate(at, trial_, slope(static_cast<int>(stage))))
      throw SolveError(timed(failure_, at) + ", within a step", {at, h, 0});
  }
  for (std::size_t r = 0; r < tableau_.dense.size(); ++r) {
    double* out = &dense_[(r + 3) * n_];
    combine(tableau_.dense[r], out);
    for (std::size_t i = 0; i < n_; ++i)
      out[i] *= h;
  }
  for (std::size_t i = 0; i < n_; ++i) {
    const double change = state_[i] - previous_state_[i];
    const double bulge = h * slope(0)[i] - change;
    dense_[i] = change;
    dense_[n_ + i] = bulge;
    dense_[2 * n_ + i] = change - h * end_slope_[i] - bulge;
  }
  has_dense_ = true;
}

void ExplicitRk::interpolate(double t, std::span<double> y) {
  ENSURE(y.size() == n_);
  if (t == time_ || !has_step_) {
    std::copy(state_.begin(), state_.end(), y.begin());
    return;
  }
  if (!has_dense_) build_dense();
  const double theta = (t - previous_time_) / (time_ - previous_time_);
  const std::size_t count = tableau_.dense.size() + 3;
  for (std::size_t i = 0; i < n_; ++i) {
    double value = 0;
    for (std::size_t r = count; r-- > 0;)
      value = (dense_[r * n_ + i] + value) * (r % 2 == 0 ? theta : 1 - theta);
    y[i] = previous_state_[i] + value;
  }
}

} // namespace dalembert::inline numerics

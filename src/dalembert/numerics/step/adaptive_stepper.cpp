#include <dalembert/base/errors.h>
#include <dalembert/numerics/step/adaptive_stepper.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace dalembert {
inline namespace numerics {

namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();
constexpr int most_attempts = 2000;    ///< at one step: each shortens it, and 10⁻³⁰⁸ s is reached before
constexpr double refusal_ratio = 0.25; ///< how a step is shortened that could not be evaluated
constexpr double nearly_all = 0.75;    ///< of a step: what the slope predicted need not be met closer

/// `failure` with its time, unless it names that itself.
std::string timed(const std::string& failure, double t) {
  if (failure.find("t = ") != std::string::npos) return failure;
  return fmt::format("{} at t = {:.6g} s", failure, t);
}

} // namespace

void add_compensated(double& value, double& carry, double increment) {
  const double add = increment + carry;
  const double sum = value + add;
  const double virtual_add = sum - value;
  carry = (value - (sum - virtual_add)) + (add - virtual_add);
  value = sum;
}

void archive(Archive& with, StepStatistics& statistics) {
  auto& [accepted, rejected, refused, evaluations, series, jacobians, factorisations, smallest, largest] = statistics;
  with(accepted, rejected, refused, evaluations, series, jacobians, factorisations, smallest, largest);
}

AdaptiveStepper::AdaptiveStepper(OdeProblem problem, StepOptions options)
    : problem_(std::move(problem)), options_(std::move(options)) {}

/// Evaluates f and says whether it could be; why not is left in `failure_`.
bool AdaptiveStepper::evaluate(double t, std::span<const double> y, double* dydt) {
  ++statistics_.evaluations;
  try {
    problem_.rhs(t, y, {dydt, n_});
  } catch (const SolveError& refusal) {
    failure_ = refusal.what();
    return false;
  }
  if (kernels_.are_finite(dydt, n_)) return true;
  const auto* bad = std::find_if(dydt, dydt + n_, [](double v) { return !std::isfinite(v); });
  const auto i = static_cast<std::size_t>(bad - dydt);
  failure_ =
      fmt::format("the rate of {} is not finite", problem_.name ? problem_.name(i) : fmt::format("component {}", i));
  return false;
}

double AdaptiveStepper::scale(std::size_t i, double a, double b) const {
  const Vector& absolute = options_.absolute_tolerance;
  return std::max(absolute[absolute.size() == 1 ? 0 : i],
                  options_.relative_tolerance * std::max(std::abs(a), std::abs(b)));
}

/// Largest v/scale over the components that steer: each of them keeps its tolerance, however many there are.
double AdaptiveStepper::norm(const Vector& v, const Vector& a, const Vector& b) const {
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

double AdaptiveStepper::longest_step() const {
  return options_.longest_step ? std::min(options_.max_step, options_.longest_step(time_)) : options_.max_step;
}

void AdaptiveStepper::start(double t, std::span<const double> y) {
  n_ = y.size();
  const std::size_t absolute = options_.absolute_tolerance.size();
  ENSURE(absolute == 1 || absolute == n_);
  ENSURE(options_.relative_tolerance >= 0 && options_.max_step > 0);
  time_ = previous_time_ = t;
  state_.assign(y.begin(), y.end());
  carry_.assign(n_, 0);
  previous_state_ = trial_ = trial_rate_ = rate_ = change_ = state_;
  next_step_ = 0;
  may_grow_ = true;
  has_step_ = false;
  prepare();
  if (!evaluate(t, state_, rate_.data())) throw SolveError(timed(failure_, t), {t, 0, 0});
}

/// The first step: such that an explicit Euler step changes y by a hundredth of its size, corrected by the change of f.
/// Source: Hairer, Nørsett, Wanner I, II.4, "Starting Step Size".
void AdaptiveStepper::choose_first_step(double t_stop) {
  const double direction = t_stop > time_ ? 1 : -1;
  const double longest = std::min(longest_step(), std::abs(t_stop - time_));
  if (options_.initial_step > 0) {
    next_step_ = direction * std::min(options_.initial_step, longest);
    return;
  }
  if (const double known = reach(direction * longest); std::isfinite(known)) {
    next_step_ = direction * std::min(known, longest);
    return;
  }
  const double size = norm(state_, state_, state_);
  const double speed = norm(rate_, state_, state_);
  double h = size < 1e-5 || speed < 1e-5 ? 1e-6 : 0.01 * size / speed;
  h = std::min(h, longest);
  for (;; h *= refusal_ratio) {
    for (std::size_t i = 0; i < n_; ++i)
      trial_[i] = state_[i] + direction * h * rate_[i];
    if (evaluate(time_ + direction * h, trial_, trial_rate_.data())) break;
    if (h < 16 * epsilon * std::max(std::abs(time_), longest)) give_up(h, 0, Attempt::refused);
  }
  for (std::size_t i = 0; i < n_; ++i)
    change_[i] = trial_rate_[i] - rate_[i];
  const double curvature = norm(change_, state_, state_) / h;
  const double steepest = std::max(speed, curvature);
  const double guess = steepest <= 1e-15 ? std::max(1e-6, h * 1e-3) : std::pow(0.01 / steepest, 1.0 / error_order());
  next_step_ = direction * std::min({100 * h, guess, longest});
}

/// The share of a step of length `h` that may be made, as far as the slope at its begin says.
double AdaptiveStepper::predicted_share(double h) {
  for (std::size_t i = 0; i < n_; ++i)
    trial_[i] = state_[i] + h * rate_[i];
  return options_.passable(h, state_, trial_);
}

bool AdaptiveStepper::is_passable(double h) {
  return !options_.passable || (passed_ = options_.passable(h, state_, trial_)) >= nearly_all;
}

bool AdaptiveStepper::project(double t_new) {
  if (!problem_.project) return true;
  try {
    if (problem_.project(t_new, trial_)) return true;
    failure_ = "the constraints cannot be satisfied";
  } catch (const SolveError& refusal) {
    failure_ = refusal.what();
  }
  return false;
}

void AdaptiveStepper::accept(double t_new, double h) {
  previous_time_ = time_;
  time_ = t_new;
  previous_state_.swap(state_);
  state_.swap(trial_);
  has_step_ = true;
  ++statistics_.accepted;
  statistics_.largest_step = std::max(statistics_.largest_step, std::abs(h));
  take_in(h);
  rate_.swap(trial_rate_);
}

/// Names the component that changes fastest beside its size: it becomes infinite if that happens within few steps.
std::string AdaptiveStepper::why_no_step_is_short_enough(double h) const {
  constexpr double few_steps = 1e6;
  std::size_t fastest = 0;
  double greatest = 0.0;
  for (std::size_t i = 0; i < n_; ++i) {
    const double share = std::abs(rate_[i]) / scale(i, state_[i], state_[i]);
    if (!(share > greatest)) continue;
    fastest = i;
    greatest = share;
  }
  const double time = 1 / (std::max(options_.relative_tolerance, epsilon) * greatest); // s
  if (time < few_steps * std::abs(h))
    return fmt::format("no step is short enough for {}, which is {:.6g} and changes by its size within {:.2g} s: it "
                       "becomes infinite or jumps; end the run before, or change what drives it there",
                       problem_.name ? problem_.name(fastest) : fmt::format("component {}", fastest), state_[fastest],
                       time);
  return "the error of every step is above the tolerance, however short it is: something jumps, or what is left is "
         "rounding; try a larger tolerance";
}

void AdaptiveStepper::give_up(double h, double error_norm, Attempt last) const {
  const std::string reason = last == Attempt::refused || (!failure_.empty() && attempts_since_refusal_ < 10)
                                 ? failure_
                                 : why_no_step_is_short_enough(h);
  throw SolveError(
      fmt::format("{}; the integration cannot continue past t = {:.9g} s (step {:.2g} s)", reason, time_, std::abs(h)),
      {time_, h, error_norm});
}

void AdaptiveStepper::step(double t_stop) {
  ENSURE(n_ > 0 && std::isfinite(t_stop));
  if (t_stop == time_) return;
  if (next_step_ == 0 || (next_step_ > 0) != (t_stop > time_)) choose_first_step(t_stop);
  const double shortest = 16 * epsilon * std::max(std::abs(time_), 1e-6 * std::abs(t_stop - time_));
  for (int attempts = 0;; ++attempts) {
    if (attempts == most_attempts) give_up(next_step_, 0, Attempt::good);
    // The first step of all may have been cut to nothing by a stop: what comes behind it is chosen anew.
    if (is_cut_first_ && std::abs(next_step_) < shortest) choose_first_step(t_stop);
    is_cut_first_ = false;
    double h = std::copysign(std::min({std::abs(next_step_), longest_step(), reach(next_step_)}), next_step_);
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
    if (outcome == Attempt::inaccurate) {
      ++statistics_.rejected;
      next_step_ = h / ratio_behind_rejected(h, error_norm);
      may_grow_ = false;
      if (std::abs(next_step_) < shortest) give_up(h, error_norm, outcome);
      continue;
    }
    next_step_ = h / ratio_behind_accepted(h, error_norm, may_grow_);
    // A step cut short by a stop says little about the next: go on with what was wanted before, if that is more.
    if (cut && std::abs(wanted) > std::abs(next_step_) && may_grow_) next_step_ = wanted;
    if (!cut || statistics_.smallest_step == 0)
      statistics_.smallest_step =
          statistics_.smallest_step == 0 ? std::abs(h) : std::min(statistics_.smallest_step, std::abs(h));
    may_grow_ = true;
    is_cut_first_ = cut && statistics_.accepted == 0;
    accept(t_new, h);
    return;
  }
}

bool AdaptiveStepper::archive(Archive& with) {
  with(statistics_, time_, previous_time_, state_, previous_state_, rate_, trial_rate_, trial_, carry_, has_step_,
       failure_, next_step_, may_grow_, passed_, is_cut_first_, attempts_since_refusal_);
  archive_memory(with);
  return true;
}

void AdaptiveStepper::jump(double t) {
  for (std::size_t i = 0; i < n_; ++i)
    add_compensated(state_[i], carry_[i], (t - time_) * rate_[i]);
  previous_time_ = time_ = t;
  previous_state_ = state_;
  has_step_ = false;
  if (!evaluate(t, state_, rate_.data())) throw SolveError(timed(failure_, t), {t, 0, 0});
}

} // namespace numerics
} // namespace dalembert

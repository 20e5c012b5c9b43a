#include <dalembert/base/errors.h>
#include <dalembert/numerics/methods/taylor_stepper.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace dalembert {
inline namespace numerics {

namespace {

constexpr int least_taylor_order = 14;
constexpr int highest_taylor_order = 32;
/// −ln of the share of the tolerance that the last terms may have, and the price of a step apart from its series, in
/// those of an order: with this many orders more than −ln tol, a series is cheapest for the time that it covers.
constexpr int orders_of_least_work = 5;
constexpr double share_of_tolerance = 0.06; ///< that the last terms of a step may have: errors of steps add up
constexpr double defect_share = 10;         ///< of the tolerance that a defect over h/(p + 2) may have
constexpr double rounding_of_slopes = 16;   ///< roundings of ẏ that a defect may have whatever the tolerance
constexpr double safety_of_taylor = 0.85;
constexpr double largest_growth = 8; ///< of a step: those behind an event are short because something is near

/// Horner's scheme for `n` series at once, whose rows of coefficients of order k begin at series[k·n]: calls
/// `next(value, k, coefficient)` from the highest order down to 1. Four values at a time stay in registers.
template <typename Next>
void evaluate_series(std::span<const double> series, int order, std::span<double> values, Next next) {
  constexpr std::size_t at_once = 4;
  const std::size_t n = values.size();
  std::size_t i = 0;
  for (; i + at_once <= n; i += at_once) {
    std::array<double, at_once> sums{};
    for (auto k = static_cast<std::size_t>(order); k > 0; --k)
      for (std::size_t j = 0; j < at_once; ++j)
        sums[j] = next(sums[j], static_cast<double>(k), series[k * n + i + j]);
    std::ranges::copy(sums, values.begin() + static_cast<std::ptrdiff_t>(i));
  }
  for (; i < n; ++i) {
    values[i] = 0;
    for (auto k = static_cast<std::size_t>(order); k > 0; --k)
      values[i] = next(values[i], static_cast<double>(k), series[k * n + i]);
  }
}

double power_of_two_near(double x) {
  return std::ldexp(1.0, static_cast<int>(std::lround(std::log2(x))));
}

} // namespace

int taylor_order(double tolerance) {
  if (!(tolerance > 0)) return highest_taylor_order;
  const int least_work = static_cast<int>(std::lround(-std::log(tolerance))) + orders_of_least_work;
  return std::clamp(least_work, least_taylor_order, highest_taylor_order);
}

std::unique_ptr<Stepper> make_taylor(OdeProblem problem, StepOptions options) {
  return std::make_unique<TaylorStepper>(std::move(problem), std::move(options));
}

TaylorStepper::TaylorStepper(OdeProblem problem, StepOptions options)
    : AdaptiveStepper(std::move(problem), std::move(options)), order_(taylor_order(options_.relative_tolerance)) {
  ENSURE(problem_.series);
}

void TaylorStepper::prepare() {
  increment_ = end_slope_ = old_carry_ = bend_ = bend_slope_ = state_;
  series_.assign((static_cast<std::size_t>(order_) + 1) * components(), 0);
  step_series_ = series_;
  unit_ = 0;
  is_current_ = false;
  rejections_ = 0;
}

void TaylorStepper::archive_memory(Archive& with) {
  with(series_, unit_, reach_, integral_size_, is_current_, is_usable_, rejections_, increment_, end_slope_, old_carry_,
       step_series_, step_unit_, bend_, bend_slope_);
}

void TaylorStepper::jump(double t) {
  AdaptiveStepper::jump(t);
  is_current_ = false;
}

void TaylorStepper::sum(const Vector& series, double sigma, std::span<double> increment) const {
  evaluate_series(series, order_, increment, [sigma](double sum, double, double c) { return (sum + c) * sigma; });
}

void TaylorStepper::slope(const Vector& series, double sigma, std::span<double> slope) const {
  evaluate_series(series, order_, slope, [sigma](double sum, double k, double c) { return sum * sigma + k * c; });
}

/// Takes the series in this unit; false where it cannot, `failure_` says why.
bool TaylorStepper::take_series(double unit) {
  unit_ = unit;
  ++statistics_.series;
  try {
    integral_size_ = problem_.series(time_, state_, unit, series_);
  } catch (const SolveError& refusal) {
    failure_ = refusal.what();
    return false;
  }
  return true;
}

double TaylorStepper::allowed(std::size_t i, double end) const {
  // An integral of products has a shorter series than its factors: it steers, by what the problem says it compares to.
  if (i + problem_.integrals < components()) return scale(i, state_[i], end);
  const double out = options_.relative_tolerance * integral_size_;
  return out > 0 ? out : std::numeric_limits<double>::infinity();
}

/// How far the last coefficients let a step go, s.
double TaylorStepper::reach_of_series() const {
  constexpr int looked_at = 2; // of even and odd functions one of two vanishes
  constexpr int most_vanishing = 4;
  double sigma = std::numeric_limits<double>::infinity();
  int seen = 0;
  for (int k = order_; k > order_ - looked_at - most_vanishing && (seen < looked_at || std::isinf(sigma));
       --k, ++seen) {
    const double* row = &series_[static_cast<std::size_t>(k) * components()];
    double size = 0;
    for (std::size_t i = 0; i < components(); ++i) {
      const double most = share_of_tolerance * allowed(i, state_[i]);
      if (!std::isinf(most)) size = std::max(size, std::abs(row[i]) / most);
    }
    if (size > 0) sigma = std::min(sigma, std::pow(size, -1.0 / k));
  }
  return sigma * unit_;
}

/// Makes the series of the state in a unit of about the step that it allows.
bool TaylorStepper::make_series(double wanted) {
  constexpr int most_units = 8;
  constexpr double too_long = 4; // of a unit or of a step, over the other
  constexpr double much_shorter = 0x1p-20;
  if (unit_ == 0) unit_ = power_of_two_near(std::abs(wanted));
  for (int tries = 0; tries < most_units; ++tries) {
    if (!take_series(unit_)) return false;
    const auto bad = std::ranges::find_if(series_, [](double c) { return !std::isfinite(c); });
    if (bad != series_.end()) {
      const auto place = static_cast<std::size_t>(bad - series_.begin());
      const std::size_t i = place % components();
      failure_ = fmt::format("coefficient {} of the series of {} is not finite", place / components(),
                             problem_.name ? problem_.name(i) : fmt::format("component {}", i));
      unit_ *= much_shorter;
      continue;
    }
    reach_ = reach_of_series();
    if (std::isinf(reach_)) return true; // a polynomial
    if (reach_ < too_long * unit_ && unit_ < too_long * reach_) return true;
    if (!(reach_ > std::numeric_limits<double>::min())) return false;
    unit_ = power_of_two_near(reach_);
  }
  if (failure_.empty()) failure_ = "the series of the motion has no unit of time in which it can be computed";
  return false;
}

double TaylorStepper::reach(double wanted) {
  if (!is_current_) {
    is_usable_ = make_series(wanted);
    if (!is_usable_) unit_ = 0;
    is_current_ = true;
    rejections_ = 0;
  }
  return is_usable_ ? reach_ : std::abs(wanted);
}

AdaptiveStepper::Attempt TaylorStepper::attempt(double t_new, double& error_norm) {
  if (!is_usable_) return Attempt::refused;
  const std::size_t n = components();
  const double h = t_new - time_;
  sum(series_, h / unit_, increment_);
  old_carry_ = carry_;
  for (std::size_t i = 0; i < n; ++i) {
    trial_[i] = state_[i];
    add_compensated(trial_[i], carry_[i], increment_[i]);
  }
  Attempt outcome = Attempt::refused;
  if (!is_passable(h)) {
    outcome = Attempt::too_far;
  } else if (project(t_new) && evaluate(t_new, trial_, trial_rate_.data())) {
    slope(series_, h / unit_, end_slope_);
    error_norm = 0;
    for (std::size_t i = 0; i < n; ++i) {
      end_slope_[i] /= unit_;
      const double most = defect_share * allowed(i, trial_[i]);
      if (std::isinf(most)) continue;
      const double defect = std::abs((end_slope_[i] - trial_rate_[i]) * h) / (order_ + 2);
      const double rounding =
          rounding_of_slopes * std::numeric_limits<double>::epsilon() * std::abs(trial_rate_[i] * h);
      const double share = defect / (most + rounding);
      error_norm = std::isnan(share) ? share : std::max(error_norm, share);
    }
    if (!std::isfinite(error_norm))
      failure_ = "the series of the motion is not finite";
    else
      outcome = error_norm > 1 ? Attempt::inaccurate : Attempt::good;
  }
  if (outcome != Attempt::good) carry_ = old_carry_;
  if (outcome == Attempt::inaccurate) ++rejections_;
  return outcome;
}

double TaylorStepper::ratio_behind_rejected(double /*h*/, double error_norm) {
  constexpr double most = 5;
  const double ratio = std::pow(error_norm, 1.0 / error_order()) / safety_of_taylor;
  return std::min(most, rejections_ > 1 ? std::max(2.0, ratio) : ratio);
}

double TaylorStepper::ratio_behind_accepted(double /*h*/, double /*error_norm*/, bool may_grow) {
  return may_grow ? 1 / largest_growth : 0.5;
}

void TaylorStepper::take_in(double h) {
  for (std::size_t i = 0; i < components(); ++i) {
    bend_[i] = (state_[i] - previous_state_[i]) - increment_[i];
    bend_slope_[i] = h * (trial_rate_[i] - end_slope_[i]);
  }
  step_series_.swap(series_);
  step_unit_ = unit_;
  is_current_ = false;
}

void TaylorStepper::interpolate(double t, std::span<double> y) {
  ENSURE(y.size() == components());
  if (t == time_ || !has_step_) {
    std::copy(state_.begin(), state_.end(), y.begin());
    return;
  }
  const double theta = (t - previous_time_) / (time_ - previous_time_);
  sum(step_series_, (t - previous_time_) / step_unit_, y);
  for (std::size_t i = 0; i < components(); ++i) {
    const double bent = theta * theta * ((3 - 2 * theta) * bend_[i] + (theta - 1) * bend_slope_[i]);
    y[i] = previous_state_[i] + (y[i] + bent);
  }
}

} // namespace numerics
} // namespace dalembert

#include <dalembert/numerics/radau.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace dalembert::inline numerics {

/// Takes from the error what the rounding of the state alone makes of f, where that comes near the tolerance: the force
/// of a stiff spring is wrong by ε·k·x, and no step, however short, would make the error smaller.
void Radau::leave_out_rounding(double h) {
  constexpr double roundings = 4;
  constexpr double near = 0.1; // of the tolerance
  const std::size_t n = steering();
  const double weight = roundings * std::numeric_limits<double>::epsilon() * std::abs(h) / tableau().real.value;
  for (std::size_t k = 0; k < n; ++k) {
    double sum = 0;
    for (std::size_t j = 0; j < n; ++j)
      sum += std::abs(jacobian_[k * n + j] * state_[j]);
    scratch_[k] = weight * sum;
  }
  blocks_.solve(scratch_);
  for (std::size_t k = 0; k < n; ++k) {
    const double rounding = std::abs(scratch_[k]);
    if (!(rounding > near * scale(k, state_[k], trial_[k]))) continue;
    error_[k] = std::copysign(std::max(std::abs(error_[k]) - rounding, 0.0), error_[k]);
  }
}

double Radau::filtered_error(double h, const Vector& rate) {
  const double weight = 1 / tableau().real.value;
  for (std::size_t k = 0; k < steering(); ++k) {
    double slope = 0;
    for (std::size_t i = 0; i < tableau().nodes.size(); ++i)
      slope += tableau().slope_at_begin[i] * stages_[i * components() + k];
    scratch_[k] = weight * (h * rate[k] - slope);
  }
  blocks_.solve(scratch_);
  std::ranges::copy(scratch_, error_.begin());
  leave_out_rounding(h);
  return norm(error_, state_, trial_);
}

double Radau::measure_error(double h) {
  std::ranges::fill(error_, 0.0);
  const double first = filtered_error(h, rate_);
  if (!(first > 1) || !was_rejected_) return first;
  // Filtered twice where the first filter leaves the stiff part of a transient too large.
  for (std::size_t k = 0; k < components(); ++k)
    trial_rate_[k] = state_[k] + error_[k];
  Vector rate(components());
  if (!evaluate(time_, trial_rate_, rate.data())) return first;
  return filtered_error(h, rate);
}

} // namespace dalembert::inline numerics

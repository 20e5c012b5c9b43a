#include <dalembert/numerics/radau.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace dalembert::inline numerics {

namespace {

constexpr double near_tolerance = 0.1; ///< of it

} // namespace

/// True where the rounding of the state makes so much of f that it may come near the tolerance.
bool Radau::may_feel_rounding(double weight) const {
  const std::size_t n = steering();
  for (std::size_t k = 0; k < n; ++k) {
    double sum = 0;
    for (std::size_t j = 0; j < n; ++j)
      sum += std::abs(jacobian_[k * n + j] * state_[j]);
    if (weight * sum > near_tolerance * scale(k, state_[k], trial_[k])) return true;
  }
  return false;
}

/// What one rounding of the state makes of component k of a step: ε Σⱼ |Mₖⱼ yⱼ|, with M = (I − h γ₀ J)⁻¹ h γ₀ J. What a
/// spring does along itself stays along it.
double Radau::rounding_felt(double h, std::size_t k) {
  const std::size_t n = steering();
  std::ranges::fill(scratch_, 0.0);
  scratch_[k] = 1;
  blocks_.solve_transposed(scratch_);
  double sum = 0;
  for (std::size_t j = 0; j < n; ++j) {
    double entry = 0;
    for (std::size_t i = 0; i < n; ++i)
      entry += scratch_[i] * jacobian_[i * n + j];
    sum += std::abs(entry * state_[j]);
  }
  return std::numeric_limits<double>::epsilon() * std::abs(h) / tableau().real.value * sum;
}

/// Takes from the error what the rounding of the state alone makes of f, where that comes near the tolerance: the force
/// of a stiff spring is wrong by ε·k·x, and no step, however short, would make the error smaller.
void Radau::leave_out_rounding(double h) {
  constexpr double roundings = 4;
  if (!may_feel_rounding(roundings * std::numeric_limits<double>::epsilon() * std::abs(h) / tableau().real.value))
    return;
  for (std::size_t k = 0; k < steering(); ++k) {
    const double near = near_tolerance * scale(k, state_[k], trial_[k]);
    if (!(std::abs(error_[k]) > near)) continue;
    const double rounding = roundings * rounding_felt(h, k);
    if (rounding > near) error_[k] = std::copysign(std::max(std::abs(error_[k]) - rounding, 0.0), error_[k]);
  }
}

/// (I − h γ₀ J)⁻¹ (h γ₀ f + Σ eᵢ zᵢ) = (I − h γ₀ J)⁻¹ h γ₀ (f − u′(0)), with u the collocation polynomial: the
/// embedded formula differs from it by the weight γ₀ = 1/λ of f at the begin.
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

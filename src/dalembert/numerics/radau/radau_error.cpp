#include <dalembert/numerics/radau/radau.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace dalembert {
inline namespace numerics {

namespace {

constexpr double near_tolerance = 0.1; ///< of it
constexpr double roundings = 4;        ///< of the state

} // namespace

/// True where the rounding of the state makes so much of f that it may come near the tolerance.
bool Radau::may_feel_rounding(double h) {
  if (is_motion_) return may_motion_feel_rounding();
  const double weight = roundings * std::numeric_limits<double>::epsilon() * std::abs(h) / tableau().real.value;
  const std::size_t n = steering();
  for (std::size_t k = 0; k < n; ++k) {
    double sum = 0;
    for (std::size_t j = 0; j < n; ++j)
      sum += std::abs(jacobian_[k * n + j] * state_[j]);
    if (weight * sum > near_tolerance * scale(k, state_[k], trial_[k])) return true;
  }
  return false;
}

/// The largest of what `rounding_felt` says, over the tolerance, from a few solutions: ‖S⁻¹ M Y‖, M as there, S what is
/// near the tolerance, as the norm of the transpose that sums are of. It is seldom less than a third of it.
/// Source: Higham, ACM Trans. Math. Software 14 (1988) 381–396, algorithm 4.1.
bool Radau::may_motion_feel_rounding() {
  constexpr int most = 5;           // iterations
  constexpr double below = 1.0 / 3; // it
  const std::size_t n = steering();
  Vector& x = scratch_;
  Vector before(n);
  std::size_t unit = n; // x is this column of the unit matrix
  for (std::size_t k = 0; k < n; ++k)
    before[k] = 1 / (static_cast<double>(n) * near_tolerance * scale(k, state_[k], trial_[k]));
  const double weight = roundings * std::numeric_limits<double>::epsilon();
  for (int iteration = 0; iteration < most; ++iteration) {
    x = before;
    filter_transposed(x);
    double sum = 0;
    Vector signs(n);
    for (std::size_t j = 0; j < n; ++j) {
      const double entry = (x[j] - before[j]) * state_[j];
      sum += std::abs(entry);
      signs[j] = std::copysign(state_[j], entry * state_[j]);
    }
    if (weight * sum > below) return true;
    x = signs;
    filter(x);
    double largest = 0;
    std::size_t at = n;
    for (std::size_t k = 0; k < n; ++k) {
      const double entry = std::abs(x[k] - signs[k]) / (near_tolerance * scale(k, state_[k], trial_[k]));
      if (!(entry > largest)) continue;
      largest = entry;
      at = k;
    }
    if (weight * largest > below) return true;
    if (at == n || at == unit || !(largest > sum)) return false;
    unit = at;
    std::ranges::fill(before, 0.0);
    before[at] = 1 / (near_tolerance * scale(at, state_[at], trial_[at]));
  }
  return false;
}

/// What one rounding of the state makes of component k of a step: ε Σⱼ |Mₖⱼ yⱼ|, with M = (I − h γ₀ J)⁻¹ h γ₀ J. What a
/// spring does along itself stays along it. Without J: M = (I − h γ₀ J)⁻¹ − I.
double Radau::rounding_felt(double h, std::size_t k) {
  const std::size_t n = steering();
  std::ranges::fill(scratch_, 0.0);
  scratch_[k] = 1;
  filter_transposed(scratch_);
  double sum = 0;
  if (is_motion_) {
    scratch_[k] -= 1;
    for (std::size_t j = 0; j < n; ++j)
      sum += std::abs(scratch_[j] * state_[j]);
    return std::numeric_limits<double>::epsilon() * sum;
  }
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
  if (!may_feel_rounding(h)) return;
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
  filter(scratch_);
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

} // namespace numerics
} // namespace dalembert

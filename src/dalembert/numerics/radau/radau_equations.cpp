// The linear equations of Radau's steps: by the Jacobian, or by the equations of a motion of second order.
#include <dalembert/base/errors.h>
#include <dalembert/numerics/radau/radau.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace dalembert {
inline namespace numerics {

namespace {

constexpr double unit_roundoff = std::numeric_limits<double>::epsilon();

} // namespace

bool Radau::take_jacobian() {
  factored_step_ = 0;
  const Linearised end = linearise(time_, state_, motion_);
  is_motion_ = end == Linearised::yes;
  if (end == Linearised::no) jacobian_.resize(steering() * steering());
  is_jacobian_fresh_ = is_motion_ || (end == Linearised::no && differentiate(time_, state_, rate_, jacobian_));
  wants_jacobian_ = !is_jacobian_fresh_;
  return is_jacobian_fresh_;
}

Radau::Linearised Radau::linearise(double t, const Vector& y, LinearisedMotion& out) {
  if (!problem_.second_order) return Linearised::no;
  try {
    if (!problem_.second_order->linearise(t, y, out)) return Linearised::no;
  } catch (const SolveError& refusal) {
    failure_ = refusal.what();
    return Linearised::refused;
  }
  ++statistics_.jacobians;
  return Linearised::yes;
}

bool Radau::differentiate(double t, const Vector& y, std::span<const double> rate, std::span<double> out) {
  ++statistics_.jacobians;
  std::ranges::fill(out, 0.0);
  if (!problem_.jacobian) return take_differences(t, y, rate, out);
  try {
    problem_.jacobian(t, y, out);
  } catch (const SolveError& refusal) {
    failure_ = refusal.what();
    return false;
  }
  const bool is_finite = std::ranges::all_of(out, [](double x) { return std::isfinite(x); });
  if (!is_finite) failure_ = "a derivative of the rates is not finite";
  return is_finite;
}

bool Radau::take_differences(double t, const Vector& y, std::span<const double> rate, std::span<double> out) {
  const std::size_t n = steering();
  Vector moved = y;
  Vector moved_rate(components());
  for (std::size_t j = 0; j < n; ++j) {
    const double step = std::sqrt(unit_roundoff * std::max(1e-5, std::abs(y[j])));
    moved[j] = y[j] + step;
    if (!evaluate(t, moved, moved_rate.data())) return false;
    for (std::size_t i = 0; i < n; ++i)
      out[i * n + j] = (moved_rate[i] - rate[i]) / (moved[j] - y[j]);
    moved[j] = y[j];
  }
  return true;
}

bool Radau::factor(double h) {
  if (h == factored_step_ && tableau().stages == factored_stages_) return true;
  ++statistics_.factorisations;
  factored_step_ = h;
  factored_stages_ = tableau().stages;
  if (factor_blocks(tableau(), h)) return true;
  factored_step_ = 0;
  failure_ = "the linear equations of an implicit step are singular";
  return false;
}

bool Radau::factor_blocks(const RadauTableau& tableau, double h) {
  return is_motion_ ? motion_blocks_.factor(tableau, h, motion_) : blocks_.factor(tableau, h, jacobian_, steering());
}

bool Radau::factor_real(double h) {
  return is_motion_ ? motion_blocks_.factor_real(tableau(), h, motion_)
                    : blocks_.factor_real(tableau(), h, jacobian_, steering());
}

void Radau::filter(std::span<double> x) const {
  is_motion_ ? motion_blocks_.solve(x) : blocks_.solve(x);
}

void Radau::filter_transposed(std::span<double> x) const {
  is_motion_ ? motion_blocks_.solve_transposed(x) : blocks_.solve_transposed(x);
}

} // namespace numerics
} // namespace dalembert

#include "hand_double_pendulum.h"

#include <cmath>

namespace dalembert::bench {

namespace {

using State = HandDoublePendulum::State;

inline State moved(const State& y, double length, const State& slope) {
  State out;
  for (std::size_t i = 0; i < y.size(); ++i)
    out[i] = y[i] + length * slope[i];
  return out;
}

/// With M = m₁ + m₂, δ = θ₁ − θ₂:  the two equations solved by hand, their common denominator M − m₂ cos²δ inverted
/// once.
inline State slope_of(const HandDoublePendulum& p, const State& y) {
  const double s1 = std::sin(y[0]);
  const double c1 = std::cos(y[0]);
  const double s2 = std::sin(y[1]);
  const double c2 = std::cos(y[1]);
  const double s = s1 * c2 - c1 * s2;
  const double c = c1 * c2 + s1 * s2;
  const double mass = p.m1 + p.m2;
  const double upper = -p.m2 * p.l2 * y[3] * y[3] * s - mass * p.g * s1;
  const double lower = p.l1 * y[2] * y[2] * s - p.g * s2;
  const double inverse = 1 / ((mass - p.m2 * c * c) * p.l1 * p.l2);
  return {y[2], y[3], (upper - p.m2 * c * lower) * p.l2 * inverse, (mass * lower - c * upper) * p.l1 * inverse};
}

} // namespace

State HandDoublePendulum::slope(const State& y) const {
  return slope_of(*this, y);
}

State HandDoublePendulum::advanced(State y, double h, std::size_t steps) const {
  for (std::size_t k = 0; k < steps; ++k) {
    const State k1 = slope_of(*this, y);
    const State k2 = slope_of(*this, moved(y, h / 2, k1));
    const State k3 = slope_of(*this, moved(y, h / 2, k2));
    const State k4 = slope_of(*this, moved(y, h, k3));
    for (std::size_t i = 0; i < y.size(); ++i)
      y[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
  }
  return y;
}

} // namespace dalembert::bench

#pragma once

#include <array>
#include <cstddef>

namespace dalembert::bench {

/// What an expert writes by hand for two point masses on light rods, in absolute angles from the downward vertical: the
/// accelerations in closed form, with one division, and a loop of the classical Runge–Kutta method of order 4 over
/// them.
struct HandDoublePendulum {
  using State = std::array<double, 4>; ///< θ₁, θ₂, θ̇₁, θ̇₂

  double m1 = 1; ///< kg
  double m2 = 1;
  double l1 = 1; ///< m
  double l2 = 1;
  double g = 9.81; ///< m/s²

  /// dy/dt
  [[nodiscard]] State slope(const State& y) const;
  /// y after so many steps of h seconds.
  [[nodiscard]] State advanced(State y, double h, std::size_t steps) const;
};

} // namespace dalembert::bench

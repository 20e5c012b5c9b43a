#pragma once

#include <algorithm>
#include <cmath>
#include <span>

namespace dalembert::test {

/// Point masses at the ends of links that swing, in absolute angles: 12 of them, or count n.
inline constexpr const char* chain_of_points = R"(
model Chain
count n = 12
param m = 1 [kg], l = 1 [m], g = 9.81 [m/s^2]
coord th[1..n] [rad]
let x[i in 0..n] = if i = 0 then 0 else x[i-1] + l*sin(th[i])
let y[i in 0..n] = if i = 0 then 0 else y[i-1] - l*cos(th[i])
kinetic T = sum(i in 1..n: 1/2*m*(x[i]'^2 + y[i]'^2))
potential V = sum(i in 1..n: m*g*y[i])
)";

/// The largest size of a number among them.
inline double largest_size(std::span<const double> values) {
  double out = 0;
  for (const double value : values)
    out = std::max(out, std::abs(value));
  return out;
}

} // namespace dalembert::test

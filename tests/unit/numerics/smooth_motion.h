#pragma once

#include "smooth_problem.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>

namespace dalembert::test {

/// An OdeProblem of q̈ = a(t, q, v, out), a template of the number, with y = (q, v) of `n` coordinates each and M = 1:
/// what every method can follow.
template <typename A>
OdeProblem smooth_motion(std::size_t n, A a) {
  OdeProblem out = smooth([n, a](const auto& t, const auto& y, const auto& f) {
    for (std::size_t i = 0; i < n; ++i)
      f[i] = y[n + i];
    a(t, y.first(n), y.subspan(n), f.subspan(n));
  });
  MomentumProblem momenta;
  momenta.coordinates = n;
  momenta.evaluate = [a](double t, std::span<const double> q, std::span<const double> v, std::span<const double>,
                         const MomentumProblem::Values& values) {
    std::ranges::copy(v, values.momenta.begin());
    a(t, q, v, values.forces);
  };
  momenta.linearise = [n](double, std::span<const double>, std::span<const double>,
                          const MomentumProblem::Linear& linear) {
    std::ranges::fill(linear.mass, 0.0);
    for (std::size_t i = 0; i < n; ++i)
      linear.mass[i * n + i] = 1.0;
  };
  out.momenta = std::move(momenta);
  return out;
}

} // namespace dalembert::test

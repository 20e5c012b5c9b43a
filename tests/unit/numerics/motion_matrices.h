#pragma once

#include <dalembert/numerics/step/linearised_motion.h>

#include <cmath>
#include <cstddef>
#include <memory>
#include <random>
#include <span>
#include <utility>
#include <vector>

namespace dalembert::test {

/// Solves A X = B by elimination with row exchanges; row-major, `columns` of B.
inline std::vector<double> solved(std::vector<double> a, std::vector<double> b, std::size_t size, std::size_t columns) {
  for (std::size_t p = 0; p < size; ++p) {
    std::size_t best = p;
    for (std::size_t i = p + 1; i < size; ++i)
      if (std::abs(a[i * size + p]) > std::abs(a[best * size + p])) best = i;
    for (std::size_t j = 0; j < size; ++j)
      std::swap(a[p * size + j], a[best * size + j]);
    for (std::size_t j = 0; j < columns; ++j)
      std::swap(b[p * columns + j], b[best * columns + j]);
    for (std::size_t i = 0; i < size; ++i) {
      if (i == p) continue;
      const double factor = a[i * size + p] / a[p * size + p];
      for (std::size_t j = p; j < size; ++j)
        a[i * size + j] -= factor * a[p * size + j];
      for (std::size_t j = 0; j < columns; ++j)
        b[i * columns + j] -= factor * b[p * columns + j];
    }
  }
  for (std::size_t i = 0; i < size; ++i)
    for (std::size_t j = 0; j < columns; ++j)
      b[i * columns + j] /= a[i * size + i];
  return b;
}

/// ∂(v, v̇)/∂(q, v) of a linearised motion, 2n×2n row-major:
///   [ M −Aᵀ ] [ ∂v̇ ]     [ K       D      ]
///   [ A  0  ] [ ∂λ ] = − [ ∂C/∂q   ∂C/∂v  ]
inline std::vector<double> jacobian_of(const LinearisedMotion& motion) {
  const MotionPattern& pattern = *motion.pattern;
  const std::size_t n = pattern.coordinates;
  const std::size_t all = n + pattern.multipliers;
  std::vector<double> matrix(all * all, 0.0);
  std::vector<double> right(all * 2 * n, 0.0);
  for (std::size_t i = 0; i < all; ++i)
    for (std::size_t e = pattern.begins[i]; e < pattern.begins[i + 1]; ++e) {
      const std::size_t j = pattern.columns[e];
      matrix[i * all + j] = motion.by_acceleration[e];
      if (i >= n) matrix[j * all + i] = -motion.by_acceleration[e];
      right[i * 2 * n + j] = -motion.by_position[e];
      right[i * 2 * n + n + j] = -motion.by_rate[e];
    }
  const std::vector<double> change = solved(std::move(matrix), std::move(right), all, 2 * n);
  std::vector<double> out(4 * n * n, 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    out[i * 2 * n + n + i] = 1.0;
    for (std::size_t j = 0; j < 2 * n; ++j)
      out[(n + i) * 2 * n + j] = change[i * 2 * n + j];
  }
  return out;
}

/// Random entries on full rows: M symmetric and positive definite, K and D not symmetric.
inline LinearisedMotion full_motion(std::size_t n, std::size_t m, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> number(-1, 1);
  MotionPattern pattern;
  pattern.coordinates = n;
  pattern.multipliers = m;
  pattern.begins.push_back(0);
  LinearisedMotion out;
  std::vector<double> inertia(n * n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j <= i; ++j)
      inertia[i * n + j] = inertia[j * n + i] = number(random) + (i == j ? static_cast<double>(2 * n) : 0.0);
  for (std::size_t i = 0; i < n + m; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      pattern.columns.push_back(static_cast<std::uint32_t>(j));
      out.by_position.push_back(100 * number(random));
      out.by_rate.push_back(10 * number(random));
      out.by_acceleration.push_back(i < n ? inertia[i * n + j] : number(random));
    }
    pattern.begins.push_back(pattern.columns.size());
  }
  out.pattern = planned(std::move(pattern));
  return out;
}

/// A chain of n masses on springs and dampers, each held to one side; with `has_rods`, neighbours 2k and 2k + 1 keep
/// their distance.
inline LinearisedMotion chain_motion(std::size_t n, bool has_rods, double stiffness) {
  MotionPattern pattern;
  pattern.coordinates = n;
  pattern.multipliers = has_rods ? n / 2 : 0;
  pattern.begins.push_back(0);
  LinearisedMotion out;
  const auto add = [&](std::size_t column, double k, double d, double m) {
    pattern.columns.push_back(static_cast<std::uint32_t>(column));
    out.by_position.push_back(k);
    out.by_rate.push_back(d);
    out.by_acceleration.push_back(m);
  };
  for (std::size_t i = 0; i < n; ++i) {
    const double own = stiffness * (1 + 0.1 * static_cast<double>(i % 7));
    if (i > 0) add(i - 1, -stiffness, -0.01 * stiffness, 0);
    add(i, 2 * own, 0.02 * own, 1 + 0.01 * static_cast<double>(i % 3));
    if (i + 1 < n) add(i + 1, -stiffness, -0.01 * stiffness, 0);
    pattern.begins.push_back(pattern.columns.size());
  }
  for (std::size_t r = 0; r < pattern.multipliers; ++r) {
    add(2 * r, 0.5, 0.1, -1);
    add(2 * r + 1, -0.2, 0, 1);
    pattern.begins.push_back(pattern.columns.size());
  }
  out.pattern = planned(std::move(pattern));
  return out;
}

} // namespace dalembert::test

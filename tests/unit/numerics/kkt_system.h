/// Small systems M a − Bᵀ λ = h, A a = γ for the tests of `KktSolver`, and how well a solution meets them.
#pragma once

#include <dalembert/numerics/linear/kkt.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <random>
#include <vector>

namespace dalembert::test {

struct Solution {
  std::vector<double> a;
  std::vector<double> lambda;
  double inconsistency = 0;
};

inline Solution solve(KktSolver& solver, const std::vector<double>& h, const std::vector<double>& gamma) {
  Solution s{std::vector<double>(h.size()), std::vector<double>(gamma.size()), 0};
  s.inconsistency = solver.solve(h, gamma, s.a, s.lambda);
  return s;
}

struct System {
  int n;
  int m;
  std::vector<double> mass, rows, reaction_rows, h, gamma;
};

/// Largest entry of M a − Bᵀ λ − h and A a − γ.
inline double residual(const System& s, const Solution& x) {
  const auto n = static_cast<std::size_t>(s.n);
  const auto m = static_cast<std::size_t>(s.m);
  const std::vector<double>& b = s.reaction_rows.empty() ? s.rows : s.reaction_rows;
  double worst = 0;
  for (std::size_t i = 0; i < n; ++i) {
    double r = -s.h[i];
    for (std::size_t j = 0; j < n; ++j)
      r += s.mass[i * n + j] * x.a[j];
    for (std::size_t k = 0; k < m; ++k)
      r -= b[k * n + i] * x.lambda[k];
    worst = std::max(worst, std::abs(r));
  }
  for (std::size_t k = 0; k < m; ++k) {
    double r = -s.gamma[k];
    for (std::size_t i = 0; i < n; ++i)
      r += s.rows[k * n + i] * x.a[i];
    worst = std::max(worst, std::abs(r));
  }
  return worst;
}

inline System random_system(int n, int m, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> entry(-1, 1);
  const auto nn = static_cast<std::size_t>(n);
  const auto mm = static_cast<std::size_t>(m);
  System s{n,
           m,
           std::vector<double>(nn * nn),
           std::vector<double>(mm * nn),
           {},
           std::vector<double>(nn),
           std::vector<double>(mm)};
  std::vector<double> root(nn * nn);
  for (double& r : root)
    r = entry(random);
  for (std::size_t i = 0; i < nn; ++i)
    for (std::size_t j = 0; j < nn; ++j) {
      s.mass[i * nn + j] = i == j ? 0.5 : 0;
      for (std::size_t k = 0; k < nn; ++k)
        s.mass[i * nn + j] += root[i * nn + k] * root[j * nn + k];
    }
  for (std::vector<double>* v : {&s.rows, &s.h, &s.gamma})
    for (double& x : *v)
      x = entry(random);
  return s;
}

} // namespace dalembert::test

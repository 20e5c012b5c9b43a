#include <dalembert/base/errors.h>
#include <dalembert/numerics/linear/kkt.h>

#include "kkt_system.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace {

using dalembert::KktRoute;
using dalembert::KktSolver;
using dalembert::test::random_system;
using dalembert::test::residual;
using dalembert::test::Solution;
using dalembert::test::solve;
using dalembert::test::System;
using Vector = std::vector<double>;
using ::testing::DoubleNear;
using ::testing::ElementsAre;

TEST(Kkt, rows_that_begin_at_different_coordinates_need_no_singular_values) {
  // Chains of equal masses: row k holds coordinates k and k + 1 only, and long rows stand between short ones.
  for (const int n : {3, 6, 40}) {
    const auto nn = static_cast<std::size_t>(n);
    System s{n, n - 1, Vector(nn * nn), Vector((nn - 1) * nn), {}, Vector(nn), Vector(nn - 1)};
    for (std::size_t i = 0; i < nn; ++i) {
      s.mass[i * nn + i] = 2.0;
      s.h[i] = 1.0 + static_cast<double>(i % 3);
    }
    for (std::size_t k = 0; k + 1 < nn; ++k) {
      const std::size_t row = nn - 2 - k; // the last one begins first
      s.rows[row * nn + k] = -1.0;
      s.rows[row * nn + k + 1] = 1.0 + 0.1 * static_cast<double>(k % 2);
      s.gamma[row] = 0.5;
    }
    KktSolver solver(s.n, s.m);
    EXPECT_EQ(solver.factor({s.mass, s.rows, {}}).route, KktRoute::cholesky) << n;
    // 40 rows, each of two entries near 1: rounding, times the condition of the chain, n² = 1600.
    EXPECT_LT(residual(s, solve(solver, s.h, s.gamma)), 1e-12) << n;
    EXPECT_EQ(solver.status().route, KktRoute::cholesky) << n;
    EXPECT_EQ(solver.status().rank, n - 1);
  }
}

TEST(Kkt, where_nothing_acts_nothing_is_missed) {
  System s = random_system(5, 2, 7);
  std::ranges::fill(s.h, 0.0);
  std::ranges::fill(s.gamma, 0.0);
  KktSolver solver(s.n, s.m);
  solver.factor({s.mass, s.rows, {}});
  const Solution x = solve(solver, s.h, s.gamma);
  EXPECT_EQ(x.a, Vector(5, 0.0));
  EXPECT_EQ(solver.status().residual, 0.0);
  EXPECT_EQ(solver.status().contradiction, 0.0);
}

TEST(Kkt, a_force_that_a_constraint_holds_moves_nothing_however_large) {
  for (unsigned seed = 1; seed <= 30; ++seed) {
    System s = random_system(6, 3, seed);
    for (std::size_t i = 0; i < 6; ++i)
      s.rows[i] = i == 0 ? 1.0 : 0.0; // the first row holds the first coordinate
    KktSolver solver(s.n, s.m);
    EXPECT_EQ(solver.factor({s.mass, s.rows, {}}).route, KktRoute::cholesky) << seed;
    const Solution light = solve(solver, s.h, s.gamma);
    s.h[0] = 1e18;
    const Solution heavy = solve(solver, s.h, s.gamma);
    EXPECT_TRUE(solver.status().is_regular);
    for (std::size_t i = 0; i < 6; ++i)
      // Forces of 1e18 are held exactly; what is left is rounding, times the condition of a random system.
      EXPECT_NEAR(heavy.a[i], light.a[i], 1e-11 * (1.0 + std::abs(light.a[i]))) << seed;
    for (std::size_t k = 1; k < 3; ++k)
      EXPECT_NEAR(heavy.lambda[k], light.lambda[k], 1e-11 * (1.0 + std::abs(light.lambda[k]))) << seed; // likewise
    EXPECT_NEAR(heavy.lambda[0], -1e18, 1e4) << seed; // 78 ulps of 1e18
  }
}

TEST(Kkt, solves_random_regular_systems_by_cholesky_to_round_off) {
  for (unsigned seed = 1; seed <= 50; ++seed) {
    const int n = 1 + static_cast<int>(seed % 9);
    const System s = random_system(n, static_cast<int>(seed) % (n + 1), seed);
    KktSolver solver(s.n, s.m);
    EXPECT_EQ(solver.factor({s.mass, s.rows, {}}).route, KktRoute::cholesky) << seed;
    // Rounding, times the condition of random systems of up to nine unknowns.
    EXPECT_LT(residual(s, solve(solver, s.h, s.gamma)), 1e-11) << seed;
  }
}

TEST(Kkt, solves_large_full_systems_to_round_off) {
  for (const int n : {27, 28, 29, 30, 61}) {
    const System s = random_system(n, 2, static_cast<unsigned>(n));
    KktSolver solver(s.n, s.m);
    EXPECT_EQ(solver.factor({s.mass, s.rows, {}}).route, KktRoute::cholesky) << n;
    EXPECT_LT(residual(s, solve(solver, s.h, s.gamma)), 1e-10) << n; // likewise of up to 61 unknowns
  }
}

TEST(Kkt, both_routes_give_one_solution) {
  for (unsigned seed = 1; seed <= 50; ++seed) {
    System s = random_system(7, 3, seed);
    if (seed % 2 == 0) {
      s.reaction_rows = s.rows;
      for (std::size_t i = 0; i < s.rows.size(); i += 2)
        s.reaction_rows[i] += 0.1;
    }
    KktSolver fast(s.n, s.m);
    KktSolver ranked(s.n, s.m, {.mass_pivot = 2});
    EXPECT_EQ(fast.factor({s.mass, s.rows, s.reaction_rows}).route, KktRoute::cholesky);
    EXPECT_EQ(ranked.factor({s.mass, s.rows, s.reaction_rows}).route, KktRoute::rank_revealing);
    const Solution x = solve(fast, s.h, s.gamma);
    const Solution y = solve(ranked, s.h, s.gamma);
    EXPECT_LT(residual(s, x), 1e-11); // rounding, times the condition of a random system
    EXPECT_LT(residual(s, y), 1e-11);
    // Multipliers: rounding, times the condition of A M⁻¹ Aᵀ.
    EXPECT_THAT(y.lambda, ::testing::Pointwise(::testing::DoubleNear(1e-10), x.lambda));
  }
}

/// Bodies in clusters of unequal size, joined by rows that touch two neighbours: most of M and A is zero.
System clustered_system(unsigned seed) {
  std::mt19937 random(seed);
  const int n = 30 + static_cast<int>(random() % 40);
  const int m = static_cast<int>(random() % 20);
  System s = random_system(n, m, seed);
  const auto nn = static_cast<std::size_t>(n);
  std::vector<std::size_t> cluster(nn);
  for (std::size_t i = 1; i < nn; ++i)
    cluster[i] = cluster[i - 1] + (random() % 3 == 0 ? 1 : 0);
  for (std::size_t i = 0; i < nn; ++i)
    for (std::size_t j = 0; j < nn; ++j)
      if (cluster[i] != cluster[j]) s.mass[i * nn + j] = 0;
  for (std::size_t k = 0; k < static_cast<std::size_t>(m); ++k) {
    const std::size_t first = random() % nn;
    const std::size_t second = random() % nn;
    for (std::size_t i = 0; i < nn; ++i)
      if (i != first && i != second) s.rows[k * nn + i] = 0;
  }
  return s;
}

TEST(Kkt, large_matrices_that_are_mostly_zero_lose_no_digits) {
  for (unsigned seed = 1; seed <= 50; ++seed) {
    System s = clustered_system(seed);
    if (seed % 2 == 0) {
      s.reaction_rows = s.rows;
      for (std::size_t i = 0; i < s.rows.size(); i += 7)
        s.reaction_rows[i] *= 1.1;
    }
    KktSolver fast(s.n, s.m);
    KktSolver ranked(s.n, s.m, {.mass_pivot = 2});
    if (fast.factor({s.mass, s.rows, s.reaction_rows}).route != KktRoute::cholesky) continue; // two rows came out alike
    ranked.factor({s.mass, s.rows, s.reaction_rows});
    const Solution x = solve(fast, s.h, s.gamma);
    const Solution y = solve(ranked, s.h, s.gamma);
    // Two rows may be nearly alike: row_pivot 1e-8 lets through angles of 1e-4, which cost 4 digits of a and 8 of λ.
    EXPECT_THAT(x.a, ::testing::Pointwise(::testing::DoubleNear(1e-8), y.a)) << seed;
    EXPECT_THAT(x.lambda, ::testing::Pointwise(::testing::DoubleNear(1e-7), y.lambda)) << seed;
    EXPECT_LT(residual(s, x), 1e-9) << seed; // rounding: the residual does not see the angle between rows
    EXPECT_LT(residual(s, y), 1e-9) << seed; // likewise
  }
}

TEST(Kkt, units_of_coordinates_and_rows_do_not_matter) {
  System s = random_system(5, 2, 7);
  const double units[] = {1e-9, 1e6, 1, 1e3, 1e-4};
  const double row_units[] = {1e8, 1e-7};
  KktSolver plain(5, 2);
  plain.factor({s.mass, s.rows, {}});
  const Solution x = solve(plain, s.h, s.gamma);
  for (std::size_t i = 0; i < 5; ++i) {
    for (std::size_t j = 0; j < 5; ++j)
      s.mass[i * 5 + j] *= units[i] * units[j];
    s.h[i] *= units[i];
    for (std::size_t k = 0; k < 2; ++k)
      s.rows[k * 5 + i] *= units[i] * row_units[k];
  }
  for (std::size_t k = 0; k < 2; ++k)
    s.gamma[k] *= row_units[k];
  for (const double pivot : {1e-11, 2.0}) {
    KktSolver scaled(5, 2, {.mass_pivot = pivot});
    scaled.factor({s.mass, s.rows, {}});
    const Solution y = solve(scaled, s.h, s.gamma);
    for (std::size_t i = 0; i < 5; ++i)
      EXPECT_NEAR(y.a[i] * units[i], x.a[i], 1e-12); // scaling costs a few ulps
    for (std::size_t k = 0; k < 2; ++k)
      EXPECT_NEAR(y.lambda[k] * row_units[k], x.lambda[k], 1e-12);
  }
}

TEST(Kkt, friction_makes_the_matrix_unsymmetric) {
  // Block on a plane: N = m g; friction −μ N enters the x equation through B.
  const double mu = 0.3;
  const double g = 9.81;
  KktSolver solver(2, 1);
  solver.factor({Vector{2, 0, 0, 2}, Vector{0, 1}, Vector{-mu, 1}});
  const Solution x = solve(solver, {0, -2 * g}, {0});
  EXPECT_NEAR(x.lambda[0], 2 * g, 1e-14); // a product and a quotient: ulps of 20
  EXPECT_NEAR(x.a[0], -mu * g, 1e-14);
}

TEST(Kkt, system_without_rows_is_plain_mass_times_acceleration) {
  KktSolver solver(2, 0);
  solver.factor({Vector{2, 1, 1, 2}, {}, {}});
  EXPECT_THAT(solve(solver, {3, 3}, {}).a, ElementsAre(DoubleNear(1, 1e-15), DoubleNear(1, 1e-15))); // ulps
}

TEST(Kkt, values_that_are_not_finite_are_refused) {
  KktSolver solver(1, 0);
  EXPECT_THROW(solver.factor({Vector{std::numeric_limits<double>::quiet_NaN()}, {}, {}}), dalembert::SolveError);
}

} // namespace

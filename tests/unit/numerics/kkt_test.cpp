#include <dalembert/base/errors.h>
#include <dalembert/numerics/kkt.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace {

using dalembert::KktRoute;
using dalembert::KktSolver;
using Vector = std::vector<double>;
using ::testing::DoubleNear;
using ::testing::ElementsAre;

struct Solution {
  Vector a;
  Vector lambda;
  double inconsistency = 0;
};

Solution solve(KktSolver& solver, const Vector& h, const Vector& gamma) {
  Solution s{Vector(h.size()), Vector(gamma.size()), 0};
  s.inconsistency = solver.solve(h, gamma, s.a, s.lambda);
  return s;
}

struct System {
  int n;
  int m;
  Vector mass, rows, reaction_rows, h, gamma;
};

/// Largest entry of M a − Bᵀ λ − h and A a − γ.
double residual(const System& s, const Solution& x) {
  const auto n = static_cast<std::size_t>(s.n);
  const auto m = static_cast<std::size_t>(s.m);
  const Vector& b = s.reaction_rows.empty() ? s.rows : s.reaction_rows;
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

System random_system(int n, int m, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> entry(-1, 1);
  const auto nn = static_cast<std::size_t>(n);
  const auto mm = static_cast<std::size_t>(m);
  System s{n, m, Vector(nn * nn), Vector(mm * nn), {}, Vector(nn), Vector(mm)};
  Vector root(nn * nn);
  for (double& r : root)
    r = entry(random);
  for (std::size_t i = 0; i < nn; ++i)
    for (std::size_t j = 0; j < nn; ++j) {
      s.mass[i * nn + j] = i == j ? 0.5 : 0;
      for (std::size_t k = 0; k < nn; ++k)
        s.mass[i * nn + j] += root[i * nn + k] * root[j * nn + k];
    }
  for (Vector* v : {&s.rows, &s.h, &s.gamma})
    for (double& x : *v)
      x = entry(random);
  return s;
}

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
    EXPECT_LT(residual(s, solve(solver, s.h, s.gamma)), 1e-12) << n;
    EXPECT_EQ(solver.status().route, KktRoute::cholesky) << n;
    EXPECT_EQ(solver.status().rank, n - 1);
  }
}

TEST(Kkt, solves_random_regular_systems_by_cholesky_to_round_off) {
  for (unsigned seed = 1; seed <= 50; ++seed) {
    const int n = 1 + static_cast<int>(seed % 9);
    const System s = random_system(n, static_cast<int>(seed) % (n + 1), seed);
    KktSolver solver(s.n, s.m);
    EXPECT_EQ(solver.factor({s.mass, s.rows, {}}).route, KktRoute::cholesky) << seed;
    EXPECT_LT(residual(s, solve(solver, s.h, s.gamma)), 1e-11) << seed;
  }
}

TEST(Kkt, solves_large_full_systems_to_round_off) {
  for (const int n : {27, 28, 29, 30, 61}) {
    const System s = random_system(n, 2, static_cast<unsigned>(n));
    KktSolver solver(s.n, s.m);
    EXPECT_EQ(solver.factor({s.mass, s.rows, {}}).route, KktRoute::cholesky) << n;
    EXPECT_LT(residual(s, solve(solver, s.h, s.gamma)), 1e-10) << n;
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
    EXPECT_LT(residual(s, x), 1e-11);
    EXPECT_LT(residual(s, y), 1e-11);
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
    EXPECT_THAT(x.a, ::testing::Pointwise(::testing::DoubleNear(1e-8), y.a)) << seed;
    EXPECT_THAT(x.lambda, ::testing::Pointwise(::testing::DoubleNear(1e-7), y.lambda)) << seed;
    EXPECT_LT(residual(s, x), 1e-9) << seed;
    EXPECT_LT(residual(s, y), 1e-9) << seed;
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
      EXPECT_NEAR(y.a[i] * units[i], x.a[i], 1e-12);
    for (std::size_t k = 0; k < 2; ++k)
      EXPECT_NEAR(y.lambda[k] * row_units[k], x.lambda[k], 1e-12);
  }
}

TEST(Kkt, row_written_twice_shares_its_multiplier_equally) {
  // m x'' = −m g + λ₁ + λ₂ with the row x = 0 written twice: λ₁ + λ₂ = m g.
  KktSolver solver(1, 2);
  const auto& status = solver.factor({Vector{2}, Vector{1, 1}, {}});
  EXPECT_EQ(status.route, KktRoute::rank_revealing);
  EXPECT_EQ(status.rank, 1);
  EXPECT_TRUE(status.is_regular);
  const Solution x = solve(solver, {-19.62}, {0, 0});
  EXPECT_THAT(x.a, ElementsAre(DoubleNear(0, 1e-15)));
  EXPECT_THAT(x.lambda, ElementsAre(DoubleNear(9.81, 1e-14), DoubleNear(9.81, 1e-14)));
  EXPECT_LT(x.inconsistency, 1e-15);
}

TEST(Kkt, contradictory_rows_show_their_inconsistency) {
  KktSolver solver(1, 2);
  solver.factor({Vector{1}, Vector{1, 1}, {}});
  EXPECT_NEAR(solve(solver, {0}, {1, -1}).inconsistency, 1, 1e-14);
  const auto facts = dalembert::examine_kkt({Vector{1}, Vector{1, 1}, {}}, Vector{1, -1}, 1, 2);
  EXPECT_THAT(facts.contradictions, ElementsAre(DoubleNear(1, 1e-14)));
  const auto same = dalembert::examine_kkt({Vector{1}, Vector{1, 1}, {}}, Vector{1, 1}, 1, 2);
  EXPECT_THAT(same.contradictions, ElementsAre(DoubleNear(0, 1e-14)));
}

TEST(Kkt, massless_coordinate_is_fine_where_a_row_holds_it) {
  // Coordinates x (mass 2), s (massless), row x − s = 0 and a force 3 on s: the pair moves with 3/2.
  const Vector mass = {2, 0, 0, 0};
  const Vector rows = {1, -1};
  KktSolver solver(2, 1);
  const auto& status = solver.factor({mass, rows, {}});
  EXPECT_EQ(status.route, KktRoute::rank_revealing);
  EXPECT_TRUE(status.is_regular);
  const Solution x = solve(solver, {0, 3}, {0});
  EXPECT_THAT(x.a, ElementsAre(DoubleNear(1.5, 1e-14), DoubleNear(1.5, 1e-14)));
  EXPECT_THAT(x.lambda, ElementsAre(DoubleNear(3, 1e-14)));
}

TEST(Kkt, massless_coordinate_left_free_is_named_by_the_null_vector) {
  const Vector mass = {2, 0, 0, 0, 0, 0, 0, 0, 3};
  const Vector rows = {1, 0, -1};
  KktSolver solver(3, 1);
  EXPECT_FALSE(solver.factor({mass, rows, {}}).is_regular);
  const auto facts = dalembert::examine_kkt({mass, rows, {}}, {}, 3, 1);
  ASSERT_EQ(facts.free_accelerations.size(), 1U);
  EXPECT_THAT(facts.free_accelerations[0], ElementsAre(0, 1, 0));
  EXPECT_THAT(facts.is_determined, ElementsAre(true));
}

TEST(Kkt, singular_mass_in_a_combination_is_found) {
  // T = ½ (x' + y')²: only the sum is moved by forces.
  const auto facts = dalembert::examine_kkt({Vector{1, 1, 1, 1}, {}, {}}, {}, 2, 0);
  ASSERT_EQ(facts.free_accelerations.size(), 1U);
  EXPECT_NEAR(facts.free_accelerations[0][0], -facts.free_accelerations[0][1], 1e-14);
  EXPECT_NEAR(std::abs(facts.free_accelerations[0][0]), 1, 1e-14);
}

TEST(Kkt, flat_parallelogram_says_which_multipliers_are_determined) {
  // Rows 0 and 1 coincide up to a factor, row 2 stands alone.
  const Vector mass = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  const Vector rows = {1, 2, 0, -2, -4, 0, 0, 0, 1};
  const auto facts = dalembert::examine_kkt({mass, rows, {}}, {}, 3, 3);
  EXPECT_EQ(facts.rank, 2);
  EXPECT_TRUE(facts.free_accelerations.empty());
  EXPECT_THAT(facts.is_determined, ElementsAre(false, false, true));
  ASSERT_EQ(facts.row_dependencies.size(), 1U);
  EXPECT_NEAR(facts.row_dependencies[0][0], 2 * facts.row_dependencies[0][1], 1e-14);
  EXPECT_EQ(facts.row_dependencies[0][2], 0);
}

TEST(Kkt, nearly_parallel_rows_keep_their_digits) {
  // An angle of 1e-6 between two rows: the Schur complement alone would keep four digits.
  const double angle = 1e-6;
  System s{2, 2, {1, 0, 0, 1}, {1, 0, 1, angle}, {}, {0, 0}, {1, 1 + 3 * angle}};
  KktSolver solver(2, 2);
  EXPECT_EQ(solver.factor({s.mass, s.rows, {}}).rank, 2);
  const Solution x = solve(solver, s.h, s.gamma);
  EXPECT_NEAR(x.a[1], 3, 1e-9);
}

TEST(Kkt, known_rank_overrules_rows_that_are_redundant_only_nearly) {
  const Vector rows = {1, 0, 1, 1e-7};
  const Vector mass = {1, 0, 0, 1};
  KktSolver solver(2, 2, {.known_rank = 1});
  const auto& status = solver.factor({mass, rows, {}});
  EXPECT_EQ(status.rank, 1);
  const Solution x = solve(solver, {1, 1}, {0, 0});
  EXPECT_NEAR(x.a[1], 1, 1e-6);
  EXPECT_NEAR(x.lambda[0], -0.5, 1e-6);
}

TEST(Kkt, friction_makes_the_matrix_unsymmetric) {
  // Block on a plane: N = m g; friction −μ N enters the x equation through B.
  const double mu = 0.3;
  const double g = 9.81;
  KktSolver solver(2, 1);
  solver.factor({Vector{2, 0, 0, 2}, Vector{0, 1}, Vector{-mu, 1}});
  const Solution x = solve(solver, {0, -2 * g}, {0});
  EXPECT_NEAR(x.lambda[0], 2 * g, 1e-14);
  EXPECT_NEAR(x.a[0], -mu * g, 1e-14);
}

TEST(Kkt, more_rows_than_coordinates_are_met_when_consistent) {
  const System s{2, 3, {1, 0, 0, 1}, {1, 0, 0, 1, 1, 1}, {}, {5, 6}, {1, 2, 3}};
  KktSolver solver(2, 3);
  EXPECT_EQ(solver.factor({s.mass, s.rows, {}}).rank, 2);
  EXPECT_LT(residual(s, solve(solver, s.h, s.gamma)), 1e-13);
}

TEST(Kkt, system_without_rows_is_plain_mass_times_acceleration) {
  KktSolver solver(2, 0);
  solver.factor({Vector{2, 1, 1, 2}, {}, {}});
  EXPECT_THAT(solve(solver, {3, 3}, {}).a, ElementsAre(DoubleNear(1, 1e-15), DoubleNear(1, 1e-15)));
}

TEST(Kkt, values_that_are_not_finite_are_refused) {
  KktSolver solver(1, 0);
  EXPECT_THROW(solver.factor({Vector{std::numeric_limits<double>::quiet_NaN()}, {}, {}}), dalembert::SolveError);
}

/// `copies` of one system beside one another, without any coupling; rows and coordinates are interleaved.
System beside(const System& one, int copies) {
  const auto count = static_cast<std::size_t>(copies);
  const auto n = static_cast<std::size_t>(one.n);
  const auto m = static_cast<std::size_t>(one.m);
  System all{one.n * copies, one.m * copies, {}, {}, {}, {}, {}};
  all.mass.resize(n * n * count * count);
  all.rows.resize(m * n * count * count);
  for (std::size_t c = 0; c < count; ++c) {
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j)
        all.mass[(i * count + c) * n * count + j * count + c] = one.mass[i * n + j];
    for (std::size_t k = 0; k < m; ++k)
      for (std::size_t j = 0; j < n; ++j)
        all.rows[(k * count + c) * n * count + j * count + c] = one.rows[k * n + j];
  }
  for (const double x : one.h)
    all.h.insert(all.h.end(), count, x);
  for (const double x : one.gamma)
    all.gamma.insert(all.gamma.end(), count, x);
  return all;
}

TEST(Kkt, redundant_rows_of_independent_parts_are_decomposed_part_by_part) {
  // Three rows of rank 2 over three coordinates, the third the sum of the others; ten times.
  const System one{3, 3, {2, 0.5, 0, 0.5, 1, 0, 0, 0, 3}, {1, 2, 0, 0, 1, 1, 1, 3, 1}, {}, {1, -2, 3}, {1, 2, 3}};
  constexpr int copies = 10;
  const System all = beside(one, copies);
  KktSolver small(one.n, one.m);
  EXPECT_EQ(small.factor({one.mass, one.rows, {}}).rank, 2);
  const Solution of_one = solve(small, one.h, one.gamma);
  KktSolver large(all.n, all.m);
  EXPECT_EQ(large.factor({all.mass, all.rows, {}}).rank, 2 * copies);
  const Solution of_all = solve(large, all.h, all.gamma);
  EXPECT_LE(residual(all, of_all), 1e-12);
  for (std::size_t i = 0; i < of_all.a.size(); ++i)
    EXPECT_NEAR(of_all.a[i], of_one.a[i / copies], 1e-12);
  for (std::size_t k = 0; k < of_all.lambda.size(); ++k)
    EXPECT_NEAR(of_all.lambda[k], of_one.lambda[k / copies], 1e-12);
  const Vector values = dalembert::row_spectrum({all.mass, all.rows, {}}, all.n, all.m, {});
  const Vector of_block = dalembert::row_spectrum({one.mass, one.rows, {}}, one.n, one.m, {});
  ASSERT_EQ(values.size(), of_block.size() * copies);
  for (std::size_t i = 0; i < values.size(); ++i)
    EXPECT_NEAR(values[i], of_block[i / copies], 1e-12);
  const dalembert::KktFacts facts = dalembert::examine_kkt({all.mass, all.rows, {}}, all.gamma, all.n, all.m);
  ASSERT_EQ(facts.row_dependencies.size(), static_cast<std::size_t>(copies));
  for (const Vector& dependency : facts.row_dependencies)
    EXPECT_EQ(std::ranges::count_if(dependency, [](double c) { return c != 0.0; }), 3);
}

TEST(Kkt, a_part_without_rows_and_a_row_without_entries_belong_to_the_whole) {
  constexpr int n = 26;
  Vector mass(n * n, 0.0);
  for (std::size_t i = 0; i < n; ++i)
    mass[i * n + i] = 1.0 + static_cast<double>(i);
  Vector rows(3 * n, 0.0);
  rows[0 * n + 1] = 1.0;
  rows[0 * n + 4] = -1.0;
  rows[2 * n + 4] = 2.0; // the row between is 0
  const System s{n, 3, mass, rows, {}, Vector(n, 1.0), {0.5, 0.0, 1.0}};
  KktSolver solver(n, 3);
  EXPECT_EQ(solver.factor({s.mass, s.rows, {}}).rank, 2);
  const Solution x = solve(solver, s.h, s.gamma);
  EXPECT_LE(residual(s, x), 1e-12);
  EXPECT_NEAR(x.a[4], 0.5, 1e-12);
  EXPECT_NEAR(x.a[1], 1.0, 1e-12);
  EXPECT_EQ(x.lambda[1], 0.0);
}

} // namespace

// Rows that depend on one another, masses that are zero, and what is determined then.
#include <dalembert/numerics/linear/kkt.h>

#include "kkt_system.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace {

using dalembert::KktRoute;
using dalembert::KktSolver;
using dalembert::test::residual;
using dalembert::test::Solution;
using dalembert::test::solve;
using dalembert::test::System;
using Vector = std::vector<double>;
using ::testing::DoubleNear;
using ::testing::ElementsAre;

TEST(KktRank, row_written_twice_shares_its_multiplier_equally) {
  // m x'' = −m g + λ₁ + λ₂ with the row x = 0 written twice: λ₁ + λ₂ = m g.
  KktSolver solver(1, 2);
  const auto& status = solver.factor({Vector{2}, Vector{1, 1}, {}});
  EXPECT_EQ(status.route, KktRoute::rank_revealing);
  EXPECT_EQ(status.rank, 1);
  EXPECT_TRUE(status.is_regular);
  const Solution x = solve(solver, {-19.62}, {0, 0});
  EXPECT_THAT(x.a, ElementsAre(DoubleNear(0, 1e-15)));                                  // rounding of 0
  EXPECT_THAT(x.lambda, ElementsAre(DoubleNear(9.81, 1e-14), DoubleNear(9.81, 1e-14))); // rounding: a few ulps of 10
  EXPECT_LT(x.inconsistency, 1e-15);                                                    // relative: a few ulps
}

TEST(KktRank, contradictory_rows_show_their_inconsistency) {
  KktSolver solver(1, 2);
  solver.factor({Vector{1}, Vector{1, 1}, {}});
  EXPECT_NEAR(solve(solver, {0}, {1, -1}).inconsistency, 1, 1e-14); // a few operations on numbers of size 1: 45 ulps
  const auto facts = dalembert::examine_kkt({Vector{1}, Vector{1, 1}, {}}, Vector{1, -1}, 1, 2);
  EXPECT_THAT(facts.contradictions, ElementsAre(DoubleNear(1, 1e-14)));
  const auto same = dalembert::examine_kkt({Vector{1}, Vector{1, 1}, {}}, Vector{1, 1}, 1, 2);
  EXPECT_THAT(same.contradictions, ElementsAre(DoubleNear(0, 1e-14)));
}

TEST(KktRank, massless_coordinate_is_fine_where_a_row_holds_it) {
  // Coordinates x (mass 2), s (massless), row x − s = 0 and a force 3 on s: the pair moves with 3/2.
  const Vector mass = {2, 0, 0, 0};
  const Vector rows = {1, -1};
  KktSolver solver(2, 1);
  const auto& status = solver.factor({mass, rows, {}});
  EXPECT_EQ(status.route, KktRoute::rank_revealing);
  EXPECT_TRUE(status.is_regular);
  const Solution x = solve(solver, {0, 3}, {0});
  EXPECT_THAT(x.a, ElementsAre(DoubleNear(1.5, 1e-14), DoubleNear(1.5, 1e-14))); // a few operations: ulps of 3
  EXPECT_THAT(x.lambda, ElementsAre(DoubleNear(3, 1e-14)));
}

TEST(KktRank, massless_coordinate_left_free_is_named_by_the_null_vector) {
  const Vector mass = {2, 0, 0, 0, 0, 0, 0, 0, 3};
  const Vector rows = {1, 0, -1};
  KktSolver solver(3, 1);
  EXPECT_FALSE(solver.factor({mass, rows, {}}).is_regular);
  const auto facts = dalembert::examine_kkt({mass, rows, {}}, {}, 3, 1);
  ASSERT_EQ(facts.free_accelerations.size(), 1U);
  EXPECT_THAT(facts.free_accelerations[0], ElementsAre(0, 1, 0));
  EXPECT_THAT(facts.is_determined, ElementsAre(true));
}

TEST(KktRank, singular_mass_in_a_combination_is_found) {
  // T = ½ (x' + y')²: only the sum is moved by forces.
  const auto facts = dalembert::examine_kkt({Vector{1, 1, 1, 1}, {}, {}}, {}, 2, 0);
  ASSERT_EQ(facts.free_accelerations.size(), 1U);
  EXPECT_NEAR(facts.free_accelerations[0][0], -facts.free_accelerations[0][1], 1e-14); // a vector of length √2: ulps
  EXPECT_NEAR(std::abs(facts.free_accelerations[0][0]), 1, 1e-14);
}

TEST(KktRank, flat_parallelogram_says_which_multipliers_are_determined) {
  // Rows 0 and 1 coincide up to a factor, row 2 stands alone.
  const Vector mass = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  const Vector rows = {1, 2, 0, -2, -4, 0, 0, 0, 1};
  const auto facts = dalembert::examine_kkt({mass, rows, {}}, {}, 3, 3);
  EXPECT_EQ(facts.rank, 2);
  EXPECT_TRUE(facts.free_accelerations.empty());
  EXPECT_THAT(facts.is_determined, ElementsAre(false, false, true));
  ASSERT_EQ(facts.row_dependencies.size(), 1U);
  EXPECT_NEAR(facts.row_dependencies[0][0], 2 * facts.row_dependencies[0][1], 1e-14); // one quotient: ulps
  EXPECT_EQ(facts.row_dependencies[0][2], 0);
}

TEST(KktRank, nearly_parallel_rows_keep_their_digits) {
  // An angle of 1e-6 between two rows: the Schur complement alone would keep four digits.
  const double angle = 1e-6;
  System s{2, 2, {1, 0, 0, 1}, {1, 0, 1, angle}, {}, {0, 0}, {1, 1 + 3 * angle}};
  KktSolver solver(2, 2);
  EXPECT_EQ(solver.factor({s.mass, s.rows, {}}).rank, 2);
  const Solution x = solve(solver, s.h, s.gamma);
  EXPECT_NEAR(x.a[1], 3, 1e-9); // 1e-16 over the angle is 1e-10
}

TEST(KktRank, known_rank_overrules_rows_that_are_redundant_only_nearly) {
  const Vector rows = {1, 0, 1, 1e-7};
  const Vector mass = {1, 0, 0, 1};
  KktSolver solver(2, 2, {.known_rank = 1});
  const auto& status = solver.factor({mass, rows, {}});
  EXPECT_EQ(status.rank, 1);
  const Solution x = solve(solver, {1, 1}, {0, 0});
  EXPECT_NEAR(x.a[1], 1, 1e-6); // the row of the small angle is left out: 1e-7 of it
  EXPECT_NEAR(x.lambda[0], -0.5, 1e-6);
}

TEST(KktRank, more_rows_than_coordinates_are_met_when_consistent) {
  const System s{2, 3, {1, 0, 0, 1}, {1, 0, 0, 1, 1, 1}, {}, {5, 6}, {1, 2, 3}};
  KktSolver solver(2, 3);
  EXPECT_EQ(solver.factor({s.mass, s.rows, {}}).rank, 2);
  EXPECT_LT(residual(s, solve(solver, s.h, s.gamma)), 1e-13); // rounding of numbers below 10
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

TEST(KktRank, redundant_rows_of_independent_parts_are_decomposed_part_by_part) {
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
  // Rounding of numbers below 10, times the condition of one block.
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

TEST(KktRank, a_part_without_rows_and_a_row_without_entries_belong_to_the_whole) {
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
  EXPECT_LE(residual(s, x), 1e-12); // diagonal masses up to 26: rounding
  EXPECT_NEAR(x.a[4], 0.5, 1e-12);
  EXPECT_NEAR(x.a[1], 1.0, 1e-12);
  EXPECT_EQ(x.lambda[1], 0.0);
}

} // namespace

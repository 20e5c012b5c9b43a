#include "numeric_minimisation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace dalembert {
namespace {

using namespace test;

TEST(Elimination, solves_what_full_matrices_solve) {
  int compared = 0;
  for (unsigned seed = 1; seed <= 60; ++seed) {
    const NumericMinimisation problem = random_problem(seed, 2 + seed % 7, 2 + seed % 11, seed % 3);
    const std::vector<double> found = problem.by_elimination();
    if (!(found.back() > 1e-6)) continue; // M is singular, or not positive: no solution is claimed
    ++compared;
    const std::vector<double> expected = problem.by_matrices();
    for (std::size_t i = 0; i < expected.size(); ++i)
      // Rounding over a pivot of 1e-6, the least that is compared.
      EXPECT_NEAR(found[i], expected[i], 1e-9 * (1 + largest(expected))) << seed << " " << i;
  }
  EXPECT_GT(compared, 30);
}

TEST(Elimination, of_rows_that_repeat_one_another_the_smallest_pivot_vanishes) {
  NumericMinimisation problem = random_problem(7, 6, 5, 1);
  EXPECT_GT(problem.by_elimination().back(), 1e-4); // far above rounding
  problem.problem.rows.push_back(problem.problem.rows.front());
  problem.problem.row_values.push_back(problem.problem.row_values.front());
  const double smallest = problem.by_elimination().back();
  EXPECT_FALSE(smallest > 1e-12) << smallest; // rounding
}

/// Two rows at an angle to one another in the metric of the inertia, in units that differ by `unit`.
NumericMinimisation two_rows(double angle, double unit = 1) {
  NumericMinimisation out;
  out.problem.free = 3;
  for (std::size_t i = 0; i < 3; ++i)
    out.inertia(i, i, static_cast<double>(i + 1));
  out.problem.forces = {out.place(0.3), out.place(-1.2), out.place(0.7)};
  // a / √H of length 1: (1, 0, 0) and (cos, sin, 0).
  out.problem.rows = {{out.term(0, 1.5)},
                      {out.term(0, unit * std::cos(angle)), out.term(1, unit * std::sqrt(2.0) * std::sin(angle))}};
  out.problem.row_values = {out.place(0.4), out.place(0.2 * unit)};
  return out;
}

TEST(Elimination, the_smallest_pivot_of_two_rows_is_the_square_of_the_sine_between_them) {
  for (const double angle : {1.2, 0.1, 1e-3, 1e-5})
    for (const double unit : {1.0, 1e-7, 1e9}) {
      const double share = std::sin(angle) * std::sin(angle);
      // What is left of 1: rounding, and five digits where it is large.
      EXPECT_NEAR(two_rows(angle, unit).by_elimination().back(), share, 1e-13 + 1e-5 * share) << angle << " " << unit;
    }
}

TEST(Elimination, the_size_of_a_row_is_its_square_in_the_metric_of_the_inertia) {
  for (const double angle : {1.2, 1e-3}) {
    const std::vector<double> sizes = two_rows(angle, 1e-4).row_sizes();
    EXPECT_NEAR(sizes[0], 2.25, 1e-14); // one square: ulps
    EXPECT_NEAR(sizes[1], 1e-8, 1e-22); // one square: ulps of 1e-8
  }
  // Sums inserted: M is full.
  const NumericMinimisation problem = random_problem(8, 5, 4, 2);
  NumericMinimisation alone = problem;
  alone.problem.rows.pop_back();
  alone.problem.row_values.pop_back();
  for (const Minimisation::Place b : alone.problem.forces)
    alone.numbers[b] = 0;
  alone.numbers[alone.problem.row_values[0]] = 1;
  // Of one row without forces λ = γ / (a M⁻¹ aᵀ).
  const std::vector<double> solved_alone = alone.by_matrices();
  EXPECT_NEAR(problem.row_sizes()[0] * solved_alone.back(), 1, 1e-11); // rounding, times the condition of a full sum
}

TEST(Elimination, of_a_row_that_vanishes_nothing_is_claimed) {
  NumericMinimisation problem = two_rows(0.5);
  for (const Minimisation::Term& t : problem.problem.rows[1])
    problem.numbers[t.coefficient] = 0;
  const std::vector<double> found = problem.by_elimination(MultiplierOrder::cheapest, Refinement::of_rows);
  EXPECT_FALSE(std::ranges::all_of(found, [](double value) { return std::isfinite(value); }));
}

TEST(Elimination, refined_rows_are_met_to_the_digits_of_the_unknowns_under_any_forces) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    NumericMinimisation problem = random_problem(seed, 5, 4, 2);
    const Matrix full = problem.insertion();
    std::vector<std::vector<double>> rows(2, std::vector<double>(5));
    for (std::size_t r = 0; r < 2; ++r)
      for (const Minimisation::Term& t : problem.problem.rows[r])
        for (std::size_t j = 0; j < 5; ++j)
          rows[r][j] += problem.numbers[t.coefficient] * full[t.unknown][j];
    // Forces that the rows hold alone: Aᵀλ with a large λ, beside those that are there.
    for (std::size_t j = 0; j < 5; ++j)
      problem.numbers[problem.problem.forces[j]] += 1e9 * (rows[0][j] - 2 * rows[1][j]);
    const auto worst = [&](Refinement refinement) {
      const std::vector<double> found = problem.by_elimination(MultiplierOrder::cheapest, refinement);
      if (!(found.back() > 1e-4)) return 0.0; // nearly dependent rows are another test
      double out = 0;
      for (std::size_t r = 0; r < 2; ++r) {
        double gap = problem.numbers[problem.problem.row_values[r]];
        double size = std::abs(gap);
        for (std::size_t j = 0; j < 5; ++j) {
          gap -= rows[r][j] * found[j];
          size += std::abs(rows[r][j] * found[j]);
        }
        out = std::max(out, std::abs(gap) / size);
      }
      return out;
    };
    // Forces of 1e9 that rows hold: 1e-7 without refinement, rounding with it.
    EXPECT_LT(worst(Refinement::of_rows), 1e-13) << seed;
    EXPECT_LE(worst(Refinement::of_rows), worst(Refinement::none) + 1e-15) << seed; // not worse, but for an ulp
  }
}

TEST(Elimination, of_an_unknown_without_inertia_nothing_is_claimed) {
  NumericMinimisation problem;
  problem.problem.free = 2;
  problem.inertia(0, 0, 2);
  problem.problem.forces = {problem.place(1), problem.place(1)};
  EXPECT_FALSE(std::isfinite(problem.by_elimination()[1]));
}

TEST(Elimination, a_pivot_that_nothing_was_subtracted_from_has_a_share_of_exactly_1) {
  NumericMinimisation problem;
  problem.problem.free = 2;
  problem.inertia(0, 0, 49); // 49 · (1/49) is less than 1
  problem.inertia(1, 1, 3);
  problem.problem.forces = {problem.place(1), problem.place(1)};
  EXPECT_EQ(problem.by_elimination().back(), 1.0);
  problem.numbers[problem.problem.inertia[1].coefficient] = 0;
  EXPECT_FALSE(std::isfinite(problem.by_elimination()[1]));
}

TEST(Elimination, a_multiplier_leaves_with_the_unknowns_of_its_row) {
  // Pairs of unknowns with a row each: no pivot has a neighbour of another pair.
  NumericMinimisation problem;
  problem.problem.free = 20;
  for (std::size_t i = 0; i < 20; ++i) {
    problem.inertia(i, i, 1);
    problem.problem.forces.push_back(problem.place(1));
  }
  for (std::size_t i = 0; i < 20; i += 2) {
    problem.problem.rows.push_back({problem.term(i, 1), problem.term(i + 1, 2)});
    problem.problem.row_values.push_back(problem.place(3));
  }
  const EliminationPlan plan = plan_elimination(problem.problem, 1e12);
  EXPECT_FALSE(plan.has_early_pivots);
  for (const EliminationStep& step : plan.steps)
    EXPECT_LE(step.neighbours.size(), 1U);
  EXPECT_NEAR(problem.by_elimination()[0], problem.by_matrices()[0], 1e-14); // two unknowns: ulps
}

TEST(Elimination, angles_between_links_are_exchanged_for_those_of_the_links) {
  // φ₁ = q₀ + q₁ carries all inertia: two exchanges of which one is possible, and no pivot of q₁.
  NumericMinimisation problem;
  problem.problem.free = 2;
  problem.problem.definitions.push_back({problem.term(0, 1), problem.term(1, 1)});
  problem.inertia(0, 0, 2);
  problem.inertia(2, 2, 3);
  problem.problem.forces = {problem.place(1), problem.place(-1)};
  const EliminationPlan plan = plan_elimination(problem.problem, 1e12);
  ASSERT_EQ(plan.steps.size(), 3U);
  EXPECT_EQ(plan.steps[0].kind, EliminationStep::Kind::exchange);
  EXPECT_EQ(plan.steps[0].unknown, 1U);
  const std::vector<double> expected = problem.by_matrices();
  EXPECT_NEAR(problem.by_elimination()[0], expected[0], 1e-14); // two unknowns: ulps
  EXPECT_NEAR(problem.by_elimination()[1], expected[1], 1e-14);
}

} // namespace
} // namespace dalembert

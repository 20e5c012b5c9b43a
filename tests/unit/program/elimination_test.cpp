#include <dalembert/program/build_tape.h>
#include <dalembert/program/compile.h>
#include <dalembert/program/elimination.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>
#include <vector>

namespace dalembert {
namespace {

using Matrix = std::vector<std::vector<double>>;

/// Gauss's elimination with the largest pivot of each column.
std::vector<double> solved(Matrix a, std::vector<double> b) {
  const std::size_t n = b.size();
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t best = k;
    for (std::size_t i = k; i < n; ++i)
      if (std::abs(a[i][k]) > std::abs(a[best][k])) best = i;
    std::swap(a[k], a[best]);
    std::swap(b[k], b[best]);
    for (std::size_t i = k + 1; i < n; ++i) {
      const double factor = a[i][k] / a[k][k];
      for (std::size_t j = k; j < n; ++j)
        a[i][j] -= factor * a[k][j];
      b[i] -= factor * b[k];
    }
  }
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t j = k + 1; j < n; ++j)
      b[k] -= a[k][j] * b[j];
    b[k] /= a[k][k];
  }
  return b;
}

double largest(const std::vector<double>& values) {
  double out = 0;
  for (const double value : values)
    out = std::max(out, std::abs(value));
  return out;
}

/// A minimisation with numbers, and its solution by full matrices.
struct NumericMinimisation {
  Minimisation problem;
  std::vector<double> numbers;

  Minimisation::Place place(double number) {
    numbers.push_back(number);
    return static_cast<Minimisation::Place>(numbers.size() - 1);
  }
  Minimisation::Term term(std::size_t unknown, double number) {
    const int sign = number == 1 ? 1 : number == -1 ? -1 : 0;
    return {static_cast<std::uint32_t>(unknown), place(number), sign};
  }
  void inertia(std::size_t row, std::size_t column, double number) {
    problem.inertia.push_back({static_cast<std::uint32_t>(row), static_cast<std::uint32_t>(column), place(number)});
  }

  /// z_k = Σ J_kj z_j over the free unknowns.
  [[nodiscard]] Matrix insertion() const {
    const std::size_t f = problem.free;
    Matrix out(problem.unknowns(), std::vector<double>(f));
    for (std::size_t i = 0; i < f; ++i)
      out[i][i] = 1;
    for (std::size_t k = 0; k < problem.definitions.size(); ++k)
      for (const Minimisation::Term& t : problem.definitions[k])
        for (std::size_t j = 0; j < f; ++j)
          out[f + k][j] += numbers[t.coefficient] * out[t.unknown][j];
    return out;
  }

  /// z of the free unknowns, then λ, from M and A in full.
  [[nodiscard]] std::vector<double> by_matrices() const {
    const Matrix full = insertion();
    const std::size_t f = problem.free;
    const std::size_t m = problem.rows.size();
    Matrix all(f + m, std::vector<double>(f + m));
    std::vector<double> right;
    for (const Minimisation::Entry& e : problem.inertia)
      for (std::size_t i = 0; i < f; ++i)
        for (std::size_t j = 0; j < f; ++j) {
          const double h = numbers[e.coefficient];
          all[i][j] += full[e.row][i] * h * full[e.column][j];
          if (e.row != e.column) all[i][j] += full[e.column][i] * h * full[e.row][j];
        }
    for (const Minimisation::Place b : problem.forces)
      right.push_back(numbers[b]);
    for (std::size_t r = 0; r < m; ++r) {
      for (const Minimisation::Term& t : problem.rows[r])
        for (std::size_t j = 0; j < f; ++j) {
          all[f + r][j] += numbers[t.coefficient] * full[t.unknown][j];
          all[j][f + r] -= numbers[t.coefficient] * full[t.unknown][j];
        }
      right.push_back(numbers[problem.row_values[r]]);
    }
    return solved(all, right);
  }

  /// a M⁻¹ aᵀ of each row, as the elimination has it.
  [[nodiscard]] std::vector<double> row_sizes() const {
    Graph graph;
    std::vector<Expr> entries;
    for (std::size_t i = 0; i < numbers.size(); ++i)
      entries.push_back(graph.symbol("c"));
    const EliminationPlan plan = plan_elimination(problem, 1e12);
    const Tape tape = build_tape(graph, entries, entries, [&](ValueGraph& values, std::span<const Value> places) {
      return eliminate(values, problem, plan, places).row_sizes;
    });
    return evaluated_once(*interpreted(tape), numbers);
  }

  /// z, λ and the smallest pivot.
  [[nodiscard]] std::vector<double> by_elimination(MultiplierOrder order = MultiplierOrder::cheapest,
                                                   Refinement refinement = Refinement::none) const {
    Graph graph;
    std::vector<Expr> entries;
    for (std::size_t i = 0; i < numbers.size(); ++i)
      entries.push_back(graph.symbol("c"));
    const EliminationPlan plan = plan_elimination(problem, 1e12, order);
    const Tape tape = build_tape(graph, entries, entries, [&](ValueGraph& values, std::span<const Value> places) {
      const EliminatedValues found = eliminate(values, problem, plan, places, refinement);
      std::vector<Value> out = found.unknowns;
      out.insert(out.end(), found.multipliers.begin(), found.multipliers.end());
      out.push_back(trusted_pivot(values, found));
      return out;
    });
    return evaluated_once(*interpreted(tape), numbers);
  }
};

/// A tree of sums with random coefficients, some of them ±1, and random rows.
NumericMinimisation random_problem(unsigned seed, std::size_t free, std::size_t defined, std::size_t rows) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> number(-2, 2);
  NumericMinimisation out;
  out.problem.free = free;
  for (std::size_t k = 0; k < defined; ++k) {
    std::vector<Minimisation::Term> terms;
    const std::size_t known = free + k;
    for (std::size_t unknown = 0; unknown < known; ++unknown)
      if (random() % known < 3) terms.push_back(out.term(unknown, random() % 3 == 0 ? 1 : number(random)));
    out.problem.definitions.push_back(std::move(terms));
  }
  for (std::size_t i = 0; i < free + defined; ++i)
    if (i >= free || random() % 2 == 0) out.inertia(i, i, 3 + number(random));
  for (std::size_t i = 1; i < free + defined; i += 3)
    out.inertia(i, i - 1, 0.3 * number(random));
  for (std::size_t i = 0; i < free; ++i)
    out.problem.forces.push_back(out.place(number(random)));
  for (std::size_t r = 0; r < rows; ++r) {
    std::vector<Minimisation::Term> terms;
    for (std::size_t unknown = r; unknown < free + defined; unknown += 2 + r)
      terms.push_back(out.term(unknown, number(random)));
    out.problem.rows.push_back(std::move(terms));
    out.problem.row_values.push_back(out.place(number(random)));
  }
  return out;
}

TEST(Elimination, solves_what_full_matrices_solve) {
  int compared = 0;
  for (unsigned seed = 1; seed <= 60; ++seed) {
    const NumericMinimisation problem = random_problem(seed, 2 + seed % 7, 2 + seed % 11, seed % 3);
    const std::vector<double> found = problem.by_elimination();
    if (!(found.back() > 1e-6)) continue; // M is singular, or not positive: no solution is claimed
    ++compared;
    const std::vector<double> expected = problem.by_matrices();
    for (std::size_t i = 0; i < expected.size(); ++i)
      EXPECT_NEAR(found[i], expected[i], 1e-9 * (1 + largest(expected))) << seed << " " << i;
  }
  EXPECT_GT(compared, 30);
}

TEST(Elimination, of_rows_that_repeat_one_another_the_smallest_pivot_vanishes) {
  NumericMinimisation problem = random_problem(7, 6, 5, 1);
  EXPECT_GT(problem.by_elimination().back(), 1e-4);
  problem.problem.rows.push_back(problem.problem.rows.front());
  problem.problem.row_values.push_back(problem.problem.row_values.front());
  const double smallest = problem.by_elimination().back();
  EXPECT_FALSE(smallest > 1e-12) << smallest;
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
      EXPECT_NEAR(two_rows(angle, unit).by_elimination().back(), share, 1e-13 + 1e-5 * share) << angle << " " << unit;
    }
}

TEST(Elimination, the_size_of_a_row_is_its_square_in_the_metric_of_the_inertia) {
  for (const double angle : {1.2, 1e-3}) {
    const std::vector<double> sizes = two_rows(angle, 1e-4).row_sizes();
    EXPECT_NEAR(sizes[0], 2.25, 1e-14);
    EXPECT_NEAR(sizes[1], 1e-8, 1e-22);
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
  EXPECT_NEAR(problem.row_sizes()[0] * solved_alone.back(), 1, 1e-11);
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
      if (!(found.back() > 1e-4)) return 0.0;
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
    EXPECT_LT(worst(Refinement::of_rows), 1e-13) << seed;
    EXPECT_LE(worst(Refinement::of_rows), worst(Refinement::none) + 1e-15) << seed;
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

/// Points of mass at the ends of links: x'ₖ = x'ₖ₋₁ + cₖ vₖ, y'ₖ = y'ₖ₋₁ + sₖ vₖ.
NumericMinimisation chain_of_links(std::size_t n) {
  NumericMinimisation out;
  out.problem.free = n;
  for (std::size_t k = 0; k < n; ++k)
    for (const bool is_sine : {false, true}) {
      const double angle = 0.1 + 0.3 * static_cast<double>(k);
      std::vector<Minimisation::Term> terms{out.term(k, is_sine ? std::sin(angle) : std::cos(angle))};
      if (k > 0) terms.push_back(out.term(n + 2 * (k - 1) + (is_sine ? 1 : 0), 1));
      out.problem.definitions.push_back(std::move(terms));
      out.inertia(n + 2 * k + (is_sine ? 1 : 0), n + 2 * k + (is_sine ? 1 : 0), 1);
    }
  for (std::size_t k = 0; k < n; ++k)
    out.problem.forces.push_back(out.place(std::cos(static_cast<double>(k))));
  return out;
}

TEST(Elimination, of_a_chain_takes_work_in_proportion_to_its_length) {
  const double of_100 = plan_elimination(chain_of_links(100).problem, 1e12).multiplications;
  const double of_1000 = plan_elimination(chain_of_links(1000).problem, 1e12).multiplications;
  EXPECT_LT(of_1000, 10.2 * of_100);
  EXPECT_LT(of_1000, 100'000);
}

TEST(Elimination, of_a_long_chain_is_exact_to_rounding) {
  const NumericMinimisation problem = chain_of_links(60);
  const std::vector<double> found = problem.by_elimination();
  const std::vector<double> expected = problem.by_matrices();
  for (std::size_t i = 0; i < expected.size(); ++i)
    EXPECT_NEAR(found[i], expected[i], 1e-11 * largest(expected));
}

/// The same with a row at each joint: cₖ x'ₖ + sₖ y'ₖ = γₖ.
NumericMinimisation chain_with_rows(std::size_t n, double offset) {
  NumericMinimisation out = chain_of_links(n);
  for (std::size_t k = 1; k < n; k += 2) {
    const double angle = offset + 0.3 * static_cast<double>(k);
    out.problem.rows.push_back({out.term(n + 2 * k, std::cos(angle)), out.term(n + 2 * k + 1, std::sin(angle))});
    out.problem.row_values.push_back(out.place(std::sin(3 * static_cast<double>(k))));
  }
  return out;
}

TEST(Elimination, of_a_chain_with_many_rows_takes_work_in_proportion_to_its_length) {
  const EliminationPlan of_100 = plan_elimination(chain_with_rows(100, 0.4).problem, 1e12);
  const EliminationPlan of_1000 = plan_elimination(chain_with_rows(1000, 0.4).problem, 1e12);
  EXPECT_TRUE(of_100.has_early_pivots);
  EXPECT_LT(of_1000.multiplications, 10.5 * of_100.multiplications);
}

TEST(Elimination, early_pivots_lose_no_digits_not_even_where_they_vanish) {
  // With an offset of 0.1 + π/2 a row is across the motion of the last link that it holds, with half of that almost.
  for (const double offset : {0.1, 0.4, 0.1 + std::acos(0.0), 0.1 + 1e-5 + std::acos(0.0)}) {
    const NumericMinimisation problem = chain_with_rows(60, offset);
    EXPECT_TRUE(plan_elimination(problem.problem, 1e12).has_early_pivots);
    const std::vector<double> found = problem.by_elimination();
    const std::vector<double> expected = problem.by_matrices();
    for (std::size_t i = 0; i < expected.size(); ++i)
      EXPECT_NEAR(found[i], expected[i], 1e-11 * largest(expected)) << offset << " " << i;
    EXPECT_GT(found.back(), 1e-6);
  }
}

TEST(Elimination, an_early_pivot_of_exactly_nothing_is_refined) {
  // All links that leave before the multiplier of the first row move along (0, 1), and the row holds (1, 0).
  constexpr std::size_t links = 60;
  constexpr std::size_t straight = 20;
  NumericMinimisation problem = chain_of_links(links);
  for (std::size_t k = straight; k < links; ++k) {
    problem.numbers[problem.problem.definitions[2 * k].front().coefficient] = 0;
    problem.numbers[problem.problem.definitions[2 * k + 1].front().coefficient] = 1;
  }
  for (std::size_t k = links - 1; k > straight; k -= 2) {
    const bool is_first = k == links - 1;
    problem.problem.rows.push_back({problem.term(links + 2 * k + (is_first ? 0 : 1), 1)});
    problem.problem.row_values.push_back(problem.place(1));
  }
  const EliminationPlan plan = plan_elimination(problem.problem, 1e12);
  EXPECT_TRUE(std::ranges::any_of(plan.steps, [](const EliminationStep& step) {
    return step.is_early && step.unknown == 3 * links; // multiplier of the first row
  }));
  const std::vector<double> found = problem.by_elimination();
  const std::vector<double> expected = problem.by_matrices();
  for (std::size_t i = 0; i < expected.size(); ++i)
    EXPECT_NEAR(found[i], expected[i], 1e-11 * largest(expected)) << i;
  EXPECT_GT(found.back(), 1e-10);
}

TEST(Elimination, of_rows_that_contradict_each_other_on_a_chain_nothing_is_claimed) {
  NumericMinimisation problem = chain_with_rows(60, 0.4);
  problem.problem.rows.push_back(problem.problem.rows[10]);
  problem.problem.row_values.push_back(problem.place(7));
  EXPECT_FALSE(problem.by_elimination().back() > 1e-10);
}

TEST(Elimination, what_the_inertia_lacks_rows_give) {
  // The first joint of a chain has no mass, and may move: the rows that hold the last one to it fix it.
  constexpr std::size_t links = 12;
  NumericMinimisation problem = chain_of_links(links);
  for (std::size_t k = 0; k < links; ++k)
    problem.problem.forces[k] = problem.place(std::cos(static_cast<double>(k)));
  // x'₀ = v₀ + 0.6 v₂, y'₀ = v₁ + 0.8 v₂, and no other link turns by these.
  problem.problem.definitions[0] = {problem.term(0, 1), problem.term(2, 0.6)};
  problem.problem.definitions[1] = {problem.term(1, 1), problem.term(2, 0.8)};
  for (std::size_t k = 2; k < 6; ++k)
    problem.problem.definitions[k].erase(problem.problem.definitions[k].begin());
  problem.problem.rows.push_back({problem.term(3 * links - 2, 1), problem.term(0, -1)});
  problem.problem.rows.push_back({problem.term(3 * links - 1, 1), problem.term(1, -1)});
  problem.problem.row_values = {problem.place(0.3), problem.place(-0.2)};
  EXPECT_FALSE(problem.by_elimination().back() > 1e-10);
  const std::vector<double> found = problem.by_elimination(MultiplierOrder::before_roots);
  const std::vector<double> expected = problem.by_matrices();
  for (std::size_t i = 0; i < expected.size(); ++i)
    EXPECT_NEAR(found[i], expected[i], 1e-11 * largest(expected)) << i;
  EXPECT_GT(found.back(), 1e-10);
}

TEST(Elimination, of_a_row_that_is_released_the_multiplier_is_nothing) {
  NumericMinimisation with = chain_with_rows(20, 0.4);
  NumericMinimisation without = with;
  const std::size_t released = 4;
  for (const Minimisation::Term& t : with.problem.rows[released])
    with.numbers[t.coefficient] = 0;
  with.numbers[with.problem.row_values[released]] = 0;
  with.problem.releases.push_back({static_cast<std::uint32_t>(released), with.place(1)});
  without.problem.rows.erase(without.problem.rows.begin() + released);
  without.problem.row_values.erase(without.problem.row_values.begin() + released);
  for (const MultiplierOrder order : {MultiplierOrder::cheapest, MultiplierOrder::before_roots}) {
    std::vector<double> found = with.by_elimination(order);
    const std::vector<double> expected = without.by_matrices();
    EXPECT_EQ(found[with.problem.free + released], 0);
    found.erase(found.begin() + static_cast<std::ptrdiff_t>(with.problem.free + released));
    for (std::size_t i = 0; i < expected.size(); ++i)
      EXPECT_NEAR(found[i], expected[i], 1e-11 * largest(expected)) << i;
  }
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
  EXPECT_NEAR(problem.by_elimination()[0], problem.by_matrices()[0], 1e-14);
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
  EXPECT_NEAR(problem.by_elimination()[0], expected[0], 1e-14);
  EXPECT_NEAR(problem.by_elimination()[1], expected[1], 1e-14);
}

TEST(Elimination, a_plan_that_would_take_too_much_is_empty) {
  EXPECT_TRUE(plan_elimination(chain_of_links(10).problem, 100).steps.empty());
}

} // namespace
} // namespace dalembert

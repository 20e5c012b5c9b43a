#include "numeric_minimisation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace dalembert {
namespace {

using namespace test;

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

TEST(EliminationOfChains, of_a_chain_takes_work_in_proportion_to_its_length) {
  const double of_100 = plan_elimination(chain_of_links(100).problem, 1e12).multiplications;
  const double of_1000 = plan_elimination(chain_of_links(1000).problem, 1e12).multiplications;
  EXPECT_LT(of_1000, 10.2 * of_100);
  EXPECT_LT(of_1000, 100'000);
}

TEST(EliminationOfChains, of_a_long_chain_is_exact_to_rounding) {
  const NumericMinimisation problem = chain_of_links(60);
  const std::vector<double> found = problem.by_elimination();
  const std::vector<double> expected = problem.by_matrices();
  for (std::size_t i = 0; i < expected.size(); ++i)
    // Rounding, times the condition of a chain of 60 links.
    EXPECT_NEAR(found[i], expected[i], 1e-11 * largest(expected));
}

/// Operations that wait for one another, the longest such row of them; a division takes the time of three.
double longest_wait(const Tape& tape) {
  std::vector<double> ready(tape.values(), 0.0);
  std::uint32_t next = tape.first_result();
  for (const Instruction& i : tape.instructions()) {
    const int count = operand_count(i.operation);
    double begin = ready[i.a];
    if (count > 1) begin = std::max(begin, ready[i.b]);
    if (count > 2) begin = std::max(begin, ready[i.c]);
    for (std::uint32_t r = 0; r < i.results(); ++r)
      ready[next++] = begin + (i.operation == Operation::div ? 3 : 1);
  }
  return *std::ranges::max_element(ready);
}

TEST(EliminationOfChains, a_link_waits_for_few_operations_of_the_one_before) {
  // On the way in six: a pivot is known one behind the division of the last, but the entries that it is made of wait
  // for the pivot two links before, twelve for both links. On the way back three.
  const double of_100 = longest_wait(chain_of_links(100).elimination());
  const double of_200 = longest_wait(chain_of_links(200).elimination());
  EXPECT_LE(of_200 - of_100, 9 * 100);
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

TEST(EliminationOfChains, of_a_chain_with_many_rows_takes_work_in_proportion_to_its_length) {
  const EliminationPlan of_100 = plan_elimination(chain_with_rows(100, 0.4).problem, 1e12);
  const EliminationPlan of_1000 = plan_elimination(chain_with_rows(1000, 0.4).problem, 1e12);
  EXPECT_TRUE(of_100.has_early_pivots);
  EXPECT_LT(of_1000.multiplications, 10.5 * of_100.multiplications);
}

TEST(EliminationOfChains, early_pivots_lose_no_digits_not_even_where_they_vanish) {
  // With an offset of 0.1 + π/2 a row is across the motion of the last link that it holds, with half of that almost.
  for (const double offset : {0.1, 0.4, 0.1 + std::acos(0.0), 0.1 + 1e-5 + std::acos(0.0)}) {
    const NumericMinimisation problem = chain_with_rows(60, offset);
    EXPECT_TRUE(plan_elimination(problem.problem, 1e12).has_early_pivots);
    const std::vector<double> found = problem.by_elimination();
    const std::vector<double> expected = problem.by_matrices();
    for (std::size_t i = 0; i < expected.size(); ++i)
      // Rounding, times the condition of a chain of 60 links.
      EXPECT_NEAR(found[i], expected[i], 1e-11 * largest(expected)) << offset << " " << i;
    EXPECT_GT(found.back(), 1e-6); // pivots are far above rounding
  }
}

TEST(EliminationOfChains, an_early_pivot_of_exactly_nothing_is_refined) {
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
    EXPECT_NEAR(found[i], expected[i], 1e-11 * largest(expected)) << i; // rounding, times the condition of the chain
  EXPECT_GT(found.back(), 1e-10);                                       // pivots are far above rounding
}

TEST(EliminationOfChains, of_rows_that_contradict_each_other_on_a_chain_nothing_is_claimed) {
  NumericMinimisation problem = chain_with_rows(60, 0.4);
  problem.problem.rows.push_back(problem.problem.rows[10]);
  problem.problem.row_values.push_back(problem.place(7));
  EXPECT_FALSE(problem.by_elimination().back() > 1e-10); // rounding of rows that repeat one another
}

TEST(EliminationOfChains, what_the_inertia_lacks_rows_give) {
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
  EXPECT_FALSE(problem.by_elimination().back() > 1e-10); // rounding of what the inertia lacks
  const std::vector<double> found = problem.by_elimination(MultiplierOrder::before_roots);
  const std::vector<double> expected = problem.by_matrices();
  for (std::size_t i = 0; i < expected.size(); ++i)
    EXPECT_NEAR(found[i], expected[i], 1e-11 * largest(expected)) << i; // rounding, times the condition of the chain
  EXPECT_GT(found.back(), 1e-10);                                       // pivots are far above rounding
}

TEST(EliminationOfChains, of_a_row_that_is_released_the_multiplier_is_nothing) {
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
      EXPECT_NEAR(found[i], expected[i], 1e-11 * largest(expected)) << i; // rounding, times the condition of the chain
  }
}

TEST(EliminationOfChains, a_plan_that_would_take_too_much_is_empty) {
  EXPECT_TRUE(plan_elimination(chain_of_links(10).problem, 100).steps.empty());
}

} // namespace
} // namespace dalembert

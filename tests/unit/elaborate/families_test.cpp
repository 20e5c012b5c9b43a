#include "reading.h"

#include <fmt/format.h>

namespace dalembert {
namespace {

std::string cart(int n) {
  return fmt::format("count n = {}\n"
                     "coord s, q[1..n]\n"
                     "let phi[i in 1..n] = sum(j in 1..i: q[j])\n"
                     "let x[i in 0..n] = if i = 0 then s else x[i-1] + sin(phi[i])\n"
                     "let y[i in 0..n] = if i = 0 then 0 else y[i-1] - cos(phi[i])\n"
                     "kinetic T = 1/2*s'^2 + sum(i in 1..n: 1/2*(x[i]'^2 + y[i]'^2))\n"
                     "potential V = sum(i in 1..n: y[i])\n",
                     n);
}

TEST(families, members_are_named_and_know_their_family) {
  const Reading r = read_right("count n = 3\ncoord q[1..n]\nkinetic T = sum(i in 1..n: q[i]'^2)\n");
  ASSERT_EQ(r.system().coordinates.size(), 3U);
  EXPECT_EQ(r.system().coordinates[2].name, "q[3]");
  EXPECT_EQ(r.system().coordinates[2].member.family, "q");
  EXPECT_EQ(r.system().coordinates[2].member.index, std::vector<int>{3});
}

TEST(families, a_recursive_chain_stays_linear) {
  const std::size_t small = read_right(cart(50)).system().graph->size();
  const std::size_t large = read_right(cart(100)).system().graph->size();
  const std::size_t larger = read_right(cart(200)).system().graph->size();
  EXPECT_EQ(larger - large, 2 * (large - small));
}

TEST(families, a_long_chain_needs_no_deep_stack) {
  const Reading r = read_right("count n = 20000\ncoord q\nlet x[i in 0..n] = if i = 0 then q else x[i-1] + i\n"
                               "let y[i in 0..n] = if i = n then q else y[i+1] + i\nkinetic T = x[n]'^2 + y[0]'^2\n");
  EXPECT_EQ(r.system().lets.size(), 40002U);
}

/// Only as deep as their height is, however their indices are written.
TEST(families, a_large_tree_needs_no_deep_stack) {
  for (const char* before : {"floor(i/3) + (if i < 3 then 1 else 0)", "1 + floor((i-2)/3)", "floor(i/2)"}) {
    const Reading r = read_right("count n = 2000\ncoord q[1..n]\nlet x[i in 1..n] = if i = 1 then q[1] else x[" +
                                 std::string(before) + "] + q[i]\nkinetic T = sum(i in 1..n: x[i]'^2)\n");
    EXPECT_EQ(r.system().lets.size(), 2000U) << before;
  }
}

TEST(families, running_sums_share_their_prefixes) {
  const Reading r = read_right("count n = 300\ncoord q[1..n]\nlet s[i in 1..n] = sum(j in 1..i: j*q[j])\n"
                               "kinetic T = sum(i in 1..n: s[i]'^2)\n");
  EXPECT_LT(r.system().graph->size(), 6000U);
}

TEST(families, empty_sums_are_zero_and_empty_products_one) {
  const Reading r =
      read_right("coord x\nlet a = sum(i in 1..0: x)\nlet b = prod(i in 1..0: x)\nkinetic T = x'^2 + a + b\n");
  EXPECT_EQ(r.text(r.system().lets[0].value), "0");
  EXPECT_EQ(r.text(r.system().lets[1].value), "1");
}

TEST(families, two_indices_make_a_table) {
  const Reading r = read_right("count n = 2\ncoord z[1..n, 0..1]\nlet w[i in 1..n, k in 0..1] = i*z[i, k]\n"
                               "kinetic T = sum(i in 1..n: sum(k in 0..1: w[i, k]'^2))\n");
  ASSERT_EQ(r.system().coordinates.size(), 4U);
  EXPECT_EQ(r.system().coordinates[1].name, "z[1,1]");
  EXPECT_EQ(r.text(r.system().lets[3].value), "2*z[2,1]");
}

TEST(families, initial_values_are_given_by_index) {
  const Reading r = read_right("count n = 2\ncoord q[1..n]\nkinetic T = sum(i in 1..n: q[i]'^2)\n"
                               "initial q[i in 1..n] = i/10, q[i in 1..n]' ~ 0\n");
  ASSERT_EQ(r.study.initial.size(), 4U);
  EXPECT_EQ(r.study.initial[1].text, "q[2]");
  EXPECT_EQ(r.text(r.study.initial[1].value), "1/5");
  EXPECT_EQ(r.study.initial[3].text, "q[2]'");
  EXPECT_FALSE(r.study.initial[3].kept);
}

TEST(families, constraints_and_reactions_come_in_families) {
  const Reading r = read_right("count n = 3\ncoord x[1..n]\nkinetic T = sum(i in 1..n: x[i]'^2)\n"
                               "constraint c[i in 2..n]: x[i] = x[i-1]\nreaction R[i in 2..n] of c[i] conjugate x[i]'\n"
                               "check lambda.c[3] > 0, Qc.x[3] = R[3]\n");
  ASSERT_EQ(r.system().constraints.size(), 2U);
  EXPECT_EQ(r.system().constraints[1].name, "c[3]");
  EXPECT_EQ(r.system().reactions[1].of, std::vector<int>{1});
  EXPECT_EQ(r.text(r.study.checks[0].left), "lambda.c[3]");
}

TEST(families, a_for_repeats_its_statements) {
  const Reading r = read_right("coord x[1..2]\nkinetic T = x[1]'^2 + x[2]'^2\n"
                               "for i in 1..2 {\n  force push[i] on x[i] = i\n  plot x[i] vs t\n}\n");
  ASSERT_EQ(r.system().forces.size(), 2U);
  EXPECT_EQ(r.system().forces[1].name, "push[2]");
  EXPECT_EQ(r.study.plots.size(), 2U);
}

TEST(families, a_count_from_outside_makes_another_system) {
  ElaborateOptions options;
  options.overrides = {"n=7"};
  EXPECT_EQ(read_right(cart(2), options).system().coordinates.size(), 8U);
}

TEST(families, slices_and_lists_are_taken_apart_in_plots) {
  const Reading r =
      read_right("coord x[1..4]\nkinetic T = sum(i in 1..4: x[i]'^2)\nplot x, x[2..3]', all(i in 1..2: i*x[i]) vs t\n");
  EXPECT_EQ(r.study.plots[0].curves.size(), 8U);
  EXPECT_EQ(r.study.plots[0].curves[5].text, "x[3]'");
}

} // namespace
} // namespace dalembert

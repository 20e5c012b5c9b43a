// Newton steps of Radau by the equations of second order, against those by the Jacobian that follows from them.
#include <dalembert/numerics/radau/motion_blocks.h>
#include <dalembert/numerics/radau/motion_coupled.h>
#include <dalembert/numerics/radau/radau_blocks.h>
#include <dalembert/numerics/radau/radau_coupled.h>

#include "motion_matrices.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace dalembert::test {
namespace {

std::vector<double> random_vector(std::size_t size) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> number(-1, 1);
  std::vector<double> out(size);
  for (double& x : out)
    x = number(random);
  return out;
}

void expect_same(const std::vector<double>& a, const std::vector<double>& b, double share) {
  double size = 0;
  for (const double x : b)
    size = std::max(size, std::abs(x));
  for (std::size_t i = 0; i < a.size(); ++i)
    ASSERT_NEAR(a[i], b[i], share * size) << "component " << i;
}

void expect_blocks_as_by_jacobian(const LinearisedMotion& motion, double h) {
  constexpr double rounding = 1e-9; // of the elimination that the Jacobian comes from
  const std::size_t size = 2 * motion.pattern->coordinates;
  const std::vector<double> jacobian = jacobian_of(motion);
  for (const int stages : {3, 5, 7}) {
    SCOPED_TRACE(stages);
    const RadauTableau& tableau = radau_tableau(stages);
    RadauBlocks by_jacobian;
    MotionBlocks by_motion;
    ASSERT_TRUE(by_jacobian.factor(tableau, h, jacobian, size));
    ASSERT_TRUE(by_motion.factor(tableau, h, motion));
    std::vector<double> expected = random_vector(size);
    std::vector<double> got = expected;
    by_jacobian.solve(expected);
    by_motion.solve(got);
    expect_same(got, expected, rounding);
    by_jacobian.solve_transposed(expected);
    by_motion.solve_transposed(got);
    expect_same(got, expected, rounding);
    const std::size_t stride = size + 3;
    expected = random_vector(stride * static_cast<std::size_t>(stages));
    got = expected;
    by_jacobian.solve_stages(tableau, expected, stride, size);
    by_motion.solve_stages(tableau, got, stride);
    expect_same(got, expected, rounding);
  }
}

TEST(MotionBlocks, full_rows_solve_as_the_jacobian) {
  expect_blocks_as_by_jacobian(full_motion(6, 0, 1), 0.1);
  expect_blocks_as_by_jacobian(full_motion(7, 3, 2), 0.02);
  expect_blocks_as_by_jacobian(full_motion(5, 2, 3), -0.5);
  expect_blocks_as_by_jacobian(full_motion(1, 0, 4), 10);
}

TEST(MotionBlocks, sparse_factors_solve_as_the_jacobian) {
  for (const bool has_rods : {false, true}) {
    SCOPED_TRACE(has_rods);
    const LinearisedMotion motion = chain_motion(120, has_rods, 1e4);
    ASSERT_TRUE(motion.pattern->plan.is_sparse);
    expect_blocks_as_by_jacobian(motion, 0.05);
    expect_blocks_as_by_jacobian(motion, 1e-4);
  }
}

TEST(MotionBlocks, stages_that_are_coupled_solve_as_jacobians_of_their_own) {
  const RadauTableau& tableau = radau_tableau(5);
  const auto check = [&](const std::vector<LinearisedMotion>& motions, double h) {
    const std::size_t size = 2 * motions.front().pattern->coordinates;
    std::vector<double> jacobians;
    for (const LinearisedMotion& motion : motions) {
      const std::vector<double> one = jacobian_of(motion);
      jacobians.insert(jacobians.end(), one.begin(), one.end());
    }
    RadauCoupled by_jacobians;
    MotionCoupled by_motions;
    ASSERT_TRUE(by_jacobians.factor(tableau, h, jacobians, size));
    ASSERT_TRUE(by_motions.factor(tableau, h, motions));
    std::vector<double> expected = random_vector((size + 2) * motions.size());
    std::vector<double> got = expected;
    by_jacobians.solve(expected, size + 2);
    by_motions.solve(got, size + 2);
    expect_same(got, expected, 1e-9);
  };
  std::vector<LinearisedMotion> full;
  std::vector<LinearisedMotion> chains;
  for (unsigned stage = 0; stage < 5; ++stage) {
    full.push_back(full_motion(5, 2, 10 + stage));
    full.back().pattern = full.front().pattern;
    chains.push_back(chain_motion(40, true, 1e3 * (1 + 0.3 * stage)));
    chains.back().pattern = chains.front().pattern;
  }
  check(full, 0.05);
  check(chains, 0.02);
}

TEST(MotionBlocks, work_of_a_chain_grows_as_its_length) {
  const auto plan = [](std::size_t n) { return chain_motion(n, true, 1e4).pattern->plan; };
  const LuPlan small = plan(500);
  const LuPlan large = plan(4000);
  ASSERT_TRUE(small.is_sparse);
  EXPECT_LT(large.multiplications, 8.2 * small.multiplications);
  EXPECT_LT(large.entries_of_factors, 8.2 * small.entries_of_factors);
  EXPECT_LT(static_cast<double>(large.places.size()), 8.1 * static_cast<double>(small.places.size()));
}

TEST(MotionBlocks, few_or_full_rows_are_factored_in_full) {
  EXPECT_FALSE(chain_motion(8, false, 1).pattern->plan.is_sparse);
  const LuPlan full = full_motion(150, 0, 5).pattern->plan;
  EXPECT_FALSE(full.is_sparse);
  EXPECT_DOUBLE_EQ(full.multiplications, 150.0 * 150.0 * 150.0 / 3);
}

TEST(MotionBlocks, matrices_that_are_singular_are_refused) {
  LinearisedMotion motion = full_motion(4, 2, 6);
  const std::size_t last = motion.pattern->begins[5];
  for (std::size_t entry = last; entry < motion.pattern->begins[6]; ++entry)
    motion.by_position[entry] = motion.by_rate[entry] = motion.by_acceleration[entry] = 0;
  MotionBlocks blocks;
  EXPECT_FALSE(blocks.factor(radau_tableau(3), 0.1, motion));
  LinearisedMotion chain = chain_motion(120, true, 1e4);
  for (std::size_t entry = chain.pattern->begins[120]; entry < chain.pattern->begins[121]; ++entry)
    chain.by_position[entry] = chain.by_rate[entry] = chain.by_acceleration[entry] = 0;
  EXPECT_FALSE(blocks.factor(radau_tableau(3), 0.1, chain));
}

} // namespace
} // namespace dalembert::test

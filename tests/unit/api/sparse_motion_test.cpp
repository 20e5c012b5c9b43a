#include <dalembert/api/session.h>
#include <dalembert/lowering/inertia_structure.h>
#include <dalembert/lowering/sparse_motion.h>
#include <dalembert/program/elimination_plan.h>
#include <dalembert/simulation/solving/dynamics.h>
#include <dalembert/simulation/solving/structure_solution.h>

#include "chain_of_points.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>

namespace dalembert {
namespace {

/// Compares the solution for other right-hand sides with that by the matrices of the state solved last.
void compare_again(const Engine& engine, std::span<const double> state, Dynamics& by_structure, Dynamics& by_matrices,
                   double bound) {
  std::mt19937 random(6);
  std::uniform_real_distribution<double> number(-2, 2);
  StructureSolution solution(engine.structure);
  ASSERT_TRUE(solution.factor(state));
  for (int side = 0; side < 2; ++side) {
    std::vector<double> forces(engine.coordinates());
    std::vector<double> rows(engine.constraints());
    std::ranges::generate(forces, [&] { return number(random); });
    std::ranges::generate(rows, [&] { return number(random); });
    std::vector<double> expected_x(forces.size());
    std::vector<double> expected_rows = rows;
    by_matrices.solve_again(forces, expected_rows, expected_x);
    std::vector<double> x(forces.size());
    std::vector<double> multipliers = rows;
    ASSERT_TRUE(solution.solve(forces, multipliers, x));
    for (std::size_t i = 0; i < x.size(); ++i)
      EXPECT_NEAR(x[i], expected_x[i], bound * test::largest_size(expected_x)) << i;
    for (std::size_t k = 0; k < rows.size(); ++k)
      EXPECT_NEAR(multipliers[k], expected_rows[k], bound * test::largest_size(expected_rows)) << k;
    std::vector<double> again(x.size());
    by_structure.solve_again(forces, rows, again);
    EXPECT_EQ(again, x);
    EXPECT_EQ(rows, multipliers);
  }
}

/// Compares v̇ and λ by the structure and by the matrices at random states; returns the smallest pivot met.
double compare(Session& session, double bound, int states = 12) {
  const Engine& engine = session.engine();
  EXPECT_TRUE(engine.structure.motion);
  Dynamics by_structure(engine);
  by_structure.use_structure();
  Dynamics by_matrices(engine);
  std::mt19937 random(5);
  std::uniform_real_distribution<double> number(-2, 2);
  double smallest = 1;
  for (int s = 0; s < states; ++s) {
    std::vector<double> inputs = engine.blank_inputs();
    const InputView<double> at(engine.programs->layout, inputs);
    std::ranges::generate(at.motion(), [&] { return number(random); });
    at.time() = 0.3 * s;
    std::vector<double> expected = inputs;
    by_matrices.solve(expected);
    by_structure.solve(inputs);
    EXPECT_TRUE(by_structure.is_by_structure()) << s;
    const double scale = test::largest_size(expected);
    for (std::size_t i = 0; i < inputs.size(); ++i)
      EXPECT_NEAR(inputs[i], expected[i], bound * scale) << "state " << s << ", input " << i;
    compare_again(engine, std::span(inputs).first(engine.programs->layout.state_size()), by_structure, by_matrices,
                  bound);
    // The matrices are those of the state that was solved.
    const std::span<const double> mass = by_structure.mass();
    EXPECT_TRUE(std::ranges::equal(mass, by_matrices.mass()));
    smallest = std::min(smallest, by_structure.status().smallest_pivot);
  }
  return smallest;
}

TEST(SparseMotion, chain_in_absolute_angles) {
  Session session("chain", test::chain_of_points);
  EXPECT_GT(compare(session, 1e-11), 1e-6); // M has no small pivot: far above rounding
}

TEST(SparseMotion, chain_in_relative_angles_with_springs_dampers_and_a_motor) {
  Session session("chain", R"(
model Chain
count n = 30
param m = 1 [kg], l = 1 [m], g = 9.81 [m/s^2], k = 3 [N*m/rad], c = 0.2 [N*m*s/rad], J = 0.1 [kg*m^2]
coord q[1..n] [rad]
let phi[i in 0..n] = if i = 0 then 0 else phi[i-1] + q[i]
let x[i in 0..n] = if i = 0 then 0.1*l*sin(3*t/(1 [s])) else x[i-1] + l*sin(phi[i])
let y[i in 0..n] = if i = 0 then 0 else y[i-1] - l*cos(phi[i])
kinetic T = sum(i in 1..n: 1/2*m*((x[i-1]' + x[i]')^2/4 + (y[i-1]' + y[i]')^2/4) + 1/2*J*phi[i]'^2)
potential V = sum(i in 1..n: m*g*y[i] + 1/2*k*q[i]^2)
dissipation D = sum(i in 1..n: 1/2*c*q[i]'^2)
force M = 2 [N*m]*cos(t/(1 [s])) on q[3]
)");
  EXPECT_GT(compare(session, 1e-10), 1e-6); // M has no small pivot: far above rounding
}

TEST(SparseMotion, tree_with_rotors) {
  Session session("tree", R"(
model Tree
count n = 15
param m = 1 [kg], l = 1 [m], g = 9.81 [m/s^2], J = 0.02 [kg*m^2]
coord q[1..n] [rad]
let phi[i in 1..n] = if i = 1 then q[1] else phi[floor(i/2)] + q[i]
let x[i in 1..n] = if i = 1 then l*sin(phi[1]) else x[floor(i/2)] + l*sin(phi[i])
let y[i in 1..n] = if i = 1 then -l*cos(phi[1]) else y[floor(i/2)] - l*cos(phi[i])
kinetic T = sum(i in 1..n: 1/2*m*(x[i]'^2 + y[i]'^2) + 1/2*J*q[i]'^2)
potential V = sum(i in 1..n: m*g*y[i])
)");
  EXPECT_GT(compare(session, 1e-11), 1e-6); // M has no small pivot: far above rounding
}

TEST(SparseMotion, chain_whose_tip_is_pinned_and_driven) {
  Session session("chain", std::string(test::chain_of_points) + R"(
constraint sideways: x[n] = 3 [m] + 0.1 [m]*sin(t/(1 [s]))
constraint upwards: y[n] = -6 [m]
)");
  EXPECT_GT(compare(session, 1e-10), 1e-8); // with rows pivots are squares of angles: far above rounding
}

TEST(SparseMotion, cartesian_chain_with_lengths_as_constraints) {
  Session session("chain", R"(
model Chain
count n = 10
param m = 1 [kg], L = 1 [m], g = 9.81 [m/s^2]
coord x[1..n] [m], y[1..n] [m]
let X[i in 0..n] = if i = 0 then 0 else x[i]
let Y[i in 0..n] = if i = 0 then 0 else y[i]
kinetic T = sum(i in 1..n: 1/2*m*(x[i]'^2 + y[i]'^2))
potential V = sum(i in 1..n: m*g*y[i])
constraint link[i in 1..n]: (X[i] - X[i-1])^2 + (Y[i] - Y[i-1])^2 = L^2
)");
  EXPECT_GT(compare(session, 1e-9), 1e-8); // pivots are squares of angles between links: far above rounding
}

TEST(SparseMotion, spatial_chain_of_points_with_gyroscopic_terms_in_l) {
  Session session("chain", R"(
model Chain
count n = 18
param m = 1 [kg], l = 1 [m], g = 9.81 [m/s^2], b = 0.4 [kg/s]
coord a[1..n] [rad], e[1..n] [rad]
let x[i in 0..n] = if i = 0 then 0 else x[i-1] + l*cos(a[i])*cos(e[i])
let y[i in 0..n] = if i = 0 then 0 else y[i-1] + l*sin(a[i])*cos(e[i])
let z[i in 0..n] = if i = 0 then 0 else z[i-1] + l*sin(e[i])
lagrangian L = sum(i in 1..n: 1/2*m*(x[i]'^2 + y[i]'^2 + z[i]'^2) - m*g*z[i] + 1/2*b*(x[i]*y[i]' - y[i]*x[i]'))
)");
  EXPECT_GT(compare(session, 1e-8), 1e-8); // cosines of the heights are squared: far above rounding
}

TEST(SparseMotion, train_of_trailers_with_rolling_wheels) {
  Session session("train", R"(
model Train
count n = 8
param m = 1 [kg], J = 0.3 [kg*m^2], d = 1 [m]
coord X [m], Y [m], th[0..n] [rad]
let x[i in 0..n] = if i = 0 then X else x[i-1] - d*cos(th[i])
let y[i in 0..n] = if i = 0 then Y else y[i-1] - d*sin(th[i])
kinetic T = sum(i in 0..n: 1/2*m*(x[i]'^2 + y[i]'^2) + 1/2*J*th[i]'^2)
constraint wheels[i in 0..n]: -x[i]'*sin(th[i]) + y[i]'*cos(th[i]) = 0
)");
  EXPECT_GT(compare(session, 1e-8), 1e-8); // pivots are squares of angles between wheels: far above rounding
}

TEST(SparseMotion, where_rows_depend_on_one_another_the_matrices_solve) {
  Session session("chain", std::string(test::chain_of_points) + R"(
constraint across: x[n] = 3 [m]
constraint again: 2*x[n] = 6 [m]
)");
  const Engine& engine = session.engine();
  Dynamics dynamics(engine);
  dynamics.use_structure();
  std::vector<double> inputs = engine.blank_inputs();
  const InputView<double> at(engine.programs->layout, inputs);
  for (std::size_t i = 0; i < at.motion().size(); ++i)
    at.motion()[i] = std::cos(static_cast<double>(i));
  dynamics.solve(inputs);
  EXPECT_FALSE(dynamics.is_by_structure());
  EXPECT_TRUE(std::isfinite(at.accelerations()[0]));
}

TEST(SparseMotion, what_has_no_such_structure_has_no_program) {
  Session relativistic("relativistic", R"(
model Fast
count n = 9
param m = 1 [kg], c = 3 [m/s]
coord x[1..n] [m]
lagrangian L = sum(i in 1..n: -m*c^2*sqrt(1 - x[i]'^2/c^2))
)");
  EXPECT_FALSE(inertia_structure(relativistic.equations()));
  EXPECT_EQ(lower_sparse_motion(relativistic.study(), relativistic.equations()).outputs(), 0U);
  Session small("small", R"(
model Small
param m = 1 [kg]
coord x [m]
kinetic T = 1/2*m*x'^2
)");
  EXPECT_EQ(lower_sparse_motion(small.study(), small.equations()).outputs(), 0U);
}

TEST(SparseMotion, operations_grow_as_the_chain_does) {
  Session session("chain", test::chain_of_points);
  Session twice("chain", test::chain_of_points, {"n=24"});
  const auto of_12 = static_cast<double>(lower_sparse_motion(session.study(), session.equations()).operations());
  const auto of_24 = static_cast<double>(lower_sparse_motion(twice.study(), twice.equations()).operations());
  EXPECT_LT(of_24, 2.15 * of_12);
  EXPECT_LT(of_24, 24 * 110);
}

} // namespace
} // namespace dalembert

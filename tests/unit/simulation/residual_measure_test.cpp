#include <dalembert/simulation/solving/account.h>
#include <dalembert/simulation/solving/residual_measure.h>

#include "pendulum_study.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace dalembert {
namespace {

/// One state of the pendulum with everything solved.
struct Solved {
  Engine engine = test::PendulumStudy().engine();
  Dynamics dynamics{engine};
  Evaluation at;

  explicit Solved(const State& moment) {
    std::vector<double> inputs = engine.blank_inputs();
    put_state(engine.programs->layout, moment, inputs);
    dynamics.solve(inputs);
    at = Account(engine).evaluate(inputs, dynamics);
  }
};

TEST(ResidualMeasure, tells_the_residual_beside_the_largest_force_of_the_system) {
  Solved s({0.0, {0.6, -0.8}, {1.6, 1.2}});
  s.at.residual = {0.5, 0.0};
  // Both rows have M = 2; the largest term is that of the weight, of the rod or of the inertia.
  double largest = 2 * 9.8;
  for (std::size_t i = 0; i < 2; ++i)
    largest = std::max({largest, 2 * std::abs(s.at.accelerations[i]), std::abs(s.at.constraint_forces[i])});
  EXPECT_DOUBLE_EQ(ResidualMeasure().of(s.at, s.dynamics), 0.5 / largest);
}

TEST(ResidualMeasure, is_small_where_the_terms_of_one_row_vanish_at_an_instant) {
  // It hangs at rest: x'' = 0, no force on x, and λ·x = 0 but for round-off.
  Solved s({0.0, {0.0, -1.0}, {0.0, 0.0}});
  s.at.residual[0] = 1e-16;
  EXPECT_LT(ResidualMeasure().of(s.at, s.dynamics), 1e-16); // less than the residual itself, which is a share of 20 N
}

TEST(ResidualMeasure, of_a_motion_without_forces_is_the_change_that_it_could_make_within_the_run) {
  test::PendulumStudy free;
  free.study.system.constraints.clear();
  free.study.system.energies.pop_back(); // no weight
  const Engine engine = free.engine();
  Dynamics dynamics(engine);
  std::vector<double> inputs = engine.blank_inputs();
  put_state(engine.programs->layout, {0.0, {0.0, 0.0}, {3.0, 4.0}}, inputs);
  dynamics.solve(inputs);
  Evaluation at = Account(engine).evaluate(inputs, dynamics);
  at.residual = {0.0, 0.01};
  ResidualMeasure measure;
  measure.start(10.0);
  EXPECT_NEAR(measure.of(at, dynamics), 0.01 * 10.0 / (2 * 5.0), 1e-15); // F·t/(m·v); one quotient: ulps
}

} // namespace
} // namespace dalembert

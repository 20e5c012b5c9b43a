#include <dalembert/base/errors.h>
#include <dalembert/simulation/engine/explain.h>
#include <dalembert/simulation/solving/account.h>

#include "pendulum_study.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>

namespace dalembert {
namespace {

// x = 0.6, y = −0.8, v = (1.6, 1.2): answers −888/125, −41/125 and −296/25, derived by hand from M v̇ = h + Aᵀλ.
const State state{0.0, {0.6, -0.8}, {1.6, 1.2}};

TEST(Evaluate, pendulum_gives_the_acceleration_and_multiplier_of_the_textbook) {
  const Engine engine = test::PendulumStudy().engine();
  const Evaluation at = evaluate_at(engine, state);
  EXPECT_NEAR(at.accelerations[0], -888.0 / 125, 1e-13); // solved to rounding of 12, times a condition of 2
  EXPECT_NEAR(at.accelerations[1], -41.0 / 125, 1e-13);
  EXPECT_NEAR(at.multipliers[0], -296.0 / 25, 1e-13);
}

TEST(Evaluate, flipping_the_constraint_flips_the_multiplier_and_nothing_else) {
  const Evaluation plus = evaluate_at(test::PendulumStudy(1).engine(), state);
  const Evaluation minus = evaluate_at(test::PendulumStudy(-1).engine(), state);
  EXPECT_DOUBLE_EQ(plus.multipliers[0], -minus.multipliers[0]);
  EXPECT_DOUBLE_EQ(plus.accelerations[0], minus.accelerations[0]);
  EXPECT_DOUBLE_EQ(plus.constraint_forces[1], minus.constraint_forces[1]);
}

TEST(Evaluate, a_hanging_pendulum_at_rest_pulls_with_its_weight) {
  const Evaluation at = evaluate_at(test::PendulumStudy().engine(), {0.0, {0.0, -1.0}, {0.0, 0.0}});
  EXPECT_NEAR(at.constraint_forces[1], 2 * 9.8, 1e-13); // solved to rounding of 20
  EXPECT_NEAR(at.multipliers[0], -9.8, 1e-13);          // 2·y·λ = m·g with y = −1
}

TEST(Evaluate, a_constraint_written_twice_gives_the_same_motion_and_least_multipliers) {
  test::PendulumStudy twice;
  twice.constraint("again", twice.study.system.constraints[0].residual);
  const Evaluation at = evaluate_at(twice.engine(), state);
  EXPECT_NEAR(at.accelerations[0], -888.0 / 125, 1e-12); // by a decomposition of two rows: rounding of 12
  EXPECT_NEAR(at.multipliers[0], -148.0 / 25, 1e-12);
  EXPECT_NEAR(at.multipliers[1], -148.0 / 25, 1e-12);
}

TEST(Evaluate, a_violated_state_is_reported_and_not_projected) {
  const Evaluation at = evaluate_at(test::PendulumStudy().engine(), {0.0, {0.6, -0.9}, {1.6, 1.2}});
  EXPECT_NEAR(at.position_violation[0], 0.17, 1e-14); // one sum: ulps
  EXPECT_DOUBLE_EQ(at.state.q[1], -0.9);
}

TEST(Evaluate, rows_whose_terms_overflow_are_said_to_in_words) {
  EXPECT_NE(unmet_rows(0.25, "here").find("(the rows differ by 0.25 of the largest term)"), std::string::npos);
  for (const double none : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    const std::string words = unmet_rows(none, "at t = 1 s");
    EXPECT_NE(words.find("accelerations at t = 1 s"), std::string::npos);
    EXPECT_NE(words.find("(their terms are larger than any number of double precision)"), std::string::npos);
    EXPECT_THROW(require_met_rows({.contradiction = none}, 1.0), SolveError);
  }
}

} // namespace
} // namespace dalembert

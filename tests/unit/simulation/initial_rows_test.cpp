// Initial values given by expressions are met together with the constraints.
#include <dalembert/lowering/programs.h>
#include <dalembert/program/compile.h>
#include <dalembert/simulation/start/initial_state.h>

#include "pendulum_study.h"

#include <gtest/gtest.h>

#include <cmath>

namespace dalembert::test {
namespace {

TEST(InitialRows, a_product_and_a_difference_are_met_on_the_constraint) {
  PendulumStudy model;
  Graph& g = model.graph();
  model.initial(g.mul(model.x, model.y), Rational(-3, 10), true, "x*y");
  model.initial(model.x, Rational(9, 10), false, "x");
  model.initial(model.y, Rational(-2, 5), false, "y");
  model.initial(g.sub(model.vx, model.vy), Rational(1, 2), true, "x' - y'");
  const auto study = std::make_shared<const Study>(model.study);
  const Equations equations = derive(std::shared_ptr<const System>(study, &study->system));
  const Engine engine =
      make_engine(study, std::make_shared<const Programs>(lower(*study, equations)), {2.0, 1.0, 9.8}, interpreted);
  const State at = consistent_initial_state(engine).state;
  // x·y = −0.3 and x² + y² = 1: (x − y)² = 1.6 and (x + y)² = 0.4; x·ẋ + y·ẏ = 0 and ẋ − ẏ = 0.5.
  const double sum = std::sqrt(0.4);
  const double difference = std::sqrt(1.6);
  EXPECT_NEAR(at.q[0], (sum + difference) / 2, 1e-11); // rows are met to 1e-11 of their terms
  EXPECT_NEAR(at.q[1], (sum - difference) / 2, 1e-11);
  EXPECT_NEAR(at.v[0] - at.v[1], 0.5, 1e-12); // linear rows: rounding
  EXPECT_NEAR(at.q[0] * at.v[0] + at.q[1] * at.v[1], 0.0, 1e-12);
}

TEST(InitialRows, that_the_constraints_do_not_allow_are_shown_as_they_are_given) {
  for (const bool is_possible : {false, true}) {
    PendulumStudy model;
    Graph& g = model.graph();
    model.initial(model.x, Rational(3, 5), true, "x");
    model.initial(model.y, is_possible ? Rational(4, 5) : Rational(2), !is_possible, "y");
    model.initial(model.vx, Rational(1), true, "x'");
    model.initial(g.add(model.vx, model.vy), Rational(2), true, "x' + y'"); // the constraint wants 0.6·1 + 0.8·1 = 0
    const auto study = std::make_shared<const Study>(model.study);
    const Equations equations = derive(std::shared_ptr<const System>(study, &study->system));
    const Engine engine =
        make_engine(study, std::make_shared<const Programs>(lower(*study, equations)), {2.0, 1.0, 9.8}, interpreted);
    EXPECT_THROW(static_cast<void>(consistent_initial_state(engine)), ModelError);
    const ShownStart shown = shown_start(engine);
    EXPECT_EQ(shown.is_possible, is_possible);
    EXPECT_EQ(shown.state.q[0], 0.6);
    EXPECT_NEAR(shown.state.q[1], is_possible ? 0.8 : 2.0, 1e-12); // one row is met to rounding
    EXPECT_EQ(shown.state.v[0], 1.0);
  }
}

} // namespace
} // namespace dalembert::test

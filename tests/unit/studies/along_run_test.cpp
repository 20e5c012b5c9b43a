#include <dalembert/studies/along_run.h>

#include "../simulation/pendulum_study.h"

#include <gtest/gtest.h>

namespace dalembert {
namespace {

test::PendulumStudy swinging() {
  test::PendulumStudy pendulum;
  pendulum.initial(pendulum.x, Rational(1), true, "x");
  pendulum.initial(pendulum.y, Rational(-1, 10), false, "y");
  pendulum.initial(pendulum.vx, Rational(0), true, "x'");
  pendulum.simulate(5);
  return pendulum;
}

TEST(AlongRun, finds_no_failure_of_what_holds) {
  const test::PendulumStudy pendulum = swinging();
  Graph& graph = *pendulum.study.system.graph;
  const Expr square = graph.add(graph.square(pendulum.x), graph.square(pendulum.y));
  const RunComparison found = compare_along_run(pendulum.engine(), square, graph.mul(square, square));
  EXPECT_GE(found.states, 20U);
  EXPECT_EQ(found.failures, 0U) << "the rod has the length 1";
}

TEST(AlongRun, tells_what_is_the_same_from_what_differs_by_more_than_errors_of_runs) {
  const test::PendulumStudy pendulum = swinging();
  Graph& graph = *pendulum.study.system.graph;
  const Expr length = graph.add(graph.square(pendulum.x), graph.square(pendulum.y));
  const Engine engine = pendulum.engine();
  const auto found = equality_along_run(engine, length, graph.one());
  ASSERT_TRUE(found);
  EXPECT_LT(found->worst, 1e-12); // projected: rounding
  const Expr nearly = graph.number(Rational(1'000'000'001, 1'000'000'000));
  EXPECT_FALSE(equality_along_run(engine, length, nearly)) << "9 digits are the same, along a finer run too";
  EXPECT_FALSE(equality_along_run(engine, length, pendulum.y));
}

TEST(AlongRun, of_rest_tells_what_is_not_all_0) {
  test::PendulumStudy pendulum;
  pendulum.initial(pendulum.x, Rational(0), true, "x");
  pendulum.initial(pendulum.y, Rational(-1), false, "y");
  pendulum.simulate(5);
  Graph& graph = *pendulum.study.system.graph;
  const Engine engine = pendulum.engine();
  EXPECT_TRUE(equality_along_run(engine, pendulum.y, graph.number(Rational(-1))));
  EXPECT_FALSE(equality_along_run(engine, pendulum.x, pendulum.vx)) << "0 = 0";
}

TEST(AlongRun, says_nothing_of_a_motion_along_which_the_system_changes) {
  test::PendulumStudy pendulum = swinging();
  Graph& graph = *pendulum.study.system.graph;
  const Expr length = graph.add(graph.square(pendulum.x), graph.square(pendulum.y));
  pendulum.study.closed = std::make_shared<const Study>(pendulum.study);
  EXPECT_FALSE(equality_along_run(pendulum.engine(), length, graph.one()));
}

TEST(AlongRun, finds_where_the_other_sign_of_a_root_is_wrong) {
  const test::PendulumStudy pendulum = swinging();
  Graph& graph = *pendulum.study.system.graph;
  const Expr root = graph.sqrt(graph.sub(graph.one(), graph.square(pendulum.y)));
  const RunComparison found = compare_along_run(pendulum.engine(), pendulum.x, root);
  EXPECT_GT(found.failures, found.states / 4) << "x is negative half of the time";
  EXPECT_LT(found.failures, found.states);
}

TEST(AlongRun, forgives_a_small_share_of_large_sides) {
  const test::PendulumStudy pendulum = swinging();
  Graph& graph = *pendulum.study.system.graph;
  const Expr thousand = graph.add(graph.number(Rational(1000)), pendulum.x);
  const Expr more = graph.add(thousand, graph.number(Rational(1)));
  EXPECT_EQ(compare_along_run(pendulum.engine(), thousand, more).failures, 0U) << "1 of 1000 may be rounding";
  const RunComparison far = compare_along_run(pendulum.engine(), thousand, graph.scale(Rational(11, 10), thousand));
  EXPECT_EQ(far.failures, far.states);
}

TEST(AlongRun, forgives_what_is_small_beside_the_quantities_of_the_state) {
  test::PendulumStudy pendulum = swinging();
  pendulum.parameter("far", Rational(1'000'000));
  Graph& graph = *pendulum.study.system.graph;
  const Expr small = graph.number(Rational(1, 100));
  EXPECT_EQ(compare_along_run(pendulum.engine(), small, graph.zero()).failures, 0U);
  const RunComparison larger = compare_along_run(pendulum.engine(), graph.number(Rational(3)), graph.zero());
  EXPECT_EQ(larger.failures, larger.states);
  EXPECT_GE(larger.states, 20U);
}

TEST(AlongRun, looks_at_no_state_where_no_motion_is_asked_for) {
  test::PendulumStudy pendulum = swinging();
  pendulum.study.simulate.reset();
  EXPECT_EQ(compare_along_run(pendulum.engine(), pendulum.x, pendulum.y).states, 0U);
}

} // namespace
} // namespace dalembert

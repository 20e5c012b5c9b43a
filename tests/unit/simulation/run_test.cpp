#include <dalembert/base/errors.h>
#include <dalembert/simulation/run/run.h>

#include "pendulum_study.h"

#include <gtest/gtest.h>

namespace dalembert {
namespace {

test::PendulumStudy swinging(int end) {
  test::PendulumStudy pendulum;
  pendulum.initial(pendulum.x, Rational(1), true, "x");
  pendulum.initial(pendulum.y, Rational(-1, 10), false, "y");
  pendulum.initial(pendulum.vx, Rational(0), true, "x'");
  pendulum.simulate(end);
  return pendulum;
}

TEST(Run, pendulum_keeps_its_length_to_1e_14_over_two_thousand_seconds) {
  RunOptions options;
  options.tolerance = 1e-12;
  const RunResult result = run(swinging(2000).engine(), options);
  ASSERT_EQ(result.outcome, RunOutcome::completed) << result.failure;
  EXPECT_LE(result.certificate.position[0].value, 1e-14);     // projected at each step: rounding
  EXPECT_LE(result.certificate.energy_defect_relative, 1e-9); // 1000 tolerances (1e-12), over 2000 s
}

TEST(Run, measures_the_energy_of_a_system_at_rest_by_its_potential_not_by_what_rounding_leaves_of_T) {
  test::PendulumStudy pendulum;
  pendulum.initial(pendulum.x, Rational(1, 10'000'000'000), true, "x");
  pendulum.initial(pendulum.y, Rational(-1), false, "y");
  pendulum.simulate(5);
  const RunResult result = run(pendulum.engine(), {});
  ASSERT_EQ(result.outcome, RunOutcome::completed) << result.failure;
  EXPECT_TRUE(result.certificate.is_at_rest()) << result.certificate.largest_kinetic;
  EXPECT_LE(result.certificate.energy_defect_relative, 1e-13); // rounding of an energy of 20 J
}

TEST(Run, contradicts_a_proof_that_it_shows_to_be_false) {
  test::PendulumStudy pendulum = swinging(5);
  Check check;
  check.left = pendulum.x;
  check.right = pendulum.study.system.graph->neg(pendulum.x);
  check.relation = Comparison::equal;
  check.text = "x = -x";
  pendulum.study.checks.push_back(check);
  RunOptions options;
  options.settled = {CheckResult{0, CheckStatus::proved, 0.0, 0.0, 0.0, "at every admissible state"}};
  EXPECT_THROW(static_cast<void>(run(pendulum.engine(), options)), InternalError);
  pendulum.study.checks.front().right = pendulum.x;
  EXPECT_EQ(run(pendulum.engine(), options).checks.at(0).status, CheckStatus::proved);
  pendulum.study.checks.front().right = pendulum.study.system.graph->neg(pendulum.x);
  options.settled.front()->status = CheckStatus::holds; // seen at real states alone
  EXPECT_EQ(run(pendulum.engine(), options).checks.at(0).status, CheckStatus::fails);
}

TEST(Run, pendulum_at_default_tolerance_keeps_its_length_to_1e_13) {
  const RunResult result = run(swinging(200).engine(), {});
  // Projected at each step: rounding, with room for steps that are longer.
  EXPECT_LE(result.certificate.position[0].value, 1e-13);
}

TEST(Run, stops_exactly_at_the_requested_times) {
  RunOptions options;
  options.at = {0.25, 1.5, 3.0};
  const RunResult result = run(swinging(2).engine(), options);
  ASSERT_EQ(result.samples.size(), 3U);
  EXPECT_EQ(result.samples[0].state.t, 0.25);
  EXPECT_EQ(result.samples[1].state.t, 1.5);
  EXPECT_EQ(result.samples[2].state.t, 3.0);
  EXPECT_EQ(result.final.state.t, 3.0);
}

TEST(Run, a_drift_is_measured_by_the_largest_size_over_the_whole_run) {
  test::PendulumStudy pendulum = swinging(2); // starts at rest with T + V = 0, so that the first states have no size
  Graph& graph = *pendulum.study.system.graph;
  Derived drift;
  drift.kind = DerivedKind::drift;
  drift.symbol = graph.symbol("drift(E)");
  const std::vector<EnergyTerm>& energies = pendulum.study.system.energies;
  drift.argument = graph.add(energies[0].value, energies[1].value);
  drift.argument_measure.dimension = Dimension::energy();
  pendulum.study.derived.push_back(drift);
  for (const Rational& bound : {Rational(1, 1000000), Rational(0)}) {
    Check check;
    check.left = drift.symbol;
    check.right = graph.number(bound);
    check.relation = Comparison::less;
    pendulum.study.checks.push_back(check);
  }
  const RunResult result = run(pendulum.engine(), {});
  ASSERT_EQ(result.checks.size(), 2U);
  EXPECT_EQ(result.checks[0].status, CheckStatus::holds);
  EXPECT_EQ(result.checks[1].status, CheckStatus::fails);
}

TEST(Run, the_free_coordinate_moves_onto_the_circle_and_the_report_says_so) {
  const RunResult result = run(swinging(1).engine(), {});
  ASSERT_EQ(result.initial.moved.size(), 1U);
  EXPECT_EQ(result.initial.moved[0].name, "y");
  EXPECT_EQ(result.initial.degrees_of_freedom, 1);
  EXPECT_EQ(result.initial.independent_initial_values, 2);
}

TEST(Run, verification_estimates_the_global_error_truly) {
  RunOptions options;
  options.tolerance = 1e-6;
  options.verify = true;
  const RunResult coarse = run(swinging(20).engine(), options);
  RunOptions fine;
  fine.tolerance = 1e-13;
  const RunResult reference = run(swinging(20).engine(), fine);
  const double truth = std::max(std::abs(coarse.final.state.q[0] - reference.final.state.q[0]),
                                std::abs(coarse.final.state.v[0] - reference.final.state.v[0]));
  ASSERT_TRUE(coarse.certificate.global_error.has_value());
  EXPECT_GT(coarse.certificate.global_error->of_motion(), 0.2 * truth);
  EXPECT_LT(coarse.certificate.global_error->of_motion(), 5 * truth);
}

TEST(Run, ends_where_its_work_is_done_and_speaks_of_that_span) {
  RunOptions options;
  options.most_work = 1e5;
  const RunResult part = run(swinging(2000).engine(), options);
  EXPECT_EQ(part.outcome, RunOutcome::bounded);
  EXPECT_EQ(part.wanted_end, 2000.0);
  EXPECT_GT(part.final.state.t, 0.1);
  EXPECT_LT(part.final.state.t, 200.0);
  ASSERT_FALSE(part.table.times.empty());
  EXPECT_EQ(part.table.times.back(), part.final.state.t);
  EXPECT_LE(part.certificate.energy_defect.time, part.final.state.t);
  EXPECT_EQ(part.final.state.t, run(swinging(2000).engine(), options).final.state.t);
  options.most_work = 2e5;
  EXPECT_GT(run(swinging(2000).engine(), options).final.state.t, 1.5 * part.final.state.t);
  options.most_work = 1e12;
  EXPECT_EQ(run(swinging(20).engine(), options).outcome, RunOutcome::completed);
}

TEST(Run, an_interruption_keeps_what_was_computed) {
  StopToken stop;
  RunOptions options;
  options.stop = &stop;
  options.progress = [&stop](double share) {
    if (share > 0.3) stop.request();
  };
  const RunResult result = run(swinging(2000).engine(), options);
  EXPECT_EQ(result.outcome, RunOutcome::interrupted);
  EXPECT_GT(result.final.state.t, 100.0);
  EXPECT_FALSE(result.table.times.empty());
}

} // namespace
} // namespace dalembert

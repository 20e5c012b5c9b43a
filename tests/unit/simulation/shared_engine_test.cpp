#include <dalembert/derivation/form_table.h>
#include <dalembert/lowering/form_program.h>
#include <dalembert/simulation/run/run.h>

#include "pendulum_study.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <thread>
#include <vector>

namespace dalembert {
namespace {

test::PendulumStudy swinging_pendulum() {
  test::PendulumStudy pendulum;
  pendulum.initial(pendulum.x, Rational(1), true, "x");
  pendulum.initial(pendulum.y, Rational(-1, 10), false, "y");
  pendulum.initial(pendulum.vx, Rational(0), true, "x'");
  pendulum.simulate(20);
  return pendulum;
}

/// The numbers of a run, as bits.
std::vector<std::uint64_t> bits_of_run(const Engine& engine) {
  RunOptions options;
  options.samples = 100;
  options.curve_points = 3;
  const RunResult result = run(engine, options);
  EXPECT_EQ(result.outcome, RunOutcome::completed) << result.failure;
  std::vector<std::uint64_t> out;
  const auto add = [&out](const std::vector<double>& values) {
    for (const double value : values)
      out.push_back(std::bit_cast<std::uint64_t>(value));
  };
  for (const Evaluation& at : result.samples) {
    add(at.state.q);
    add(at.state.v);
    add(at.accelerations);
    add(at.multipliers);
    add({at.energies.kinetic, at.energies.potential});
  }
  add(result.curves.times);
  return out;
}

void expect_bits_of_a_single_run(const Engine& alone, const Engine& shared) {
  const std::vector<std::uint64_t> expected = bits_of_run(alone);
  constexpr std::size_t threads = 3;
  std::vector<std::vector<std::uint64_t>> found(threads);
  {
    std::vector<std::jthread> running;
    for (std::vector<std::uint64_t>& own : found)
      running.emplace_back([&own, &shared] { own = bits_of_run(shared); });
  }
  for (const std::vector<std::uint64_t>& own : found)
    EXPECT_EQ(own, expected);
}

TEST(SharedEngine, gives_threads_that_run_it_at_once_the_bits_of_a_single_run) {
  const test::PendulumStudy pendulum = swinging_pendulum();
  const Engine engine = pendulum.engine();
  expect_bits_of_a_single_run(engine, engine);
}

TEST(SharedEngine, derives_a_form_once_for_threads_that_ask_for_it_at_once) {
  const auto study = std::make_shared<const Study>(swinging_pendulum().study);
  const auto equations = std::make_shared<const Equations>(test::StudyBuilder::derived(study));
  const auto programs = std::make_shared<const Programs>(lower(*study, *equations));
  int derived = 0; // guarded by the charts
  const auto engine = [&] {
    const auto lower_chart = [&](const std::vector<int>& independent) {
      ++derived;
      return lower_form(*study, derive_form(*equations, Form::voronets, independent));
    };
    return make_engine(study, programs, {2.0, 1.0, 9.8}, interpreted, {"voronets", lower_chart});
  };
  const Engine alone = engine();
  static_cast<void>(bits_of_run(alone));
  const int choices = derived;
  EXPECT_GE(choices, 2); // x or y as the speed
  expect_bits_of_a_single_run(alone, engine());
  EXPECT_EQ(derived, 2 * choices);
}

TEST(SharedEngine, with_other_parameters_shares_the_programs_and_has_its_own_ranges) {
  test::PendulumStudy pendulum = swinging_pendulum();
  pendulum.study.simulate->end = pendulum.l;
  const Engine engine = pendulum.engine();
  const Engine longer = with_parameters(engine, {2.0, 3.0, 9.8});
  EXPECT_EQ(longer.dynamics, engine.dynamics);
  EXPECT_EQ(engine.model_end(), 1.0);
  EXPECT_EQ(longer.model_end(), 3.0);
}

} // namespace
} // namespace dalembert

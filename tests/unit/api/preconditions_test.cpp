#include <dalembert/api/output.h>
#include <dalembert/api/session.h>
#include <dalembert/api/stage_table.h>

#include <gmock/gmock.h>

#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <utility>

namespace dalembert {
namespace {

using testing::HasSubstr;

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();
constexpr double beyond = std::numeric_limits<double>::infinity();

constexpr const char* refusing_oscillator = R"(model Oscillator
param k = 1
coord x
kinetic T = 1/2*x'^2
potential V = 1/2*k*x^2
initial x = 1, x' = 0
simulate 0..1
sweep k in 1..2 { count = 3 }
)";

Session oscillator_session() {
  return {"oscillator.mech", refusing_oscillator};
}

/// What an OptionError says; a test fails where there is none.
std::string option_refusal(const std::function<void()>& work) {
  try {
    work();
  } catch (const OptionError& error) {
    return error.what();
  }
  ADD_FAILURE() << "nothing was refused";
  return {};
}

std::string refusal_of_run(const std::function<void(RunOptions&)>& change) {
  RunOptions options;
  change(options);
  Session session = oscillator_session();
  const std::string out = option_refusal([&] { static_cast<void>(session.run(options)); });
  // The engine and a sweep refuse the same.
  EXPECT_EQ(option_refusal([&] { static_cast<void>(dalembert::run(session.engine(), options)); }), out);
  SweepRequest request;
  request.run = options;
  EXPECT_EQ(option_refusal([&] { static_cast<void>(session.sweep(request)); }), out);
  return out;
}

TEST(Preconditions, numbers_of_a_run_have_the_ranges_and_the_words_of_the_command_line) {
  const auto tolerance = [](double value) {
    return refusal_of_run([value](RunOptions& options) { options.tolerance = value; });
  };
  EXPECT_EQ(tolerance(0.0), "--tolerance takes a number from 1e-15 to 0.1, not \"0\"");
  EXPECT_EQ(tolerance(no_number), "--tolerance takes a number from 1e-15 to 0.1, not \"nan\"");
  EXPECT_EQ(tolerance(1e300), "--tolerance takes a number from 1e-15 to 0.1, not \"1e+300\"");
  EXPECT_EQ(tolerance(-1e-9), "--tolerance takes a number from 1e-15 to 0.1, not \"-1e-09\"");
  for (const double step : {0.0, -1.0, no_number, 1e-13, beyond}) {
    EXPECT_THAT(refusal_of_run([step](RunOptions& options) { options.max_step = step; }),
                HasSubstr("--max-step takes a number from 1e-12 to 1e+12, not"));
    EXPECT_THAT(refusal_of_run([step](RunOptions& options) { options.step = step; }),
                HasSubstr("--step takes a number from 1e-12 to 1e+12, not"));
  }
  for (const double time : {no_number, beyond, -beyond, 1e13})
    EXPECT_THAT(refusal_of_run([time](RunOptions& options) { options.end = time; }),
                HasSubstr("--to takes a number from -1e+12 to 1e+12, not"));
  EXPECT_THAT(refusal_of_run([](RunOptions& options) {
                options.at = {0.5, no_number};
              }),
              HasSubstr("--at takes numbers with commas between them, each from -1e+12 to 1e+12, not \"nan\""));
  EXPECT_THAT(refusal_of_run([](RunOptions& options) { options.samples = 1'000'000'000'000; }),
              HasSubstr("--samples takes a whole number from 0 to 1e+06, not \"1000000000000\""));
  for (const std::size_t rows : {std::size_t{0}, std::size_t{1}, std::size_t{2'000'000}})
    EXPECT_THAT(refusal_of_run([rows](RunOptions& options) { options.table_rows = rows; }),
                HasSubstr("--rows takes a whole number from 2 to 1e+06"));
  EXPECT_THAT(refusal_of_run([](RunOptions& options) { options.method = "rk99"; }),
              HasSubstr("--method rk99 is not known; known: auto, rk8"));
  EXPECT_THAT(refusal_of_run([](RunOptions& options) { options.curve_points = 1'000'000'000; }),
              HasSubstr("curve_points"));
  EXPECT_THAT(refusal_of_run([](RunOptions& options) { options.most_work = no_number; }), HasSubstr("most_work"));
}

TEST(Preconditions, the_ends_of_the_ranges_are_allowed) {
  Session session = oscillator_session();
  RunOptions options;
  options.tolerance = 0.1;
  options.max_step = 1e12;
  options.at = {0.25};
  options.table_rows = 2;
  options.samples = 1;
  EXPECT_EQ(session.run(options).outcome, RunOutcome::completed);
  options.tolerance = 1e-15;
  EXPECT_EQ(session.run(options).outcome, RunOutcome::completed);
}

TEST(Preconditions, a_state_is_one_of_the_model) {
  const auto refused = [](const State& state) {
    Session session = oscillator_session();
    const std::string out = option_refusal([&] { static_cast<void>(session.evaluate(state)); });
    EXPECT_EQ(option_refusal([&] { static_cast<void>(session.picture_page({state, {}})); }), out);
    return out;
  };
  EXPECT_EQ(refused({}), "the state has 0 coordinates and 0 rates, and Oscillator has 1 of each");
  EXPECT_THAT(refused({0, {1, 2}, {3}}), HasSubstr("2 coordinates and 1 rates"));
  EXPECT_THAT(refused({0, {1}, {}}), HasSubstr("1 coordinates and 0 rates"));
  EXPECT_EQ(refused({no_number, {1}, {0}}), "the state gives t = nan, which is not a finite number");
  EXPECT_EQ(refused({0, {beyond}, {0}}), "the state gives x = inf, which is not a finite number");
  EXPECT_EQ(refused({0, {1}, {no_number}}), "the state gives x' = nan, which is not a finite number");
  Session session = oscillator_session();
  EXPECT_DOUBLE_EQ(session.evaluate({0, {3}, {0}}).accelerations.at(0), -3.0);
}

TEST(Preconditions, a_picture_shows_a_state_or_times) {
  Session session = oscillator_session();
  EXPECT_THAT(option_refusal([&] {
                static_cast<void>(session.picture_page({State{0, {1}, {0}}, {0.5}}));
              }),
              HasSubstr("--state gives one instant and --at others"));
  EXPECT_THAT(option_refusal([&] {
                static_cast<void>(session.picture_page({std::nullopt, {no_number}}));
              }),
              HasSubstr("--at takes numbers"));
}

TEST(Preconditions, what_comes_before_the_model_is_read_is_refused_afterwards) {
  Session session = oscillator_session();
  static_cast<void>(session.study());
  EXPECT_THAT(option_refusal([&] { session.ask("x'' = -x"); }),
              HasSubstr("ask: this session has read its model already"));
  EXPECT_THAT(option_refusal([&] { session.vary({"k in 1..2"}); }), HasSubstr("vary: "));
  EXPECT_THAT(option_refusal([&] { session.await({"hit when x = 0"}); }), HasSubstr("await: "));
  EXPECT_THAT(option_refusal([&] { session.set_include_root("."); }), HasSubstr("set_include_root: "));
  EXPECT_THAT(option_refusal([&] { static_cast<void>(session.judgement()); }), HasSubstr("no equation was asked"));
  EXPECT_THAT(option_refusal([&] { static_cast<void>(session.prove_report()); }), HasSubstr("no equation was asked"));
  EXPECT_THAT(option_refusal([] { static_cast<void>(stage_row("none")); }), HasSubstr("there is no stage none"));
}

TEST(Preconditions, a_session_that_was_moved_from_refuses_everything) {
  Session first = oscillator_session();
  Session second = std::move(first);
  EXPECT_EQ(second.run({}).outcome, RunOutcome::completed);
  const char* const moved = "this session was moved to another one: nothing can be asked of it";
  // NOLINTBEGIN(bugprone-use-after-move): that is what is tested
  EXPECT_EQ(option_refusal([&] { static_cast<void>(first.study()); }), moved);
  EXPECT_EQ(option_refusal([&] { static_cast<void>(first.diagnostics()); }), moved);
  EXPECT_EQ(option_refusal([&] { static_cast<void>(first.run({})); }), moved);
  EXPECT_EQ(option_refusal([&] { static_cast<void>(first.formatted()); }), moved);
  EXPECT_EQ(option_refusal([&] { first.ask("x = 0"); }), moved);
  first = oscillator_session();
  EXPECT_EQ(first.run({}).outcome, RunOutcome::completed);
  // NOLINTEND(bugprone-use-after-move)
}

TEST(Preconditions, a_result_is_that_of_the_session) {
  Session session = oscillator_session();
  Session other("other.mech", std::string(refusing_oscillator) + "potential W = x^4\n");
  const auto own = std::make_shared<const RunResult>(session.run({}));
  const auto foreign = std::make_shared<const RunResult>(other.run({}));
  const std::vector<SensitivityCause> causes = session.sensitivity_causes({"k"}, {});
  const auto refused = [&](const std::shared_ptr<const RunResult>& result) {
    const std::string out = option_refusal([&] { static_cast<void>(session.report_of(result)); });
    EXPECT_EQ(option_refusal([&] { static_cast<void>(session.sensitivities(*result, causes)); }), out);
    EXPECT_EQ(option_refusal([&] { static_cast<void>(session.picture_of(*result)); }), out);
    return out;
  };
  EXPECT_THAT(refused(std::make_shared<const RunResult>()), HasSubstr("not that of a run of this session"));
  EXPECT_THAT(refused(foreign), HasSubstr("not that of a run of this session"));
  EXPECT_THAT(option_refusal([&] { static_cast<void>(session.report_of(nullptr)); }), HasSubstr("there is no result"));
  EXPECT_THAT(option_refusal([] { static_cast<void>(write_outputs("nowhere", {})); }), HasSubstr("there is no result"));
  EXPECT_EQ(session.report_of(own).result, own);
  EXPECT_FALSE(session.sensitivities(*own, causes).rows.empty());
  session.set_parameters({{"k", 2.0}});
  EXPECT_THAT(refused(own), HasSubstr("with its present parameters"));
}

TEST(Preconditions, a_sweep_is_refused_as_on_the_command_line) {
  const auto refused = [](const std::function<void(SweepRequest&)>& change) {
    Session session = oscillator_session();
    SweepRequest request;
    change(request);
    return option_refusal([&] { static_cast<void>(session.sweep(request)); });
  };
  EXPECT_EQ(refused([](SweepRequest& r) { r.statistics = true; }), "--statistics writes files: give --out DIR");
  EXPECT_EQ(refused([](SweepRequest& r) { r.trajectories = true; }), "--trajectories writes files: give --out DIR");
  EXPECT_EQ(refused([](SweepRequest& r) { r.resume = true; }),
            "--resume continues a sweep in a folder: give --out DIR");
  EXPECT_THAT(refused([](SweepRequest& r) { r.draws = 0; }), HasSubstr("--random takes a whole number from 1 to"));
  EXPECT_THAT(refused([](SweepRequest& r) { r.threads = 1'000'000; }), HasSubstr("--threads takes a whole number"));
  EXPECT_THAT(refused([](SweepRequest& r) { r.seed = ~std::uint64_t{0}; }), HasSubstr("--seed takes a whole number"));
  EXPECT_THAT(refused([](SweepRequest& r) {
                r.histograms = {{"x", std::size_t{1} << 40U}};
              }),
              HasSubstr("--histogram takes a whole number from 1 to"));
  Session session = oscillator_session();
  EXPECT_THAT(option_refusal([&] { session.help_with_sweep({}); }), HasSubstr("SweepRequest::ranks"));
  SweepRequest alone;
  alone.ranks = launched_ranks(); // this process
  EXPECT_THAT(option_refusal([&] { session.help_with_sweep(alone); }), HasSubstr("SweepRequest::ranks"));
  EXPECT_EQ(session.sweep(alone).summary.members(), 3U);
}

TEST(Preconditions, lanes_have_members_and_steps) {
  Session session = oscillator_session();
  for (const double step : {0.0, -0.1, no_number, beyond})
    EXPECT_THAT(option_refusal([&] { static_cast<void>(session.motion_lanes(2, step)); }),
                HasSubstr("--step takes a number"));
  EXPECT_THAT(option_refusal([&] { static_cast<void>(session.motion_lanes(0, 0.1)); }),
              HasSubstr("motion_lanes takes"));
}

} // namespace
} // namespace dalembert

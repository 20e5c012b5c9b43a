#include <dalembert/api/session.h>
#include <dalembert/base/archive.h>
#include <dalembert/base/errors.h>
#include <dalembert/numerics/methods/sundials.h>
#include <dalembert/numerics/step/stepper.h>
#include <dalembert/results/result_archive.h>

#include "../unit/sketch/model_files.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace dalembert::test {
namespace {

constexpr std::uint64_t most_steps = 20'000; ///< of a run here; longer ones are cut
constexpr double most_work = 4e7;            ///< operations

/// All numbers of a result.
std::string numbers_of(RunResult result) {
  result.statistics.initialise_seconds = result.statistics.compile_seconds = 0.0;
  result.statistics.integrate_seconds = 0.0;
  std::string out = archived(result) + archived(result.certificate) + archived(result.curves);
  for (CheckResult& check : result.checks) {
    Archive with;
    with(check.index, check.status, check.value, check.allowed, check.time, check.how);
    out += with.bytes();
  }
  return out;
}

RunOptions options(const std::string& method) {
  RunOptions out;
  out.method = method;
  if (step_method(method) != nullptr && step_method(method)->has_fixed_steps) out.step = 0.01;
  out.curve_points = 4;
  out.most_work = most_work;
  out.max_steps = most_steps;
  return out;
}

std::size_t resumed_runs = 0;

/// A run that is kept at some of its steps goes on from each of these states to the same numbers.
void check_resumed(const std::string& path, const std::string& method, const std::string& form = "lagrange") {
  SCOPED_TRACE(path + " " + method + " " + form);
  Session session = Session::open(path);
  std::optional<std::string> whole;
  std::vector<std::string> states;
  try {
    session.set_form(*form_named(form));
    const RunResult plain = session.run(options(method));
    whole = numbers_of(plain);
    const std::size_t steps = plain.statistics.steps;
    std::mt19937 random(static_cast<unsigned>(steps) + 1U);
    RunOptions kept = options(method);
    kept.keeping.is_due = [&] { return steps < 4 || random() % std::max<std::size_t>(steps / 4, 1) == 0; };
    kept.keeping.keep = [&](const std::string& state) { states.push_back(state); };
    kept.keeping.show = [](const RunResult& partial) { EXPECT_EQ(partial.outcome, RunOutcome::interrupted); };
    EXPECT_TRUE(numbers_of(session.run(kept)) == *whole) << "keeping changes the numbers";
  } catch (const ModelError&) { // no start, or not by this method
    return;
  } catch (const SolveError&) {
    return;
  }
  std::ranges::shuffle(states, std::mt19937(1));
  if (states.size() > 3) states.resize(3);
  for (std::string& state : states) {
    Session later = Session::open(path);
    later.set_form(*form_named(form));
    RunOptions resumed = options(method);
    resumed.keeping.state = std::move(state);
    EXPECT_TRUE(numbers_of(later.run(resumed)) == *whole) << "other numbers after going on";
    ++resumed_runs;
  }
}

const std::string models_folder = DALEMBERT_SOURCE_DIR "/models/";

TEST(ResumedRuns, have_the_numbers_of_uninterrupted_ones) {
  for (const std::filesystem::path& path : all_models())
    check_resumed(path.string(), "auto");
  EXPECT_GE(resumed_runs, 150U);
}

TEST(ResumedRuns, go_on_by_every_method) {
  for (const char* method : {"rk8", "rk5", "radau", "radau5", "radau13", "taylor"})
    for (const char* name : {"andrews_squeezer", "fourbar", "kepler", "bouncing_ball", "ball_with_backspin",
                             "stick_slip_belt", "bead_leaves_hoop"})
      check_resumed(models_folder + "gallery/" + name + ".mech", method);
}

TEST(ResumedRuns, go_on_by_steps_of_one_length) {
  const std::size_t before = resumed_runs;
  for (const char* method : {"rattle", "spark4", "spark6", "symmetric"})
    for (const char* name : {"gallery/fourbar", "gallery/kepler", "gallery/bouncing_ball", "gallery/stick_slip_belt",
                             "seeds/c05_four_legged_table", "seeds/s0_chaplygin_sleigh"})
      check_resumed(models_folder + name + ".mech", method);
  EXPECT_GE(resumed_runs, before + 40);
}

TEST(ResumedRuns, go_on_by_another_code) {
  if (!why_no_sundials().empty()) GTEST_SKIP() << why_no_sundials();
  const std::size_t before = resumed_runs;
  for (const char* name : {"andrews_squeezer", "fourbar", "kepler", "rolling_disc"})
    check_resumed(models_folder + "gallery/" + name + ".mech", "ida");
  EXPECT_GE(resumed_runs, before + 4);
}

TEST(ResumedRuns, go_on_in_every_form) {
  for (const char* form : {"explicit", "eliminated", "voronets", "hamel", "hamilton", "routh"})
    for (const char* name : {"gallery/fourbar.mech", "seeds/s0_chaplygin_sleigh.mech", "gallery/kepler.mech"})
      check_resumed(models_folder + name, "auto", form);
}

TEST(ResumedRuns, refuse_what_is_cut_off_or_of_another_method) {
  const std::string path = models_folder + "gallery/kepler.mech";
  Session session = Session::open(path);
  std::string state;
  RunOptions kept = options("rk8");
  kept.keeping.is_due = [] { return true; };
  kept.keeping.keep = [&](const std::string& bytes) { state = bytes; };
  static_cast<void>(session.run(kept));
  RunOptions cut = options("rk8");
  cut.keeping.state = state.substr(0, state.size() / 2);
  EXPECT_THROW(static_cast<void>(session.run(cut)), ArchiveError);
  RunOptions other = options("taylor");
  other.keeping.state = state;
  EXPECT_THROW(static_cast<void>(session.run(other)), ArchiveError);
}

} // namespace
} // namespace dalembert::test

// A run by machine code has the bits of a run by the interpreter, on every model.
#include <dalembert/api/session.h>
#include <dalembert/base/errors.h>
#include <dalembert/jit/deferred_code.h>
#include <dalembert/jit/machine_program.h>
#include <dalembert/program/compile.h>
#include <dalembert/simulation/run/run.h>

#include "../unit/sketch/model_files.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace dalembert::test {
namespace {

/// All numbers of a run as bits; any NaN is one value.
std::vector<std::uint64_t> bits_of(const RunResult& result) {
  std::vector<std::uint64_t> out;
  const auto add = [&out](const std::vector<double>& numbers) {
    for (const double each : numbers)
      out.push_back(std::isnan(each) ? 1 : std::bit_cast<std::uint64_t>(each));
  };
  add(result.table.times);
  for (const Evaluation& at : result.table.evaluations)
    for (const std::vector<double>* const each : {&at.state.q, &at.state.v, &at.accelerations, &at.multipliers})
      add(*each);
  for (const std::vector<double>& row : result.table.observables)
    add(row);
  return out;
}

/// The bits of a short run by programs that `compile` makes; the message where it fails.
std::pair<std::vector<std::uint64_t>, std::string> run_by(const Engine& engine, const Compile& compile) {
  RunOptions options;
  options.most_work = 2e7; // operations
  try {
    return {bits_of(run(make_engine(engine.study, engine.programs, engine.parameters, compile), options)), ""};
  } catch (const SolveError& error) {
    return {{}, error.what()};
  } catch (const ModelError&) {
    return {{}, "a mistake of the model"};
  }
}

TEST(machine_code, runs_have_the_bits_of_the_interpreter_on_every_model) {
  if (!why_no_machine_code().empty()) GTEST_SKIP() << why_no_machine_code();
  std::size_t numbers = 0;
  for (const std::filesystem::path& path : all_models()) {
    SCOPED_TRACE(path.string());
    Session session = Session::open(path.string());
    std::optional<Engine> engine;
    try {
      engine = session.engine();
    } catch (const ModelError&) { // no values, no run
      continue;
    }
    const auto by_interpreter = run_by(*engine, interpreted);
    const auto by_code = run_by(*engine, deferred_machine_code);
    EXPECT_EQ(by_interpreter.second, by_code.second);
    EXPECT_TRUE(by_interpreter.first == by_code.first);
    numbers += by_interpreter.first.size();
  }
  EXPECT_GT(numbers, 100'000U);
}

} // namespace
} // namespace dalembert::test

// A program that turns into machine code on the way: nobody sees it in the results.
#include <dalembert/jit/deferred_code.h>
#include <dalembert/program/compile.h>

#include "random_tape.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

namespace dalembert {
namespace {

using Vector = std::vector<double>;
using dalembert::testing::RandomTape;

bool equal_bits(const Vector& a, const Vector& b) {
  for (std::size_t k = 0; k < a.size(); ++k) {
    const bool same = std::bit_cast<std::uint64_t>(a[k]) == std::bit_cast<std::uint64_t>(b[k]);
    if (!same && !(std::isnan(a[k]) && std::isnan(b[k]))) return false;
  }
  return true;
}

/// Evaluates far beyond the change, with a workspace from before it, and says how often the result was another one.
int wrong_results(const std::shared_ptr<const Executor>& program, const Vector& in, const Vector& expected,
                  std::uint64_t times) {
  ProgramInstance instance(program);
  Vector out(expected.size());
  int wrong = 0;
  for (std::uint64_t k = 0; k < times; ++k) {
    instance.evaluate(in, out);
    wrong += equal_bits(out, expected) ? 0 : 1;
  }
  return wrong;
}

TEST(DeferredCode, results_are_those_of_the_interpreter_before_and_after) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    RandomTape random(seed);
    const Tape tape = random.tape();
    const Vector in = random.inputs(tape.inputs());
    const Vector expected = evaluated_once(*interpreted(tape), in);
    const auto program = deferred_machine_code(tape);
    const std::uint64_t times = worthwhile_evaluations(tape.operations()) + 100;
    if (times > 3000) continue; // a few operations
    EXPECT_EQ(wrong_results(program, in, expected, times), 0) << "seed " << seed;
    EXPECT_TRUE(equal_bits(evaluated_once(*program, in), expected)) << "seed " << seed;
  }
}

TEST(DeferredCode, workspaces_change_when_machine_code_begins) {
  RandomTape random(5, 2000);
  const Tape tape = random.tape();
  const Vector in = random.inputs(tape.inputs());
  const auto program = deferred_machine_code(tape);
  Workspace workspace = program->workspace();
  const std::size_t before = workspace.size;
  Vector out(tape.outputs());
  const std::uint64_t worthwhile = worthwhile_evaluations(tape.operations());
  for (std::uint64_t k = 1; k < worthwhile; ++k)
    program->evaluate(in, out, workspace);
  EXPECT_EQ(workspace.size, before);
  program->evaluate(in, out, workspace);
  EXPECT_EQ(workspace.size, program->workspace().size);
}

TEST(DeferredCode, threads_share_a_program_while_it_changes) {
  RandomTape random(7, 500);
  const Tape tape = random.tape();
  const Vector in = random.inputs(tape.inputs());
  const Vector expected = evaluated_once(*interpreted(tape), in);
  const auto program = deferred_machine_code(tape);
  std::vector<int> wrong(4, -1);
  std::vector<std::thread> threads;
  for (int& count : wrong)
    threads.emplace_back([&] { count = wrong_results(program, in, expected, 1000); });
  for (std::thread& thread : threads)
    thread.join();
  EXPECT_EQ(wrong, std::vector<int>(4, 0));
}

TEST(DeferredCode, long_programs_are_worth_compiling_sooner) {
  EXPECT_GT(worthwhile_evaluations(10), worthwhile_evaluations(1000));
  EXPECT_GT(worthwhile_evaluations(1000), worthwhile_evaluations(100000));
  EXPECT_GE(worthwhile_evaluations(1'000'000'000), 90U);
}

} // namespace
} // namespace dalembert

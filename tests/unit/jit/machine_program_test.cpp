// Machine code against the interpreter, bit for bit, on random tapes.
#include <dalembert/jit/machine_program.h>
#include <dalembert/program/compile.h>

#include "random_tape.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace dalembert {
namespace {

using dalembert::testing::RandomTape;
using Vector = std::vector<double>;

std::vector<Instructions> instruction_sets() {
  std::vector<Instructions> out;
  for (const Instructions set : {Instructions::avx2, Instructions::avx512})
    if (set <= best_instructions() && why_no_machine_code().empty()) out.push_back(set);
  return out;
}

#define SKIP_WITHOUT_MACHINE_CODE()                                                                                    \
  if (!why_no_machine_code().empty()) GTEST_SKIP() << why_no_machine_code()

/// Signs and payloads of NaN are left to the processor.
bool same_bits(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) || std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

Vector evaluated(const Executor& program, const Vector& in) {
  return evaluated_once(program, in);
}

void expect_same(const Tape& tape, const MachineOptions& options, const Vector& in, const std::string& what) {
  const Vector expected = evaluated(*interpreted(tape), in);
  const auto program = machine_code(tape, options);
  ASSERT_NE(program, nullptr);
  const Vector found = evaluated(*program, in);
  for (std::size_t k = 0; k < expected.size(); ++k)
    ASSERT_TRUE(same_bits(found[k], expected[k]))
        << what << ": output " << k << " is " << found[k] << ", not " << expected[k] << "\n"
        << (tape.operations() < 60 ? tape.text() : "");
}

TEST(MachineCode, thousands_of_random_tapes_have_the_bits_of_the_interpreter) {
  SKIP_WITHOUT_MACHINE_CODE();
  for (const Instructions set : instruction_sets())
    for (std::uint64_t seed = 0; seed < 3000; ++seed) {
      RandomTape random(seed);
      const Tape tape = random.tape();
      expect_same(tape, {set}, random.inputs(tape.inputs()), "seed " + std::to_string(seed));
      if (HasFatalFailure()) return;
    }
}

TEST(MachineCode, lanes_have_the_bits_of_single_evaluations) {
  SKIP_WITHOUT_MACHINE_CODE();
  for (const Instructions set : instruction_sets())
    for (const bool has_lanes : {true, false})
      for (std::uint64_t seed = 0; seed < 300; ++seed) {
        RandomTape random(seed);
        const Tape tape = random.tape();
        const auto program = machine_code(tape, {set, has_lanes});
        ProgramInstance together(program);
        ProgramInstance alone(program);
        for (const std::size_t lanes : {0U, 1U, 3U, 4U, 8U, 13U}) {
          const Vector in = random.inputs(lanes * tape.inputs());
          Vector out(lanes * tape.outputs());
          together.evaluate_lanes(lanes, in, out);
          for (std::size_t l = 0; l < lanes; ++l) {
            Vector own(tape.inputs());
            for (std::size_t i = 0; i < own.size(); ++i)
              own[i] = in[i * lanes + l];
            Vector expected(tape.outputs());
            alone.evaluate(own, expected);
            for (std::size_t k = 0; k < expected.size(); ++k)
              ASSERT_TRUE(same_bits(out[k * lanes + l], expected[k]))
                  << "seed " << seed << ", lane " << l << " of " << lanes << ", output " << k;
          }
        }
      }
}

TEST(MachineCode, outputs_may_lie_on_inputs) {
  SKIP_WITHOUT_MACHINE_CODE();
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    RandomTape random(seed);
    const Tape tape = random.tape();
    const auto program = machine_code(tape);
    const Vector in = random.inputs(tape.inputs());
    const Vector expected = evaluated(*program, in);
    for (const std::size_t shift : {std::size_t{0}, std::size_t{1}}) {
      Vector both(std::max(in.size(), expected.size() + shift));
      std::copy(in.begin(), in.end(), both.begin());
      ProgramInstance(program).evaluate(std::span(both).first(in.size()),
                                        std::span(both).subspan(shift, expected.size()));
      for (std::size_t k = 0; k < expected.size(); ++k)
        ASSERT_TRUE(same_bits(both[k + shift], expected[k])) << "seed " << seed << ", output " << k;
    }
  }
}

TEST(MachineCode, every_operation_keeps_zeros_subnormals_infinities_and_nan) {
  SKIP_WITHOUT_MACHINE_CODE();
  constexpr double inf = std::numeric_limits<double>::infinity();
  constexpr double tiny = std::numeric_limits<double>::denorm_min();
  const Vector special = {0.0,  -0.0, tiny,  -tiny, 1e-310, -1e-310, 1.0,         -1.0,
                          -2.5, 0.5,  1e308, 1e16,  inf,    -inf,    std::nan("")};
  const Tape tape = dalembert::testing::every_operation();
  for (const Instructions set : instruction_sets())
    for (const double a : special)
      for (const double b : special)
        for (const double c : special)
          expect_same(tape, {set}, {a, b, c}, std::to_string(a) + ", " + std::to_string(b) + ", " + std::to_string(c));
}

TEST(MachineCode, threads_share_a_program) {
  SKIP_WITHOUT_MACHINE_CODE();
  RandomTape random(7);
  const Tape tape = random.tape();
  const auto program = machine_code(tape);
  const Vector in = random.inputs(tape.inputs());
  const Vector expected = evaluated(*program, in);
  std::vector<std::thread> threads;
  std::vector<int> wrong(4, 0);
  for (int& count : wrong)
    threads.emplace_back([&] {
      ProgramInstance own(program);
      Vector out(expected.size());
      for (int k = 0; k < 2000; ++k) {
        own.evaluate(in, out);
        for (std::size_t i = 0; i < out.size(); ++i)
          count += same_bits(out[i], expected[i]) ? 0 : 1;
      }
    });
  for (std::thread& thread : threads)
    thread.join();
  EXPECT_EQ(wrong, std::vector<int>(4, 0));
}

/// The rights of all mappings, like "r-xp".
std::vector<std::string> rights_of_memory() {
  std::vector<std::string> out;
  std::ifstream maps("/proc/self/maps");
  for (std::string range, rights; maps >> range >> rights;
       maps.ignore(std::numeric_limits<std::streamsize>::max(), '\n'))
    out.push_back(rights);
  return out;
}

TEST(MachineCode, no_memory_can_be_written_and_executed) {
  SKIP_WITHOUT_MACHINE_CODE();
  const auto executable = [] {
    std::size_t count = 0;
    for (const std::string& rights : rights_of_memory()) {
      const bool is_executable = rights.find('x') != std::string::npos;
      EXPECT_FALSE(is_executable && rights.find('w') != std::string::npos) << rights;
      count += is_executable ? 1 : 0;
    }
    return count;
  };
  const std::size_t before = executable();
  ASSERT_GT(before, 0U);
  RandomTape random(3);
  const Tape tape = random.tape();
  auto program = machine_code(tape, {best_instructions(), true});
  static_cast<void>(evaluated(*program, random.inputs(tape.inputs())));
  EXPECT_GT(executable(), before); // the code is there
  program.reset();
  EXPECT_EQ(executable(), before);
}

TEST(MachineCode, a_million_operations) {
  SKIP_WITHOUT_MACHINE_CODE();
  RandomTape random(11, 1'000'000);
  const Tape tape = random.tape();
  expect_same(tape, {}, random.inputs(tape.inputs()), "long tape");
}

TEST(MachineCode, lanes_of_a_long_tape_have_the_bits_of_single_evaluations) {
  SKIP_WITHOUT_MACHINE_CODE();
  // So long that its rows lie in many pages of the workspace.
  RandomTape random(12, 20'000);
  const Tape tape = random.tape();
  ProgramInstance program(machine_code(tape, {.has_lanes = true}));
  constexpr std::size_t lanes = 8;
  const Vector in = random.inputs(lanes * tape.inputs());
  Vector out(lanes * tape.outputs());
  program.evaluate_lanes(lanes, in, out);
  for (std::size_t l = 0; l < lanes; ++l) {
    Vector own(tape.inputs());
    for (std::size_t i = 0; i < own.size(); ++i)
      own[i] = in[i * lanes + l];
    const Vector expected = evaluated(*interpreted(tape), own);
    for (std::size_t k = 0; k < expected.size(); ++k)
      ASSERT_TRUE(same_bits(out[k * lanes + l], expected[k])) << "lane " << l << ", output " << k;
  }
}

TEST(MachineCode, the_lesser_and_the_greater_of_two_numbers_have_the_bits_of_a_selection) {
  SKIP_WITHOUT_MACHINE_CODE();
  // x, y → min, max; max by a relation that is an output too; another selection by a relation of its own.
  const Tape tape({.inputs = 2,
                   .instructions = {{Operation::less, 0, 1, 0},
                                    {Operation::select, 2, 0, 1},
                                    {Operation::less, 0, 1, 0},
                                    {Operation::select, 4, 1, 0},
                                    {Operation::less, 1, 0, 0},
                                    {Operation::select, 6, 0, 1},
                                    {Operation::less, 1, 0, 0},
                                    {Operation::select, 8, 8, 1}},
                   .outputs = {3, 5, 7, 6, 9},
                   .origins = std::vector<Expr>(8),
                   .input_origins = std::vector<Expr>(2)});
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  constexpr double inf = std::numeric_limits<double>::infinity();
  for (const Instructions set : instruction_sets())
    for (const double x : {1.0, -1.0, 0.0, -0.0, inf, -inf, nan})
      for (const double y : {2.0, -1.0, 0.0, -0.0, inf, -inf, nan})
        for (const bool is_outer : {false, true}) {
          Tape::Parts parts{.inputs = 2,
                            .instructions = {tape.instructions().begin(), tape.instructions().end()},
                            .outputs = {3, 5, 7, 9},
                            .origins = std::vector<Expr>(8),
                            .input_origins = std::vector<Expr>(2)};
          expect_same(is_outer ? tape : Tape(std::move(parts)), {set}, {x, y}, "extremes");
        }
}

TEST(MachineCode, an_empty_tape_does_nothing) {
  SKIP_WITHOUT_MACHINE_CODE();
  const Tape tape({.constants = {2.5}, .inputs = 1, .outputs = {1, 0, 1}, .input_origins = std::vector<Expr>(1)});
  EXPECT_EQ(evaluated(*machine_code(tape), {7.0}), (Vector{7.0, 2.5, 7.0}));
}

} // namespace
} // namespace dalembert

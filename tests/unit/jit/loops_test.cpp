// Machine code with loops against the interpreter and against code in one
// straight line.
#include <dalembert/jit/machine_program.h>
#include <dalembert/jit/translate.h>
#include <dalembert/program/compile.h>

#include "random_tape.h"
#include "repeating_tape.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace dalembert {
namespace {

using dalembert::testing::RandomTape;
using dalembert::testing::RepeatingTape;
using Vector = std::vector<double>;

constexpr std::size_t always_straight = std::numeric_limits<std::size_t>::max();

std::vector<Instructions> sets_here() {
  std::vector<Instructions> out;
  for (const Instructions set : {Instructions::avx2, Instructions::avx512})
    if (set <= best_instructions() && why_no_machine_code().empty()) out.push_back(set);
  return out;
}

/// Signs and payloads of NaN are left to the processor.
bool are_same(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) || std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

Vector of_lanes(const Executor& program, std::size_t lanes, const Vector& in) {
  Vector out(lanes * program.outputs());
  Workspace workspace = program.workspace();
  program.evaluate_lanes(lanes, in, out, workspace);
  program.evaluate_lanes(lanes, in, out,
                         workspace); // what the first evaluation left does not matter
  return out;
}

/// The numbers of one lane and of several are those of the interpreter.
void expect_bits_of_interpreter(const Tape& tape, Instructions set, const Vector& in, std::uint64_t seed) {
  constexpr std::size_t lanes = 8;
  const auto program = machine_code(tape, {set, true, 0});
  const Vector together = of_lanes(*program, lanes, in);
  const auto interpreter = interpreted(tape);
  for (std::size_t l = 0; l < lanes; ++l) {
    Vector own(tape.inputs());
    for (std::size_t i = 0; i < own.size(); ++i)
      own[i] = in[i * lanes + l];
    const Vector expected = evaluated_once(*interpreter, own);
    const Vector alone = evaluated_once(*program, own);
    for (std::size_t k = 0; k < expected.size(); ++k) {
      ASSERT_TRUE(are_same(alone[k], expected[k])) << "seed " << seed << ", output " << k << " alone: " << alone[k];
      ASSERT_TRUE(are_same(together[k * lanes + l], expected[k]))
          << "seed " << seed << ", lane " << l << ", output " << k << ": " << together[k * lanes + l];
    }
  }
}

TEST(Loops, tapes_that_repeat_have_the_bits_of_the_interpreter) {
  std::size_t shorter = 0;
  constexpr std::uint64_t seeds = 120;
  for (const Instructions set : sets_here())
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
      RepeatingTape random(seed);
      const Tape tape = random.tape();
      expect_bits_of_interpreter(tape, set, random.inputs(8 * tape.inputs()), seed);
      if (HasFatalFailure()) return;
      const std::size_t straight = translate(tape, {set, 1, always_straight})->bytes.size();
      if (translate(tape, {set, 1, 0})->bytes.size() < straight) ++shorter;
    }
  EXPECT_GE(shorter, sets_here().size() * seeds / 4);
}

TEST(Loops, tapes_without_repetition_stay_straight) {
  for (const Instructions set : sets_here()) {
    RandomTape random(3, 5'000);
    const Tape tape = random.tape();
    EXPECT_EQ(translate(tape, {set, 1, 0})->bytes, translate(tape, {set, 1, always_straight})->bytes);
  }
}

} // namespace
} // namespace dalembert

// Negations that become part of other operations: the same bits, and fewer operations.
#include <dalembert/program/compile.h>
#include <dalembert/program/fold_signs.h>
#include <dalembert/program/schedule.h>

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstdint>
#include <random>
#include <vector>

namespace dalembert {
namespace {

std::vector<std::uint64_t> bits_of(const Tape& tape, const std::vector<double>& in) {
  std::vector<std::uint64_t> out;
  for (const double number : evaluated_once(*interpreted(tape), in))
    out.push_back(number != number ? 0 : std::bit_cast<std::uint64_t>(number)); // a NaN has no sign
  return out;
}

std::size_t negations(const Tape& tape) {
  std::size_t count = 0;
  for (const Instruction& i : tape.instructions())
    if (i.operation == Operation::neg) ++count;
  return count;
}

/// Operations on what was made before, every third a negation; all values are outputs of one tape or the last ones.
Tape random_tape(std::uint32_t seed, bool has_all_outputs) {
  std::mt19937 random(seed);
  ValueGraph values;
  std::vector<Value> made;
  for (std::size_t i = 0; i < 3; ++i)
    made.push_back(values.input(i, {}));
  made.push_back(values.constant(-0.5));
  constexpr std::array operations = {Operation::add, Operation::sub,  Operation::mul,   Operation::div,
                                     Operation::fma, Operation::fms,  Operation::fnma,  Operation::fnms,
                                     Operation::neg, Operation::less, Operation::select};
  const auto any = [&] { return made[random() % made.size()]; };
  for (int k = 0; k < 40; ++k) {
    const Operation operation = k % 3 == 0 ? Operation::neg : operations[random() % operations.size()];
    made.push_back(values.make(operation, any(), operand_count(operation) > 1 ? any() : 0,
                               operand_count(operation) > 2 ? any() : 0));
    if (k % 10 == 9) made.push_back(values.make(Function::abs, any()));
    if (k % 20 == 19) made.push_back(values.sincos(any()).cosine);
  }
  const std::vector<Expr> inputs(3);
  return schedule(values, inputs, has_all_outputs ? made : std::vector<Value>(made.end() - 3, made.end()));
}

TEST(FoldSigns, has_the_bits_of_the_tape) {
  for (std::uint32_t seed = 0; seed < 300; ++seed) {
    const Tape tape = random_tape(seed, seed % 2 == 0);
    const Tape folded = fold_signs(tape);
    EXPECT_LE(folded.operations(), tape.operations()) << seed;
    for (const std::vector<double>& in : {std::vector<double>{0.3, -1.7, 2.0}, {1.0, 1.0, -1.0}, {0.0, -0.0, 0.0}})
      EXPECT_EQ(bits_of(folded, in), bits_of(tape, in)) << seed << "\n" << tape.text() << folded.text();
  }
}

TEST(FoldSigns, leaves_no_negation_that_a_multiply_add_can_take) {
  ValueGraph values;
  const std::vector<Expr> inputs(3);
  std::array<Value, 3> x = {};
  for (std::size_t i = 0; i < 3; ++i)
    x[i] = values.input(i, {});
  const Value minus = values.make(Operation::neg, x[0]);
  const Value product = values.make(Operation::mul, minus, x[1]);
  const std::array<Value, 3> outputs = {values.make(Operation::fma, product, x[2], minus),
                                        values.make(Operation::fnma, minus, minus, x[1]),
                                        values.make(Operation::add, x[2], product)};
  const Tape tape = schedule(values, inputs, outputs);
  const Tape folded = fold_signs(tape);
  EXPECT_EQ(negations(tape), 1U);
  EXPECT_EQ(negations(folded), 0U);
  EXPECT_EQ(folded.operations() + 1, tape.operations());
}

TEST(FoldSigns, keeps_the_sign_of_a_sum_that_is_zero) {
  ValueGraph values;
  const std::vector<Expr> inputs(2);
  const Value x = values.input(0, {});
  const Value y = values.input(1, {});
  const std::array<Value, 2> outputs = {
      values.make(Operation::sub, values.make(Operation::neg, x), y),
      values.make(Operation::add, values.make(Operation::neg, x), values.make(Operation::neg, y))};
  const Tape tape = schedule(values, inputs, outputs);
  EXPECT_EQ(bits_of(fold_signs(tape), {1.0, -1.0}), bits_of(tape, {1.0, -1.0}));
  EXPECT_EQ(bits_of(fold_signs(tape), {0.0, 0.0}), bits_of(tape, {0.0, 0.0}));
}

} // namespace
} // namespace dalembert

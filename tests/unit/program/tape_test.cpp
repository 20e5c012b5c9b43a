#include <dalembert/expr/evaluate.h>
#include <dalembert/program/build_tape.h>
#include <dalembert/program/compile.h>
#include <dalembert/program/grouping.h>
#include <dalembert/program/non_finite.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace {

using dalembert::Assignment;
using dalembert::build_tape;
using dalembert::Expr;
using dalembert::Function;
using dalembert::Graph;
using dalembert::interpreted;
using dalembert::Operation;
using dalembert::ProgramInstance;
using dalembert::Rational;
using dalembert::Relation;
using dalembert::Tape;
using dalembert::TapeError;
using Vector = std::vector<double>;

class Tapes : public ::testing::Test {
protected:
  Graph g;
  Expr x = g.symbol("x");
  Expr y = g.symbol("y");
  Expr z = g.symbol("z");
  std::vector<Expr> inputs = {x, y, z};

  [[nodiscard]] Tape tape(std::vector<Expr> outputs) const { return build_tape(g, inputs, outputs); }
  [[nodiscard]] std::size_t operations(std::vector<Expr> outputs) const {
    return tape(std::move(outputs)).operations();
  }
  [[nodiscard]] static Vector run(const Tape& t, const Vector& in) { return evaluated_once(*interpreted(t), in); }
  [[nodiscard]] double run(Expr e, const Vector& in) const { return run(tape({e}), in)[0]; }
};

TEST_F(Tapes, sum_of_products_is_a_chain_of_multiply_adds) {
  const Expr e = g.sum({g.mul(x, y), g.mul(y, z), g.mul(x, z)});
  EXPECT_EQ(operations({e}), 3U);
  EXPECT_EQ(run(e, {2, 3, 5}), 31);
}

TEST_F(Tapes, coefficient_minus_one_is_a_subtraction) {
  EXPECT_EQ(operations({g.sub(x, y)}), 1U);
  EXPECT_EQ(operations({g.sub(g.one(), x)}), 1U);
  EXPECT_EQ(operations({g.sub(g.mul(x, y), g.mul(y, z))}), 2U);
  EXPECT_EQ(operations({g.sub(g.mul(x, y), z)}), 1U);
  EXPECT_EQ(run(g.sub(g.mul(x, y), z), {2, 3, 5}), 1);
  EXPECT_EQ(run(g.neg(g.sub(g.mul(x, y), z)), {2, 3, 5}), -1);
  EXPECT_EQ(run(g.neg(g.sum({g.mul(x, y), z})), {2, 3, 5}), -11);
  EXPECT_EQ(run(g.sub(g.one(), x), {0.25, 0, 0}), 0.75);
  EXPECT_EQ(run(g.sub(x, g.mul(y, z)), {1, 2, 3}), -5);
}

TEST_F(Tapes, square_is_one_multiplication_and_powers_share_squares) {
  EXPECT_EQ(operations({g.square(x)}), 1U);
  EXPECT_EQ(operations({g.pow(x, Rational(8))}), 3U);
  EXPECT_EQ(operations({g.pow(x, Rational(4)), g.pow(x, Rational(8)), g.square(x)}), 3U);
  EXPECT_EQ(run(g.pow(x, Rational(13)), {2, 0, 0}), 8192);
  EXPECT_EQ(run(g.pow(x, Rational(-3)), {2, 0, 0}), 0.125);
}

TEST_F(Tapes, square_in_a_sum_joins_the_multiply_add) {
  EXPECT_EQ(operations({g.sum({x, g.square(y)})}), 1U);
  EXPECT_EQ(run(g.sum({x, g.square(y)}), {1, 3, 0}), 10);
}

TEST_F(Tapes, divisor_of_many_products_is_inverted_once) {
  const Tape t = tape({g.div(x, z), g.div(y, z), g.div(g.mul(x, y), g.square(z))});
  const auto divisions = std::count_if(t.instructions().begin(), t.instructions().end(),
                                       [](const auto& i) { return i.operation == Operation::div; });
  EXPECT_EQ(divisions, 1);
  EXPECT_THAT(run(t, {6, 8, 2}), ::testing::ElementsAre(3, 4, 12));
}

TEST_F(Tapes, half_powers_use_the_square_root) {
  EXPECT_EQ(operations({g.sqrt(x)}), 1U);
  EXPECT_EQ(run(g.pow(x, Rational(3, 2)), {4, 0, 0}), 8);
  EXPECT_EQ(run(g.pow(x, Rational(-3, 2)), {4, 0, 0}), 0.125);
  EXPECT_NEAR(run(g.pow(x, Rational(1, 3)), {27, 0, 0}), 3, 1e-15); // two ulps of 3
  // The two components of a central force share r³.
  const Expr r2 = g.sum({g.square(x), g.square(y)});
  const Expr inverse_cube = g.pow(r2, Rational(-3, 2));
  EXPECT_NEAR(run(g.mul(x, inverse_cube), {3, 4, 0}), 3.0 / 125, 1e-17); // two ulps of 0.024
}

TEST_F(Tapes, sine_and_cosine_of_one_angle_are_one_operation) {
  const Tape t = tape({g.sin(x), g.cos(x)});
  EXPECT_EQ(t.operations(), 1U);
  EXPECT_THAT(run(t, {0.7, 0, 0}), ::testing::ElementsAre(std::sin(0.7), std::cos(0.7)));
  EXPECT_EQ(operations({g.sin(x), g.cos(y)}), 2U);
}

TEST_F(Tapes, shared_nodes_are_computed_once) {
  const Expr s = g.sin(g.sum({x, g.square(y)}));
  EXPECT_EQ(operations({g.mul(s, x), g.mul(s, y), g.mul(s, z)}), 5U);
}

TEST_F(Tapes, what_no_output_needs_is_left_out) {
  (void)g.sin(g.mul(x, y));
  EXPECT_EQ(operations({x}), 0U);
  EXPECT_EQ(run(x, {4, 0, 0}), 4);
}

TEST_F(Tapes, constants_and_inputs_may_be_outputs) {
  const Tape t = tape({g.number(Rational(3, 4)), y, g.pi(), y});
  EXPECT_EQ(t.operations(), 0U);
  EXPECT_THAT(run(t, {1, 2, 3}), ::testing::ElementsAre(0.75, 2, M_PI, 2));
}

TEST_F(Tapes, constant_factors_are_computed_beforehand) {
  EXPECT_EQ(operations({g.mul(g.scale(Rational(1, 2), g.pi()), x)}), 2U);
  EXPECT_EQ(operations({g.sin(g.sqrt(g.number(2)))}), 0U);
}

TEST_F(Tapes, any_node_may_be_an_input_and_hides_what_is_below) {
  const Expr s = g.add(x, g.symbol("hidden"));
  const std::vector<Expr> given = {s, y};
  const std::vector<Expr> wanted = {g.mul(s, y)};
  EXPECT_EQ(run(build_tape(g, given, wanted), {3, 5})[0], 15);
}

TEST_F(Tapes, symbol_that_is_no_input_is_named) {
  try {
    (void)tape({g.add(x, g.symbol("mass"))});
    FAIL();
  } catch (const TapeError& error) {
    EXPECT_EQ(error.reason(), TapeError::Reason::missing_input);
    EXPECT_EQ(error.name(), "mass");
  }
}

TEST_F(Tapes, unknown_function_is_refused_by_name) {
  const auto f = g.declare_unknown("h", 1);
  try {
    (void)tape({g.unknown(f, {x})});
    FAIL();
  } catch (const TapeError& error) {
    EXPECT_EQ(error.reason(), TapeError::Reason::unknown_function);
    EXPECT_EQ(error.name(), "h");
  }
}

/// The largest number of results that are still to be read, at any instruction.
std::size_t most_alive(const Tape& t) {
  std::vector<std::size_t> last_reading(t.values());
  for (std::size_t k = 0; k < t.operations(); ++k) {
    const auto& i = t.instructions()[k];
    const std::array operands{i.a, i.b, i.c};
    for (int j = 0; j < operand_count(i.operation); ++j)
      last_reading[operands[static_cast<std::size_t>(j)]] = k;
  }
  std::size_t most = 0;
  for (std::size_t k = 0; k < t.operations(); ++k) { // one result an instruction: no sincos
    std::size_t alive = 0;
    for (std::size_t made = 0; made <= k; ++made)
      alive += last_reading[t.first_result() + made] > k ? 1 : 0;
    most = std::max(most, alive);
  }
  return most;
}

TEST_F(Tapes, few_values_are_alive_at_a_time) {
  Expr e = x;
  for (int i = 1; i <= 1000; ++i)
    e = g.sin(g.add(e, g.scale(Rational(i), y)));
  const Tape t = tape({e});
  EXPECT_GE(t.operations(), 2000U);
  ASSERT_EQ(t.values(), t.first_result() + t.operations());
  EXPECT_LE(most_alive(t), 3U);
  EXPECT_LE(dalembert::group(t).slots, t.first_result() + 3U);
}

TEST_F(Tapes, depth_costs_no_stack) {
  Expr e = x;
  for (int i = 0; i < 50000; ++i)
    e = g.add(g.mul(e, y), z);
  const Tape t = tape({e});
  EXPECT_EQ(t.operations(), 50000U);
  EXPECT_NEAR(run(t, {1, 0.5, 1})[0], 2, 1e-15); // four ulps of 2: an error is halved at each step
}

TEST_F(Tapes, select_takes_the_branch_that_holds) {
  const Expr e = g.select(Relation::less, x, y, g.add(x, z), g.mul(y, z));
  EXPECT_EQ(run(e, {1, 2, 10}), 11);
  EXPECT_EQ(run(e, {2, 1, 10}), 10);
  EXPECT_EQ(run(g.select(Relation::less_equal, x, y, z, x), {1, 1, 5}), 5);
  EXPECT_EQ(run(g.select(Relation::equal, x, y, z, x), {1, 2, 5}), 1);
  EXPECT_EQ(run(g.select(Relation::not_equal, x, y, z, x), {1, 2, 5}), 5);
}

TEST_F(Tapes, not_a_number_comes_out_as_it_goes_in) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(std::isnan(run(g.sum({g.mul(x, y), z}), {nan, 1, 1})));
  EXPECT_TRUE(std::isnan(run(g.sqrt(x), {-1, 0, 0})));
  EXPECT_TRUE(std::isinf(run(g.inverse(x), {0, 0, 0})));
}

TEST_F(Tapes, text_shows_one_instruction_a_line) {
  EXPECT_EQ(tape({g.sub(g.sin(x), y), g.cos(x)}).text(), "v0, v1 = sincos x0\nv2 = sub v0 x1\ny0 = v2\ny1 = v1\n");
}

// Where a NaN was born

TEST_F(Tapes, root_of_a_negative_number_is_found_as_the_origin) {
  const Expr inside = g.sub(x, y);
  const Expr root = g.sqrt(inside);
  const Tape t = tape({g.mul(z, g.add(root, g.sin(root)))});
  EXPECT_FALSE(first_non_finite(t, Vector{2, 1, 1}).has_value());
  const auto birth = first_non_finite(t, Vector{1, 3, 1});
  ASSERT_TRUE(birth.has_value());
  EXPECT_EQ(birth->expr, root);
  EXPECT_EQ(birth->operation, Operation::sqrt);
  EXPECT_EQ(birth->operands[0], -2);
  EXPECT_TRUE(std::isnan(birth->value));
}

TEST_F(Tapes, division_by_zero_is_found_as_the_origin) {
  const auto birth = first_non_finite(tape({g.add(g.div(x, y), g.sin(z))}), Vector{1, 0, 1});
  ASSERT_TRUE(birth.has_value());
  EXPECT_EQ(birth->operation, Operation::div);
  EXPECT_EQ(birth->expr, g.div(x, y));
}

TEST_F(Tapes, branch_that_is_not_taken_is_not_blamed) {
  const Expr safe = g.select(Relation::less, x, g.zero(), y, g.sqrt(x));
  const Tape t = tape({g.div(safe, z)});
  EXPECT_FALSE(first_non_finite(t, Vector{-1, 1, 1}).has_value());
  const auto birth = first_non_finite(t, Vector{-1, 1, 0});
  ASSERT_TRUE(birth.has_value());
  EXPECT_EQ(birth->operation, Operation::div);
}

TEST_F(Tapes, input_that_is_not_finite_is_blamed_itself) {
  const auto birth = first_non_finite(tape({g.mul(x, y)}), Vector{1, std::nan(""), 1});
  ASSERT_TRUE(birth.has_value());
  EXPECT_TRUE(birth->is_input);
  EXPECT_EQ(birth->expr, y);
}

// Random graphs against the graph's own evaluation

class RandomGraphs : public ::testing::TestWithParam<unsigned> {};

INSTANTIATE_TEST_SUITE_P(Seeds, RandomGraphs, ::testing::Range(1U, 41U));

Expr random_node(Graph& g, const std::vector<Expr>& pool, std::mt19937& random) {
  const auto pick = [&] { return pool[random() % pool.size()]; };
  const auto coefficient = [&] {
    return Rational(static_cast<int>(random() % 7) - 3, 1 + static_cast<int>(random() % 3));
  };
  // Kept within bounds: every growing value passes through a bounded function or a safe divisor.
  switch (random() % 12) {
  case 0:
    return g.sub(pick(), pick());
  case 1:
    return g.sum({pick(), g.mul(pick(), pick()), g.scale(coefficient(), pick())});
  case 2:
    return g.sin(g.mul(pick(), pick()));
  case 3:
    return g.cos(pick());
  case 4:
    return g.sin(pick());
  case 5:
    return g.div(pick(), g.add(g.number(2), g.square(pick())));
  case 6:
    return g.sqrt(g.add(g.one(), g.square(pick())));
  case 7:
    return g.apply(Function::tanh, g.sub(g.mul(pick(), pick()), g.square(pick())));
  case 8:
    return g.select(Relation::less, pick(), pick(), pick(), pick());
  case 9:
    return g.pow(g.add(g.number(3), g.square(g.sin(pick()))), Rational(-3, 2));
  case 10:
    return g.apply(Function::atan2, pick(), g.add(g.one(), g.square(pick())));
  default:
    return g.sub(g.scale(coefficient(), g.mul(pick(), pick())), g.mul(g.sin(pick()), g.cos(pick())));
  }
}

TEST_P(RandomGraphs, interpreter_equals_the_evaluation_of_the_graph) {
  SCOPED_TRACE(GetParam());
  std::mt19937 random(GetParam());
  Graph g;
  std::vector<Expr> inputs;
  for (const char* name : {"a", "b", "c", "d"})
    inputs.push_back(g.symbol(name));
  std::vector<Expr> pool = inputs;
  for (int i = 0; i < 60; ++i)
    pool.push_back(random_node(g, pool, random));
  const std::vector<Expr> outputs(pool.end() - 20, pool.end());
  const Tape tape = build_tape(g, inputs, outputs);
  ProgramInstance interpreter(interpreted(tape));
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (int run = 0; run < 5; ++run) {
    Vector in;
    std::vector<Assignment> values;
    for (const Expr e : inputs) {
      in.push_back(uniform(random));
      values.push_back({e, in.back()});
    }
    Vector out(outputs.size());
    interpreter.evaluate(in, out);
    const Vector expected = evaluate(g, outputs, values);
    for (std::size_t k = 0; k < out.size(); ++k) {
      if (std::abs(expected[k]) > 1e3) continue;
      // Sums in another order, of values up to 1e3 that may cancel.
      EXPECT_NEAR(out[k], expected[k], 1e-11 * (1 + std::abs(expected[k]))) << k;
    }
  }
}

TEST_P(RandomGraphs, grouping_the_instructions_changes_no_bit) {
  std::mt19937 random(GetParam());
  Graph g;
  const std::vector<Expr> inputs = {g.symbol("a"), g.symbol("b")};
  std::vector<Expr> pool = inputs;
  for (int i = 0; i < 80; ++i)
    pool.push_back(random_node(g, pool, random));
  const Tape tape = build_tape(g, inputs, std::span<const Expr>(pool).last(15));
  const Vector in = {0.3, -0.8};
  Vector values(tape.constants().begin(), tape.constants().end());
  values.insert(values.end(), in.begin(), in.end());
  for (const auto& i : tape.instructions()) {
    const int operands = operand_count(i.operation);
    const double a = values[i.a];
    const double b = operands > 1 ? values[i.b] : 0;
    const double c = operands > 2 ? values[i.c] : 0;
    values.push_back(apply(i.operation, i.function(), a, b, c));
    if (i.operation == Operation::sincos) values.push_back(std::cos(a));
  }
  ProgramInstance interpreter(interpreted(tape));
  Vector out(tape.outputs());
  interpreter.evaluate(in, out);
  for (std::size_t k = 0; k < out.size(); ++k) {
    const double expected = values[tape.output_values()[k]];
    EXPECT_TRUE(out[k] == expected || (std::isnan(out[k]) && std::isnan(expected))) << k;
  }
}

TEST_F(Tapes, instructions_of_one_kind_stand_together) {
  std::vector<Expr> outputs;
  for (int i = 1; i <= 20; ++i)
    outputs.push_back(g.add(g.mul(g.scale(Rational(i), x), y), g.sin(g.scale(Rational(1, i + 1), z))));
  const Tape t = tape(outputs);
  EXPECT_LE(dalembert::group(t).runs.size(), 6U);
}

TEST_P(RandomGraphs, slots_hold_what_unlimited_memory_would_hold) {
  // Every node an output: no slot may be used again before its value is read. Compare with one output at a time.
  std::mt19937 random(GetParam());
  Graph g;
  const std::vector<Expr> inputs = {g.symbol("a"), g.symbol("b")};
  std::vector<Expr> pool = inputs;
  for (int i = 0; i < 40; ++i)
    pool.push_back(random_node(g, pool, random));
  ProgramInstance all(interpreted(build_tape(g, inputs, pool)));
  Vector together(pool.size());
  const Vector in = {0.3, -0.8};
  all.evaluate(in, together);
  for (std::size_t k = 0; k < pool.size(); ++k) {
    ProgramInstance single(interpreted(build_tape(g, inputs, std::span<const Expr>(&pool[k], 1))));
    Vector alone(1);
    single.evaluate(in, alone);
    if (std::abs(together[k]) > 1e3) continue;
    // Sums in another order, of values up to 1e3 that may cancel.
    EXPECT_NEAR(alone[0], together[k], 1e-11 * (1 + std::abs(together[k]))) << k;
  }
}

} // namespace

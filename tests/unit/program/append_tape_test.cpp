// Tapes within tapes: the same bits, and nothing twice.
#include <dalembert/program/append_tape.h>
#include <dalembert/program/build_tape.h>
#include <dalembert/program/compile.h>
#include <dalembert/program/schedule.h>

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace dalembert {
namespace {

class AppendedTape : public testing::Test {
protected:
  AppendedTape() {
    const Expr x = graph_.symbol("x");
    const Expr y = graph_.symbol("y");
    inputs_ = {x, y};
    const Expr turned = graph_.add(graph_.sin(x), graph_.cos(x));
    outputs_ = {graph_.mul(turned, graph_.apply(Function::tan, y)),
                graph_.select(Relation::less, x, y, graph_.div(x, y), graph_.apply(Function::atan2, x, y)),
                graph_.sqrt(graph_.apply(Function::exp, x))};
  }

  Graph graph_;
  std::array<Expr, 2> inputs_;
  std::array<Expr, 3> outputs_;
};

TEST_F(AppendedTape, has_the_bits_of_the_tape) {
  const Tape tape = build_tape(graph_, inputs_, outputs_);
  ValueGraph values;
  const std::array<Value, 2> at{values.input(0, {}), values.input(1, {})};
  const std::vector<Value> made = append_tape(values, tape, at);
  const Tape again = schedule(values, inputs_, made);
  EXPECT_EQ(again.operations(), tape.operations());
  for (const std::array<double, 2> in : {std::array{0.3, 1.7}, std::array{2.1, -0.4}, std::array{1e9, 1e-9}})
    EXPECT_EQ(evaluated_once(*interpreted(again), in), evaluated_once(*interpreted(tape), in));
}

TEST_F(AppendedTape, is_computed_once_for_equal_inputs) {
  const Tape tape = build_tape(graph_, inputs_, outputs_);
  ValueGraph values;
  const std::array<Value, 2> at{values.input(0, {}), values.input(1, {})};
  EXPECT_EQ(append_tape(values, tape, at), append_tape(values, tape, at));
}

TEST_F(AppendedTape, says_which_inputs_it_reads) {
  const std::array<Expr, 3> more{inputs_[0], graph_.symbol("unused"), inputs_[1]};
  const std::array<Expr, 1> only{graph_.sin(inputs_[1])};
  EXPECT_EQ(inputs_read(build_tape(graph_, more, outputs_)), (std::vector<bool>{true, false, true}));
  EXPECT_EQ(inputs_read(build_tape(graph_, more, only)), (std::vector<bool>{false, false, true}));
}

TEST_F(AppendedTape, says_which_outputs_depend_on_an_input) {
  const Tape tape = build_tape(graph_, inputs_, outputs_);
  EXPECT_EQ(outputs_that_read(tape, {true, false}), (std::vector<bool>{true, true, true}));
  EXPECT_EQ(outputs_that_read(tape, {false, true}), (std::vector<bool>{true, true, false}));
  EXPECT_EQ(outputs_that_read(tape, {false, false}), (std::vector<bool>{false, false, false}));
}

TEST(Schedule, what_is_made_last_is_computed_in_the_order_of_its_making) {
  ValueGraph values;
  const Value x = values.input(0, {});
  const Value early = values.make(Operation::mul, x, x);
  const auto end = static_cast<Value>(values.size());
  const Value first = values.make(Operation::add, early, x);
  const Value unused = values.make(Operation::div, early, x);
  const Value second = values.make(Operation::sub, early, x);
  EXPECT_LT(first, unused);
  const std::array<Value, 2> outputs{second, first};
  const Tape by_outputs = schedule(values, std::array<Expr, 1>{}, outputs);
  const Tape as_made = schedule(values, std::array<Expr, 1>{}, outputs, end);
  const auto operations = [](const Tape& tape) {
    std::vector<Operation> out;
    for (const Instruction& i : tape.instructions())
      out.push_back(i.operation);
    return out;
  };
  EXPECT_EQ(operations(by_outputs), (std::vector{Operation::mul, Operation::sub, Operation::add}));
  EXPECT_EQ(operations(as_made), (std::vector{Operation::mul, Operation::add, Operation::sub}));
}

} // namespace
} // namespace dalembert

// A matrix that a program makes of its products with unit vectors.
#include <dalembert/expr/graph.h>
#include <dalembert/program/build_tape.h>
#include <dalembert/program/compile.h>
#include <dalembert/program/matrix_by_columns.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <vector>

namespace dalembert::test {
namespace {

using testing::ElementsAre;
using testing::ElementsAreArray;

/// Inputs a, b; outputs 10 a, 20 b, with [[a, b], [b, 3]] before the second.
std::shared_ptr<const Executor> small_program() {
  Graph graph;
  const Expr a = graph.symbol("a");
  const Expr b = graph.symbol("b");
  const Expr x = graph.symbol("x");
  const Expr y = graph.symbol("y");
  const auto times = [&graph](int number, Expr e) { return graph.scale(Rational(number), e); };
  const std::vector<Expr> others{times(10, a), times(20, b)};
  const std::vector<Expr> product{graph.add(graph.mul(a, x), graph.mul(b, y)), graph.add(graph.mul(b, x), times(3, y))};
  return with_matrix(
      interpreted(build_tape(graph, std::vector{a, b}, others)),
      std::make_shared<const MatrixProduct>(build_tape(graph, std::vector{a, b, x, y}, product), interpreted), 1);
}

TEST(MatrixByColumns, stands_among_the_other_outputs) {
  const std::shared_ptr<const Executor> program = small_program();
  EXPECT_EQ(program->inputs(), 2);
  ASSERT_EQ(program->outputs(), 6);
  EXPECT_THAT(evaluated_once(*program, std::vector{5.0, 7.0}), ElementsAre(50, 5, 7, 7, 3, 140));
}

TEST(MatrixByColumns, may_write_over_its_inputs) {
  const std::shared_ptr<const Executor> program = small_program();
  std::vector<double> numbers{5, 7, 0, 0, 0, 0};
  Workspace workspace = program->workspace();
  program->evaluate(std::span(numbers).first(2), numbers, workspace);
  EXPECT_THAT(numbers, ElementsAre(50, 5, 7, 7, 3, 140));
}

TEST(MatrixByColumns, lanes_have_the_values_of_single_states) {
  const std::shared_ptr<const Executor> program = small_program();
  const std::vector<double> states{5, 1, 2, 7, -1, 4}; // two inputs of three lanes
  std::vector<double> out(3 * program->outputs());
  Workspace workspace = program->workspace();
  program->evaluate_lanes(3, states, out, workspace);
  for (std::size_t lane = 0; lane < 3; ++lane) {
    std::vector<double> found;
    for (std::size_t k = 0; k < program->outputs(); ++k)
      found.push_back(out[k * 3 + lane]);
    EXPECT_THAT(found, ElementsAreArray(evaluated_once(*program, std::vector{states[lane], states[3 + lane]})));
  }
}

TEST(MatrixByColumns, takes_what_depends_on_the_state_once_and_has_rows_of_zeros) {
  Graph graph;
  const Expr a = graph.symbol("a");
  const Expr x = graph.symbol("x");
  const Expr y = graph.symbol("y");
  const std::vector<Expr> product{graph.number(0), graph.mul(graph.sin(a), y)};
  std::vector<std::size_t> lengths;
  const Compile compile = [&lengths](const Tape& tape) {
    lengths.push_back(tape.operations());
    return interpreted(tape);
  };
  MatrixProduct::Instance matrix(
      std::make_shared<const MatrixProduct>(build_tape(graph, std::vector{a, x, y}, product), compile));
  EXPECT_THAT(lengths, ElementsAre(1, 1)); // the sine, then its product with y
  std::vector<double> out(2, -1.0);
  matrix.take_in(std::vector{0.5});
  matrix.multiply(std::vector{3.0, 2.0}, out);
  EXPECT_THAT(out, ElementsAre(0, 2 * std::sin(0.5)));
  matrix.multiply(std::vector{3.0, -1.0}, out);
  EXPECT_THAT(out, ElementsAre(0, -std::sin(0.5)));
}

} // namespace
} // namespace dalembert::test

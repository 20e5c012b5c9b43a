// A tape in two: the same bits, and nothing of the first part again.
#include <dalembert/program/build_tape.h>
#include <dalembert/program/compile.h>
#include <dalembert/program/split_tape.h>

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace dalembert {
namespace {

/// All outputs by the two parts of a tape of inputs x, y, z of which x and y come first.
std::vector<double> by_parts(const SplitTape& split, const std::array<double, 3>& in, std::size_t of_fixed_alone) {
  const std::vector<double> fixed = evaluated_once(*interpreted(split.fixed), std::array{in[0], in[1]});
  std::vector<double> rest = fixed;
  rest.push_back(in[2]);
  std::vector<double> out(fixed.begin(), fixed.begin() + static_cast<std::ptrdiff_t>(of_fixed_alone));
  const std::vector<double> varying = evaluated_once(*interpreted(split.varying), rest);
  out.insert(out.end(), varying.begin(), varying.end());
  return out;
}

TEST(SplitTape, has_the_bits_of_the_whole_and_computes_the_first_part_once) {
  Graph graph;
  const Expr x = graph.symbol("x");
  const Expr y = graph.symbol("y");
  const Expr z = graph.symbol("z");
  const Expr turned = graph.add(graph.sin(x), graph.mul(y, graph.cos(x)));
  const std::array<Expr, 3> inputs{x, y, z};
  const std::array<Expr, 5> outputs{
      graph.sqrt(graph.apply(Function::exp, turned)), graph.number(7), graph.mul(turned, graph.add(z, y)),
      graph.select(Relation::less, x, z, graph.div(z, y), graph.apply(Function::atan2, z, turned)),
      graph.mul(graph.sin(z), graph.cos(z))};
  const Tape tape = build_tape(graph, inputs, outputs);
  const SplitTape split = split_tape(tape, 2);
  EXPECT_EQ(split.fixed.operations() + split.varying.operations(), tape.operations());
  EXPECT_EQ(split.varying.outputs(), 3U);
  for (const std::array<double, 3> in : {std::array{0.3, 1.7, -2.0}, std::array{2.1, -0.4, 5.0}})
    EXPECT_EQ(by_parts(split, in, 2), evaluated_once(*interpreted(tape), in));
}

TEST(SplitTape, has_an_empty_part_where_all_or_nothing_varies) {
  Graph graph;
  const Expr x = graph.symbol("x");
  const Expr y = graph.symbol("y");
  const std::array<Expr, 2> inputs{x, y};
  const std::array<Expr, 1> outputs{graph.sin(x)};
  const Tape tape = build_tape(graph, inputs, outputs);
  EXPECT_EQ(split_tape(tape, 0).fixed.operations(), 0U);
  EXPECT_EQ(split_tape(tape, 0).varying.operations(), tape.operations());
  EXPECT_EQ(split_tape(tape, 2).varying.outputs(), 0U);
  EXPECT_EQ(split_tape(tape, 2).fixed.text(), tape.text());
}

} // namespace
} // namespace dalembert

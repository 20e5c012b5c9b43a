// What executors promise: constant programs, workspaces of their own, lanes with the bits of single evaluations.
#include <dalembert/program/build_tape.h>
#include <dalembert/program/compile.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <memory>
#include <random>
#include <vector>

namespace dalembert {
namespace {

using Vector = std::vector<double>;

std::uint64_t bits(double x) {
  return std::bit_cast<std::uint64_t>(x);
}

/// Programs of x, y, z.
struct Three {
  Graph g;
  Expr x = g.symbol("x");
  Expr y = g.symbol("y");
  Expr z = g.symbol("z");

  [[nodiscard]] std::shared_ptr<const Executor> program(const std::vector<Expr>& outputs) const {
    return interpreted(build_tape(g, std::vector<Expr>{x, y, z}, outputs));
  }
};

TEST(Executor, evaluations_in_one_workspace_leave_another_alone) {
  Three of;
  Graph& g = of.g;
  const auto program = of.program({g.mul(of.x, of.y), g.sin(of.z)});
  Workspace first = program->workspace();
  Workspace second = program->workspace();
  Vector out(2);
  program->evaluate(Vector{2, 3, 0}, out, first);
  const Vector before(first.numbers.get(), first.numbers.get() + first.size);
  program->evaluate(Vector{5, 7, 1}, out, second);
  EXPECT_THAT(out, testing::ElementsAre(35, std::sin(1.0)));
  EXPECT_EQ(Vector(first.numbers.get(), first.numbers.get() + first.size), before);
}

TEST(Executor, lanes_have_the_bits_of_single_evaluations) {
  Three of;
  Graph& g = of.g;
  const Expr sum = g.sum({g.mul(of.x, of.y), g.mul(of.y, of.z), g.scale(Rational(1, 3), of.x)});
  const Expr either = g.select(Relation::less, of.x, of.y, g.square(of.z), g.neg(of.x));
  const auto shared = of.program({sum, g.sin(sum), g.cos(sum), g.sqrt(of.x), g.div(sum, g.sub(of.y, of.z)), either,
                                  of.y, g.number(Rational(7)), g.apply(Function::tanh, of.z)});
  ProgramInstance together(shared);
  ProgramInstance alone(shared);
  std::mt19937 random(5);
  std::uniform_real_distribution<double> uniform(-1, 1); // roots of negative numbers are among them
  for (const std::size_t lanes : {0U, 1U, 3U, 8U}) {
    Vector in(lanes * shared->inputs());
    for (double& value : in)
      value = uniform(random);
    Vector out(lanes * shared->outputs());
    together.evaluate_lanes(lanes, in, out);
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      Vector expected(shared->outputs());
      alone.evaluate(Vector{in[lane], in[lanes + lane], in[2 * lanes + lane]}, expected);
      for (std::size_t k = 0; k < expected.size(); ++k)
        EXPECT_EQ(bits(out[k * lanes + lane]), bits(expected[k])) << "lane " << lane << " of " << lanes << ", " << k;
    }
  }
}

} // namespace
} // namespace dalembert

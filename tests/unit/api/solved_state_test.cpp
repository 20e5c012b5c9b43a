// A motion solves a state once, and every other state anew.
#include <dalembert/api/session.h>
#include <dalembert/simulation/motion/motion.h>

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace dalembert {
namespace {

/// A chain of 12 links, which is solved by its structure.
Session hanging_chain() {
  return {"chain", R"(
model Chain
count n = 12
param g = 9.81
coord a[1..n]
let x[i in 0..n] = if i = 0 then 0 else x[i-1] + sin(a[i])
let y[i in 0..n] = if i = 0 then 0 else y[i-1] - cos(a[i])
kinetic   T = sum(i in 1..n: 1/2*(x[i]'^2 + y[i]'^2))
potential V = sum(i in 1..n: g*y[i])
)"};
}

/// One that is solved by its matrices.
Session short_chain() {
  return {"chain", R"(
model Chain
param g = 9.81
coord a[1..3]
let x[i in 0..3] = if i = 0 then 0 else x[i-1] + sin(a[i])
let y[i in 0..3] = if i = 0 then 0 else y[i-1] - cos(a[i])
kinetic   T = sum(i in 1..3: 1/2*(x[i]'^2 + y[i]'^2))
potential V = sum(i in 1..3: g*y[i])
)"};
}

struct SolvedValues {
  std::vector<double> accelerations;

  explicit SolvedValues(Motion& motion, const Engine& engine) {
    motion.solve();
    const InputView<double> at(engine.programs->layout, motion.inputs());
    accelerations.assign(at.accelerations().begin(), at.accelerations().end());
  }
};

/// v̇ at a state by a motion that has solved nothing before.
std::vector<double> solved_afresh(const Engine& engine, double t, const std::vector<double>& y) {
  Motion motion(engine, 1e-9);
  motion.unpack(t, y);
  return SolvedValues(motion, engine).accelerations;
}

void expect_to_stand(const Engine& engine) {
  Motion motion(engine, 1e-9);
  std::vector<double> y = motion.packed();
  for (std::size_t i = 0; i < y.size(); ++i)
    y[i] = 0.1 * static_cast<double>(i % 7);
  motion.unpack(0.0, y);
  const std::vector<double> first = SolvedValues(motion, engine).accelerations;
  EXPECT_EQ(first, solved_afresh(engine, 0.0, y));
  motion.unpack(0.0, y);
  EXPECT_EQ(SolvedValues(motion, engine).accelerations, first);

  std::vector<double> other = y;
  other[5] += 0.3;
  std::vector<double> dydt(y.size());
  const OdeProblem problem = motion.problem();
  problem.rhs(0.0, other, dydt);
  EXPECT_EQ(SolvedValues(motion, engine).accelerations, solved_afresh(engine, 0.0, other));
  problem.rhs(0.0, y, dydt);
  EXPECT_EQ(SolvedValues(motion, engine).accelerations, first);
}

void expect_to_be_forgotten(const Engine& engine) {
  Motion motion(engine, 1e-9);
  std::vector<double> y = motion.packed();
  for (std::size_t i = 0; i < y.size(); ++i)
    y[i] = 0.1 * static_cast<double>(i % 5);
  motion.unpack(0.0, y);
  const std::vector<double> first = SolvedValues(motion, engine).accelerations;
  InputView<double>(engine.programs->layout, motion.inputs()).parameters()[0] = 1.62;
  const std::vector<double> on_the_moon = SolvedValues(motion, engine).accelerations;
  EXPECT_NE(on_the_moon, first);
  InputView<double>(engine.programs->layout, motion.inputs()).parameters()[0] = 9.81;
  EXPECT_EQ(SolvedValues(motion, engine).accelerations, first);
}

TEST(SolvedState, stands_until_the_state_changes) {
  expect_to_stand(hanging_chain().engine());
  expect_to_stand(short_chain().engine());
}

TEST(SolvedState, is_forgotten_where_inputs_are_written_to) {
  expect_to_be_forgotten(hanging_chain().engine());
  expect_to_be_forgotten(short_chain().engine());
}

} // namespace
} // namespace dalembert

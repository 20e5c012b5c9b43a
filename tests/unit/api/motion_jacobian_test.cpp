// The exact derivatives of the equations of motion against differences of their solution, in every model.
#include <dalembert/api/session.h>
#include <dalembert/base/errors.h>
#include <dalembert/numerics/radau/motion_blocks.h>
#include <dalembert/numerics/radau/radau_blocks.h>
#include <dalembert/simulation/motion/motion.h>
#include <dalembert/simulation/solving/row_ranks.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

namespace dalembert {
namespace {

std::vector<std::string> models() {
  std::vector<std::string> out;
  for (const char* folder : {"/models/seeds", "/models/gallery"})
    for (const auto& entry : std::filesystem::directory_iterator(std::string(DALEMBERT_SOURCE_DIR) + folder))
      if (entry.path().extension() == ".mech") out.push_back(entry.path().string());
  std::ranges::sort(out);
  return out;
}

/// ∂f/∂yⱼ by differences of fourth order, of the first `n` components.
std::vector<double> difference(const OdeProblem& problem, double t, const std::vector<double>& y, std::size_t j,
                               std::size_t n) {
  const double h = 2e-4 * std::max(1.0, std::abs(y[j]));
  std::vector<double> out(n, 0.0);
  for (const auto& [steps, weight] : {std::pair{1, 8.0}, {-1, -8.0}, {2, -1.0}, {-2, 1.0}}) {
    std::vector<double> moved = y;
    moved[j] += steps * h;
    std::vector<double> f(y.size());
    problem.rhs(t, moved, f);
    for (std::size_t i = 0; i < n; ++i)
      out[i] += weight * f[i] / (12 * h);
  }
  return out;
}

TEST(MotionJacobian, is_the_derivative_of_the_motion_in_every_model) {
  std::size_t compared = 0;
  for (const std::string& path : models()) {
    SCOPED_TRACE(path);
    Session session = Session::open(path);
    const Engine& engine = session.engine();
    RunOptions options;
    options.samples = 4;
    const RunResult run = session.run(options);
    std::vector<State> states{run.initial.state};
    for (const Evaluation& sample : run.samples)
      states.push_back(sample.state);
    Motion motion(engine, 1e-9);
    if (run.initial.rank < static_cast<int>(engine.constraints()))
      motion.set_known_ranks(row_ranks(engine, run.initial.state));
    const OdeProblem problem = motion.problem();
    ASSERT_TRUE(problem.jacobian);
    const std::size_t n = 2 * engine.coordinates();
    for (const State& state : states) {
      if (run.impact && state.t == run.initial.state.t) continue;
      motion.start(state, nullptr);
      const std::vector<double> y = motion.packed();
      std::vector<double> exact(n * n);
      problem.jacobian(state.t, y, exact);
      for (std::size_t j = 0; j < n; ++j) {
        const std::vector<double> column = difference(problem, state.t, y, j, n);
        double largest = 1;
        for (const double x : column)
          largest = std::max(largest, std::abs(x));
        for (std::size_t i = 0; i < n; ++i)
          // Fourth order: h⁴·f⁗ and rounding 1e-16/h = 1e-12 of accelerations, whose condition is up to 1e5.
          EXPECT_NEAR(exact[i * n + j], column[i], 1e-6 * largest) << problem.name(i) << " by " << problem.name(j);
        ++compared;
      }
    }
  }
  EXPECT_GT(compared, 1000U);
}

/// (I − hJ)⁻¹ of both ways, of stages and of the real eigenvalue, at the same state.
void expect_same_steps(const LinearisedMotion& motion, const std::vector<double>& jacobian, double h) {
  const std::size_t size = 2 * motion.pattern->coordinates;
  const RadauTableau& tableau = radau_tableau(3);
  RadauBlocks by_jacobian;
  MotionBlocks by_motion;
  ASSERT_TRUE(by_jacobian.factor(tableau, h, jacobian, size));
  ASSERT_TRUE(by_motion.factor(tableau, h, motion));
  std::vector<double> expected(3 * size);
  for (std::size_t i = 0; i < expected.size(); ++i)
    expected[i] = std::sin(1.0 + static_cast<double>(i));
  std::vector<double> got = expected;
  by_jacobian.solve_stages(tableau, expected, size, size);
  by_motion.solve_stages(tableau, got, size);
  double largest = 0;
  for (const double x : expected)
    largest = std::max(largest, std::abs(x));
  for (std::size_t i = 0; i < expected.size(); ++i)
    // Rounding of the elimination that the Jacobian comes from, times its condition.
    EXPECT_NEAR(got[i], expected[i], 1e-9 * largest) << "component " << i;
}

TEST(MotionJacobian, equations_of_second_order_make_the_same_steps_in_every_model) {
  std::size_t compared = 0;
  for (const std::string& path : models()) {
    SCOPED_TRACE(path);
    Session session = Session::open(path);
    const Engine& engine = session.engine();
    RunOptions options;
    options.samples = 3;
    const RunResult run = session.run(options);
    if (run.initial.rank < static_cast<int>(engine.constraints())) continue;
    Motion motion(engine, 1e-9);
    const OdeProblem problem = motion.problem();
    if (!problem.second_order) continue;
    const std::size_t size = 2 * engine.coordinates();
    for (const Evaluation& sample : run.samples) {
      if (run.impact && sample.state.t == run.initial.state.t) continue;
      motion.start(sample.state, nullptr);
      const std::vector<double> y = motion.packed();
      std::vector<double> jacobian(size * size);
      problem.jacobian(sample.state.t, y, jacobian);
      LinearisedMotion linearised;
      if (!problem.second_order->linearise(sample.state.t, y, linearised)) continue;
      for (const double h : {1e-3, 0.3})
        expect_same_steps(linearised, jacobian, h);
      ++compared;
    }
  }
  EXPECT_GT(compared, 50U);
}

} // namespace
} // namespace dalembert

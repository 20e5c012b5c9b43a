// Initial states of long chains: by the structure of the equations, with the numbers of the matrices.
#include <dalembert/api/session.h>
#include <dalembert/numerics/projection/projection.h>
#include <dalembert/numerics/projection/projection_iteration.h>
#include <dalembert/simulation/solving/account.h>
#include <dalembert/simulation/start/initial_state.h>
#include <dalembert/simulation/start/structure_equations.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <numeric>
#include <string>
#include <vector>

namespace dalembert {
namespace {

/// A chain whose tip is pinned.
const std::string pinned_chain = R"(
model Pinned
count n = 60
param m = 1 [kg], l = 1 [m], g = 9.81 [m/s^2], X = 0.6 [m]
coord th[1..n] [rad]
let x[i in 0..n] = if i = 0 then 0 else x[i-1] + l*sin(th[i])
let y[i in 0..n] = if i = 0 then 0 else y[i-1] - l*cos(th[i])
kinetic T = sum(i in 1..n: 1/2*m*(x[i]'^2 + y[i]'^2))
potential V = sum(i in 1..n: m*g*y[i])
constraint px: x[n] = X
constraint py: y[n] = 0
)";

class PinnedChain : public testing::Test {
protected:
  Session session{"pinned", pinned_chain + "initial th[i in 1..n] ~ 3*i/n\n"};
  const Engine& engine = session.engine();
  std::size_t n = engine.coordinates();
  std::size_t m = engine.constraints();
  std::vector<double> inputs = engine.blank_inputs();
  RowValues values{engine, Level::position};
  std::vector<double> scale = std::vector<double>(n, 1.0);

  /// φ, its gradient and M at positions x.
  ProjectionRows rows() {
    const auto evaluate = [this](std::span<const double> x) {
      std::ranges::copy(x, InputView<double>(engine.programs->layout, inputs).positions().begin());
      values.evaluate(inputs);
      return values.view();
    };
    return {[evaluate](std::span<const double> x, std::span<double> out) {
              std::ranges::copy(evaluate(x).residual, out.begin());
            },
            [evaluate](std::span<const double> x, std::span<double> jacobian, std::span<double> metric) {
              std::ranges::copy(evaluate(x).gradient, jacobian.begin());
              std::ranges::copy(evaluate(x).mass, metric.begin());
            }};
  }

  MatrixEquations matrices(const ProjectionRows& problem) const {
    std::vector<std::size_t> all(n);
    std::iota(all.begin(), all.end(), std::size_t{0});
    MatrixEquations out(n, m, std::move(all), {});
    out.begin(problem, ProjectionBegin::linearises);
    return out;
  }

  /// An arch through both pins, nearly.
  [[nodiscard]] std::vector<double> arch() const {
    std::vector<double> x(n);
    for (std::size_t i = 0; i < n; ++i)
      x[i] = -1.0 + 2.0 * std::numbers::pi * (static_cast<double>(i) + 0.5) / static_cast<double>(n) +
             1e-3 * std::cos(static_cast<double>(i));
    return x;
  }
};

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double out = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i)
    out = std::max(out, std::abs(a[i] - b[i]));
  return out;
}

TEST_F(PinnedChain, equations_by_structure_are_those_of_the_matrices) {
  ASSERT_TRUE(StructureEquations::are_known(engine, Level::position));
  const ProjectionRows problem = rows();
  StructureEquations structure(engine, Level::position, inputs, problem);
  MatrixEquations full = matrices(problem);
  std::vector<double> load(n);
  for (std::size_t i = 0; i < n; ++i)
    load[i] = std::sin(3.0 * static_cast<double>(i));
  const std::vector<double> wanted{0.3, -0.2};
  // The last is straight: its rows have rank 1, and the matrices are asked there, too.
  for (const std::vector<double>& x : {arch(), std::vector<double>(n, 0.5)}) {
    structure.linearise(x, scale);
    full.linearise(x, scale);
    std::vector<double> sizes(m);
    std::vector<double> expected_sizes(m);
    structure.measure_rows(scale, sizes);
    full.measure_rows(scale, expected_sizes);
    // The same sums over 60 links in another order: rounding.
    EXPECT_LT(largest_difference(sizes, expected_sizes), 1e-12);
    EXPECT_NEAR(structure.length(load), full.length(load), 1e-12 * full.length(load)); // rounding of such sums
    std::vector<double> product(n);
    std::vector<double> expected_product(n);
    structure.multiply(load, product);
    full.multiply(load, expected_product);
    // Products of 60 by 60 entries of up to 60 kg·m²: rounding of 1e3.
    EXPECT_LT(largest_difference(product, expected_product), 1e-11);
    std::vector<double> change(n);
    std::vector<double> expected_change(n);
    structure.solve(load, wanted, change);
    full.solve(load, wanted, expected_change);
    // Solved in another order: rounding, times the condition of 60 links.
    EXPECT_LT(largest_difference(change, expected_change), 1e-11);
    EXPECT_EQ(structure.rank(), full.rank());
  }
  EXPECT_EQ(structure.rank(), 1);
}

TEST_F(PinnedChain, equations_hold_what_may_not_change) {
  const ProjectionRows problem = rows();
  const std::vector<std::size_t> held{0, 7, 30};
  std::vector<std::size_t> moving;
  for (std::size_t i = 0; i < n; ++i)
    if (std::ranges::find(held, i) == held.end()) moving.push_back(i);
  StructureEquations structure(engine, Level::position, inputs, problem, held);
  MatrixEquations full(n, m, moving, {});
  full.begin(problem, ProjectionBegin::linearises);
  std::vector<double> load(n);
  for (std::size_t i = 0; i < n; ++i)
    load[i] = std::cos(2.0 * static_cast<double>(i));
  const std::vector<double> wanted{-0.1, 0.4};
  for (const std::vector<double>& x : {arch(), std::vector<double>(n, 0.5)}) {
    structure.linearise(x, scale);
    full.linearise(x, scale);
    std::vector<double> change(n);
    std::vector<double> expected(n);
    structure.solve(load, wanted, change);
    full.solve(load, wanted, expected);
    EXPECT_LT(largest_difference(change, expected), 1e-10); // likewise, with links that are held
    for (const std::size_t i : held)
      EXPECT_EQ(change[i], 0.0);
  }
}

TEST_F(PinnedChain, projection_by_structure_finds_the_nearest_state_of_the_matrices) {
  const ProjectionRows problem = rows();
  ProjectionOptions options;
  options.aim = ProjectionAim::nearest;
  std::vector<double> expected = arch();
  Projector projector(static_cast<int>(n), static_cast<int>(m), options);
  ASSERT_TRUE(projector.project(problem, expected).converged);
  std::vector<double> x = arch();
  StructureEquations equations(engine, Level::position, inputs, problem);
  ProjectionIteration iteration(n, m, options);
  ASSERT_TRUE(iteration.project(problem.residual, equations, x).converged);
  EXPECT_LT(largest_difference(x, expected), 1e-11); // both end where corrections are rounding, of angles of up to 5
}

/// Counts how often a program is evaluated.
class Counted final : public Executor {
public:
  Counted(std::shared_ptr<const Executor> program, int& count) : program_(std::move(program)), count_(count) {}
  [[nodiscard]] std::size_t inputs() const override { return program_->inputs(); }
  [[nodiscard]] std::size_t outputs() const override { return program_->outputs(); }
  [[nodiscard]] Workspace workspace() const override { return program_->workspace(); }
  void evaluate(std::span<const double> in, std::span<double> out, Workspace& workspace) const override {
    ++count_;
    program_->evaluate(in, out, workspace);
  }
  void evaluate_lanes(std::size_t lanes, std::span<const double> in, std::span<double> out,
                      Workspace& workspace) const override {
    count_ += static_cast<int>(lanes);
    program_->evaluate_lanes(lanes, in, out, workspace);
  }

private:
  std::shared_ptr<const Executor> program_;
  int& count_;
};

TEST_F(PinnedChain, initial_state_is_found_without_the_entries_of_the_mass_matrix) {
  Engine counting = engine;
  int evaluations = 0;
  counting.positions = std::make_shared<const Counted>(engine.positions, evaluations);
  const InitialState found = consistent_initial_state(counting);
  EXPECT_EQ(evaluations, 0);
  put_state(engine.programs->layout, found.state, inputs);
  values.evaluate(inputs);
  for (const double residual : values.view().residual)
    EXPECT_LT(std::abs(residual), 1e-10); // rows are met to 1e-11 of their terms, of 60 links of 1 m
}

TEST(Ladder, whose_multipliers_leave_early_has_an_initial_state) {
  Session session("ladder", R"(
model Ladder
count n = 30
param m = 1 [kg], l = 1 [m], w = 1 [m], g = 9.81 [m/s^2]
coord th[1..n] [rad], ph[1..n] [rad]
let x[i in 0..n] = if i = 0 then 0 else x[i-1] + l*sin(th[i])
let y[i in 0..n] = if i = 0 then 0 else y[i-1] - l*cos(th[i])
let u[i in 0..n] = if i = 0 then w else u[i-1] + l*sin(ph[i])
let v[i in 0..n] = if i = 0 then 0 else v[i-1] - l*cos(ph[i])
kinetic T = sum(i in 1..n: 1/2*m*(x[i]'^2 + y[i]'^2 + u[i]'^2 + v[i]'^2))
potential V = sum(i in 1..n: m*g*(y[i]+v[i]))
constraint rung[i in 1..n]: (x[i]-u[i])^2 + (y[i]-v[i])^2 = w^2
initial th[i in 1..n] ~ 0.3, ph[i in 1..n] ~ 0.31
)");
  const Engine& engine = session.engine();
  std::vector<double> inputs = engine.blank_inputs();
  put_state(engine.programs->layout, session.initial_state().state, inputs);
  const RowValues rows = rows_at(engine, inputs, Level::position);
  for (const double residual : rows.view().residual)
    EXPECT_LT(std::abs(residual), 1e-10); // rows are met to 1e-11 of their terms
}

} // namespace
} // namespace dalembert

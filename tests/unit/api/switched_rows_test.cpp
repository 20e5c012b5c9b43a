// Rows that act at times, that repeat others, or that give what M lacks: by structure, against the matrices.
#include <dalembert/api/form_engine.h>
#include <dalembert/api/session.h>
#include <dalembert/derivation/derive.h>
#include <dalembert/simulation/solving/dynamics.h>
#include <dalembert/simulation/solving/manifold.h>
#include <dalembert/simulation/solving/row_ranks.h>

#include "chain_of_points.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace dalembert {
namespace {

/// What a run with constraints that act at times uses.
Engine engine_of_run(Session& session) {
  const Engine& open = session.engine();
  const std::shared_ptr<const Study> closed = session.study().closed;
  const auto equations =
      std::make_shared<const Equations>(derive(std::shared_ptr<const System>(closed, &closed->system)));
  const JumpChoice jumps = held_jumps(*equations, Form::lagrange);
  AdvancingForm form;
  set_structure(form, closed, equations, jumps);
  return make_engine(closed, std::make_shared<const Programs>(lower(*closed, *equations, {}, jumps)), open.parameters,
                     open.compile, std::move(form));
}

TEST(SwitchedRows, rows_that_act_at_times_and_forces_that_jump) {
  Session session("chain", std::string(test::chain_of_points) + R"(
force Q on th[1] = -0.7 [N*m]*sign(th[1]')
constraint wall: x[n] <= 4 [m]
constraint pin: y[6] = 2 [m]
constraint grip: x[3] = 1 [m] from 1 [s]
)");
  const Engine engine = engine_of_run(session);
  ASSERT_EQ(engine.constraints(), 3U);
  Dynamics by_structure(engine);
  by_structure.use_structure();
  Dynamics by_matrices(engine);
  std::mt19937 random(7);
  std::uniform_real_distribution<double> number(-2, 2);
  for (unsigned acting = 0; acting < 8; ++acting) {
    std::vector<std::size_t> rows;
    for (std::size_t k = 0; k < 3; ++k) {
      const bool is_always = engine.system().constraints[k].name == "pin";
      if (is_always || ((acting >> k) & 1U) != 0) rows.push_back(k);
    }
    by_structure.set_active_rows(ActiveRows(rows));
    by_matrices.set_active_rows(ActiveRows(rows));
    std::vector<double> inputs = engine.blank_inputs();
    const InputView<double> at(engine.programs->layout, inputs);
    std::ranges::generate(at.motion(), [&] { return number(random); });
    std::vector<double> expected = inputs;
    by_matrices.solve(expected);
    by_structure.solve(inputs);
    EXPECT_TRUE(by_structure.is_by_structure());
    EXPECT_EQ(by_structure.status().rank, static_cast<int>(rows.size()));
    for (std::size_t i = 0; i < inputs.size(); ++i)
      // Two orders of elimination: rounding, times the condition of the chain.
      EXPECT_NEAR(inputs[i], expected[i], 1e-11 * test::largest_size(expected)) << acting << " " << i;
    EXPECT_TRUE(std::ranges::equal(by_structure.mass(), by_matrices.mass()));

    std::vector<double> forces(engine.coordinates());
    std::ranges::generate(forces, [&] { return number(random); });
    std::vector<double> mu{0.3, -0.2, 0.7};
    std::vector<double> expected_mu = mu;
    std::vector<double> x(forces.size());
    std::vector<double> expected_x(forces.size());
    by_structure.solve_again(forces, mu, x);
    by_matrices.solve_again(forces, expected_mu, expected_x);
    for (std::size_t i = 0; i < x.size(); ++i)
      // Likewise of other right-hand sides.
      EXPECT_NEAR(x[i], expected_x[i], 1e-11 * test::largest_size(expected_x)) << acting << " " << i;
    for (std::size_t k = 0; k < mu.size(); ++k)
      // Likewise.
      EXPECT_NEAR(mu[k], expected_mu[k], 1e-11 * (1 + test::largest_size(expected_mu))) << acting << " " << k;
  }
}

TEST(SwitchedRows, of_rows_that_repeat_others_all_have_the_least_multipliers) {
  Session session("chain", std::string(test::chain_of_points) + R"(
constraint px: x[n] = 4 [m]
constraint py: y[n] = -6 [m]
constraint twice: 3*x[n] = 12 [m]
constraint both: x[n] + 2*y[n] = -8 [m]
initial th[i in 1..n] ~ 0.3*sin(i) + 0.4
)");
  const Engine& engine = session.engine();
  std::vector<double> inputs = engine.blank_inputs();
  const InputView<double> at(engine.programs->layout, inputs);
  const State& start = session.initial_state().state;
  std::ranges::copy(start.q, at.positions().begin());
  std::ranges::copy(start.v, at.rates().begin());
  const RowRanks ranks = row_ranks(engine, inputs);
  ASSERT_EQ(ranks.all, 2);
  Dynamics by_structure(engine);
  by_structure.use_structure();
  by_structure.set_known_ranks(ranks);
  Dynamics by_matrices(engine);
  by_matrices.set_known_ranks(ranks);
  std::vector<double> expected = inputs;
  by_matrices.solve(expected);
  by_structure.solve(inputs);
  EXPECT_TRUE(by_structure.is_by_structure());
  EXPECT_EQ(by_structure.status().rank, 2);
  for (std::size_t i = 0; i < inputs.size(); ++i)
    // Two orders of elimination of rows of which two repeat others: rounding, times the condition of the chain.
    EXPECT_NEAR(inputs[i], expected[i], 1e-10 * test::largest_size(expected)) << i;
  EXPECT_GT(test::largest_size(at.multipliers()), 1.0);

  std::vector<double> forces(engine.coordinates());
  for (std::size_t i = 0; i < forces.size(); ++i)
    forces[i] = std::cos(static_cast<double>(i));
  std::vector<double> mu{0.3, -0.2, 0.9, -0.1};
  std::vector<double> expected_mu = mu;
  std::vector<double> x(forces.size());
  std::vector<double> expected_x(forces.size());
  by_structure.solve_again(forces, mu, x);
  by_matrices.solve_again(forces, expected_mu, expected_x);
  for (std::size_t i = 0; i < x.size(); ++i)
    // Likewise of other right-hand sides.
    EXPECT_NEAR(x[i], expected_x[i], 1e-10 * test::largest_size(expected_x)) << i;
  for (std::size_t k = 0; k < mu.size(); ++k)
    EXPECT_NEAR(mu[k], expected_mu[k], 1e-10 * test::largest_size(expected_mu)) << k; // likewise

  // The state is put back onto all of them.
  Manifold onto_by_structure(engine);
  onto_by_structure.use_structure();
  onto_by_structure.set_known_ranks(ranks);
  Manifold onto_by_matrices(engine);
  onto_by_matrices.set_known_ranks(ranks);
  for (std::size_t i = 0; i < at.motion().size(); ++i)
    at.motion()[i] += 1e-6 * std::sin(static_cast<double>(i));
  std::vector<double> beside = inputs;
  ASSERT_TRUE(onto_by_structure.project(inputs)) << onto_by_structure.failure();
  EXPECT_TRUE(onto_by_structure.operations_by_structure().has_value());
  ASSERT_TRUE(onto_by_matrices.project(beside)) << onto_by_matrices.failure();
  for (std::size_t i = 0; i < inputs.size(); ++i)
    // Of two corrections of 10⁻⁶ the second order, 10⁻¹², depends on the way to the rows.
    EXPECT_NEAR(inputs[i], beside[i], 1e-10 * (1 + test::largest_size(beside))) << i;
}

TEST(SwitchedRows, a_closed_ring_of_points_whose_first_joint_has_no_mass) {
  Session session("ring", R"(
model Ring
count n = 12
param m = 1 [kg], l = 1 [m]
coord X [m], Y [m], th[1..n] [rad]
let x[i in 0..n] = if i = 0 then X else x[i-1] + l*cos(th[i])
let y[i in 0..n] = if i = 0 then Y else y[i-1] + l*sin(th[i])
kinetic T = sum(i in 1..n: 1/2*m*(x[i]'^2 + y[i]'^2))
constraint cx: x[n] = x[0]
constraint cy: y[n] = y[0]
)");
  const Engine& engine = session.engine();
  Dynamics by_structure(engine);
  by_structure.use_structure();
  Dynamics by_matrices(engine);
  std::mt19937 random(8);
  std::uniform_real_distribution<double> number(-2, 2);
  int by_structure_solved = 0;
  constexpr int states = 10;
  for (int s = 0; s < states; ++s) {
    std::vector<double> inputs = engine.blank_inputs();
    const InputView<double> at(engine.programs->layout, inputs);
    std::ranges::generate(at.motion(), [&] { return number(random); });
    std::vector<double> expected = inputs;
    by_matrices.solve(expected);
    by_structure.solve(inputs);
    by_structure_solved += by_structure.is_by_structure() ? 1 : 0;
    for (std::size_t i = 0; i < inputs.size(); ++i)
      // Rows that give what M lacks: rounding, times the condition of the ring.
      EXPECT_NEAR(inputs[i], expected[i], 1e-10 * test::largest_size(expected)) << s << " " << i;
  }
  EXPECT_GE(by_structure_solved, states - 4); // M alone is singular, which a few states must have shown
}

TEST(SwitchedRows, rows_that_do_not_act_are_not_projected_onto) {
  Session session("chain", std::string(test::chain_of_points) + R"(
constraint wall: x[n] <= 9.044 [m]
constraint pin: y[6] = 2.0021 [m]
)");
  const Engine engine = engine_of_run(session);
  for (const bool is_closed : {false, true}) {
    const auto is_pin = [](const Constraint& constraint) { return constraint.name == "pin"; };
    const auto pin = static_cast<std::size_t>(std::ranges::find_if(engine.system().constraints, is_pin) -
                                              engine.system().constraints.begin());
    const ActiveRows rows =
        ActiveRows({pin}).with(is_closed ? std::vector<std::size_t>{1 - pin} : std::vector<std::size_t>{});
    Manifold by_structure(engine);
    by_structure.use_structure();
    by_structure.set_active_rows(rows);
    Manifold by_matrices(engine);
    by_matrices.set_active_rows(rows);
    std::vector<double> inputs = engine.blank_inputs();
    const InputView<double> at(engine.programs->layout, inputs);
    for (std::size_t i = 0; i < at.positions().size(); ++i)
      at.positions()[i] = (i < 6 ? 1.911 : 0.6) + 1e-5 * std::cos(static_cast<double>(i));
    std::vector<double> expected = inputs;
    ASSERT_TRUE(by_matrices.project(expected)) << by_matrices.failure();
    ASSERT_TRUE(by_structure.project(inputs)) << by_structure.failure();
    EXPECT_TRUE(by_structure.operations_by_structure().has_value());
    for (std::size_t i = 0; i < inputs.size(); ++i)
      // Of two corrections of 10⁻⁵ the second order, 10⁻¹⁰, depends on the way to the rows.
      EXPECT_NEAR(inputs[i], expected[i], 1e-10) << is_closed << " " << i;
  }
}

TEST(SolverChoice, says_what_solved_and_why) {
  const auto solver = [](const std::string& added) {
    Session session("chain", std::string(test::chain_of_points) + added + "simulate 0..0.01 [s]\n");
    return session.run({}).statistics.solver;
  };
  EXPECT_EQ(solver("").by, "structure");
  const SolverChoice of_repeated = solver("constraint a: th[1] = th[2]\nconstraint b: 2*th[1] = 2*th[2]\n");
  EXPECT_EQ(of_repeated.by, "structure");
  EXPECT_THAT(of_repeated.why, testing::HasSubstr("repeat"));
  Session small("small", "model Small\nparam m = 1 [kg]\ncoord x [m]\nkinetic T = 1/2*m*x'^2\nsimulate 0..1 [s]\n");
  EXPECT_EQ(small.run({}).statistics.solver.by, "matrices");
}

} // namespace
} // namespace dalembert

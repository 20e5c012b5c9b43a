#include <dalembert/analysis/classify.h>
#include <dalembert/api/session.h>
#include <dalembert/exact/identity.h>
#include <dalembert/exact/position_solutions.h>
#include <dalembert/simulation/solving/account.h>
#include <dalembert/studies/real_states.h>
#include <dalembert/studies/steady_starts.h>

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>

namespace dalembert {
namespace {

constexpr const char* long_pendulum = R"(
model Pendulum
count n = 6 in 1..2000
param m = 1 [kg], l = 1 [m], g = 9.81 [m/s^2], c = 0.1 [N*m*s]
coord theta[1..n] [rad]
let x[i in 0..n] = if i = 0 then 0 else x[i-1] + l*sin(theta[i])
let y[i in 0..n] = if i = 0 then 0 else y[i-1] - l*cos(theta[i])
kinetic T = sum(i in 1..n: 1/2*m*(x[i]'^2 + y[i]'^2))
potential V = sum(i in 1..n: m*g*y[i])
dissipation D = 1/2*c*sum(i in 1..n: theta[i]'^2)
initial theta[i in 1..n] = 1 [rad], theta[i in 1..n]' = 0
simulate 0..1 [s]
check E' = -2*D
check E' = -3*D
check E' + theta[1]' * theta[2]'' * (1 [J*s^2]) = -2*D
)";

/// A chain of n links in Cartesian coordinates.
constexpr const char* chain = R"(
model Chain
count n = 50 in 1..200
param m = 1 [kg], L = 1 [m], g = 9.81 [m/s^2]
coord x[1..n] [m], y[1..n] [m]
let X[i in 0..n] = if i = 0 then 0 else x[i]
let Y[i in 0..n] = if i = 0 then 0 else y[i]
kinetic T = sum(i in 1..n: 1/2*m*(x[i]'^2 + y[i]'^2))
potential V = sum(i in 1..n: m*g*y[i])
constraint link[i in 1..n]: sqrt((X[i] - X[i-1])^2 + (Y[i] - Y[i-1])^2) = L
initial x[i in 1..n] ~ i*L, y[i in 1..n] = 0, x[i in 1..n]' ~ 0, y[i in 1..n]' = 0
simulate 0..1 [s]
)";

TEST(LargeSystems, power_of_all_equations_proves_the_energy_balance) {
  Session session("pendulum", long_pendulum);
  const Study& study = session.study();
  EXPECT_TRUE(follows_from_one_row(study, session.equations(), study.checks[0]));
  EXPECT_FALSE(follows_from_one_row(study, session.equations(), study.checks[1]));
  EXPECT_FALSE(follows_from_one_row(study, session.equations(), study.checks[2]));
}

TEST(LargeSystems, a_start_that_nothing_constrains_needs_no_programs_of_the_motion) {
  Session free("pendulum", long_pendulum, {"n=9"});
  const InitialState& start = free.initial_state();
  EXPECT_EQ(start.state.q, std::vector<double>(9, 1.0));
  EXPECT_EQ(start.degrees_of_freedom, 9);
  EXPECT_EQ(start.independent_initial_values, 18);
  EXPECT_EQ(free.seconds().programs, 0.0);
  Session small("pendulum", long_pendulum); // its inertia is looked at
  EXPECT_EQ(small.initial_state().state.q, std::vector<double>(6, 1.0));
  EXPECT_GT(small.seconds().programs, 0.0);
  Session constrained("chain", chain, {"n=3"});
  EXPECT_NE(constrained.overview().initial, nullptr);
  EXPECT_GT(constrained.seconds().programs, 0.0);
}

TEST(LargeSystems, a_start_that_nothing_constrains_is_found_where_checks_ask_for_what_was_so_far) {
  for (const char* const check : {"check drift(T + V + lost(D)) < 1e-8\n", "check drift(theta[1]) < 5\n",
                                  "plot lost(D), drift(theta[2]) vs t\n"}) {
    Session session("pendulum", std::string(long_pendulum) + check, {"n=9"});
    EXPECT_EQ(session.initial_state().state.q, std::vector<double>(9, 1.0)) << check;
    EXPECT_EQ(session.seconds().programs, 0.0) << check;
    EXPECT_EQ(session.eval_report(session.initial_state().state).evaluation.accelerations.size(), 9U) << check;
  }
}

TEST(LargeSystems, a_start_that_asks_for_an_expression_is_found_by_the_programs) {
  Session session("spring", "model Spring\nparam m = 1 [kg], k = 1 [N/m]\ncoord x [m], y [m]\n"
                            "kinetic T = m*(x'^2 + y'^2)/2\npotential V = k*x^2/2\n"
                            "let s = x + y\ninitial x = 1 [m], s = 3 [m]\nsimulate 0..1 [s]\n");
  const InitialState& start = session.initial_state();
  EXPECT_NEAR(start.state.q[1], 2.0, 1e-12); // one linear row: Newton's method ends at rounding
}

TEST(LargeSystems, a_start_whose_values_need_one_another_is_found_by_the_programs) {
  Session session("free", "model Free\nparam m = 1 [kg]\ncoord x [m], y [m], z [m]\n"
                          "kinetic T = m*(x'^2 + y'^2 + z'^2)/2\n"
                          "initial z = y + x, y = 2*x, x ~ 3 [m], x' = 1 [m/s], y' = x'\nsimulate 0..1 [s]\n");
  const State& start = session.initial_state().state;
  EXPECT_NEAR(start.q[1], 2.0 * start.q[0], 1e-12); // linear rows: Newton's method ends at rounding
  EXPECT_NEAR(start.q[2], 3.0 * start.q[0], 1e-12);
  EXPECT_NEAR(start.v[1], 1.0, 1e-12);
}

/// Trailers with a wheel each: the directions that the wheels leave open are products over all of them.
TEST(LargeSystems, classification_of_many_wheels_is_given_up_before_it_grows) {
  Session session("trailers", R"(
model Trailers
count n = 120
param m = 1 [kg], l = 1 [m], J = 0.1 [kg*m^2]
coord X [m], Y [m], th0 [rad], q[1..n] [rad]
let th[i in 0..n] = if i = 0 then th0 else th[i-1] + q[i]
let x[i in 0..n] = if i = 0 then X else x[i-1] - l*cos(th[i])
let y[i in 0..n] = if i = 0 then Y else y[i-1] - l*sin(th[i])
kinetic T = 1/2*m*(X'^2 + Y'^2) + sum(i in 1..n: 1/2*m*(x[i]'^2 + y[i]'^2) + 1/2*J*th[i]'^2)
constraint wheel[i in 0..n]: -x[i]'*sin(th[i]) + y[i]'*cos(th[i]) = 0
)");
  const Equations& equations = session.equations();
  const std::size_t before = equations.system->graph->size();
  const Classification found = classify(equations);
  EXPECT_EQ(found.constraints.front().cls, ConstraintNature::Class::undecided);
  EXPECT_LT(equations.system->graph->size() - before, 600'000U);
}

TEST(LargeSystems, power_of_all_equations_holds_with_constraints) {
  Session session("chain", std::string(chain) + "check (T + V)' = 0\ncheck (T - V)' = 0\n", {"n=8"});
  const Study& study = session.study();
  EXPECT_TRUE(follows_from_one_row(study, session.equations(), study.checks[0]));
  EXPECT_FALSE(follows_from_one_row(study, session.equations(), study.checks[1]));
}

TEST(LargeSystems, search_for_steady_states_is_not_begun_beyond_its_budget) {
  Session small("pendulum", long_pendulum);
  EXPECT_EQ(excess_of_steady_search(small.equations()), "");
  Session large("pendulum", long_pendulum, {"n=300"});
  EXPECT_NE(excess_of_steady_search(large.equations()).find("not searched for"), std::string::npos);
}

TEST(LargeSystems, real_states_of_a_long_chain_are_found_near_the_given_one) {
  Session session("chain", chain);
  RealStates states(session.engine(), session.initial_state().state);
  std::size_t found = 0;
  constexpr int draws = 6;
  for (int i = 0; i < draws; ++i) {
    const std::optional<Evaluation> at = states.next();
    if (!at) continue;
    ++found;
    for (const double phi : at->position_violation)
      EXPECT_LT(std::abs(phi), 1e-9); // rows are met to 1e-11 of their terms, of links of 1 m
    const double moved = std::abs(at->state.q[3] - session.initial_state().state.q[3]);
    EXPECT_EQ(moved > 1e-6, i > 0) << "the first one is the given state itself"; // far above rounding
  }
  EXPECT_GE(found, 3U);
}

/// A chain whose rows are quadratic, each to be solved by a root that holds the roots before it.
constexpr const char* squared_chain = R"(
model SquaredChain
count n = 3 in 1..200
param m = 1 [kg], L = 1 [m], g = 9.81 [m/s^2]
coord x[1..n] [m], y[1..n] [m]
let X[i in 0..n] = if i = 0 then 0 else x[i]
let Y[i in 0..n] = if i = 0 then 0 else y[i]
kinetic T = sum(i in 1..n: 1/2*m*(x[i]'^2 + y[i]'^2))
potential V = sum(i in 1..n: m*g*y[i])
constraint link[i in 1..n]: (X[i] - X[i-1])^2 + (Y[i] - Y[i-1])^2 = L^2
initial x[i in 1..n] ~ i*L, y[i in 1..n] = 0, x[i in 1..n]' ~ 0, y[i in 1..n]' = 0
simulate 0..1 [s]
)";

TEST(LargeSystems, nested_roots_are_solved_for_up_to_a_length) {
  for (const auto& [count, is_solvable] : {std::pair{"n=3", true}, std::pair{"n=60", false}}) {
    Session session("chain", squared_chain, {count});
    const System& system = session.study().system;
    std::vector<Expr> offsets;
    for (std::size_t k = 0; k < system.constraints.size(); ++k)
      offsets.push_back(system.graph->symbol("offset"));
    const PositionSolutions solutions(system, offsets, nullptr);
    EXPECT_EQ(solutions.is_solvable(), is_solvable) << count;
    EXPECT_EQ(solutions.replacements().size() < system.constraints.size() / 2, !is_solvable) << count;
  }
}

} // namespace
} // namespace dalembert

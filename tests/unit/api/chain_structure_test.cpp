// Accelerations by structure against what does not know it: full matrices, a recursion written by hand, Newton's law.
#include <dalembert/api/session.h>
#include <dalembert/lowering/inertia_structure.h>
#include <dalembert/lowering/inputs.h>
#include <dalembert/lowering/sparse_motion.h>
#include <dalembert/program/build_tape.h>
#include <dalembert/program/compile.h>
#include <dalembert/program/elimination.h>
#include <dalembert/simulation/solving/account.h>
#include <dalembert/simulation/solving/dynamics.h>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace dalembert {
namespace {

const std::string chain_head = R"(
model Chain
count n = 8
param m = 1 [kg], l = 1 [m], g = 9.81 [m/s^2], J = 0.1 [kg*m^2]
)";
const std::string chain_points = R"(
let x[i in 0..n] = if i = 0 then 0 else x[i-1] + l*sin(phi[i])
let y[i in 0..n] = if i = 0 then 0 else y[i-1] - l*cos(phi[i])
)";
const std::string chain_energies = R"(
kinetic T = sum(i in 1..n: 1/2*m*(x[i]'^2 + y[i]'^2) + 1/2*J*phi[i]'^2)
potential V = sum(i in 1..n: m*g*y[i])
)";
const std::string in_absolute_angles = "coord phi[1..n] [rad]";
const std::string in_relative_angles = "coord q[1..n] [rad]\nlet phi[i in 0..n] = if i = 0 then 0 else phi[i-1] + q[i]";
const std::string tip_pins = "constraint px: x[n] = 3 [m]\nconstraint py: y[n] = -6 [m]\n";
const std::string chain_of_points = R"(
model Points
count n = 8
param m = 1 [kg], l = 1 [m], g = 9.81 [m/s^2]
coord x[1..n] [m], y[1..n] [m]
let X[i in 0..n] = if i = 0 then 0 else x[i]
let Y[i in 0..n] = if i = 0 then 0 else y[i]
kinetic T = sum(i in 1..n: 1/2*m*(x[i]'^2 + y[i]'^2))
potential V = sum(i in 1..n: m*g*y[i])
constraint link[i in 1..n]: ((X[i] - X[i-1])^2 + (Y[i] - Y[i-1])^2)/2 = l^2/2
)";

const std::string absolute_chain = chain_head + in_absolute_angles + chain_points + chain_energies;
const std::string relative_chain = chain_head + in_relative_angles + chain_points + chain_energies;
const std::string pinned_tip = absolute_chain + tip_pins;

Session chain_session(const std::string& model, int n) {
  return {"chain", model, {fmt::format("n={}", n)}};
}

double largest_entry(std::span<const double> values) {
  double out = 0.0;
  for (const double value : values)
    out = std::max(out, std::abs(value));
  return out;
}

/// A state with angles and rates about 1.
std::vector<double> random_inputs(const Engine& engine, std::mt19937& random) {
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  std::vector<double> inputs = engine.blank_inputs();
  for (double& value : InputView<double>(engine.programs->layout, inputs).motion())
    value = number(random);
  return inputs;
}

/// The residual of equation (1), as it was derived, relative to the largest force; and of A v̇ = γ, relative to
/// its largest term.
struct Residual {
  double equations = 0.0;
  double rows = 0.0;
};

Residual residual_of(const Engine& engine, std::vector<double> inputs) {
  Dynamics dynamics(engine);
  dynamics.use_structure();
  dynamics.solve(inputs);
  EXPECT_TRUE(dynamics.is_by_structure());
  const Evaluation at = Account(engine).evaluate(inputs, dynamics);
  // h of a state at rest and without gravity would be 0: forces of the motion are the scale.
  const double force = std::max(largest_entry(dynamics.view().forcing), largest_entry(at.constraint_forces));
  const double row = std::max(1.0, largest_entry(dynamics.view().row_forcing));
  return {largest_entry(at.residual) / force, largest_entry(at.acceleration_violation) / row};
}

/// Of a chain of n links at a random state.
void expect_round_off(const std::string& model, int n) {
  Session session = chain_session(model, n);
  std::mt19937 random(11);
  const Residual left = residual_of(session.engine(), random_inputs(session.engine(), random));
  // Rounding of sums over the links, as a share of the largest term.
  EXPECT_LT(left.equations, 1e-12) << n;
  EXPECT_LT(left.rows, 1e-12) << n;
}

TEST(ChainStructure, residual_is_round_off_in_absolute_angles) {
  for (const int n : {20, 1000})
    expect_round_off(absolute_chain, n);
}

TEST(ChainStructure, residual_is_round_off_in_relative_angles) {
  for (const int n : {20, 1000})
    expect_round_off(relative_chain, n);
}

TEST(ChainStructure, residual_is_round_off_where_the_tip_is_pinned) {
  for (const int n : {20, 1000})
    expect_round_off(pinned_tip, n);
}

TEST(ChainStructure, residual_is_round_off_in_cartesian_coordinates) {
  for (const int n : {20, 200})
    expect_round_off(chain_of_points, n);
}

TEST(ChainStructure, sums_that_are_written_out_take_hardly_more_operations_than_recursions) {
  const std::string recursive = absolute_chain;
  const std::string sums = chain_head + in_absolute_angles + R"(
let x[i in 1..n] = sum(j in 1..i: l*sin(phi[j]))
let y[i in 1..n] = -sum(j in 1..i: l*cos(phi[j]))
)" + chain_energies;
  const std::string of_rates = chain_head + in_absolute_angles + R"(
kinetic T = sum(i in 1..n: 1/2*m*(sum(j in 1..i: l*cos(phi[j])*phi[j]')^2 + sum(j in 1..i: l*sin(phi[j])*phi[j]')^2)
  + 1/2*J*phi[i]'^2)
potential V = -sum(i in 1..n: m*g*sum(j in 1..i: l*cos(phi[j])))
)";
  const auto operations = [](const std::string& model) {
    Session session = chain_session(model, 60);
    return static_cast<double>(lower_sparse_motion(session.study(), session.equations()).operations());
  };
  const double base = operations(recursive);
  ASSERT_GT(base, 0.0);
  EXPECT_LE(operations(sums), 1.1 * base);
  EXPECT_LE(operations(of_rates), 1.1 * base);
}

TEST(ChainStructure, divides_once_for_each_coordinate_and_each_multiplier) {
  constexpr int n = 30;
  for (const std::string& model : {absolute_chain, relative_chain, pinned_tip}) {
    Session session = chain_session(model, n);
    const std::optional<Tape> tape = lower_solved_motion(session.study(), session.equations());
    ASSERT_TRUE(tape);
    const auto is_division = [](const Instruction& i) { return i.operation == Operation::div; };
    const auto divisions = static_cast<std::size_t>(std::ranges::count_if(tape->instructions(), is_division));
    EXPECT_EQ(divisions, n + session.engine().constraints()) << model;
  }
}

/// A chain that is straight or folded flat has tip_pins whose rows are dependent.
TEST(ChainStructure, of_a_pinned_chain_that_is_straight_or_folded_is_never_a_wrong_number) {
  Session session = chain_session(pinned_tip, 12);
  const Engine& engine = session.engine();
  // Behind a few such states a second program is tried, which may solve them: where rows depend on one another, but do
  // not contradict, its refinement can end.
  Dynamics with_second_program(engine);
  with_second_program.use_structure();
  Dynamics by_matrices(engine);
  for (const bool is_folded : {false, true})
    for (const double away : {0.0, 1e-12, 1e-7, 1e-3, 0.1}) {
      std::vector<double> inputs = engine.blank_inputs();
      const std::span<double> angles = InputView<double>(engine.programs->layout, inputs).positions();
      for (std::size_t i = 0; i < angles.size(); ++i)
        angles[i] = 0.4 + (is_folded && i % 2 == 1 ? std::numbers::pi : 0.0) +
                    away * std::sin(1.0 + 2.0 * static_cast<double>(i));
      std::vector<double> expected = inputs;
      by_matrices.solve(expected);
      const InputView<double> known(engine.programs->layout, expected);
      const double scale = largest_entry(known.accelerations());
      Dynamics by_structure(engine);
      by_structure.use_structure();
      for (Dynamics* const dynamics : {&by_structure, &with_second_program}) {
        dynamics->solve(inputs);
        const InputView<double> found(engine.programs->layout, inputs);
        for (std::size_t i = 0; i < angles.size(); ++i)
          // The rows are nearly dependent: 1e-16 over the smallest `away` of 1e-7 is 1e-9.
          EXPECT_NEAR(found.accelerations()[i], known.accelerations()[i], 1e-7 * scale) << is_folded << away;
      }
      EXPECT_EQ(by_structure.is_by_structure(), away >= 1e-3) << is_folded << away;
    }
}

using Long = long double; // so that the error that is looked at is that of the program

/// Tensions T and θ̈ of a chain of equal points on light links: T solves a tridiagonal system (bench/hand_chain.cpp).
struct HandMotion {
  std::vector<double> tensions;
  std::vector<double> accelerations;
};

HandMotion by_hand(std::span<const double> angles, std::span<const double> rates, Long m, Long l, Long g) {
  const std::size_t n = angles.size();
  const auto along = [&](std::size_t i) { return std::cos(Long(angles[i]) - Long(angles[i + 1])); };
  std::vector<Long> tensions(n);
  std::vector<Long> accelerations(n);
  std::vector<Long> factor(n, 0.0L);
  for (std::size_t i = 0; i < n; ++i) {
    Long diagonal = (i > 0 ? 2 : 1) / m;
    Long right = l * rates[i] * rates[i] + (i == 0 ? g * std::cos(Long(angles[0])) : 0);
    if (i > 0) {
      diagonal -= along(i - 1) / m * factor[i - 1];
      right += along(i - 1) / m * tensions[i - 1];
    }
    if (i + 1 < n) factor[i] = along(i) / m / diagonal;
    tensions[i] = right / diagonal;
  }
  for (std::size_t i = n - 1; i-- > 0;)
    tensions[i] += factor[i] * tensions[i + 1];
  for (std::size_t i = 0; i < n; ++i) {
    Long across = i == 0 ? -g * std::sin(Long(angles[0])) : 0;
    if (i + 1 < n) across += tensions[i + 1] / m * std::sin(Long(angles[i + 1]) - Long(angles[i]));
    if (i > 0) across += tensions[i - 1] / m * std::sin(Long(angles[i - 1]) - Long(angles[i]));
    accelerations[i] = across / l;
  }
  return {{tensions.begin(), tensions.end()}, {accelerations.begin(), accelerations.end()}};
}

const std::string chain_on_light_links =
    "model Chain\ncount n = 8\nparam m = 1.3 [kg], l = 0.7 [m], g = 9.81 [m/s^2]\n" + in_absolute_angles +
    chain_points + R"(
kinetic T = sum(i in 1..n: 1/2*m*(x[i]'^2 + y[i]'^2))
potential V = sum(i in 1..n: m*g*y[i])
)";

TEST(ChainStructure, agrees_with_a_recursion_that_is_written_by_hand) {
  std::mt19937 random(7);
  for (const int n : {10, 40}) {
    Session session = chain_session(chain_on_light_links, n);
    const Engine& engine = session.engine();
    std::vector<double> inputs = random_inputs(engine, random);
    Dynamics dynamics(engine);
    dynamics.use_structure();
    dynamics.solve(inputs);
    const InputView<double> at(engine.programs->layout, inputs);
    const HandMotion expected = by_hand(at.positions(), at.rates(), 1.3, 0.7, 9.81);
    const double scale = largest_entry(expected.tensions) / (1.3 * 0.7); // of the terms that θ̈ is the sum of
    for (std::size_t i = 0; i < at.accelerations().size(); ++i)
      EXPECT_NEAR(at.accelerations()[i], expected.accelerations[i], 2e-15 * scale) << n << ", " << i; // ten ulps
  }
}

/// The force in a link: that of the multiplier in Cartesian coordinates, that of Newton's law with the accelerations of
/// the angles, that of the recursion by hand.
TEST(ChainStructure, cut_forces_are_the_multipliers_of_the_cartesian_chain) {
  constexpr int n = 24;
  Session in_angles = chain_session(chain_head + in_absolute_angles + chain_points +
                                        "kinetic T = sum(i in 1..n: 1/2*m*(x[i]'^2 + y[i]'^2))\n"
                                        "potential V = sum(i in 1..n: m*g*y[i])\n",
                                    n);
  Session in_points = chain_session(chain_of_points, n);
  std::mt19937 random(3);
  std::vector<double> inputs = random_inputs(in_angles.engine(), random);
  Dynamics dynamics(in_angles.engine());
  dynamics.use_structure();
  dynamics.solve(inputs);
  const InputView<double> at(in_angles.engine().programs->layout, inputs);

  std::vector<double> placed = in_points.engine().blank_inputs();
  const InputView<double> points_at(in_points.engine().programs->layout, placed);
  std::vector<std::vector<double>> acceleration(2, std::vector<double>(n));
  double x = 0;
  double y = 0;
  double vx = 0;
  double vy = 0;
  double ax = 0;
  double ay = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double s = std::sin(at.positions()[i]);
    const double c = std::cos(at.positions()[i]);
    const double w = at.rates()[i];
    const double e = at.accelerations()[i];
    points_at.positions()[i] = x += s;
    points_at.positions()[n + i] = y -= c;
    points_at.rates()[i] = vx += c * w;
    points_at.rates()[n + i] = vy += s * w;
    acceleration[0][i] = ax += c * e - s * w * w;
    acceleration[1][i] = ay += s * e + c * w * w;
  }
  Dynamics of_points(in_points.engine());
  of_points.use_structure();
  of_points.solve(placed);
  EXPECT_TRUE(of_points.is_by_structure());
  const HandMotion expected = by_hand(at.positions(), at.rates(), 1.0, 1.0, 9.81);
  const double scale = largest_entry(expected.tensions);
  double fx = 0; // what the links below need
  double fy = 0;
  for (std::size_t i = n; i-- > 0;) {
    fx += acceleration[0][i];
    fy += acceleration[1][i] + 9.81;
    const double s = std::sin(at.positions()[i]);
    const double c = std::cos(at.positions()[i]);
    // Rounding of the recursion over all links.
    EXPECT_NEAR(-points_at.multipliers()[i], expected.tensions[i], 1e-12 * scale) << i;
    EXPECT_NEAR(-fx * s + fy * c, expected.tensions[i], 1e-12 * scale) << i; // along the link
    EXPECT_NEAR(fx * c + fy * s, 0.0, 1e-12 * scale) << i;                   // light links bear nothing across
  }
}

/// A tree whose links hang from random ones before, by absolute or relative angles, with rotors and springs.
std::string random_tree(int links, std::mt19937& random) {
  std::string out = "model Tree\nparam m = 1 [kg], g = 9.81 [m/s^2], J = 0.2 [kg*m^2], k = 3 [N*m]\n";
  std::string kinetic = "kinetic T = 0*J*q1'^2";
  std::string potential = "potential V = 0*k";
  std::string lets;
  for (int i = 1; i <= links; ++i) {
    const int before = i == 1 ? 0 : std::uniform_int_distribution<int>(0, i - 1)(random);
    const bool is_relative = std::uniform_int_distribution<int>(0, 1)(random) == 1;
    const std::string angle = before > 0 && is_relative ? fmt::format("phi{} + q{}", before, i) : fmt::format("q{}", i);
    const double length = std::uniform_real_distribution<double>(0.3, 1.5)(random);
    out += fmt::format("coord q{} [rad]\n", i);
    lets += fmt::format("let phi{} = {}\n", i, angle);
    lets +=
        fmt::format("let x{} = {}{} [m]*sin(phi{})\n", i, before > 0 ? fmt::format("x{} + ", before) : "", length, i);
    lets +=
        fmt::format("let y{} = {}{} [m]*cos(phi{})\n", i, before > 0 ? fmt::format("y{} - ", before) : "-", length, i);
    kinetic += fmt::format(" + 1/2*m*(x{0}'^2 + y{0}'^2)", i);
    potential += fmt::format(" + m*g*y{0}", i);
    if (i % 3 == 0) kinetic += fmt::format(" + 1/2*J*q{0}'^2", i);
    if (i % 4 == 0) potential += fmt::format(" + 1/2*k*q{0}^2", i);
  }
  return out + lets + kinetic + "\n" + potential + "\n";
}

/// state → v̇, λ, the smallest pivot, by the structure whatever it costs.
Tape structure_tape(Session& session) {
  const System& system = session.study().system;
  const std::optional<InertiaStructure> structure = inertia_structure(session.equations());
  EXPECT_TRUE(structure);
  const EliminationPlan plan = plan_elimination(structure->problem, std::numeric_limits<double>::infinity());
  return build_tape(*system.graph, state_inputs(system), structure->entries,
                    [&](ValueGraph& values, std::span<const Value> entries) {
                      EliminatedValues solved = eliminate(values, structure->problem, plan, entries);
                      std::vector<Value> out = solved.unknowns;
                      out.insert(out.end(), solved.multipliers.begin(), solved.multipliers.end());
                      out.push_back(solved.smallest_pivot);
                      return out;
                    });
}

TEST(ChainStructure, of_random_trees_gives_what_the_matrices_give) {
  std::mt19937 random(17);
  for (int links = 1; links <= 12; ++links) {
    const std::string text = random_tree(links, random);
    Session session("tree", text);
    const Engine& engine = session.engine();
    const std::shared_ptr<const Executor> program = interpreted(structure_tape(session));
    Dynamics by_matrices(engine);
    for (int state = 0; state < 3; ++state) {
      std::vector<double> inputs = random_inputs(engine, random);
      const std::vector<double> found =
          evaluated_once(*program, std::span(inputs).first(engine.programs->layout.state_size()));
      by_matrices.solve(inputs);
      const std::span<const double> expected = InputView<double>(engine.programs->layout, inputs).accelerations();
      const double scale = largest_entry(expected);
      for (std::size_t i = 0; i < expected.size(); ++i)
        // Rounding, times the condition of a mass matrix of up to 12 links.
        EXPECT_NEAR(found[i], expected[i], 1e-11 * scale) << text << i;
    }
  }
}

/// Pivots of coordinates are positive, those of multipliers negative: as shares, all positive. At multiples of a right
/// angle, too, where products of sines and cosines vanish.
TEST(ChainStructure, pivots_have_the_signs_that_are_known_beforehand) {
  std::mt19937 random(23);
  std::uniform_int_distribution<int> turns(-4, 4);
  for (const std::string& model : {absolute_chain, relative_chain, pinned_tip}) {
    Session session = chain_session(model, 16);
    const Engine& engine = session.engine();
    const std::shared_ptr<const Executor> program = interpreted(structure_tape(session));
    for (int state = 0; state < 40; ++state) {
      std::vector<double> inputs = random_inputs(engine, random);
      const std::span<double> angles = InputView<double>(engine.programs->layout, inputs).positions();
      if (state % 2 == 1)
        for (double& angle : angles)
          angle = turns(random) * std::numbers::pi / 2;
      angles[0] += 0.3; // else all links of a pinned chain could lie along one line
      const double smallest =
          evaluated_once(*program, std::span(inputs).first(engine.programs->layout.state_size())).back();
      // The state is regular: pivots far above rounding.
      EXPECT_GT(smallest, 1e-8) << model << state;
      EXPECT_LE(smallest, 1.0) << model << state;
    }
  }
}

} // namespace
} // namespace dalembert

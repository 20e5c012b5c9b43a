// Chains of point masses with their links as rows, against full matrices.
#include <dalembert/api/session.h>
#include <dalembert/lowering/links_as_rows.h>
#include <dalembert/lowering/sparse_motion.h>
#include <dalembert/simulation/solving/account.h>
#include <dalembert/simulation/solving/dynamics.h>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <vector>

namespace dalembert::of_link_rows {
namespace {

const std::string chain = R"(
model Chain
count n = 8
param m[1..n] = 1 [kg], l[1..n] = 1 [m], g = 9.81 [m/s^2], J = 1 [kg*m^2], k = 1 [N*m], w = 1 [1/s]
coord phi[1..n] [rad]
let x[i in 0..n] = if i = 0 then 0 else x[i-1] + l[i]*sin(phi[i])
let y[i in 0..n] = if i = 0 then 0 else y[i-1] - l[i]*cos(phi[i])
kinetic T = sum(i in 1..n: 1/2*m[i]*(x[i]'^2 + y[i]'^2))
potential V = sum(i in 1..n: m[i]*g*y[i])
)";
const std::string pins = "constraint px: x[n] = 3 [m]\nconstraint py: y[n] = -4 [m]\n";

std::optional<InertiaStructure> link_rows_of(Session& session) {
  const std::optional<InertiaStructure> plain = inertia_structure(session.equations());
  EXPECT_TRUE(plain);
  return links_as_rows(session.equations(), *plain);
}

double largest(std::span<const double> values) {
  double out = 0.0;
  for (const double value : values)
    out = std::max(out, std::abs(value));
  return out;
}

/// A state with angles and rates about 1 at t = 0.3 s.
std::vector<double> random_inputs(const Engine& engine, std::mt19937& random) {
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  std::vector<double> inputs = engine.blank_inputs();
  const InputView<double> at(engine.programs->layout, inputs);
  at.time() = 0.3;
  for (double& value : at.motion())
    value = number(random);
  return inputs;
}

/// The largest differences of accelerations and of multipliers from those by matrices, over the largest of these.
double difference_from_matrices(const Engine& engine, std::vector<double> inputs, bool is_by_structure = true) {
  std::vector<double> same = inputs;
  Dynamics by_matrices(engine);
  by_matrices.solve(same);
  Dynamics by_structure(engine);
  by_structure.use_structure();
  by_structure.solve(inputs);
  EXPECT_EQ(by_structure.is_by_structure(), is_by_structure);
  const InputView<double> wanted(engine.programs->layout, same);
  const InputView<double> found(engine.programs->layout, inputs);
  double out = 0.0;
  for (const auto& [a, b] :
       {std::pair{found.accelerations(), wanted.accelerations()}, std::pair{found.multipliers(), wanted.multipliers()}})
    for (std::size_t i = 0; i < a.size(); ++i)
      out = std::max(out, std::abs(a[i] - b[i]) / largest(b));
  return out;
}

TEST(LinkRows, are_those_of_all_links_behind_the_first) {
  Session session("chain", chain);
  const std::optional<InertiaStructure> links = link_rows_of(session);
  ASSERT_TRUE(links);
  EXPECT_EQ(links->problem.inner_rows, 7U); // the first turns about a fixed point: it has an inertia of its own
  EXPECT_EQ(links->problem.rows.size(), 7U);
  EXPECT_EQ(links->problem.free, 1U + 2 * 7U);
  EXPECT_EQ(links->offsets.size(), 1U); // of the second, which stands on the first
}

TEST(LinkRows, take_fewer_operations_than_inertia_that_is_carried_along) {
  Session open("chain", chain, {"n=100"});
  Session pinned("chain", chain + pins, {"n=100"});
  Session inert("chain", chain + "kinetic T2 = sum(i in 1..n: 1/2*J*phi[i]'^2)\n", {"n=100"});
  const auto operations = [](Session& session) {
    return lower_sparse_motion(session.study(), session.equations()).operations();
  };
  EXPECT_LT(operations(open), 5600U);
  EXPECT_LT(operations(pinned), 5600U); // a row at the tip meets the last link alone
  EXPECT_GT(operations(inert), operations(open));
  Session long_one("chain", chain, {"n=400"}); // its numbers could become too small for the processor
  EXPECT_GT(operations(long_one), 4 * operations(open));
}

TEST(LinkRows, stand_where_links_are_light_and_of_one_length_alone) {
  for (const char* const more :
       {"kinetic R = sum(i in 1..n: 1/2*J*phi[i]'^2)\n",                // rotors
        "kinetic R = 1/2*m[1]*(x[3]'^2 + y[3]'^2)*(1 + sin(phi[4]))\n", // depends on the position
        "kinetic R = 1/2*m[1]*(x[3]'^2 + y[3]'^2)*(1 + sin(w*t))\n",
        "kinetic R = m[1]*l[1]*w*x[3]'\n", // linear in the rates
        "kinetic R = 1/2*m[1]*(x[3]' + l[1]*phi[4]')^2\n"}) {
    Session session("chain", chain + more);
    EXPECT_FALSE(link_rows_of(session)) << more;
    std::mt19937 random(3);
    // Two orders of elimination: rounding, times the condition of a chain of 8 links.
    EXPECT_LT(difference_from_matrices(session.engine(), random_inputs(session.engine(), random)), 1e-10) << more;
  }
}

TEST(LinkRows, leave_the_residual_at_round_off) {
  for (const int n : {20, 200, 1000})
    for (const std::string& model : {chain, chain + pins}) {
      Session session("chain", model, {fmt::format("n={}", n)});
      const Engine& engine = session.engine();
      std::mt19937 random(11);
      std::vector<double> inputs = random_inputs(engine, random);
      Dynamics dynamics(engine);
      dynamics.use_structure();
      dynamics.solve(inputs);
      EXPECT_TRUE(dynamics.is_by_structure());
      const Evaluation at = Account(engine).evaluate(inputs, dynamics);
      const double force = std::max(largest(dynamics.view().forcing), largest(at.constraint_forces));
      // The residual: rounding of its largest term, over some dozen links.
      EXPECT_LT(largest(at.residual), 1e-12 * force) << n;
      // Likewise.
      EXPECT_LT(largest(at.acceleration_violation), 1e-12 * std::max(1.0, largest(dynamics.view().row_forcing))) << n;
    }
}

/// Point masses on links that branch at random, with springs, friction of the joints, a force that depends on time, a
/// body that slides, and rows of all kinds.
std::string random_tree(int links, bool has_rows, std::mt19937& random) {
  std::uniform_real_distribution<double> length(0.3, 2.0);
  std::string text = "model Tree\nparam g = 9.81 [m/s^2], k = 3 [N*m], c = 0.2 [N*m*s], F = 2 [N], w = 3 [1/s]\n";
  std::string lets;
  std::string kinetic = "kinetic T = 1/2*(2 [kg])*s'^2";
  std::string potential = "potential V = 1/2*(5 [N/m])*s^2";
  std::string dissipation = "dissipation D = 1/2*c*a1'^2";
  for (int i = 1; i <= links; ++i) {
    text += fmt::format("param m{0} = {1} [kg], l{0} = {2} [m]\ncoord a{0} [rad]\n", i, length(random), length(random));
    const int before = i == 1 ? 0 : std::uniform_int_distribution<int>(std::max(1, i - 3), i - 1)(random);
    const std::string x = before > 0 ? fmt::format("x{} + ", before) : "";
    const std::string y = before > 0 ? fmt::format("y{} ", before) : "";
    lets += fmt::format("let x{0} = {1}l{0}*sin(a{0})\nlet y{0} = {2}- l{0}*cos(a{0})\n", i, x, y);
    kinetic += fmt::format(" + 1/2*m{0}*(x{0}'^2 + y{0}'^2)", i);
    potential += fmt::format(" + m{0}*g*y{0}", i);
    if (before > 0) potential += fmt::format(" + 1/2*k*(a{} - a{})^2", i, before);
    if (before > 0) dissipation += fmt::format(" + 1/2*c*(a{}' - a{}')^2", i, before);
  }
  text += "coord s [m]\n" + lets + kinetic + "\n" + potential + "\n" + dissipation + "\n";
  text += fmt::format("force push on a{} = F*l1*sin(w*t)*cos(a1)\n", links);
  if (!has_rows) return text;
  text += fmt::format("constraint tip: x{0}^2 + (y{0} + 1 [m])^2 = 4 [m^2]\n", links);
  text += fmt::format("constraint pin: x{} = s\n", links - 1);
  text += fmt::format("constraint wheel: a{}' = 2*a{}' + s'/(1 [m])\n", links / 2, links / 2 + 1);
  return text;
}

TEST(LinkRows, of_random_trees_give_what_the_matrices_give) {
  std::mt19937 random(17);
  for (int links = 5; links <= 16; ++links)
    for (const bool has_rows : {false, true}) {
      const std::string text = random_tree(links, has_rows, random);
      Session session("tree", text);
      EXPECT_TRUE(link_rows_of(session)) << text;
      for (int state = 0; state < 3; ++state)
        // Likewise, of random trees of up to twelve links with masses of all sizes.
        EXPECT_LT(difference_from_matrices(session.engine(), random_inputs(session.engine(), random)), 1e-9) << text;
    }
}

/// θ̈ of a chain of links of 1 m by M, in long double.
std::vector<double> exact_accelerations(std::span<const double> angles, std::span<const double> rates,
                                        const std::vector<double>& masses) {
  using Long = long double;
  const std::size_t n = masses.size();
  std::vector<Long> behind(n + 1, 0.0L);
  for (std::size_t i = n; i-- > 0;)
    behind[i] = behind[i + 1] + masses[i];
  std::vector<Long> mass(n * n);
  std::vector<Long> force(n);
  for (std::size_t i = 0; i < n; ++i) {
    force[i] = -behind[i] * Long(9.81) * std::sin(Long(angles[i]));
    for (std::size_t j = 0; j < n; ++j) {
      const Long apart = Long(angles[i]) - Long(angles[j]);
      mass[i * n + j] = behind[std::max(i, j)] * std::cos(apart);
      force[i] -= behind[std::max(i, j)] * std::sin(apart) * Long(rates[j]) * Long(rates[j]);
    }
  }
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t i = k + 1; i < n; ++i) {
      const Long factor = mass[i * n + k] / mass[k * n + k];
      for (std::size_t j = k; j < n; ++j)
        mass[i * n + j] -= factor * mass[k * n + j];
      force[i] -= factor * force[k];
    }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t j = i + 1; j < n; ++j)
      force[i] -= mass[i * n + j] * force[j];
    force[i] /= mass[i * n + i];
  }
  return {force.begin(), force.end()};
}

/// Masses of every size: those that are heavy lose no digits, those that are light between others lose some where their
/// links lie in one line, as they do with any order of elimination; one that is 0 is left to another order.
TEST(LinkRows, give_accelerations_to_the_digits_that_masses_leave) {
  constexpr std::size_t n = 20;
  constexpr std::size_t chosen = 3;
  constexpr int few = 4; // states that the matrices solve before another order of elimination is tried
  std::mt19937 random(5);
  for (const double mass : {0.0, 1e-9, 1e-3, 1.0, 1e3})
    for (const double away : {1.0, 1e-3}) {
      Session session("chain", chain, {"n=20", fmt::format("m[{}]={}", chosen + 1, mass)});
      const Engine& engine = session.engine();
      std::vector<double> masses(n, 1.0);
      masses[chosen] = mass;
      Dynamics dynamics(engine);
      dynamics.use_structure();
      for (int state = 0; state <= few; ++state) {
        std::vector<double> inputs = random_inputs(engine, random);
        const InputView<double> at(engine.programs->layout, inputs);
        for (double& angle : at.positions())
          angle = 0.4 + away * angle;
        dynamics.solve(inputs);
        const std::vector<double> wanted = exact_accelerations(at.positions(), at.rates(), masses);
        for (std::size_t i = 0; i < n; ++i)
          // 1000 ulps; where links lie in one line a light mass between heavy ones loses digits.
          EXPECT_NEAR(at.accelerations()[i], wanted[i], (away == 1.0 ? 1e-13 : 1e-7) * largest(wanted)) << mass;
      }
      EXPECT_TRUE(dynamics.is_by_structure()) << mass << away;
    }
}

} // namespace
} // namespace dalembert::of_link_rows

// Small systems with constraints: solved by their structure, and by the matrices near states where rows are dependent.
#include <dalembert/api/session.h>
#include <dalembert/simulation/solving/dynamics.h>

#include "chain_of_points.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

namespace dalembert {
namespace {

const std::string of_two_cranks = R"(model Parallelogram
param a = 0.31, d = 1.13, J1 = 0.9, J2 = 1.7, Jb = 0.6, m = 1.4, g = 9.81
coord p, b, q
let vx = -a*p'*sin(p) - d/2*b'*sin(b)
let vy = a*p'*cos(p) + d/2*b'*cos(b)
kinetic T = 1/2*J1*p'^2 + 1/2*J2*q'^2 + 1/2*Jb*b'^2 + 1/2*m*(vx^2 + vy^2)
potential V = m*g*(a*sin(p) + d/2*sin(b))
constraint cx: a*cos(p) + d*cos(b) = d + a*cos(q)
constraint cy: a*sin(p) + d*sin(b) = a*sin(q)
)";

const std::string of_slider_crank = R"(model SliderCrank
param r = 0.05, l = 0.18, J = 0.002, mr = 0.4, mp = 0.5
coord a, b, x, y
let xr = r*cos(a) + l/2*cos(b)
let yr = r*sin(a) - l/2*sin(b)
kinetic T = 1/2*J*a'^2 + 1/2*mr*(xr'^2 + yr'^2) + 1/24*mr*l^2*b'^2 + 1/2*mp*(x'^2 + y'^2)
constraint pin_x: x = r*cos(a) + l*cos(b)
constraint pin_y: y = r*sin(a) - l*sin(b)
constraint wall: y = 0
)";

const std::string of_robot = R"(model FiveBar
param L1 = 0.4, L2 = 0.6, d = 0.3, m1 = 1, m2 = 0.8, g = 9.81
coord a, b, c, e
let x1 = L1*cos(a) + L2/2*cos(b)
let y1 = L1*sin(a) + L2/2*sin(b)
let x2 = d + L1*cos(c) + L2/2*cos(e)
let y2 = L1*sin(c) + L2/2*sin(e)
kinetic T = 1/6*m1*L1^2*(a'^2 + c'^2) + 1/2*m2*(x1'^2+y1'^2+x2'^2+y2'^2) + 1/24*m2*L2^2*(b'^2+e'^2)
potential V = m1*g*L1/2*(sin(a)+sin(c)) + m2*g*(y1+y2)
force ta on a = 5*sin(t) - 0.5*a'
constraint lx: L1*cos(a) + L2*cos(b) = d + L1*cos(c) + L2*cos(e)
constraint ly: L1*sin(a) + L2*sin(b) = L1*sin(c) + L2*sin(e)
)";

const std::string of_coin = R"(model Coin
param m = 1, R = 0.5, A = 0.0625, C = 0.125
coord x, y, psi, phi
kinetic T = 1/2*m*(x'^2+y'^2) + 1/2*C*phi'^2 + 1/2*A*psi'^2
potential V = 2*m*x
constraint rx: x' = R*phi'*cos(psi)
constraint ry: y' = R*phi'*sin(psi)
)";

const std::string of_wire = R"(model Wire
coord x, y, z
kinetic T = 1/2*(x'^2 + y'^2 + z'^2)
potential V = 9.81*z
constraint w1: z = 0.3*x^2 + 0.1*sin(3*x)
constraint w2: y = cos(x) + 0.1*t
)";

/// Both solvers on one engine.
struct BothSolvers {
  explicit BothSolvers(const Engine& of) : engine(of), by_structure(of), by_matrices(of) {
    by_structure.use_structure();
  }

  /// Solves at q and v by both; returns by_structure's inputs, and `expected` those of the matrices.
  std::vector<double> solve(const std::vector<double>& q, const std::vector<double>& v) {
    std::vector<double> inputs = engine.blank_inputs();
    const InputView<double> at(engine.programs->layout, inputs);
    std::ranges::copy(q, at.positions().begin());
    std::ranges::copy(v, at.rates().begin());
    at.time() = 0.7;
    expected = inputs;
    by_matrices.solve(expected);
    by_structure.solve(inputs);
    return inputs;
  }

  const Engine& engine;
  Dynamics by_structure;
  Dynamics by_matrices;
  std::vector<double> expected;
};

TEST(SmallStructure, of_linkages_rolling_and_wires_is_what_the_matrices_give) {
  for (const std::string& text : {of_two_cranks, of_slider_crank, of_robot, of_coin, of_wire}) {
    Session session("small.mech", text);
    BothSolvers pair(session.engine());
    const std::size_t n = pair.engine.coordinates();
    std::mt19937 random(11);
    std::uniform_real_distribution<double> number(-2, 2);
    int compared = 0;
    for (int s = 0; s < 200; ++s) {
      std::vector<double> q(n);
      std::vector<double> v(n);
      std::ranges::generate(q, [&] { return number(random); });
      std::ranges::generate(v, [&] { return number(random); });
      const std::vector<double> found = pair.solve(q, v);
      // Below, rounding over the pivot would be 1e-12 and more.
      if (!(pair.by_matrices.status().smallest_pivot > 1e-4)) continue;
      ++compared;
      EXPECT_TRUE(pair.by_structure.is_by_structure()) << text << s;
      // Rounding grows as the rows come near to one another.
      const double bound = 1e-14 / pair.by_matrices.status().smallest_pivot;
      const double scale = std::max(1.0, test::largest_size(pair.expected));
      for (std::size_t i = 0; i < found.size(); ++i)
        // As above, and 1e-12 where that is more.
        EXPECT_NEAR(found[i], pair.expected[i], std::min(1e-12, bound) * scale) << text << s << " " << i;
    }
    EXPECT_GT(compared, 150) << text;
  }
}

/// A rod and a slider that hold one point: their rows come near to one another as y falls.
const std::string held_point = R"(model Held
coord x, y
kinetic T = 1/2*(x'^2 + y'^2)
potential V = 9.81*y
constraint rod: x^2 + y^2 = 1
constraint drive: x = t/2
)";

TEST(SmallStructure, near_states_where_rows_are_dependent_the_matrices_solve) {
  Session session("held.mech", held_point);
  BothSolvers pair(session.engine());
  for (const double y : {0.0, 1e-9, 1e-6, 1e-4, 5e-3}) {
    const std::vector<double> found = pair.solve({std::sqrt(1 - y * y), y}, {0.5, 0.3});
    EXPECT_FALSE(pair.by_structure.is_by_structure()) << y;
    EXPECT_EQ(found, pair.expected) << y;
  }
  static_cast<void>(pair.solve({0.6, 0.8}, {0.5, 0.3}));
  EXPECT_TRUE(pair.by_structure.is_by_structure());
  EXPECT_NEAR(pair.by_structure.status().smallest_pivot, 0.64, 1e-12); // one product: rounding
}

TEST(SmallStructure, where_a_row_vanishes_the_matrices_solve) {
  Session session("cross.mech", R"(model Cross
coord x, y
kinetic T = 1/2*(x'^2 + y'^2)
force push on y = 1
constraint cross: x*y = 0
)");
  BothSolvers pair(session.engine());
  // The first state is such a one: what is typical is known from states beside it.
  for (const double x : {0.0, 1e-30, 1e-9, 1e-5}) {
    const std::vector<double> found = pair.solve({x, 0}, {1, 0});
    EXPECT_FALSE(pair.by_structure.is_by_structure()) << x;
    EXPECT_EQ(found, pair.expected) << x;
  }
}

TEST(SmallStructure, of_two_cranks_solves_until_a_flat_position_is_near) {
  Session session("flat.mech", of_two_cranks);
  BothSolvers pair(session.engine());
  const auto solves_at = [&](double angle) {
    const std::vector<double> found = pair.solve({angle, 0, angle}, {1, 0, 1});
    const bool is_by_structure = pair.by_structure.is_by_structure();
    EXPECT_TRUE(is_by_structure || found == pair.expected) << angle;
    return is_by_structure;
  };
  EXPECT_TRUE(solves_at(0.9));
  EXPECT_TRUE(solves_at(0.2));
  for (const double angle : {0.05, 1e-3, 1e-6, 1e-12, 0.0, 0.2, 0.9})
    EXPECT_FALSE(solves_at(angle)) << angle;
}

TEST(SmallStructure, what_moves_along_a_floor_is_not_changed_by_the_force_that_the_floor_holds) {
  Session session("floor.mech", R"(model Floor
coord x, y
kinetic T = 1/2*(x'^2 + y'^2)
force push on y = -1e10
force aside on x = 3e9 - 1e-3*x
constraint floor: y = 0.3*x
)");
  BothSolvers pair(session.engine());
  const std::vector<double> found = pair.solve({1, 0.3}, {0, 0});
  EXPECT_TRUE(pair.by_structure.is_by_structure());
  const InputView<const double> at(pair.engine.programs->layout, found);
  // The row to the digits of the accelerations, not of the forces.
  EXPECT_NEAR(at.accelerations()[1], 0.3 * at.accelerations()[0], 1e-15 * std::abs(at.accelerations()[0]));
}

TEST(SmallStructure, rows_that_become_dependent_at_many_states_are_left_to_the_matrices_alone) {
  Session session("held.mech", held_point);
  BothSolvers pair(session.engine());
  for (int s = 0; s < 20; ++s) {
    const double y = 1e-4 * s;
    EXPECT_EQ(pair.solve({std::sqrt(1 - y * y), y}, {0.5, 0.3}), pair.expected) << s;
    EXPECT_EQ(pair.by_structure.solver().by, "matrices") << s;
  }
}

} // namespace
} // namespace dalembert

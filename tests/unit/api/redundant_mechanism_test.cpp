// Mechanisms whose rows depend on one another on the constraints, and only there: what is said of them and how they
// move, against the same mechanism without the rows that repeat others.
#include <dalembert/api/session.h>
#include <dalembert/simulation/solving/row_ranks.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <ostream>
#include <sstream>
#include <string>
#include <vector>

namespace dalembert {
namespace {

struct Mechanism {
  std::string text;
  int freedoms = 1;
  double end = 1; ///< before the rows that are left become dependent themselves
};

std::ostream& operator<<(std::ostream& out, const Mechanism& mechanism) {
  return out << mechanism.text.substr(0, mechanism.text.find('\n'));
}

/// The model without the constraints that repeat others.
std::string without_repeated(const std::string& text, Session& session) {
  const std::vector<Constraint>& all = session.study().system.constraints;
  const std::vector<std::size_t> independent = row_ranks(session.engine(), session.initial_state().state).independent;
  std::istringstream lines(text);
  std::string out;
  for (std::string line; std::getline(lines, line);) {
    bool is_repeated = false;
    for (std::size_t k = 0; k < all.size(); ++k)
      is_repeated = is_repeated || (line.starts_with("constraint " + all[k].name + ":") &&
                                    std::find(independent.begin(), independent.end(), k) == independent.end());
    if (!is_repeated) out += line + "\n";
  }
  return out;
}

const std::string third_crank = R"(model ThirdCrank "parallelogram with a third crank"
param l = 1, d = 2, e = 0.8, m = 1, mc = 2, Jc = 0.3, g = 9.81
coord a, b, c, x, y, phi
kinetic T = 1/2*m*l^2/3*(a'^2+b'^2+c'^2) + 1/2*mc*(x'^2+y'^2) + 1/2*Jc*phi'^2
potential V = m*g*l/2*(sin(a)+sin(b)+sin(c)) + mc*g*y
constraint ax: x = l*cos(a)
constraint ay: y = l*sin(a)
constraint bx: x + d*cos(phi) = d + l*cos(b)
constraint by: y + d*sin(phi) = l*sin(b)
constraint cx: x + e*cos(phi) = e + l*cos(c)
constraint cy: y + e*sin(phi) = l*sin(c)
initial a = 1, b ~ 1, c ~ 1, x ~ 0.5, y ~ 0.8, phi ~ 0, a' = 0.5
)";

const std::string two_cranks = R"(model Crank2 "the issue's two cranks"
param L = 1, m = 1, J = 0.5, F = 2
coord x, y, q, r
kinetic T = 1/2*m*(x'^2+y'^2) + 1/2*J*(q'^2+r'^2)
force F1 on y = F
constraint a1: x=L*cos(q)
constraint a2: y=L*sin(q)
constraint b1: x=L*cos(r)
constraint b2: y=L*sin(r)
initial q = 0.3, r ~ 0.3, x ~ 1, y ~ 0.3
)";

const std::string scaled_rows = R"(model Dup "pendulum with its rod twice"
param l = 1, m = 1, g = 9.81
coord x, y
kinetic T = 1/2*m*(x'^2+y'^2)
potential V = m*g*y
constraint c1: x^2 + y^2 = l^2
constraint c2: 1000000*(x^2 + y^2) = 1000000*l^2
constraint c3: sqrt(x^2+y^2)/1000000 = l/1000000
initial x = 0.6, y ~ -0.8
)";

const std::string sums_of_rows = R"(model Sums
param l = 1, m = 1, g = 9.81
coord x, y, z
kinetic T = 1/2*m*(x'^2 + y'^2 + z'^2)
potential V = m*g*z
constraint sphere: x^2 + y^2 + z^2 = l^2
constraint plane: x + y = 0.3
constraint both: x^2 + y^2 + z^2 + 2*x + 2*y = l^2 + 0.6
constraint product: (x + y - 0.3)*(2 + x) + 1000*(x^2 + y^2 + z^2 - l^2) = 0
initial x = 0.5, y ~ -0.2, z ~ 0.8
)";

const std::string two_guides = R"(model TwoGuides "a slider held by two parallel guides and driven by a crank"
param r = 0.3, l = 1, m = 2, J = 0.1, g = 9.81
coord th, x, y, phi, psi
kinetic T = 1/2*J*th'^2 + 1/2*m*(x'^2 + y'^2) + 0.05*psi'^2 + 0.02*phi'^2
force motor on th = 1
constraint guide1: y + 0.1*sin(psi) = 0
constraint guide2: y - 0.1*sin(psi) = 0
constraint straight: sin(psi) = 0
constraint rodx: r*cos(th) + l*cos(phi) = x
constraint rody: r*sin(th) + l*sin(phi) = y
initial th = 0.5, x ~ 1.2, y ~ 0, phi ~ -0.1, psi ~ 0
)";

const std::string sarrus = R"(model Sarrus
param l = 1, m = 1, g = 9.81, w = 0.4
coord a1, a2, a3, b1, b2, b3
let z = l*(sin(a1) + sin(a2))
let xa = l*(cos(a1)+cos(a2))
let zb = l*(sin(b1)+sin(b2))
let yb = l*(cos(b1)+cos(b2))
let zac = z + w*sin(a3)
let xac = xa - w*cos(a3)
let zbc = zb - w*sin(b3)
let ybc = yb - w*cos(b3)
kinetic T = 1/2*m*(zac'^2 + xac'^2) + 1/2*m*l^2/3*(a1'^2 + a2'^2 + b1'^2 + b2'^2) + 0.05*(a3'^2+b3'^2)
potential V = m*g*zac + m*g*l*sin(b1)
param X0 = 0.9
constraint px: xac = X0
constraint py: ybc = X0
constraint pz: zac = zbc
constraint o1: sin(a3)=0
constraint o2: sin(b3)=0
constraint o3: sin(a3)*sin(b3) + cos(a3) = 1
initial a1 = 0.6, a2 ~ 1.1, a3 ~ 0, b1 ~ 0.6, b2 ~ 1.1, b3 ~ 0, a1' = -0.2
)";

const std::string bennett = R"(model Bennett
param al = 0.7, be = 1.9, a = 1, m = 1, g = 9.81
let b = a*sin(be)/sin(al)
coord x3, y3, z3, u3, v3, w3, x4, y4, z4, u4, v4, w4
kinetic T = 1/2*m*(x3'^2 + y3'^2 + z3'^2 + 2*x4'^2 + 2*y4'^2 + 2*z4'^2) + 0.05*(u3'^2 + v3'^2 + w3'^2 + u4'^2 + v4'^2 + w4'^2)
potential V = m*g*(y3 + 2*y4)
constraint unit3: u3^2 + v3^2 + w3^2 = 1
constraint length23: (x3 - a)^2 + y3^2 + z3^2 = b^2
constraint twist23: -sin(al)*v3 + cos(al)*w3 = cos(be)
constraint foot23: -sin(al)*y3 + cos(al)*z3 = 0
constraint head23: u3*(x3 - a) + v3*y3 + w3*z3 = 0
constraint unit4: u4^2 + v4^2 + w4^2 = 1
constraint length34: (x4 - x3)^2 + (y4 - y3)^2 + (z4 - z3)^2 = a^2
constraint twist34: u3*u4 + v3*v4 + w3*w4 = cos(al)
constraint foot34: u3*(x4 - x3) + v3*(y4 - y3) + w3*(z4 - z3) = 0
constraint head34: u4*(x4 - x3) + v4*(y4 - y3) + w4*(z4 - z3) = 0
constraint length41: x4^2 + y4^2 + z4^2 = b^2
constraint twist41: w4 = cos(be)
constraint foot41: z4 = 0
constraint head41: u4*x4 + v4*y4 = 0
initial x3 = -0.299010, y3 ~ 0.524505, z3 ~ 0.441784, u3 ~ 0.441784, v3 ~ 0.848324, w3 ~ 0.291845
initial x4 ~ -1.023402, y4 ~ 1.053734, z4 ~ 0.0, u4 ~ 0.678834, v4 ~ 0.659294, w4 ~ -0.323290
initial y4' = 1
)";

const std::string scissor_lift = R"(model Scissor
param l = 1, m = 1, g = 9.81, F = 5
coord xa1, ya1, pa1, xb1, yb1, pb1, xa2, ya2, pa2, xb2, yb2, pb2, xp, yp, pp
kinetic T = 1/2*m*(xa1'^2+ya1'^2) + 1/24*m*l^2*pa1'^2 + 1/2*m*(xb1'^2+yb1'^2) + 1/24*m*l^2*pb1'^2 + 1/2*m*(xa2'^2+ya2'^2) + 1/24*m*l^2*pa2'^2 + 1/2*m*(xb2'^2+yb2'^2) + 1/24*m*l^2*pb2'^2 + m*(xp'^2+yp'^2) + 0.1*pp'^2
potential V = m*g*ya1 + m*g*yb1 + m*g*ya2 + m*g*yb2 + 2*m*g*yp
force drive on xb1 = F
constraint j1: xa1 - l/2*cos(pa1) = 0
constraint j2: ya1 - l/2*sin(pa1) = 0
constraint j3: yb1 - l/2*sin(pb1) = 0
constraint j4: xa1 = xb1
constraint j5: ya1 = yb1
constraint j6: xa1 + l/2*cos(pa1) = xb2 - l/2*cos(pb2)
constraint j7: ya1 + l/2*sin(pa1) = yb2 - l/2*sin(pb2)
constraint j8: xb1 + l/2*cos(pb1) = xa2 - l/2*cos(pa2)
constraint j9: yb1 + l/2*sin(pb1) = ya2 - l/2*sin(pa2)
constraint j10: xa2 = xb2
constraint j11: ya2 = yb2
constraint j12: xb2 + l/2*cos(pb2) = xp
constraint j13: yb2 + l/2*sin(pb2) = yp
constraint j14: sin(pp)*(xa2 + l/2*cos(pa2) - xp) - cos(pp)*(ya2 + l/2*sin(pa2) - yp) = 0
constraint j15: pp = 0
initial xa1 ~ 0.412668, ya1 ~ 0.282321, pa1 = 0.6, xb1 ~ 0.412668, yb1 ~ 0.282321, pb1 ~ 2.541593, xa2 ~ 0.412668, ya2 ~ 0.846964, pa2 ~ 0.6, xb2 ~ 0.412668, yb2 ~ 0.846964, pb2 ~ 2.541593, xp ~ 0, yp ~ 1.129285
)";

const std::string double_parallelogram = R"(model DoubleParallelogram
param l = 1, d = 2, m = 1, g = 9.81
coord a, b, c, u, v, w
let x = l*cos(a) + l*cos(u)
let y = l*sin(a) + l*sin(u)
kinetic T = 1/6*m*l^2*(a'^2 + b'^2 + c'^2) + 1/2*m*(x'^2 + y'^2) + 0.1*(v'^2 + w'^2)
potential V = m*g*y
constraint b1: l*cos(a) + d = d + l*cos(b)
constraint b2: l*sin(a) = l*sin(b)
constraint c1: l*cos(c) = l*cos(a)
constraint c2: l*sin(c) = l*sin(b)
constraint v1: l*cos(u) = l*cos(v)
constraint v2: l*sin(u) = l*sin(v)
constraint w1: l*cos(w) + l*cos(a) = l*cos(v) + l*cos(c)
constraint w2: l*sin(w) + l*sin(a) = l*sin(v) + l*sin(b)
initial a = 0.7, b ~ 0.7, c ~ 0.7, u = 1.9, v ~ 1.9, w ~ 1.9, a' = 0.4
)";

class RedundantMechanism : public testing::TestWithParam<Mechanism> {};

TEST_P(RedundantMechanism, has_the_freedoms_of_its_independent_rows_whoever_is_asked) {
  Session session("mechanism.mech", GetParam().text);
  EXPECT_EQ(session.overview().degrees_of_freedom, GetParam().freedoms);
  EXPECT_EQ(session.structure().degrees_of_freedom, GetParam().freedoms);
  EXPECT_EQ(session.structure().independent_initial_values, 2 * GetParam().freedoms);
  const InitialState& initial = session.initial_state();
  EXPECT_EQ(initial.degrees_of_freedom, GetParam().freedoms);
  const RowRanks ranks = row_ranks(session.engine(), initial.state);
  EXPECT_EQ(ranks.here, ranks.all);
  EXPECT_EQ(ranks.independent.size(), static_cast<std::size_t>(initial.rank));
  for (const Diagnostic& d : initial.diagnostics)
    EXPECT_EQ(d.code, "W0301") << d.message;
}

TEST_P(RedundantMechanism, moves_as_without_the_rows_that_repeat_others) {
  Session session("mechanism.mech", GetParam().text);
  Session reduced("reduced.mech", without_repeated(GetParam().text, session));
  RunOptions options;
  options.end = GetParam().end;
  const RunResult result = session.run(options);
  const RunResult wanted = reduced.run(options);
  ASSERT_EQ(result.outcome, RunOutcome::completed) << result.failure;
  ASSERT_EQ(wanted.outcome, RunOutcome::completed) << wanted.failure;
  EXPECT_EQ(wanted.initial.rank, result.initial.rank);
  EXPECT_LT(result.certificate.energy_defect_relative, 1e-6); // 1000 tolerances (1e-9): near rows that become dependent
  for (const double violation : result.certificate.position_scaled)
    EXPECT_LT(violation, 1e-12); // projected: rounding of rows in units of their terms
  for (std::size_t i = 0; i < wanted.final.state.q.size(); ++i) {
    EXPECT_NEAR(result.final.state.q[i], wanted.final.state.q[i], 1e-6) << i; // 1000 tolerances (1e-9)
    // Likewise of rates, which are ten times as large.
    EXPECT_NEAR(result.final.state.v[i], wanted.final.state.v[i], 1e-5) << i;
  }
}

TEST_P(RedundantMechanism, is_evaluated_with_its_rank_at_a_state_given_with_six_digits) {
  Session session("mechanism.mech", GetParam().text);
  State state = session.initial_state().state;
  const Evaluation exact = session.evaluate(state);
  for (double& q : state.q)
    q = std::round(q * 1e6) / 1e6;
  for (double& v : state.v)
    v = std::round(v * 1e6) / 1e6;
  const Evaluation rounded = session.evaluate(state);
  double size = 1;
  for (const double a : exact.accelerations)
    size = std::max(size, std::abs(a));
  for (std::size_t i = 0; i < exact.accelerations.size(); ++i)
    // Six digits are given: accelerations change by 1e-6 times what gravity and rates change by.
    EXPECT_NEAR(rounded.accelerations[i], exact.accelerations[i], 1e-3 * size) << i;
}

INSTANTIATE_TEST_SUITE_P(Mechanisms, RedundantMechanism,
                         testing::Values(Mechanism{third_crank, 1, 0.4}, Mechanism{two_cranks, 1, 2},
                                         Mechanism{scaled_rows, 1, 3}, Mechanism{sums_of_rows, 1, 3},
                                         Mechanism{two_guides, 1, 2}, Mechanism{sarrus, 1, 0.5},
                                         Mechanism{bennett, 1, 0.3}, Mechanism{scissor_lift, 1, 0.4},
                                         Mechanism{double_parallelogram, 2, 0.5}));

TEST(RedundantRows, are_said_once_with_multipliers_that_do_not_depend_on_how_a_row_was_scaled) {
  Session session("rows.mech", scaled_rows);
  const InitialState& initial = session.initial_state();
  ASSERT_EQ(initial.diagnostics.size(), 1U);
  EXPECT_THAT(initial.diagnostics.front().message, testing::HasSubstr("c1, c2, c3"));
  EXPECT_THAT(initial.diagnostics.front().help, testing::HasSubstr("lambda.c1 + 1e+06*lambda.c2 + 5e-07*lambda.c3"));
  const Evaluation at = session.evaluate(initial.state);
  // A decomposition of rows of 1e6 and 5e-7 of one another.
  EXPECT_NEAR(at.multipliers[1] * 1e6, at.multipliers[0], 1e-9 * std::abs(at.multipliers[0]));
  EXPECT_NEAR(at.multipliers[2] * 5e-7, at.multipliers[0], 1e-9 * std::abs(at.multipliers[0]));
}

TEST(RedundantRows, a_row_that_vanishes_while_the_others_hold_lets_the_run_through) {
  // `dead` repeats the other two, and all of its entries vanish at x = 0, which is passed at speed.
  Session session("dead.mech", R"(model Dead
param m = 1, g = 9.81
coord x, y
kinetic T = 1/2*m*(x'^2 + y'^2)
potential V = m*g*y
constraint wire: y = x^2
constraint dead: x*(y - x^2) = 0
initial x = -1, x' = 2
)");
  RunOptions options;
  options.end = 2;
  const RunResult result = session.run(options);
  EXPECT_EQ(result.outcome, RunOutcome::completed) << result.failure;
  EXPECT_LT(result.certificate.energy_defect_relative, 1e-7); // 100 tolerances (1e-9), over a singular position
  EXPECT_EQ(session.overview().degrees_of_freedom, 1);
}

TEST(RedundantRows, a_position_where_the_rank_falls_on_the_constraints_is_singular_and_not_redundant) {
  Session session("flat.mech", R"(model Flat
param l = 1, d = 2
coord a, b, c
kinetic T = 1/2*(a'^2 + b'^2 + c'^2)
constraint lx: l*cos(a) + d*cos(b) - l*cos(c) = d
constraint ly: l*sin(a) + d*sin(b) - l*sin(c) = 0
initial a = 0, b ~ 0, c ~ 0
)");
  const InitialState& initial = session.initial_state();
  EXPECT_EQ(initial.rank, 2);
  EXPECT_EQ(row_ranks(session.engine(), initial.state).here, 1);
  ASSERT_EQ(initial.diagnostics.size(), 1U);
  EXPECT_EQ(initial.diagnostics.front().code, "W0302");
}

} // namespace
} // namespace dalembert

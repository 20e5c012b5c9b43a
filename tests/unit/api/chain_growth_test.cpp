// Equations of motion by structure: their work and their front per link do not grow with the number of links.
#include <dalembert/api/session.h>
#include <dalembert/base/errors.h>
#include <dalembert/lowering/inertia_structure.h>
#include <dalembert/program/elimination_plan.h>
#include <dalembert/simulation/solving/dynamics.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

namespace dalembert {
namespace {

/// Rods in space by absolute Euler angles, ball joints, their angular velocities written out in T.
constexpr const char* rods_in_space = R"(
model Rods
count n = 8
param m = 1 [kg], l = 1 [m], g = 9.81 [m/s^2], J = 0.05 [kg*m^2], J3 = 0.03 [kg*m^2]
coord a[1..n] [rad], b[1..n] [rad], c[1..n] [rad]
let x[i in 0..n] = if i = 0 then 0 else x[i-1] + l*sin(a[i])*sin(b[i])
let y[i in 0..n] = if i = 0 then 0 else y[i-1] - l*cos(a[i])*sin(b[i])
let z[i in 0..n] = if i = 0 then 0 else z[i-1] + l*cos(b[i])
let u[i in 1..n] = (x[i-1] + x[i])/2
let v[i in 1..n] = (y[i-1] + y[i])/2
let w[i in 1..n] = (z[i-1] + z[i])/2
kinetic T = sum(i in 1..n: 1/2*m*(u[i]'^2 + v[i]'^2 + w[i]'^2)
  + 1/2*J*((a[i]'*sin(b[i])*sin(c[i]) + b[i]'*cos(c[i]))^2 + (a[i]'*sin(b[i])*cos(c[i]) - b[i]'*sin(c[i]))^2)
  + 1/2*J3*(a[i]'*cos(b[i]) + c[i]')^2)
potential V = sum(i in 1..n: m*g*w[i])
)";

struct Family {
  const char* name;
  std::string text;
};

void PrintTo(const Family& family, std::ostream* out) {
  *out << family.name;
}

class ChainGrowth : public testing::TestWithParam<Family> {};

EliminationPlan plan_of(const Family& family, int links) {
  constexpr double any_work = 1e15;
  Session session("chain", family.text, {"n=" + std::to_string(links)});
  const auto structure = inertia_structure(session.equations());
  return structure ? plan_elimination(structure->problem, any_work) : EliminationPlan{};
}

std::size_t front_of(const EliminationPlan& plan) {
  std::size_t out = 0;
  for (const EliminationStep& step : plan.steps)
    out = std::max(out, step.neighbours.size());
  return out;
}

TEST_P(ChainGrowth, is_linear_and_the_front_stays) {
  const EliminationPlan shorter = plan_of(GetParam(), 64);
  const EliminationPlan longer = plan_of(GetParam(), 128);
  ASSERT_GT(shorter.multiplications, 0);
  EXPECT_LT(longer.multiplications, 2.1 * shorter.multiplications);
  EXPECT_EQ(front_of(longer), front_of(shorter));
}

const std::string planar = R"(
model Chain
count n = 8
param m = 1 [kg], l = 1 [m], g = 9.81 [m/s^2], J = 0.1 [kg*m^2]
)";
const std::string positions = R"(
let x[i in 0..n] = if i = 0 then 0 else x[i-1] + l*sin(phi[i])
let y[i in 0..n] = if i = 0 then 0 else y[i-1] - l*cos(phi[i])
kinetic T = sum(i in 1..n: 1/2*m*(x[i]'^2 + y[i]'^2) + 1/2*J*phi[i]'^2)
potential V = sum(i in 1..n: m*g*y[i])
)";

/// Rods by Euler parameters, each with a row of its own.
constexpr const char* by_euler_parameters = R"(
model Rods
count n = 4
param m = 1 [kg], l = 1 [m], J = 0.05 [kg*m^2], g = 9.81 [m/s^2]
coord e0[1..n], e1[1..n], e2[1..n], e3[1..n]
let x[i in 0..n] = if i = 0 then 0 else x[i-1] + l*2*(e1[i]*e3[i]+e0[i]*e2[i])
let y[i in 0..n] = if i = 0 then 0 else y[i-1] + l*2*(e2[i]*e3[i]-e0[i]*e1[i])
let z[i in 0..n] = if i = 0 then 0 else z[i-1] + l*(e0[i]^2-e1[i]^2-e2[i]^2+e3[i]^2)
let u[i in 1..n] = 2*(-e1[i]*e0[i]'+e0[i]*e1[i]'+e3[i]*e2[i]'-e2[i]*e3[i]')
let v[i in 1..n] = 2*(-e2[i]*e0[i]'-e3[i]*e1[i]'+e0[i]*e2[i]'+e1[i]*e3[i]')
let w[i in 1..n] = 2*(-e3[i]*e0[i]'+e2[i]*e1[i]'-e1[i]*e2[i]'+e0[i]*e3[i]')
kinetic T = sum(i in 1..n: 1/2*m*(x[i]'^2+y[i]'^2+z[i]'^2) + 1/2*J*(u[i]^2+v[i]^2+w[i]^2))
potential V = sum(i in 1..n: m*g*z[i])
constraint unit[i in 1..n]: e0[i]^2+e1[i]^2+e2[i]^2+e3[i]^2 = 1
)";

/// Universal joints: each link turns about two axes of the link before it, columns of its rotation from one another.
constexpr const char* universal_joints = R"(
model Joints
count n = 4
param m = 1 [kg], l = 1 [m], g = 9.81 [m/s^2]
coord a[1..n] [rad], b[1..n] [rad]
let px[i in 0..n] = if i = 0 then 1 else px[i-1]*cos(b[i]) + (qx[i-1]*sin(a[i]) - rx[i-1]*cos(a[i]))*sin(b[i])
let py[i in 0..n] = if i = 0 then 0 else py[i-1]*cos(b[i]) + (qy[i-1]*sin(a[i]) - ry[i-1]*cos(a[i]))*sin(b[i])
let qx[i in 0..n] = if i = 0 then 0 else qx[i-1]*cos(a[i]) + rx[i-1]*sin(a[i])
let qy[i in 0..n] = if i = 0 then 1 else qy[i-1]*cos(a[i]) + ry[i-1]*sin(a[i])
let rx[i in 0..n] = if i = 0 then 0 else px[i-1]*sin(b[i]) + (rx[i-1]*cos(a[i]) - qx[i-1]*sin(a[i]))*cos(b[i])
let ry[i in 0..n] = if i = 0 then 0 else py[i-1]*sin(b[i]) + (ry[i-1]*cos(a[i]) - qy[i-1]*sin(a[i]))*cos(b[i])
let x[i in 0..n] = if i = 0 then 0 else x[i-1] - l*rx[i]
let y[i in 0..n] = if i = 0 then 0 else y[i-1] - l*ry[i]
kinetic T = sum(i in 1..n: 1/2*m*(x[i]'^2+y[i]'^2))
potential V = sum(i in 1..n: m*g*y[i])
)";

const std::string two_chains = planar + R"(
coord phi[1..n] [rad], psi[1..n] [rad]
let u[i in 0..n] = if i = 0 then l else u[i-1] + l*sin(psi[i])
let v[i in 0..n] = if i = 0 then 0 else v[i-1] - l*cos(psi[i])
let x[i in 0..n] = if i = 0 then 0 else x[i-1] + l*sin(phi[i])
let y[i in 0..n] = if i = 0 then 0 else y[i-1] - l*cos(phi[i])
kinetic T = sum(i in 1..n: 1/2*m*(x[i]'^2 + y[i]'^2 + u[i]'^2 + v[i]'^2))
potential V = sum(i in 1..n: m*g*(y[i] + v[i]))
)";

const std::string trailers = planar + R"(
coord X [m], Y [m], q0 [rad], q[1..n] [rad]
let phi[i in 0..n] = if i = 0 then q0 else phi[i-1] + q[i]
let x[i in 0..n] = if i = 0 then X else x[i-1] - l*cos(phi[i])
let y[i in 0..n] = if i = 0 then Y else y[i-1] - l*sin(phi[i])
kinetic T = 1/2*m*(X'^2 + Y'^2) + sum(i in 1..n: 1/2*m*(x[i]'^2 + y[i]'^2) + 1/2*J*phi[i]'^2)
)";

INSTANTIATE_TEST_SUITE_P(
    Families, ChainGrowth,
    testing::Values(
        Family{"absolute_angles", planar + "coord phi[1..n] [rad]" + positions},
        Family{"relative_angles",
               planar + "coord q[1..n] [rad]\nlet phi[i in 0..n] = if i = 0 then 0 else phi[i-1] + q[i]" + positions},
        Family{"pinned", planar + "coord phi[1..n] [rad]" + positions +
                             "constraint px: x[n] = 3 [m]\nconstraint py: y[n] = -6 [m]\n"},
        Family{"closed", planar + "coord phi[1..n] [rad]" + positions +
                             "constraint cx: x[n] = x[0]\nconstraint cy: y[n] = y[0]\n"},
        Family{"tree", planar + "coord q[1..n] [rad]\n"
                                "let phi[i in 1..n] = if i = 1 then q[1] else phi[floor(i/2)] + q[i]\n"
                                "let x[i in 1..n] = if i = 1 then l*sin(phi[1]) else x[floor(i/2)] + l*sin(phi[i])\n"
                                "let y[i in 1..n] = if i = 1 then -l*cos(phi[1]) else y[floor(i/2)] - l*cos(phi[i])\n"
                                "kinetic T = sum(i in 1..n: 1/2*m*(x[i]'^2 + y[i]'^2) + 1/2*J*q[i]'^2)\n"
                                "potential V = sum(i in 1..n: m*g*y[i])\n"},
        Family{"rods_in_space", rods_in_space}, Family{"euler_parameters", by_euler_parameters},
        Family{"universal_joints", universal_joints},
        Family{"ladder", two_chains + "constraint rung[i in 1..n]: (x[i]-u[i])^2 + (y[i]-v[i])^2 = l^2\n"},
        Family{"wheels", trailers + "constraint wheel[i in 0..n]: -x[i]'*sin(phi[i]) + y[i]'*cos(phi[i]) = 0\n"},
        Family{"supports", planar + "coord phi[1..n] [rad]" + positions + "constraint sup[k in 1..n/2]: y[2*k] = 0\n"}),
    [](const auto& tested) { return tested.param.name; });

TEST(GimbalLock, of_one_rod_of_a_chain_is_no_state_that_the_structure_solves) {
  Session session("rods", rods_in_space);
  const Engine& engine = session.engine();
  Dynamics dynamics(engine);
  dynamics.use_structure();
  std::vector<double> inputs = engine.blank_inputs();
  const InputView<double> at(engine.programs->layout, inputs);
  for (std::size_t i = 0; i < at.motion().size(); ++i)
    at.motion()[i] = std::cos(static_cast<double>(i));
  dynamics.solve(inputs);
  EXPECT_TRUE(dynamics.is_by_structure());
  for (const double lock : {0.0, std::numbers::pi, -std::numbers::pi}) {
    at.motion()[engine.coordinates() / 3 + 4] = lock;
    EXPECT_THROW(dynamics.solve(inputs), SolveError) << lock;
  }
}

} // namespace
} // namespace dalembert

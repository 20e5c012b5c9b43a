// Equations of motion by structure: their work and their front per link do not grow with the number of links.
#include <dalembert/api/session.h>
#include <dalembert/base/errors.h>
#include <dalembert/lowering/inertia_structure.h>
#include <dalembert/program/elimination_plan.h>
#include <dalembert/simulation/dynamics.h>

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
  const EliminationPlan shorter = plan_of(GetParam(), 32);
  const EliminationPlan longer = plan_of(GetParam(), 64);
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
        Family{"rods_in_space", rods_in_space}),
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

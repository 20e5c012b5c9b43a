// Machine code with loops has the bits of code in one straight line, on equations of many equal links.
#include <dalembert/api/session.h>
#include <dalembert/jit/machine_program.h>
#include <dalembert/jit/translate.h>
#include <dalembert/lowering/sparse_motion.h>

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace dalembert::test {
namespace {

constexpr std::size_t in_one_line = std::numeric_limits<std::size_t>::max();

std::vector<std::uint64_t> bits_in_lanes(const Tape& tape, const std::vector<double>& in, std::size_t longest) {
  constexpr std::size_t lanes = 8;
  const auto program = machine_code(tape, {best_instructions(), true, longest});
  std::vector<double> out(lanes * tape.outputs());
  Workspace workspace = program->workspace();
  program->evaluate_lanes(lanes, in, out, workspace);
  std::vector<double> alone(tape.outputs());
  std::vector<double> first_lane;
  for (std::size_t i = 0; i < in.size(); i += lanes)
    first_lane.push_back(in[i]);
  program->evaluate(first_lane, alone, workspace);
  out.insert(out.end(), alone.begin(), alone.end());
  std::vector<std::uint64_t> bits;
  for (const double each : out)
    bits.push_back(std::isnan(each) ? 1 : std::bit_cast<std::uint64_t>(each));
  return bits;
}

/// The accelerations of a model in code with loops and without; the share of its bytes that loops leave.
double share_with_loops(const std::string& text) {
  Session session("links", text);
  const Tape tape = lower_sparse_motion(session.study(), session.equations());
  EXPECT_GT(tape.operations(), 0U);
  std::mt19937 random(3);
  std::uniform_real_distribution<double> number(0.2, 2);
  std::vector<double> in(8 * tape.inputs());
  for (double& x : in)
    x = number(random);
  EXPECT_EQ(bits_in_lanes(tape, in, 0), bits_in_lanes(tape, in, in_one_line));
  const auto bytes = [&](std::size_t longest) {
    return static_cast<double>(translate(tape, {best_instructions(), 1, longest})->bytes.size());
  };
  return bytes(0) / bytes(in_one_line);
}

constexpr const char* head = R"(
model Links
count n = 100
param m[1..n] = 1 [kg], l[1..n] = 1 [m], g = 9.81 [m/s^2]
)";

constexpr const char* points = R"(
let x[i in 0..n] = if i = 0 then 0 else x[i-1] + l[i]*sin(th[i])
let y[i in 0..n] = if i = 0 then 0 else y[i-1] - l[i]*cos(th[i])
kinetic T = sum(i in 1..n: 1/2*m[i]*(x[i]'^2 + y[i]'^2))
potential V = sum(i in 1..n: m[i]*g*y[i])
)";

#define SKIP_WITHOUT_CODE()                                                                                            \
  if (!why_no_machine_code().empty()) GTEST_SKIP() << why_no_machine_code()

TEST(loops, chains_in_angles) {
  SKIP_WITHOUT_CODE();
  EXPECT_LT(share_with_loops(std::string(head) + "coord th[1..n] [rad]\n" + points), 0.5);
  EXPECT_LT(share_with_loops(std::string(head) + R"(coord q[1..n] [rad]
let th[i in 0..n] = if i = 0 then 0 else th[i-1] + q[i]
)" + points),
            0.6);
}

TEST(loops, chains_with_constraints) {
  SKIP_WITHOUT_CODE();
  EXPECT_LT(share_with_loops(std::string(head) + "coord th[1..n] [rad]\n" + points + R"(
constraint pin_x: x[n] = 1 [m]
constraint pin_y: y[n] = -3 [m]
)"),
            0.5);
  EXPECT_LT(share_with_loops(std::string(head) + R"(coord x[1..n] [m], y[1..n] [m]
let X[i in 0..n] = if i = 0 then 0 else x[i]
let Y[i in 0..n] = if i = 0 then 0 else y[i]
kinetic T = sum(i in 1..n: 1/2*m[i]*(x[i]'^2 + y[i]'^2))
potential V = sum(i in 1..n: m[i]*g*y[i])
constraint link[i in 1..n]: ((X[i] - X[i-1])^2 + (Y[i] - Y[i-1])^2)/2 = l[i]^2/2
)"),
            0.6);
}

TEST(loops, a_chain_in_space_and_a_tree) {
  SKIP_WITHOUT_CODE();
  EXPECT_LT(share_with_loops(std::string(head) + R"(coord a[1..n] [rad], b[1..n] [rad]
let x[i in 0..n] = if i = 0 then 0 else x[i-1] + l[i]*sin(a[i])*cos(b[i])
let y[i in 0..n] = if i = 0 then 0 else y[i-1] + l[i]*sin(a[i])*sin(b[i])
let z[i in 0..n] = if i = 0 then 0 else z[i-1] - l[i]*cos(a[i])
kinetic T = sum(i in 1..n: 1/2*m[i]*(x[i]'^2 + y[i]'^2 + z[i]'^2))
potential V = sum(i in 1..n: m[i]*g*z[i])
)"),
            1.0);
  static_cast<void>(share_with_loops(std::string(head) + R"(coord th[1..n] [rad]
let x[i in 1..n] = if i = 1 then l[1]*sin(th[1]) else x[floor(i/2)] + l[i]*sin(th[i])
let y[i in 1..n] = if i = 1 then -l[1]*cos(th[1]) else y[floor(i/2)] - l[i]*cos(th[i])
kinetic T = sum(i in 1..n: 1/2*m[i]*(x[i]'^2 + y[i]'^2))
potential V = sum(i in 1..n: m[i]*g*y[i])
)"));
}

TEST(loops, a_ladder_of_closed_loops) {
  SKIP_WITHOUT_CODE();
  EXPECT_LT(share_with_loops(std::string(head) + R"(coord th[1..n] [rad], ph[1..n] [rad]
let x[i in 0..n] = if i = 0 then 0 else x[i-1] + l[i]*sin(th[i])
let y[i in 0..n] = if i = 0 then 0 else y[i-1] - l[i]*cos(th[i])
let u[i in 0..n] = if i = 0 then 1 [m] else u[i-1] + l[i]*sin(ph[i])
let w[i in 0..n] = if i = 0 then 0 else w[i-1] - l[i]*cos(ph[i])
kinetic T = sum(i in 1..n: 1/2*m[i]*(x[i]'^2 + y[i]'^2 + u[i]'^2 + w[i]'^2))
potential V = sum(i in 1..n: m[i]*g*(y[i] + w[i]))
constraint rung: ((x[n] - u[n])^2 + (y[n] - w[n])^2)/2 = 1/2*(1 [m])^2
)"),
            1.0);
}

} // namespace
} // namespace dalembert::test

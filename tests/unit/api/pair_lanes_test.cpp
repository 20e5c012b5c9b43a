// Members in lanes by steps of their own lengths: the bits of the run of each alone, whoever stands beside it.
#include <dalembert/api/lanes.h>
#include <dalembert/api/session.h>
#include <dalembert/ensemble/member.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace dalembert {
namespace {

const std::string two_rods = R"(
param m2 = 1 [kg], l1 = 1 [m], l2 = 1 [m], g = 9.81 [m/s^2]
coord theta1 [rad], theta2 [rad]
let x1 = l1*sin(theta1)
let y1 = -l1*cos(theta1)
let x2 = x1 + l2*sin(theta2)
let y2 = y1 - l2*cos(theta2)
kinetic   T = 1/2*1 [kg]*(x1'^2 + y1'^2) + 1/2*m2*(x2'^2 + y2'^2)
potential V = 1 [kg]*g*y1 + m2*g*y2
initial theta1 = 1 [rad], theta2 = -0.2 [rad], theta1' = 0 [rad/s], theta2' = 0 [rad/s]
simulate 0..2 [s]
plot y2 vs t
check drift(T + V) < 1e-6
)";

/// Steps are short near the sun: their number differs by ten between members.
const std::string ellipse = R"(
param ecc = 0.6
coord x [m], y [m]
let r = sqrt(x^2 + y^2)
kinetic   T = 1/2*1 [kg]*(x'^2 + y'^2)
potential V = -1 [kg*m^3/s^2]/r
initial x = (1 - ecc)*1 [m], y = 0 [m], x' = 0 [m/s], y' = sqrt((1 + ecc)/(1 - ecc))*1 [m/s]
simulate 0..7 [s]
check drift(T + V) < 1e-6
check x*y' - y*x' = const
)";

/// Pushed in time, with friction that is smooth: work is done.
const std::string pushed_mass = R"(
param k = 3 [N/m], c = 0.2 [N*s/m], F0 = 1 [N], w = 2 [rad/s]
coord x [m]
kinetic T = x'^2*1 [kg]/2
potential V = k*x^2/2
dissipation D = c*x'^2/2
force F on x = F0*cos(w*t)
initial x = 0.3 [m], x' = 0 [m/s]
simulate 0..5 [s]
plot work(F), x vs t
check drift(T + V - work(F) + lost(D)) < 1e-6
)";

/// A bob on a rod, in its two Cartesian coordinates.
const std::string bob = R"(
param l = 1 [m], g = 9.81 [m/s^2]
coord x [m], y [m]
kinetic T = 1/2*1 [kg]*(x'^2 + y'^2)
potential V = 1 [kg]*g*y
constraint rod: x^2 + y^2 = l^2
initial x = 0.8*l, y ~ -0.6 [m], x' = 0 [m/s], y' ~ 0 [m/s]
simulate 0..3 [s]
check drift(T + V) < 1e-6
)";

/// A coin that rolls: constraints of rates.
const std::string coin = R"(
param b = 1 [kg*m^2], w = 3 [rad/s]
coord x [m], y [m], phi [rad], psi [rad]
kinetic T = 1/2*1 [kg]*(x'^2 + y'^2) + 1/2*b*phi'^2 + 1/4*1 [kg*m^2]*psi'^2
potential V = 1 [N]*y
constraint slip_x: x' = 1 [m]*psi'*cos(phi)
constraint slip_y: y' = 1 [m]*psi'*sin(phi)
initial x = 0 [m], y = 0 [m], phi = 0.3 [rad], psi = 0 [rad], phi' = 1 [rad/s], psi' = w, x' ~ 3 [m/s], y' ~ 0 [m/s]
simulate 0..3 [s]
)";

/// A parallelogram that turns through its flat positions, where rows lose rank.
const std::string turning_parallelogram = R"(
param r = 5 [rad/s], a = 0.31 [m], d = 1.13 [m], J = 0.9 [kg*m^2], m = 1.4 [kg], g = 9.81 [m/s^2]
coord p [rad], b [rad], q [rad]
let vx = -a*p'*sin(p) - d/2*b'*sin(b)
let vy = a*p'*cos(p) + d/2*b'*cos(b)
kinetic T = 1/2*J*(p'^2 + 2*q'^2 + b'^2) + 1/2*m*(vx^2 + vy^2)
potential V = m*g*(a*sin(p) + d/2*sin(b))
constraint cx: a*cos(p) + d*cos(b) = d + a*cos(q)
constraint cy: a*sin(p) + d*sin(b) = a*sin(q)
initial p = 0.4, q = 0.4, b ~ 0 [rad], p' = r, q' ~ r
simulate 0..8 [s]
)";

/// Solved by its structure.
const std::string linked_rods = R"(
count n = 8
param l = 0.3 [m], m[i in 1..n] = 1 [kg], g = 9.81 [m/s^2]
coord q[i in 1..n] [rad]
for i in 1..n {
  let x[i] = (if i = 1 then 0*l else x[i-1]) + l*sin(q[i])
  let y[i] = (if i = 1 then 0*l else y[i-1]) - l*cos(q[i])
}
kinetic T = sum(i in 1..n: 1/2*m[i]*(x[i]'^2 + y[i]'^2))
potential V = sum(i in 1..n: m[i]*g*y[i])
for i in 1..n { initial q[i] = i*0.1 [rad], q[i]' = 0 }
simulate 0..1 [s]
)";

std::vector<Engine> with_random(Session& session, std::size_t parameter, double low, double high, std::size_t count) {
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> any(low, high);
  std::vector<Engine> out;
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<double> parameters = session.engine().parameters;
    parameters[parameter] = any(random);
    out.push_back(with_parameters(session.engine(), std::move(parameters)));
  }
  return out;
}

std::vector<MemberResult> flown(const std::vector<Engine>& engines, const MemberRequest& request) {
  std::vector<MemberResult> out(engines.size());
  std::size_t next = 0;
  std::size_t done = 0;
  const MemberFlow flow{[&]() -> std::optional<std::pair<std::size_t, Engine>> {
                          if (next == engines.size()) return std::nullopt;
                          const std::size_t member = next++;
                          return std::pair(member, engines[member]);
                        },
                        [&](std::size_t member, MemberResult result) {
                          out[member] = std::move(result);
                          ++done;
                        }};
  run_flow(flow, request);
  EXPECT_EQ(done, engines.size());
  return out;
}

std::vector<std::uint64_t> all_bits(const MemberResult& of) {
  std::vector<std::uint64_t> out;
  for (const std::vector<double>* part : {&of.values, &of.rows.values})
    for (const double value : *part)
      out.push_back(std::bit_cast<std::uint64_t>(value));
  return out;
}

MemberRequest by_pair(Session& session, const std::string& method, std::size_t rows) {
  MemberRequest out;
  out.run.method = method;
  out.run.table_rows = rows;
  out.instants = rows;
  out.pairs = pair_program(session.engine(), session.equations(), out.run);
  EXPECT_TRUE(out.pairs);
  return out;
}

/// Compares members in lanes with each alone; returns how many left their lane.
std::size_t compare_lanes(const std::vector<Engine>& engines, const MemberRequest& request) {
  std::size_t alone = 0;
  const std::vector<MemberResult> together = flown(engines, request);
  for (std::size_t m = 0; m < engines.size(); ++m) {
    const MemberResult run = run_member(engines[m], request);
    EXPECT_EQ(together[m].end, run.end) << m;
    EXPECT_EQ(together[m].reason, run.reason) << m;
    EXPECT_EQ(together[m].is_certified, run.is_certified) << m;
    EXPECT_EQ(together[m].failed_checks, run.failed_checks) << m;
    EXPECT_EQ(all_bits(together[m]), all_bits(run)) << m;
    alone += together[m].was_alone ? 1 : 0;
  }
  return alone;
}

TEST(PairLanes, have_the_bits_of_each_member_alone) {
  struct Case {
    const std::string& model;
    std::size_t parameter;
    double low;
    double high;
  };
  for (const Case& each : {Case{two_rods, 0, 0.3, 3.0}, Case{ellipse, 0, 0.0, 0.9}, Case{pushed_mass, 0, 0.5, 9.0},
                           Case{bob, 0, 0.5, 2.0}, Case{coin, 0, 0.5, 2.0}, Case{linked_rods, 0, 0.2, 0.5}}) {
    Session session("<test>", each.model);
    const std::vector<Engine> engines = with_random(session, each.parameter, each.low, each.high, 21);
    for (const std::string method : {"rk8", "rk5", "auto"})
      EXPECT_EQ(compare_lanes(engines, by_pair(session, method, method == "rk8" ? 12 : 2)), 0U) << each.model;
    MemberRequest no_rows = by_pair(session, "rk8", 40);
    no_rows.instants = 0; // least and greatest values alone
    EXPECT_EQ(compare_lanes(engines, no_rows), 0U) << each.model;
  }
}

TEST(PairLanes, of_members_that_come_near_to_a_singular_position_are_left_to_a_run_by_itself) {
  Session session("<test>", turning_parallelogram);
  MemberRequest request = by_pair(session, "rk8", 12);
  request.run.end = 1.0; // one flat position on the way, which the slow ones do not reach
  const std::size_t alone = compare_lanes(with_random(session, 0, 1.0, 7.0, 400), request);
  EXPECT_GT(alone, 0U);
  EXPECT_LT(alone, 400U);
}

TEST(PairLanes, have_the_events_of_each_member_alone) {
  for (const std::string stop : {"", " { stop = true }"}) {
    Session session("<test>", pushed_mass + "event low when x <= -0.2 [m]" + stop + "\n");
    const std::vector<Engine> engines = with_random(session, 0, 0.5, 9.0, 11);
    EXPECT_EQ(compare_lanes(engines, by_pair(session, "rk8", 12)), 0U);
  }
}

/// No force is defined where x is negative: members that get there fail, and say where.
/// Of an oscillator with a strong damper: `auto` goes over to an implicit method where it is strong enough.
TEST(PairLanes, of_members_that_are_stiff_are_left_to_a_run_by_itself) {
  Session session("<test>", pushed_mass);
  MemberRequest request = by_pair(session, "auto", 3);
  request.run.end = 30;
  EXPECT_EQ(compare_lanes(with_random(session, 1, 0.01, 0.3, 5), request), 0U);
  EXPECT_EQ(compare_lanes(with_random(session, 1, 500, 2000, 3), request), 3U);
}

TEST(PairLanes, of_members_that_fail_are_left_to_a_run_by_itself) {
  Session session("<test>", R"(
param u = 1 [m/s]
coord x [m]
kinetic T = x'^2*1 [kg]/2
potential V = x^(3/2)*0.1 [N/m^(1/2)]
initial x = 1 [m], x' = u
simulate 0..2 [s]
)");
  std::vector<Engine> engines = with_random(session, 0, -2.0, 1.0, 15);
  std::vector<double> parameters = session.engine().parameters;
  parameters[0] = std::numeric_limits<double>::infinity(); // has no start
  engines.insert(engines.begin() + 4, with_parameters(session.engine(), std::move(parameters)));
  const MemberRequest request = by_pair(session, "rk8", 5);
  const std::size_t alone = compare_lanes(engines, request);
  EXPECT_GT(alone, 2U);
  EXPECT_LT(alone, 12U);
  EXPECT_EQ(flown(engines, request)[4].end, MemberEnd::refused);
}

TEST(PairLanes, give_a_sweep_that_is_the_same_by_one_thread_and_by_three) {
  const auto swept = [](std::size_t threads) {
    Session session("<test>", ellipse);
    session.vary({"ecc in 0..0.9 { count = 41 }"});
    SweepRequest request;
    request.run.method = "rk8";
    request.run.table_rows = 4;
    request.threads = threads;
    return session.sweep(request).results;
  };
  const std::vector<MemberResult> one = swept(1);
  const std::vector<MemberResult> three = swept(3);
  ASSERT_EQ(one.size(), 41U);
  ASSERT_EQ(three.size(), one.size());
  for (std::size_t m = 0; m < one.size(); ++m)
    EXPECT_EQ(all_bits(one[m]), all_bits(three[m])) << m;
}

TEST(PairLanes, are_for_explicit_pairs) {
  const auto has_lanes = [](const std::string& model, const std::string& method, double tolerance) {
    Session session("<test>", model);
    RunOptions options;
    options.method = method;
    options.tolerance = tolerance;
    return pair_program(session.engine(), session.equations(), options) != nullptr;
  };
  EXPECT_TRUE(has_lanes(pushed_mass, "rk8", 1e-12));
  EXPECT_TRUE(has_lanes(pushed_mass, "auto", 1e-9));
  EXPECT_FALSE(has_lanes(pushed_mass, "auto", 1e-12)); // begins with Taylor series
  EXPECT_FALSE(has_lanes(pushed_mass, "radau", 1e-9));
}

} // namespace
} // namespace dalembert

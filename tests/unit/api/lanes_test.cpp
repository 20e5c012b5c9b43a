// Motions in lanes: the same bits whoever stands beside them, the order of the steps, members that fail, what `run`
// says.
#include <dalembert/api/lanes.h>
#include <dalembert/api/session.h>
#include <dalembert/base/errors.h>
#include <dalembert/base/watch.h>
#include <dalembert/ensemble/lanes/lane_run.h>
#include <dalembert/ensemble/member.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace dalembert {
namespace {

const std::string oscillator = R"(
param m = 2 [kg], k = 8 [N/m]
coord x [m]
kinetic T = m*x'^2/2
potential V = k*x^2/2
initial x = 1 [m], x' = 0 [m/s]
simulate 0..3 [s] { method = rk4; step = 0.01 [s] }
)";

const std::string double_pendulum = R"(
param m1 = 1 [kg], m2 = 1 [kg], l1 = 1 [m], l2 = 1 [m], g = 9.81 [m/s^2]
coord theta1 [rad], theta2 [rad]
let x1 = l1*sin(theta1)
let y1 = -l1*cos(theta1)
let x2 = x1 + l2*sin(theta2)
let y2 = y1 - l2*cos(theta2)
kinetic   T = 1/2*m1*(x1'^2 + y1'^2) + 1/2*m2*(x2'^2 + y2'^2)
potential V = m1*g*y1 + m2*g*y2
initial theta1 = 1 [rad], theta2 = -0.2 [rad], theta1' = 0 [rad/s], theta2' = 0 [rad/s]
simulate 0..2 [s] { method = rk4; step = 1e-3 [s] }
plot y2 vs t
check drift(T + V) < 1e-6
)";

/// Pushed in time, with friction that is smooth: work is done.
const std::string driven_mass = R"(
param m = 1 [kg], k = 3 [N/m], c = 0.2 [N*s/m], F0 = 1 [N], w = 2 [rad/s]
coord x [m]
kinetic T = m*x'^2/2
potential V = k*x^2/2
dissipation D = c*x'^2/2
force F on x = F0*cos(w*t)
initial x = 0.3 [m], x' = 0 [m/s]
simulate 0..2.05 [s] { method = rk4; step = 0.03 [s] }
)";

/// No force is defined where x is negative.
const std::string one_sided = R"(
param u = 1 [m/s]
coord x [m]
kinetic T = x'^2*1 [kg]/2
potential V = x^(3/2)*0.1 [N/m^(1/2)]
initial x = 1 [m], x' = u
simulate 0..2 [s] { method = rk4; step = 0.05 [s] }
)";

/// Engines of members that differ in one parameter.
std::vector<Engine> members_of(Session& session, const std::vector<double>& values, std::size_t parameter = 0) {
  std::vector<Engine> out;
  for (const double value : values) {
    std::vector<double> parameters = session.engine().parameters;
    parameters[parameter] = value;
    out.push_back(with_parameters(session.engine(), std::move(parameters)));
  }
  return out;
}

std::vector<double> even(double low, double high, std::size_t count) {
  std::vector<double> out;
  for (std::size_t i = 0; i < count; ++i)
    out.push_back(low + (high - low) * static_cast<double>(i) / static_cast<double>(count - 1));
  return out;
}

MemberRequest request_for(Session& session, std::size_t rows) {
  MemberRequest out;
  out.run.table_rows = rows;
  out.instants = rows;
  out.lanes = lane_program(session.engine(), session.equations());
  EXPECT_TRUE(out.lanes);
  return out;
}

std::vector<std::uint64_t> bits(const MemberResult& of) {
  std::vector<std::uint64_t> out;
  for (const std::vector<double>* part : {&of.values, &of.rows.values})
    for (const double value : *part)
      out.push_back(std::bit_cast<std::uint64_t>(value));
  return out;
}

void expect_same(const MemberResult& a, const MemberResult& b) {
  EXPECT_EQ(a.end, b.end);
  EXPECT_EQ(a.reason, b.reason);
  EXPECT_EQ(a.is_certified, b.is_certified);
  EXPECT_EQ(a.failed_checks, b.failed_checks);
  EXPECT_EQ(bits(a), bits(b));
}

/// State at `end` after steps of h.
std::vector<double> reached(Session& session, double h, double end) {
  MotionLanes lanes = session.motion_lanes(1, h);
  lanes.advance(static_cast<std::size_t>(std::llround(end / h)));
  std::vector<double> y(lanes.components());
  lanes.get_state(0, y);
  return y;
}

TEST(Lanes, have_order_4) {
  Session session("<test>", oscillator);
  const auto error = [&session](double h) {
    const std::vector<double> y = reached(session, h, 3);
    return std::hypot(y[0] - std::cos(2 * 3.0), y[1] / 2 + std::sin(2 * 3.0));
  };
  EXPECT_LT(error(0.03), 1e-5); // order 4: (ω·h)⁴·ωt/120 = 6e-7
  // The next term of the error is ω·h = 0.06 of it, to be halved: log2(1.03).
  EXPECT_NEAR(std::log2(error(0.03) / error(0.015)), 4.0, 0.05);
}

TEST(Lanes, agree_with_steps_of_another_method_at_a_tight_tolerance) {
  Session session("<test>", double_pendulum);
  RunOptions options;
  options.method = "rk8";
  options.tolerance = 1e-12;
  const RunResult exact = session.run(options);
  const std::vector<double> y = reached(session, 5e-4, 2);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_NEAR(y[i], exact.final.state.q[i], 1e-10); // steps of 5e-4: (ω·h)⁴ = 4e-11, with ω of up to 5 1/s
    EXPECT_NEAR(y[2 + i], exact.final.state.v[i], 1e-10);
  }
}

TEST(Lanes, have_the_bits_of_one_member_alone_whoever_stands_beside_it) {
  for (const std::string* model : {&double_pendulum, &driven_mass}) {
    Session session("<test>", *model);
    const std::vector<Engine> engines = members_of(session, even(0.5, 2, 37)); // no multiple of any number of lanes
    const MemberRequest request = request_for(session, 12);
    const std::vector<MemberResult> together = run_members(engines, request);
    ASSERT_EQ(together.size(), engines.size());
    for (std::size_t m = 0; m < engines.size(); m += 3) {
      EXPECT_EQ(together[m].end, MemberEnd::completed) << together[m].reason;
      expect_same(together[m], run_members(std::span(engines).subspan(m, 1), request).front());
    }
  }
}

TEST(Lanes, give_a_sweep_that_is_the_same_by_one_thread_and_by_two) {
  const auto swept = [](std::size_t threads) {
    Session session("<test>", oscillator);
    session.vary({"k in 1..20 [N/m] { count = 101 }"});
    SweepRequest request;
    request.run.table_rows = 4;
    request.threads = threads;
    return session.sweep(request).results;
  };
  const std::vector<MemberResult> one = swept(1);
  const std::vector<MemberResult> two = swept(2);
  ASSERT_EQ(one.size(), 101U);
  ASSERT_EQ(two.size(), one.size());
  for (std::size_t m = 0; m < one.size(); ++m) {
    EXPECT_EQ(one[m].end, MemberEnd::completed) << one[m].reason;
    EXPECT_TRUE(one[m].is_certified);
    expect_same(one[m], two[m]);
  }
}

TEST(Lanes, give_what_a_run_by_the_same_steps_gives) {
  for (const std::string* model : {&double_pendulum, &driven_mass, &oscillator}) {
    Session session("<test>", *model);
    const std::vector<Engine> engines = members_of(session, {0.7, 1.3});
    MemberRequest request = request_for(session, 8);
    const std::vector<MemberResult> lanes = run_members(engines, request);
    request.lanes = nullptr;
    for (std::size_t m = 0; m < engines.size(); ++m) {
      const MemberResult run = run_member(engines[m], request);
      ASSERT_EQ(lanes[m].values.size(), run.values.size());
      EXPECT_EQ(lanes[m].is_certified, run.is_certified);
      EXPECT_EQ(lanes[m].rows.planned, 8U);
      for (std::size_t i = 0; i < run.values.size(); ++i)
        // Instants inside steps: of fourth order in lanes, of the dense output in a run.
        EXPECT_NEAR(lanes[m].values[i], run.values[i], 1e-6 * std::max(1.0, std::abs(run.values[i])));
      // The state at the end comes from the same steps.
      EXPECT_NEAR(lanes[m].values[1], run.values[1], 1e-11);
    }
  }
}

TEST(Lanes, have_instants_of_the_table_inside_their_steps) {
  Session session("<test>", oscillator);
  MemberRequest request = request_for(session, 8); // 3/7 s apart, in steps of 0.01 s
  const MemberResult found = run_members(members_of(session, {2.0}), request).front();
  const std::size_t width = found.rows.values.size() / found.rows.count;
  ASSERT_EQ(found.rows.count, 8U);
  for (std::size_t r = 0; r < found.rows.count; ++r) {
    const double t = found.rows.values[r * width];
    EXPECT_DOUBLE_EQ(t, 3.0 * static_cast<double>(r) / 7);
    // The steps: (ω·h)⁴·ωt/120 = 8e-9; between them (ω·h)⁴/384 = 4e-10.
    EXPECT_NEAR(found.rows.values[r * width + 1], std::cos(2 * t), 1e-8);
  }
}

TEST(Lanes, of_members_that_fail_do_not_touch_their_neighbours) {
  Session session("<test>", one_sided);
  const std::vector<double> speeds = {0.5, -1, 0.2, -0.9, 1, 0, 0.1, 0.3, -2};
  const std::vector<Engine> engines = members_of(session, speeds);
  const MemberRequest request = request_for(session, 5);
  const std::vector<MemberResult> found = run_members(engines, request);
  for (std::size_t m = 0; m < speeds.size(); ++m) {
    if (speeds[m] < -0.5) {
      EXPECT_EQ(found[m].end, MemberEnd::failed);
      EXPECT_THAT(found[m].reason, testing::HasSubstr("t = "));
      EXPECT_FALSE(found[m].is_certified);
      EXPECT_GT(found[m].values[0], 0); // it got somewhere
      EXPECT_LT(found[m].values[0], 1.2);
      EXPECT_TRUE(std::isfinite(found[m].values[1]));
      EXPECT_LT(found[m].rows.planned, 5U);
    } else {
      EXPECT_EQ(found[m].end, MemberEnd::completed) << found[m].reason;
    }
    expect_same(found[m], run_members(std::span(engines).subspan(m, 1), request).front());
  }
}

TEST(Lanes, without_a_start_are_refused_with_a_reason) {
  Session session("<test>", one_sided);
  const std::vector<Engine> engines = members_of(session, {0.5, std::numeric_limits<double>::infinity(), 0.2});
  const std::vector<MemberResult> found = run_members(engines, request_for(session, 5));
  EXPECT_EQ(found[1].end, MemberEnd::refused);
  EXPECT_FALSE(found[1].reason.empty());
  EXPECT_EQ(found[0].end, MemberEnd::completed);
  EXPECT_EQ(found[2].end, MemberEnd::completed);
}

TEST(Lanes, stop_on_request) {
  Session session("<test>", double_pendulum);
  MotionLanes lanes = session.motion_lanes(20, 1e-6);
  StopToken stop;
  stop.request();
  Watch watch(&stop);
  const Watching watching(&watch);
  EXPECT_THROW(lanes.advance(10'000'000), Stopped);
}

TEST(Lanes, are_refused_where_more_than_equal_steps_is_needed) {
  const auto refusal = [](const std::string& model) -> std::string {
    try {
      Session session("<test>", model);
      static_cast<void>(session.motion_lanes(8, 0.01));
    } catch (const OptionError& error) {
      return error.what();
    }
    return {};
  };
  EXPECT_EQ(refusal(oscillator), "");
  EXPECT_THAT(refusal(oscillator + "event low when x <= 0\n"), testing::HasSubstr("events"));
  EXPECT_THAT(refusal(oscillator + "coord y [m]\nkinetic T2 = m*y'^2/2\nconstraint rod: y = x\n"),
              testing::HasSubstr("constraints"));
}

} // namespace
} // namespace dalembert

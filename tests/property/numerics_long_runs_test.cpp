// What methods of fixed steps promise over a million steps.
#include <dalembert/numerics/step/integrate.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <functional>

namespace dalembert {
namespace {

using Row = std::span<const double>;

/// A point of mass 1 in a plane under `force`, on the circle of radius 1 where `is_on_circle`.
OdeProblem point_in_plane(const std::function<std::array<double, 2>(Row q)>& force, bool is_on_circle) {
  OdeProblem out;
  out.rhs = [force, is_on_circle](double, Row y, std::span<double> dydt) {
    const std::array<double, 2> f = force(y.first(2));
    const double lambda =
        is_on_circle ? -(y[2] * y[2] + y[3] * y[3] + y[0] * f[0] + y[1] * f[1]) / (y[0] * y[0] + y[1] * y[1]) : 0;
    dydt[0] = y[2];
    dydt[1] = y[3];
    dydt[2] = f[0] + lambda * y[0];
    dydt[3] = f[1] + lambda * y[1];
  };
  MomentumProblem momenta;
  momenta.coordinates = 2;
  if (is_on_circle) momenta.is_row_of_rates = {false};
  momenta.evaluate = [force](double, Row q, Row v, Row multipliers, const MomentumProblem::Values& values) {
    const std::array<double, 2> f = force(q);
    for (std::size_t i = 0; i < 2; ++i) {
      values.momenta[i] = v[i];
      values.forces[i] = f[i] + (multipliers.empty() ? 0 : multipliers[0] * q[i]);
    }
    if (!multipliers.empty()) values.rows[0] = (q[0] * q[0] + q[1] * q[1] - 1) / 2;
  };
  momenta.linearise = [](double, Row q, Row v, const MomentumProblem::Linear& linear) {
    linear.mass[0] = linear.mass[3] = 1;
    linear.mass[1] = linear.mass[2] = 0;
    if (linear.rates.empty()) return;
    linear.rates[0] = q[0] * v[0] + q[1] * v[1];
    std::copy(q.begin(), q.end(), linear.matrix.begin());
  };
  out.momenta = momenta;
  return out;
}

struct LongRun {
  OdeProblem problem;
  std::vector<double> from;
  std::function<double(Row y)> energy;
};

LongRun swing() {
  constexpr double g = 9.81;
  return {point_in_plane(
              [](Row) {
                return std::array<double, 2>{0, -g};
              },
              true),
          {1, 0, 0, 0},
          [](Row y) { return (y[2] * y[2] + y[3] * y[3]) / 2 + g * y[1]; }};
}

/// Kepler's ellipse of e = 0.6.
LongRun orbit() {
  const auto force = [](Row q) {
    const double r = std::hypot(q[0], q[1]);
    return std::array<double, 2>{-q[0] / (r * r * r), -q[1] / (r * r * r)};
  };
  return {point_in_plane(force, false), {0.4, 0, 0, 2}, [](Row y) {
            return (y[2] * y[2] + y[3] * y[3]) / 2 - 1 / std::hypot(y[0], y[1]);
          }};
}

void expect_bounded(const LongRun& run, const char* method, double h) {
  constexpr double steps = 1e6;
  const std::unique_ptr<Stepper> stepper = step_method(method)->make(run.problem, {.step = h});
  stepper->start(0, run.from);
  const double first = run.energy(stepper->state());
  double early = 0;
  double late = 0;
  double made = 0;
  integrate(*stepper, h * steps, {.after_step = [&](Stepper& at) {
    made += 1;
    const double error = std::abs(run.energy(at.state()) - first);
    if (made <= steps / 10) early = std::max(early, error);
    if (made > steps - steps / 10) late = std::max(late, error);
    return true;
  }});
  EXPECT_EQ(made, steps);
  EXPECT_LE(late, 1.2 * early) << method;
  EXPECT_GT(early, 1e-10) << "rounding alone would be no test"; // far above rounding of 1e6 steps, 1e-13
  std::printf("%s, steps of %g: %.3g in the first tenth, %.3g in the last\n", method, h, early, late);
}

TEST(LongRuns, a_pendulum_keeps_its_energy_over_a_million_steps) {
  expect_bounded(swing(), "rattle", 0.02);
  expect_bounded(swing(), "spark4", 0.05);
  expect_bounded(swing(), "spark6", 0.1);
}

TEST(LongRuns, an_orbit_of_kepler_keeps_its_energy_over_a_million_steps) {
  expect_bounded(orbit(), "rattle", 0.01);
  expect_bounded(orbit(), "spark4", 0.03);
  expect_bounded(orbit(), "spark6", 0.06);
}

} // namespace
} // namespace dalembert

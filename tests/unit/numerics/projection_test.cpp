#include <dalembert/numerics/linear/kkt.h>
#include <dalembert/numerics/projection/projection.h>
#include <dalembert/numerics/step/integrate.h>

#include "andrews.h"
#include "smooth_problem.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace {

using dalembert::integrate;
using dalembert::KktSolver;
using dalembert::OdeProblem;
using dalembert::ProjectionAim;
using dalembert::ProjectionMetric;
using dalembert::ProjectionRows;
using dalembert::Projector;
using dalembert::step_method;
using dalembert::step_methods;
using dalembert::StepMethod;
using dalembert::Stepper;
using dalembert::test::Andrews;
using dalembert::test::smooth;
using Vector = std::vector<double>;
using State = std::span<const double>;
using ::testing::ElementsAre;

/// A point on the circle x² + y² = 1, with masses as metric.
ProjectionRows circle(double mass_x = 1, double mass_y = 1) {
  return {.residual = [](State q, std::span<double> r) { r[0] = q[0] * q[0] + q[1] * q[1] - 1; },
          .linearise =
              [=](State q, std::span<double> jacobian, std::span<double> metric) {
                jacobian[0] = 2 * q[0];
                jacobian[1] = 2 * q[1];
                metric[0] = mass_x;
                metric[1] = metric[2] = 0;
                metric[3] = mass_y;
              }};
}

/// Affine rows A x = b with a diagonal metric.
ProjectionRows affine(const Vector& a, const Vector& b, const Vector& weights) {
  return {.residual =
              [=](State x, std::span<double> r) {
                for (std::size_t k = 0; k < b.size(); ++k) {
                  r[k] = -b[k];
                  for (std::size_t i = 0; i < x.size(); ++i)
                    r[k] += a[k * x.size() + i] * x[i];
                }
              },
          .linearise =
              [=](State x, std::span<double> jacobian, std::span<double> metric) {
                std::copy(a.begin(), a.end(), jacobian.begin());
                std::fill(metric.begin(), metric.end(), 0.0);
                for (std::size_t i = 0; i < x.size(); ++i)
                  metric[i * x.size() + i] = weights[i];
              }};
}

TEST(Projection, reaches_the_rows_to_round_off) {
  Projector projector(2, 1);
  Vector q = {0.61, 0.82};
  const auto& report = projector.project(circle(), q);
  EXPECT_TRUE(report.converged);
  EXPECT_LE(std::abs(q[0] * q[0] + q[1] * q[1] - 1), 2.3e-16); // an ulp of 1
  EXPECT_NEAR(q[1] / q[0], 0.82 / 0.61, 1e-14);                // the way is along the gradient: ulps of one step
}

TEST(Projection, a_component_that_vanishes_is_zero) {
  ProjectionRows rows = affine({1, 0, 0, 1}, {1, 0}, {1, 1});
  const auto exact = rows.linearise;
  rows.linearise = [exact](State x, std::span<double> jacobian, std::span<double> metric) {
    exact(x, jacobian, metric);
    jacobian[3] = 1 + 1e-14; // every step leaves 10⁻¹⁴ of it
  };
  Vector x{0.5, 0.3};
  EXPECT_TRUE(Projector(2, 2).project(rows, x).converged);
  EXPECT_THAT(x, ElementsAre(1, 0));
}

TEST(Projection, heavy_components_move_less) {
  Projector projector(2, 1);
  Vector v = {0, 0};
  projector.project(affine({1, 1}, {3}, {1, 2}), v);
  EXPECT_NEAR(v[0], 2, 1e-15); // one solution of two unknowns: ulps
  EXPECT_NEAR(v[1], 1, 1e-15);
}

TEST(Projection, nearest_point_is_the_stationary_one_in_the_metric) {
  // From (2, 1) to the unit circle with masses (4, 1): the nearest point makes M (q − q₀) parallel to q.
  Projector projector(2, 1, {.aim = ProjectionAim::nearest});
  Vector q = {2, 1};
  EXPECT_TRUE(projector.project(circle(4, 1), q).converged);
  EXPECT_NEAR(q[0] * q[0] + q[1] * q[1], 1, 4e-16); // two ulps of 1
  // A minimum is found where its residual falls no longer: half of the digits of the way.
  EXPECT_NEAR(4 * (q[0] - 2) * q[1] - (q[1] - 1) * q[0], 0, 1e-9);
  EXPECT_GT(q[1], 0.1); // not the point (1, 0), where the way is longer
}

TEST(Projection, converges_from_afar) {
  Projector projector(2, 1, {.aim = ProjectionAim::nearest});
  Vector q = {1e-3, 50};
  EXPECT_TRUE(projector.project(circle(), q).converged);
  EXPECT_NEAR(std::hypot(q[0], q[1]), 1, 1e-15); // ulps of 1
}

TEST(Projection, kept_components_stay_exactly) {
  Projector projector(2, 1, {.aim = ProjectionAim::nearest, .movable = {false, true}});
  Vector q = {0.6, 0.1};
  EXPECT_TRUE(projector.project(circle(), q).converged);
  EXPECT_EQ(q[0], 0.6);
  EXPECT_NEAR(q[1], 0.8, 1e-15); // ulps of 1
}

TEST(Projection, kept_components_that_forbid_a_row_are_reported) {
  Projector projector(2, 1, {.aim = ProjectionAim::nearest, .movable = {false, true}});
  Vector q = {2, 0.5};
  const auto& report = projector.project(circle(), q);
  EXPECT_FALSE(report.converged);
  EXPECT_THAT(report.unmet_rows, ElementsAre(0U));
  // The least residual is 3 + y², at y = 0: within 0.1 of it.
  EXPECT_NEAR(report.residual, 3, 0.01);
  Projector none(2, 1, {.movable = {false, false}});
  EXPECT_FALSE(none.project(circle(), q).converged);
}

TEST(Projection, contradictory_rows_end_in_a_compromise_and_are_named) {
  Projector projector(2, 3);
  Vector x = {0, 0};
  const auto& report = projector.project(affine({1, 0, 1, 0, 0, 1}, {1, 2, 5}, {1, 1}), x);
  EXPECT_FALSE(report.converged);
  EXPECT_THAT(report.unmet_rows, ElementsAre(0U, 1U));
  EXPECT_NEAR(x[0], 1.5, 1e-14); // a compromise of three rows: ulps of 5
  EXPECT_NEAR(x[1], 5, 1e-14);
}

TEST(Projection, redundant_rows_are_no_obstacle) {
  Projector projector(2, 2);
  Vector x = {0, 1};
  const auto& report = projector.project(affine({1, 1, -2, -2}, {2, -4}, {1, 1}), x);
  EXPECT_TRUE(report.converged);
  EXPECT_EQ(report.rank, 1);
  EXPECT_NEAR(x[0], 0.5, 1e-15); // a decomposition of rank 1: ulps
  EXPECT_NEAR(x[1], 1.5, 1e-15);
}

TEST(Projection, singular_metric_gives_way_to_scaled_units) {
  Projector projector(2, 1, {.scale = {1, 10}});
  Vector x = {0, 0};
  const auto& report = projector.project(affine({1, 1}, {101}, {1, 0}), x);
  EXPECT_EQ(report.metric, ProjectionMetric::scaled);
  EXPECT_NEAR(x[0], 1, 1e-13); // ulps of 101
  EXPECT_NEAR(x[1], 100, 1e-13);
}

// Constrained motion, right-hand sides written by hand

/// Pendulum of length 1 and mass 1 in x (right) and y (up), state (x, y, vx, vy).
class Pendulum {
public:
  static constexpr double g = 9.81;
  OdeProblem problem() {
    OdeProblem out = smooth([](const auto&, const auto& y, const auto& f) {
      // λ of φ = (x² + y² − 1)/2: |q|² λ = −(v² − g y)
      const auto lambda = (-(y[2] * y[2] + y[3] * y[3]) + g * y[1]) / (y[0] * y[0] + y[1] * y[1]);
      f[0] = y[2];
      f[1] = y[3];
      f[2] = lambda * y[0];
      f[3] = lambda * y[1] - g;
    });
    out.project = [this](double, std::span<double> y) { return project(y); };
    out.momenta = momenta();
    return out;
  }
  /// p = v, f = (λ x, λ y − g), with the row of the length.
  static dalembert::MomentumProblem momenta() {
    dalembert::MomentumProblem out;
    out.coordinates = 2;
    out.is_row_of_rates = {false};
    out.evaluate = [](double, State q, State v, State multipliers, const dalembert::MomentumProblem::Values& values) {
      std::ranges::copy(v, values.momenta.begin());
      values.forces[0] = multipliers[0] * q[0];
      values.forces[1] = multipliers[0] * q[1] - g;
      values.rows[0] = (q[0] * q[0] + q[1] * q[1] - 1) / 2;
    };
    out.linearise = [](double, State q, State v, const dalembert::MomentumProblem::Linear& linear) {
      linear.rates[0] = q[0] * v[0] + q[1] * v[1];
      std::ranges::copy(q, linear.matrix.begin());
      std::ranges::copy(Vector{1, 0, 0, 1}, linear.mass.begin());
    };
    return out;
  }
  static double length_error(State y) { return std::abs(y[0] * y[0] + y[1] * y[1] - 1) / 2; }
  static double energy(State y) { return (y[2] * y[2] + y[3] * y[3]) / 2 + g * y[1]; }

private:
  bool project(std::span<double> y) {
    if (!positions_.project(circle(), y.subspan(0, 2)).converged) return false;
    const Vector row = {y[0], y[1]};
    return velocities_.project(affine(row, {0}, {1, 1}), y.subspan(2, 2)).converged;
  }
  Projector positions_{2, 1};
  Projector velocities_{2, 1};
};

TEST(Projection, pendulum_in_x_y_keeps_its_length_to_1e_14_over_200_s) {
  Pendulum pendulum;
  const std::unique_ptr<Stepper> rk =
      step_method("rk8")->make(pendulum.problem(), {.relative_tolerance = 1e-12, .absolute_tolerance = {1e-12}});
  rk->start(0, Vector{1, 0, 0, 0});
  double worst = 0;
  double across = 0;
  double defect = 0;
  integrate(*rk, 200, {.after_step = [&](Stepper& at) {
    const State y = at.state();
    worst = std::max(worst, Pendulum::length_error(y));
    across = std::max(across, std::abs(y[0] * y[2] + y[1] * y[3]));
    defect = std::max(defect, std::abs(Pendulum::energy(y)));
    return true;
  }});
  EXPECT_LE(worst, 1e-14); // projected at the end of each step: ulps of products of rates of up to 4 m/s
  EXPECT_LE(across, 1e-14);
  EXPECT_LE(defect / Pendulum::g, 1e-10); // 6e-12 seen
}

TEST(Projection, dense_output_passes_through_the_projected_ends) {
  for (const StepMethod& method : step_methods()) {
    if (method.needs_residual) continue;
    Pendulum pendulum;
    const std::unique_ptr<Stepper> rk =
        method.make(pendulum.problem(), {.relative_tolerance = 1e-4, .absolute_tolerance = {1e-4}, .step = 0.05});
    rk->start(0, Vector{1, 0, 0, 0});
    for (int step = 0; step < 20; ++step) {
      rk->step(10);
      Vector before(4);
      const double d = 1e-9 * (rk->time() - rk->previous_time());
      rk->interpolate(rk->time() - d, before);
      for (std::size_t i = 0; i < 4; ++i)
        // d is 1e-9 of the step: d²/2 of the second derivative is 1e-18, and ulps of numbers up to 4 remain.
        EXPECT_NEAR(before[i], rk->state()[i] - d * rk->derivative()[i], 1e-13);
    }
  }
}

/// Andrews' mechanism on the acceleration form, with projection of q and v after each step.
class AndrewsRun {
public:
  AndrewsRun()
      : solver_(Andrews::n, Andrews::m), positions_(Andrews::n, Andrews::m), velocities_(Andrews::n, Andrews::m) {}

  OdeProblem problem() {
    return {.rhs = [this](double, State y, std::span<double> f) { accelerate(y, f); },
            .project = [this](double, std::span<double> y) { return project(y); }};
  }
  [[nodiscard]] const Vector& multipliers() const { return lambda_; }

  void accelerate(State y, std::span<double> f) {
    const State q = y.subspan(0, 7);
    const State v = y.subspan(7, 7);
    Andrews::mass(q, mass_);
    Andrews::jacobian(q, rows_);
    Andrews::loads(q, v, h_, gamma_);
    solver_.factor({mass_, rows_});
    solver_.solve(h_, gamma_, a_, lambda_);
    std::copy(v.begin(), v.end(), f.begin());
    std::copy(a_.begin(), a_.end(), f.begin() + 7);
  }

private:
  bool project(std::span<double> y) {
    const std::span<double> q = y.subspan(0, 7);
    const ProjectionRows loops{.residual = [](State x, std::span<double> r) { Andrews::rows(x, r); },
                               .linearise =
                                   [](State x, std::span<double> a, std::span<double> metric) {
                                     Andrews::jacobian(x, a);
                                     Andrews::mass(x, metric);
                                   }};
    if (!positions_.project(loops, q).converged) return false;
    const ProjectionRows rates{.residual =
                                   [this, q](State v, std::span<double> r) {
                                     Andrews::jacobian(q, rows_);
                                     for (std::size_t k = 0; k < 6; ++k) {
                                       r[k] = 0;
                                       for (std::size_t i = 0; i < 7; ++i)
                                         r[k] += rows_[k * 7 + i] * v[i];
                                     }
                                   },
                               .linearise =
                                   [q](State, std::span<double> a, std::span<double> metric) {
                                     Andrews::jacobian(q, a);
                                     Andrews::mass(q, metric);
                                   }};
    return velocities_.project(rates, y.subspan(7, 7)).converged;
  }

  KktSolver solver_;
  Projector positions_;
  Projector velocities_;
  Vector mass_ = Vector(49), rows_ = Vector(42), h_ = Vector(7), gamma_ = Vector(6), a_ = Vector(7),
         lambda_ = Vector(6);
};

double digits(State computed, State truth) {
  double worst = 0;
  for (std::size_t i = 0; i < truth.size(); ++i)
    worst = std::max(worst, std::abs(computed[i] / truth[i] - 1));
  return -std::log10(worst);
}

TEST(Projection, andrews_mechanism_starts_with_the_published_multipliers) {
  AndrewsRun run;
  Vector f(14);
  run.accelerate(Andrews::initial_state(), f);
  // Published to thirty digits: rounding of a system of 7 coordinates and 6 multipliers.
  EXPECT_NEAR(f[7] / 14222.4439199541138705911625887, 1, 1e-12);
  EXPECT_NEAR(run.multipliers()[0] / -98.5668703962410896057654982170, 1, 1e-12);
  // The smallest multiplier, beside one that is 16 times as large: rounding.
  EXPECT_NEAR(run.multipliers()[1] / 6.12268834425566265503114393122, 1, 1e-11);
}

TEST(Projection, andrews_mechanism_keeps_nine_digits_of_q_and_lambda_at_1e_10) {
  AndrewsRun run;
  const std::unique_ptr<Stepper> rk =
      step_method("rk8")->make(run.problem(), {.relative_tolerance = 1e-10, .absolute_tolerance = {1e-10}});
  rk->start(0, Andrews::initial_state());
  double worst = 0;
  integrate(*rk, Andrews::end, {.after_step = [&](Stepper& at) {
    Vector r(6);
    Andrews::rows(at.state().subspan(0, 7), r);
    for (const double x : r)
      worst = std::max(worst, std::abs(x));
    return true;
  }});
  const double q_digits = digits(rk->state().subspan(0, 7), Andrews::end_positions());
  const double lambda_digits = digits(run.multipliers(), Andrews::end_multipliers());
  EXPECT_GE(q_digits, 9); // 10.9, 9.9 and 1759 evaluations seen
  EXPECT_GE(lambda_digits, 9);
  EXPECT_LE(worst, 1e-14); // projected: ulps of lengths below 0.1 m, summed over a chain
  EXPECT_LE(rk->statistics().evaluations, 2500U);
}

} // namespace

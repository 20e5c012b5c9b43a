// What an implicit method is for: steps as long as the solution allows, whatever decays beside it.
#include <dalembert/base/errors.h>
#include <dalembert/numerics/step/integrate.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace {

using dalembert::integrate;
using dalembert::OdeProblem;
using dalembert::SolveError;
using dalembert::step_method;
using dalembert::step_methods;
using dalembert::StepMethod;
using dalembert::StepOptions;
using dalembert::Stepper;
using Vector = std::vector<double>;
using State = std::span<const double>;
using Rates = std::span<double>;

class ImplicitMethod : public ::testing::TestWithParam<StepMethod> {
protected:
  [[nodiscard]] static std::unique_ptr<Stepper> reached(OdeProblem problem, double tolerance, const Vector& from,
                                                        double end) {
    std::unique_ptr<Stepper> stepper = GetParam().make(
        std::move(problem), {.relative_tolerance = tolerance, .absolute_tolerance = {tolerance}, .max_steps = 20'000});
    stepper->start(0, from);
    integrate(*stepper, end);
    return stepper;
  }
};

std::vector<StepMethod> implicit_methods() {
  std::vector<StepMethod> out;
  for (const StepMethod& method : step_methods())
    if (method.is_implicit && !method.needs_residual) out.push_back(method);
  return out;
}

INSTANTIATE_TEST_SUITE_P(StepMethods, ImplicitMethod, ::testing::ValuesIn(implicit_methods()),
                         [](const auto& which) { return std::string(which.param.name); });

/// y decays at `rate` to cos t.
OdeProblem follower(double rate) {
  return {.rhs = [rate](double t, State y, Rates f) { f[0] = -rate * (y[0] - std::cos(t)) - std::sin(t); },
          .jacobian = [rate](double, State, Rates dfdy) { dfdy[0] = -rate; }};
}

TEST_P(ImplicitMethod, a_faster_decay_needs_no_more_steps) {
  const std::uint64_t moderate = reached(follower(1e3), 1e-8, Vector{0}, 20)->statistics().accepted;
  for (const double rate : {1e5, 1e7, 1e9}) {
    const std::unique_ptr<Stepper> at_end = reached(follower(rate), 1e-8, Vector{0}, 20);
    EXPECT_NEAR(at_end->state()[0], std::cos(20), 1e-7) << rate; // ten tolerances: that of a step is an estimate
    EXPECT_LT(at_end->statistics().accepted, moderate + moderate / 2) << rate;
  }
}

/// Van der Pol's oscillator with ε = 10⁻⁶.
OdeProblem van_der_pol() {
  constexpr double epsilon = 1e-6;
  return {.rhs =
              [](double, State y, Rates f) {
                f[0] = y[1];
                f[1] = ((1 - y[0] * y[0]) * y[1] - y[0]) / epsilon;
              },
          .jacobian =
              [](double, State y, Rates dfdy) {
                dfdy[0] = 0;
                dfdy[1] = 1;
                dfdy[2] = (-2 * y[0] * y[1] - 1) / epsilon;
                dfdy[3] = (1 - y[0] * y[0]) / epsilon;
              }};
}

TEST_P(ImplicitMethod, relaxation_oscillator_keeps_the_digits_asked_for) {
  // Test Set for IVP Solvers (Mazzia, Magherini), problem vdpol: the reference at t = 2.
  for (const double tolerance : {1e-6, 1e-9}) {
    const std::unique_ptr<Stepper> at_end = reached(van_der_pol(), tolerance, Vector{2, 0}, 2);
    // Each step is off by its tolerance; jumps of y' amplify it by ten and more.
    EXPECT_NEAR(at_end->state()[0], 1.706167732170483, 100 * tolerance);
    EXPECT_NEAR(at_end->state()[1], -0.8928097010247975, 100 * tolerance);
  }
}

TEST_P(ImplicitMethod, differences_serve_where_no_jacobian_is_given) {
  OdeProblem without = van_der_pol();
  without.jacobian = {};
  const std::unique_ptr<Stepper> by_differences = reached(without, 1e-7, Vector{2, 0}, 2);
  const std::unique_ptr<Stepper> exact = reached(van_der_pol(), 1e-7, Vector{2, 0}, 2);
  EXPECT_NEAR(by_differences->state()[0], exact->state()[0], 1e-6); // ten tolerances
  EXPECT_LT(by_differences->statistics().accepted, exact->statistics().accepted * 2);
  EXPECT_GT(by_differences->statistics().evaluations, exact->statistics().evaluations);
}

TEST_P(ImplicitMethod, integrals_follow_without_steering) {
  // The second component is the integral of the first, and no part of the equations that are solved.
  OdeProblem problem{.rhs =
                         [](double t, State y, Rates f) {
                           f[0] = -1e6 * (y[0] - std::cos(t));
                           f[1] = y[0];
                         },
                     .integrals = 1,
                     .jacobian = [](double, State, Rates dfdy) { dfdy[0] = -1e6; }};
  const std::unique_ptr<Stepper> at_end = reached(problem, 1e-10, Vector{1, 0}, 10);
  // y lags behind cos t by 1e-6; what has no tolerance is as exact as the steps of the rest make it.
  EXPECT_NEAR(at_end->state()[1] - std::sin(10), 1e-6 * (1 - std::cos(10)), 5e-8);
}

TEST_P(ImplicitMethod, linear_equations_take_one_jacobian) {
  const std::unique_ptr<Stepper> at_end = reached(follower(1e6), 1e-8, Vector{1}, 20);
  EXPECT_LE(at_end->statistics().jacobians, 1 + at_end->statistics().rejected + at_end->statistics().refused);
}

TEST_P(ImplicitMethod, a_component_that_newton_cannot_settle_is_named) {
  // The rate jumps with every look, so that no two iterations see one equation.
  bool is_up = false;
  const OdeProblem restless{.rhs =
                                [&is_up](double, State y, Rates f) {
                                  is_up = !is_up;
                                  f[0] = 1;
                                  f[1] = (is_up ? 1e9 : -1e9) - y[1];
                                },
                            .name = [](std::size_t i) { return i == 1 ? std::string("theta'") : std::string("x"); },
                            .jacobian =
                                [](double, State, Rates dfdy) {
                                  std::ranges::fill(dfdy, 0.0);
                                  dfdy[3] = -1;
                                }};
  const std::unique_ptr<Stepper> stepper = GetParam().make(restless, {});
  stepper->start(1, Vector{0, 0});
  try {
    integrate(*stepper, 2);
    FAIL() << "settled";
  } catch (const SolveError& error) {
    EXPECT_THAT(error.what(), ::testing::HasSubstr("Newton's iteration for an implicit step does not converge"));
    EXPECT_THAT(error.what(), ::testing::HasSubstr("theta'"));
  }
}

/// A mass that a stiff, damped spring of stiffness k holds to a place 1000 m off, which swings: by ∂f/∂y, or by the
/// equation of second order.
OdeProblem held_far_off(double k, bool is_second_order) {
  const double c = 2 * std::sqrt(k);
  OdeProblem out{.rhs = [k, c](double t, State y, Rates f) {
    f[0] = y[1];
    f[1] = -k * (y[0] - 1000 - std::sin(t)) - c * y[1];
  }};
  if (!is_second_order) {
    out.jacobian = [k, c](double, State, Rates dfdy) {
      const std::array rows{0.0, 1.0, -k, -c};
      std::ranges::copy(rows, dfdy.begin());
    };
    return out;
  }
  dalembert::MotionPattern pattern;
  pattern.coordinates = 1;
  pattern.begins = {0, 1};
  pattern.columns = {0};
  dalembert::SecondOrderProblem& motion = out.second_order.emplace();
  motion.pattern = [made = dalembert::planned(std::move(pattern))] { return made; };
  motion.linearise = [k, c, made = motion.pattern()](double, State, dalembert::LinearisedMotion& at) {
    at = {made, {k}, {c}, {1.0}};
    return true;
  };
  return out;
}

TEST(Radau, rounding_that_a_stiff_spring_feels_is_left_out_by_either_kind_of_equations) {
  const auto steps = [](bool is_second_order) {
    StepOptions options{.relative_tolerance = 1e-12, .absolute_tolerance = {1e-12}, .max_steps = 20'000};
    const std::unique_ptr<Stepper> stepper =
        step_method("radau")->make(held_far_off(1e10, is_second_order), std::move(options));
    stepper->start(0, Vector{1000, 1});
    integrate(*stepper, 5);
    EXPECT_NEAR(stepper->state()[0], 1000 + std::sin(5.0), 1e-4); // x lags behind by c/k = 2e-5 of its rate
    return static_cast<double>(stepper->statistics().accepted);
  };
  EXPECT_LT(steps(true), 2 * steps(false)); // about 50; 20 000 where it stays in
}

TEST_P(ImplicitMethod, a_motion_that_has_no_linear_equations_ends_with_the_reason) {
  OdeProblem problem = held_far_off(1, true);
  problem.second_order->linearise = [](double, State, dalembert::LinearisedMotion&) -> bool {
    throw SolveError("the derivative of the square root at 0 is infinite", {});
  };
  const std::unique_ptr<Stepper> stepper = GetParam().make(std::move(problem), {});
  stepper->start(0, Vector{1000, 1});
  try {
    integrate(*stepper, 1);
    FAIL() << "stepped without the equations of its steps";
  } catch (const SolveError& error) {
    EXPECT_THAT(error.what(), ::testing::HasSubstr("the derivative of the square root at 0 is infinite"));
  }
}

} // namespace

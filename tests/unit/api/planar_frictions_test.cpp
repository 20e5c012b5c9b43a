// Two frictions of one reaction are the friction of a slip in a plane, against closed forms.
#include <dalembert/api/session.h>
#include <dalembert/base/errors.h>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <string>
#include <utility>

namespace dalembert {
namespace {

using Kind = FrictionChange::Kind;
using Pair = std::array<double, 2>;

RunResult planar_run(const std::string& model, const RunOptions& options = {}) {
  RunResult result = Session("model.mech", model).run(options);
  EXPECT_EQ(result.outcome, RunOutcome::completed) << result.failure;
  EXPECT_TRUE(result.certificate.failed.empty());
  return result;
}

/// A block of 1 kg on a table, g = 10: `rest` has its coefficients mu, nu, what pushes it, initial values.
std::string planar_block(const std::string& rest, const std::string& more = "") {
  return fmt::format(R"(model Block
coord x, y, z
kinetic T = 1/2*(x'^2 + y'^2 + z'^2)
potential V = 10*z
constraint table: z = 0
reaction N of table conjugate z'
friction Fx of N conjugate x' {{ coefficient = mu{0} }}
friction Fy of N conjugate y' {{ coefficient = nu{1} }}
{2}
)",
                     more.empty() ? "" : "; static_coefficient = mus", more.empty() ? "" : "; static_coefficient = nus",
                     rest);
}

TEST(PlanarFrictions, a_sphere_keeps_the_direction_of_its_slip_and_rolls_when_it_is_used_up) {
  const RunResult result = planar_run(R"(model Sphere
param m = 1, R = 0.1, g = 9.81, mu = 0.3
coord x, y, z, ax, ay
kinetic T = 1/2*m*(x'^2 + y'^2 + z'^2) + 1/5*m*R^2*(ax'^2 + ay'^2)
potential V = m*g*z
constraint floor: z = 0
reaction N of floor conjugate z'
friction Fx of N conjugate x' - R*ay' { coefficient = mu }
friction Fy of N conjugate y' + R*ax' { coefficient = mu }
initial x' = 1, y' = 2, ay' = 5
simulate 0..2 { output = 0.1 }
)");
  const double slip = std::hypot(0.5, 2.0);
  ASSERT_EQ(result.friction_changes.size(), 2U);
  for (const FrictionChange& change : result.friction_changes) {
    EXPECT_EQ(change.kind, Kind::sticks);
    EXPECT_NEAR(change.time, slip / (3.5 * 0.3 * 9.81), 1e-9); // the tolerance
  }
  const Evaluation& slides = result.table.evaluations[1];
  EXPECT_NEAR(slides.frictions[0], -0.3 * 9.81 * 0.5 / slip, 1e-13); // forces are solved to rounding of 3 N
  EXPECT_NEAR(slides.frictions[1], -0.3 * 9.81 * 2.0 / slip, 1e-13);
  // 2/7 of the slip is taken from the speed of the centre.
  EXPECT_NEAR(result.final.state.v[0], 1 - 0.5 * 2 / 7, 1e-13);
  EXPECT_NEAR(result.final.state.v[1], 2 - 2.0 * 2 / 7, 1e-13);
  EXPECT_LT(result.certificate.energy_defect_relative, 1e-13); // polynomials: rounding
  EXPECT_TRUE(result.warnings.empty());
}

// The direction of a slip that begins is looked for all around, the axes included.
TEST(PlanarFrictions, a_block_at_rest_that_is_pushed_along_an_axis_slides_along_it) {
  const std::string of_push = "param mu = 0.3, nu = 0.3\nforce P on {} = {}\nsimulate 0..2";
  for (const auto& [along, force] : {std::pair{0, 5.0}, {0, -5.0}, {1, 5.0}, {1, -5.0}}) {
    const RunResult result =
        planar_run(planar_block(fmt::format(fmt::runtime(of_push), along == 0 ? "x" : "y", force)));
    const auto i = static_cast<std::size_t>(along);
    EXPECT_NEAR(result.final.state.q[i], force > 0 ? 4.0 : -4.0, 1e-9); // the tolerance
    EXPECT_NEAR(result.final.state.q[1 - i], 0.0, 1e-9);
  }
}

// At the break-away the lower block has no acceleration but that of rounding; the upper one stays on it.
TEST(PlanarFrictions, of_two_stacked_blocks_the_lower_one_breaks_away_alone) {
  const RunResult result = planar_run(R"(model Two
coord x1, y1, z1, x2, y2, z2
kinetic T = 1/2*(x1'^2 + y1'^2 + z1'^2) + x2'^2 + y2'^2 + z2'^2
potential V = 10*z1 + 20*z2
constraint floor: z2 = 0
constraint up: z1 = z2
reaction N2 of floor conjugate z2'
reaction N1 of up conjugate z1' - z2'
friction Ax of N1 conjugate x1' - x2' { coefficient = 0.3 }
friction Ay of N1 conjugate y1' - y2' { coefficient = 0.3 }
friction Bx of N2 conjugate x2' { coefficient = 0.15 }
friction By of N2 conjugate y2' { coefficient = 0.15 }
force P on x2 = 3*t
force Q on y1 = 2*sin(5*t)
simulate 0..1.5
)");
  const auto slides = std::ranges::find(result.friction_changes, Kind::slides, &FrictionChange::kind);
  ASSERT_NE(slides, result.friction_changes.end());
  EXPECT_GE(slides->friction, 2U);
  const double t = slides->time;
  EXPECT_NEAR(std::hypot(3 * t, 2 * std::sin(5 * t)), 4.5, 1e-9);
  EXPECT_NEAR(result.final.state.v[0], result.final.state.v[3], 1e-12);
}

// v (1 + sin φ) is constant where tan a = mu, φ being the angle of the velocity below the horizontal: it tends to half.
TEST(PlanarFrictions, across_an_incline_of_the_angle_of_friction_the_speed_tends_to_half) {
  const double mu = 0.5;
  const double c = 1 / std::sqrt(1 + mu * mu);
  const std::string model = planar_block(
      fmt::format("param c = {0}, mu = {1}, nu = mu\nforce up on z = 10*(1 - c)\nforce down on y = 10*mu*c\n"
                  "initial x' = 2\nsimulate 0..4 {{ output = 0.25 }}",
                  c, mu));
  for (const char* const method : {"auto", "rk8", "rk5", "radau"}) {
    RunOptions options;
    options.method = method;
    const RunResult result = planar_run(model, options);
    EXPECT_TRUE(result.friction_changes.empty());
    for (const Evaluation& at : result.table.evaluations) {
      const double speed = std::hypot(at.state.v[0], at.state.v[1]);
      EXPECT_NEAR(speed + at.state.v[1], 2.0, 2e-8) << method;                       // 20 tolerances (1e-9)
      EXPECT_NEAR(std::hypot(at.frictions[0], at.frictions[1]), mu * 10 * c, 1e-12); // one product: rounding of 4 N
    }
    EXPECT_NEAR(result.final.state.v[1], 1.0, 1e-4); // less than 1 by a share that decays as e^(−4t) and faster
    EXPECT_LT(result.certificate.energy_defect_relative, 1e-8) << method; // ten tolerances (1e-9)
  }
}

// σᵢ = μᵢ sᵢ grows along one d with (μᵢ² N + ρ) dᵢ = μᵢ bᵢ.
TEST(PlanarFrictions, from_rest_a_block_slides_along_a_straight_line_that_its_load_is_not_parallel_to) {
  const Pair mu{0.2, 0.5};
  const Pair load{4.0, 3.5};
  const RunResult result = planar_run(planar_block("param mu = 0.2, nu = 0.5\nforce A on x = 4\nforce B on y = 3.5\n"
                                                   "simulate 0..2"));
  double low = 0.0;
  double high = 10.0;
  const auto size = [&](double rho) {
    return std::hypot(mu[0] * load[0] / (mu[0] * mu[0] * 10 + rho), mu[1] * load[1] / (mu[1] * mu[1] * 10 + rho));
  };
  for (int i = 0; i < 100; ++i)
    (size((low + high) / 2) > 1.0 ? low : high) = (low + high) / 2;
  for (std::size_t i = 0; i < 2; ++i)
    EXPECT_NEAR(result.final.state.q[i], 2 * low * load[i] / (mu[i] * mu[i] * 10 + low), 1e-9); // the tolerance
  EXPECT_TRUE(result.friction_changes.empty());
}

TEST(PlanarFrictions, it_holds_within_the_ellipse_and_not_in_the_corners_of_the_rectangle) {
  const auto start = [](double x, double y) {
    return planar_run(planar_block(
        fmt::format("param mu = 0.2, nu = 0.5\nforce A on x = {}\nforce B on y = {}\nsimulate 0..1", x, y)));
  };
  const RunResult holds = start(1.19, 4.0); // (1.19/2)² + (4/5)² < 1
  ASSERT_EQ(holds.friction_changes.size(), 2U);
  EXPECT_EQ(holds.friction_changes[0].kind, Kind::sticks);
  EXPECT_NEAR(holds.final.frictions[0], -1.19, 1e-14); // forces at rest are solved to rounding
  EXPECT_NEAR(holds.final.frictions[1], -4.0, 1e-14);
  EXPECT_TRUE(start(1.21, 4.0).friction_changes.empty());
}

TEST(PlanarFrictions, it_breaks_away_at_the_static_ellipse_and_comes_to_rest_again) {
  const RunResult result = planar_run(planar_block(
      "param mu = 0.2, nu = 0.3, mus = 0.3, nus = 0.5\nforce A on x = if t < 4 then t else 0\nforce B on y = "
      "if t < 4 then 2 else 0\nsimulate 0..6",
      "static"));
  ASSERT_EQ(result.friction_changes.size(), 6U);
  EXPECT_EQ(result.friction_changes[2].kind, Kind::slides);
  // Forces are linear in t: located to rounding.
  EXPECT_NEAR(result.friction_changes[2].time, 3 * std::sqrt(1 - 0.4 * 0.4), 1e-12);
  // A force may pass its bound by 1e-10 of it.
  EXPECT_NEAR(result.friction_changes[2].direction, std::sqrt(1 - 0.4 * 0.4), 1e-10);
  EXPECT_NEAR(result.friction_changes[3].direction, 0.4, 1e-10);
  EXPECT_EQ(result.friction_changes[4].kind, Kind::sticks);
  EXPECT_EQ(result.friction_changes[4].time, result.friction_changes[5].time);
  EXPECT_EQ(result.final.state.v[0], 0.0);
  EXPECT_LT(result.certificate.energy_defect_relative, 1e-8); // ten tolerances (1e-9)
}

// r √(α² + ω⁴) = μ g, ω = α t. Where the slip is small its direction changes at once: the equations are stiff.
TEST(PlanarFrictions, a_block_on_a_table_that_turns_faster_and_faster_slips_in_a_curve) {
  const std::string model = R"(model Table
param m = 1, g = 9.81, mu = 0.3, a = 0.5
coord x, y, z
let w = a*t
kinetic T = 1/2*m*(x'^2 + y'^2 + z'^2)
potential V = m*g*z
constraint table: z = 0
reaction N of table conjugate z'
friction Fx of N conjugate x' + w*y { coefficient = mu }
friction Fy of N conjugate y' - w*x { coefficient = mu }
initial x = 1
simulate 0..4
)";
  RunOptions options;
  const RunResult first = planar_run(model, options);
  options.method = "radau";
  options.tolerance = 1e-11;
  const RunResult second = planar_run(model, options);
  ASSERT_EQ(first.friction_changes.size(), 4U);
  const double rate = 0.5 * std::pow(std::pow(0.3 * 9.81, 2) - 0.25, 0.25) / 0.25;
  EXPECT_NEAR(first.friction_changes[2].time, rate, 1e-9); // the tolerance
  for (std::size_t i = 0; i < 2; ++i) {
    // 100 tolerances (1e-9): the direction of a small slip is stiff.
    EXPECT_NEAR(first.final.state.q[i], second.final.state.q[i], 1e-7);
    EXPECT_NEAR(first.final.state.v[i], second.final.state.v[i], 1e-7);
  }
  EXPECT_LT(first.statistics.steps, 1000U);
}

/// Of 1 kg, where friction and a load that turns act: by Runge–Kutta steps of order 4 that shrink with the slip.
struct VectorLaw {
  Pair mu;
  Pair load;
  double rate;
  using State = std::array<double, 4>;
  [[nodiscard]] State flow(double t, const State& y) const {
    const double size = std::hypot(mu[0] * y[2], mu[1] * y[3]);
    return {y[2], y[3], load[0] * std::cos(rate * t) - 10 * mu[0] * mu[0] * y[2] / size,
            load[1] * std::sin(rate * t) - 10 * mu[1] * mu[1] * y[3] / size};
  }
  [[nodiscard]] static State moved(const State& y, double h, const State& k) {
    return {y[0] + h * k[0], y[1] + h * k[1], y[2] + h * k[2], y[3] + h * k[3]};
  }
  /// The time at which the slip is used up, or the end.
  double advance(State& y, double end) const {
    double t = 0.0;
    while (t < end) {
      const double size = std::hypot(mu[0] * y[2], mu[1] * y[3]);
      // The threshold of the run, least_used_up: 1e-8 of the rates.
      if (size < 1e-8) break;
      const double h = std::min({1e-3, end - t, 0.02 * size});
      const State k1 = flow(t, y);
      const State k2 = flow(t + h / 2, moved(y, h / 2, k1));
      const State k3 = flow(t + h / 2, moved(y, h / 2, k2));
      const State k4 = flow(t + h, moved(y, h, k3));
      for (std::size_t i = 0; i < 4; ++i)
        y[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
      t += h;
    }
    return t;
  }
};

TEST(PlanarFrictions, random_slips_follow_the_law_of_the_vector) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  int used_up = 0;
  for (int i = 0; i < 40; ++i) {
    const VectorLaw law{
        {0.4 + 0.3 * any(random), 0.4 + 0.3 * any(random)}, {3 * any(random), 3 * any(random)}, 3 * any(random)};
    VectorLaw::State y{0, 0, 2 * any(random), 2 * any(random)};
    const RunResult result = planar_run(planar_block(fmt::format(
        "param mu = {}, nu = {}\nforce A on x = {}*cos({}*t)\nforce B on y = {}*sin({}*t)\ninitial x' = {}, y' = {}\n"
        "simulate 0..0.6",
        law.mu[0], law.mu[1], law.load[0], law.rate, law.load[1], law.rate, y[2], y[3])));
    const double end = law.advance(y, 0.6);
    if (end < 0.6) {
      ++used_up;
      ASSERT_FALSE(result.friction_changes.empty());
      EXPECT_NEAR(result.friction_changes[0].time, end, 1e-5); // which is where 1e-8 of it is left
      continue;
    }
    EXPECT_TRUE(result.friction_changes.empty());
    for (std::size_t k = 0; k < 2; ++k) {
      // Ten tolerances (1e-9); fourth order in steps of 1e-3 leaves 1e-12.
      EXPECT_NEAR(result.final.state.q[k], y[k], 1e-8);
      EXPECT_NEAR(result.final.state.v[k], y[2 + k], 1e-8);
    }
  }
  EXPECT_GT(used_up, 5);
}

TEST(PlanarFrictions, a_slip_that_is_used_up_where_friction_cannot_hold_slides_on_another_way) {
  const RunResult result =
      planar_run(planar_block("param mu = 0.3, nu = 0.3\nforce A on x = -4\ninitial x' = 1\nsimulate 0..1"));
  ASSERT_GE(result.friction_changes.size(), 1U);
  EXPECT_EQ(result.friction_changes[0].kind, Kind::reverses);
  EXPECT_NEAR(result.friction_changes[0].time, 1.0 / 7, 1e-13);   // uniform deceleration is exact in steps: rounding
  EXPECT_NEAR(result.friction_changes[0].direction, -1.0, 1e-14); // along the axis: rounding
  EXPECT_NEAR(result.final.state.v[0], -(1 - 1.0 / 7), 1e-12);    // uniform acceleration behind: rounding
}

TEST(PlanarFrictions, steps_of_one_length_follow_it_too) {
  const std::string model =
      planar_block("param mu = 0.4, nu = 0.2\nforce A on x = 1\ninitial x' = 1, y' = 2\nsimulate 0..2");
  const RunResult exact = planar_run(model);
  ASSERT_EQ(exact.friction_changes.size(), 2U);
  for (const char* const method : {"rk4", "rattle", "spark4", "symmetric"}) {
    RunOptions options;
    options.method = method;
    options.step = 1e-3;
    const RunResult result = planar_run(model, options);
    ASSERT_EQ(result.friction_changes.size(), 2U) << method;
    // Steps of 1e-3, second order where the slip ends: 1e-6 of its rate.
    EXPECT_NEAR(result.friction_changes[0].time, exact.friction_changes[0].time, 1e-5) << method;
    EXPECT_NEAR(result.final.state.q[1], exact.final.state.q[1], 1e-5) << method;
  }
}

// The two ends of a rod on a floor have four slips, and the rod three freedoms.
TEST(PlanarFrictions, the_ends_of_a_rod_have_slips_in_planes_that_depend_on_one_another) {
  const RunResult rod = planar_run(R"(model Rod
coord x, y, th, z, q
kinetic T = 1/2*(x'^2 + y'^2 + z'^2) + 1/6*(th'^2 + q'^2)
potential V = 10*z
constraint a: z + q = 0
constraint b: z - q = 0
reaction Na of a conjugate z' + q'
reaction Nb of b conjugate z' - q'
friction Xa of Na conjugate x' { coefficient = 0.3 }
friction Ya of Na conjugate y' + th' { coefficient = 0.3 }
friction Xb of Nb conjugate x' { coefficient = 0.3 }
friction Yb of Nb conjugate y' - th' { coefficient = 0.3 }
initial x' = 2, y' = 2, th' = 0.1
simulate 0..2
)");
  EXPECT_EQ(std::ranges::count(rod.warnings, "W0835", &Diagnostic::code), 0);
  for (const double rate : rod.final.state.v)
    EXPECT_NEAR(rate, 0.0, 1e-12); // at rest: rounding
  const Evaluation& slides = rod.table.evaluations[1];
  for (const auto& [foot, side] : {std::pair<std::size_t, double>{0, 1.0}, {2, -1.0}}) {
    const double across = slides.state.v[1] + side * slides.state.v[2];
    // Forces are solved to rounding of 5 N.
    EXPECT_NEAR(std::hypot(slides.frictions[foot], slides.frictions[foot + 1]), 0.3 * 5, 1e-12);
    EXPECT_NEAR(slides.frictions[foot] * across, slides.frictions[foot + 1] * slides.state.v[0], 1e-12);
  }
}

TEST(PlanarFrictions, two_slips_along_one_line_keep_their_own_bounds_and_a_warning_says_so) {
  const RunResult result = planar_run(R"(model Block
coord x, z
kinetic T = 1/2*(x'^2 + z'^2)
potential V = 10*z
constraint table: z = 0
reaction N of table conjugate z'
friction F of N conjugate x' { coefficient = 0.1 }
friction G of N conjugate x' { coefficient = 0.2 }
initial x' = 2
simulate 0..0.1
)");
  EXPECT_EQ(std::ranges::count(result.warnings, "W0835", &Diagnostic::code), 1);
  EXPECT_NEAR(result.final.state.v[0], 2 - 0.1 * 3, 1e-12); // uniform deceleration is exact in steps: rounding
}

// Exact arithmetic knows the signs of two lines alone: by these Fx² = mu²·N² would be proved.
TEST(PlanarFrictions, claims_and_checks_about_them_are_tested_at_states) {
  const std::string model = planar_block("param mu = 0.2, nu = 0.2\ninitial x' = 3, y' = 4\nsimulate 0..0.2");
  const auto verdict = [&](const std::string& claim) {
    Session session("model.mech", model);
    session.ask(claim);
    return session.judgement().verdict;
  };
  EXPECT_EQ(verdict("Fx^2 = mu^2*N^2"), Verdict::is_false);
  EXPECT_EQ(verdict("Fx^2/mu^2 + Fy^2/nu^2 = N^2"), Verdict::undecided);
  const RunResult result = planar_run(model + "check Fx^2 + Fy^2 = mu^2*N^2\ncheck Fx*y' = Fy*x'\n");
  for (const CheckResult& check : result.checks)
    EXPECT_LT(check.value, 1e-12); // the checks hold by the equations: rounding
}

TEST(PlanarFrictions, their_source_in_c_is_refused) {
  const std::string model = planar_block("param mu = 0.2, nu = 0.2\ninitial x' = 1, y' = 1\nsimulate 0..0.2");
  try {
    static_cast<void>(Session("model.mech", model).c_source());
    FAIL();
  } catch (const ModelError& error) {
    EXPECT_EQ(error.diagnostics().front().code, "E0907");
  }
}

TEST(PlanarFrictions, series_do_not_take_them) {
  const std::string model = planar_block("param mu = 0.2, nu = 0.2\ninitial x' = 1, y' = 1\nsimulate 0..0.2");
  RunOptions options;
  options.method = "taylor";
  try {
    static_cast<void>(Session("model.mech", model).run(options));
    FAIL();
  } catch (const ModelError& error) {
    EXPECT_EQ(error.diagnostics().front().code, "E0711");
  }
}

} // namespace
} // namespace dalembert

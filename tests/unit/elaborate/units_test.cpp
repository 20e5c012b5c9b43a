#include "reading.h"

namespace dalembert {
namespace {

const std::string body = "coord x [m], theta [rad]\nkinetic T = 1/2*m*x'^2 + 1/2*m*l^2*theta'^2\n";

std::string value_of(const Reading& reading, std::size_t parameter) {
  const Parameter& p = reading.system().parameters.at(parameter);
  return p.value ? reading.text(*p.value) : "none";
}

TEST(units, numbers_stay_exact_in_si) {
  const Reading r = read_right("param m = 0.1 [kg], l = 12.5 [cm], a = 30 [deg], w = 7.2921e-5 [rad/s]\n" + body);
  EXPECT_EQ(value_of(r, 0), "1/10");
  EXPECT_EQ(value_of(r, 1), "1/8");
  EXPECT_EQ(value_of(r, 2), "1/6*pi");
  ASSERT_TRUE(r.system().graph->is_number(*r.system().parameters[3].value));
  EXPECT_EQ(r.system().graph->number(*r.system().parameters[3].value), Rational(72921, 1'000'000'000));
}

TEST(units, a_bare_value_and_range_take_the_unit_of_their_declaration) {
  const Reading r = read_right("param a [deg] = 60 in 0..90, m = 1 [kg] in 0..5, l = 2 [m] in 1..300 [cm]\n" + body);
  EXPECT_EQ(value_of(r, 0), "1/3*pi");
  EXPECT_EQ(r.text(r.system().parameters[0].range->high), "1/2*pi");
  EXPECT_EQ(r.text(r.system().parameters[1].range->high), "5");
  EXPECT_EQ(r.text(r.system().parameters[2].range->low), "0.01");
}

TEST(units, a_name_with_neither_unit_nor_value_is_inferred) {
  const Reading r = read_right("param m, l [m], g = 9.81 [m/s^2], k\n" + body +
                               "potential V = m*g*x + 1/2*k*x^2\nforce F on x = c*x'\nparam c\n");
  EXPECT_EQ(r.system().parameters[0].measure.unit(), "kg");
  EXPECT_EQ(r.system().parameters[3].measure.unit(), "N/m");
  EXPECT_EQ(r.system().parameters[4].measure.unit(), "N·s/m");
}

TEST(units, a_multiplier_is_an_energy_per_row) {
  const Reading r = read_right("param m = 1 [kg], l = 1 [m]\n" + body +
                               "constraint c: x = l*theta\nconstraint d: x' = l*theta'\nconstraint e: x^2 = l^2\n");
  EXPECT_EQ(r.system().constraints[0].multiplier_measure.unit(), "N");
  EXPECT_EQ(r.system().constraints[1].multiplier_measure.unit(), "N");
  EXPECT_EQ(r.system().constraints[2].multiplier_measure.unit(), "N/m");
}

TEST(units, a_file_without_units_is_checked_for_nothing) {
  const Reading r = read_right("param m = 1\ncoord x\nkinetic T = m*x'\npotential V = x + x^2 + sin(x)\n");
  EXPECT_FALSE(r.system().has_units);
  EXPECT_EQ(r.system().coordinates[0].measure.unit(), "");
}

TEST(units, zero_fits_any_dimension) {
  read_right("param m = 1 [kg], l = 1 [m]\n" + body +
             "let h[i in 0..3] = if i = 0 then 0 else h[i-1] + l\npotential V = m*9.81 [m/s^2]*h[3]\n"
             "initial x = 0, theta = 0, x' = -0\ncheck x = 0\n");
}

TEST(units, a_product_with_zero_fits_any_dimension) {
  const Reading r = read_right("param m = 1 [kg], l = 1 [m]\n" + body +
                               "let f(a, b) = a*cos(theta) + b*sin(theta)\nlet n(a, b) = a^2 + b^2\n"
                               "let px = f(l, 0)\nlet py = f(0, l)\nlet pn = n(0, l)\n");
  EXPECT_EQ(r.system().lets[0].measure.unit(), "m");
  EXPECT_EQ(r.system().lets[1].measure.unit(), "m");
  EXPECT_EQ(r.system().lets[2].measure.unit(), "m^2");
}

TEST(units, an_angle_keeps_its_radians_through_sums_and_rates) {
  const Reading r = read_right("param m = 1 [kg], l = 1 [m]\n" + body +
                               "let w = theta' + 2 [rad/s]\nlet arc = l*theta\nlet a = atan2(x, l)\n");
  EXPECT_EQ(r.system().lets[0].measure.unit(), "rad/s");
  EXPECT_EQ(r.system().lets[1].measure.unit(), "m");
  EXPECT_EQ(r.system().lets[2].measure.unit(), "rad");
}

TEST(units, the_unit_of_a_plot_and_a_check_is_known) {
  const Reading r = read_right("param m = 1 [kg], l = 1 [m]\n" + body + "plot x', T vs theta\ncheck p.x = m*x'\n");
  EXPECT_EQ(r.study.plots[0].curves[0].measure.unit(), "m/s");
  EXPECT_EQ(r.study.plots[0].curves[1].measure.unit(), "J");
  EXPECT_EQ(r.study.plots[0].versus->measure.unit(), "rad");
  EXPECT_EQ(r.study.checks[0].measure.unit(), "N·s");
}

TEST(units, a_run_in_hours_ends_in_seconds) {
  const Reading r = read_right("param m = 1 [kg], l = 1 [m]\n" + body + "simulate 0..2 [h] { output = 1 [min] }\n");
  EXPECT_EQ(r.text(r.study.simulate->end), "7200");
  EXPECT_DOUBLE_EQ(*r.study.simulate->output_step, 60.0);
}

TEST(units, of_a_moment_are_newton_metres_and_of_an_energy_joules) {
  const Reading r =
      read_right("param M = 2 [N*m], c = 3 [N*m/rad], E0 = 1 [J], l = 1 [m], F = 1 [N]\n"
                 "coord theta [rad]\nparam J = 1 [kg*m^2]\nkinetic T = 1/2*J*theta'^2\npotential V = 1/2*c*theta^2\n"
                 "let spring = -c*theta\nlet stored = 1/2*c*theta^2\nlet work = M*theta\nlet total = M - c*theta\n"
                 "force motor = F*l on theta\nconstraint stop: theta = 0.1 [rad]\n"
                 "reaction R [N*m] of stop conjugate theta'\n"
                 "plot M, lambda.stop, R, Qc.theta, motor, V vs t\n");
  const System& system = r.study.system;
  EXPECT_EQ(system.parameters[0].measure.unit(), "N·m");
  EXPECT_EQ(system.parameters[2].measure.unit(), "J");
  const auto let = [&system](std::size_t i) { return system.lets[i].measure.unit(); };
  EXPECT_EQ(let(0), "N·m");
  EXPECT_EQ(let(1), "J");
  EXPECT_EQ(let(2), "J");
  EXPECT_EQ(let(3), "N·m");
  EXPECT_EQ(system.forces[0].measure.unit(), "N·m");
  EXPECT_EQ(system.constraints[0].multiplier_measure.unit(), "N·m");
  EXPECT_EQ(system.reactions[0].measure.unit(), "N·m");
  const auto curve = [&r](std::size_t i) { return r.study.plots[0].curves[i].measure.unit(); };
  for (std::size_t i = 0; i < 5; ++i)
    EXPECT_EQ(curve(i), "N·m") << i;
  EXPECT_EQ(curve(5), "J");
}

} // namespace
} // namespace dalembert

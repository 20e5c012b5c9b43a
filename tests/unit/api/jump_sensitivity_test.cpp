// Derivatives of motions over functions that jump and that a run does not hold: tables of which the equations contain
// the second derivative, and what jumps in the kinetic energy.
#include <dalembert/api/session.h>

#include "sensitivity_check.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <ostream>
#include <string>
#include <unistd.h>
#include <vector>

namespace dalembert {
namespace {

struct JumpingModel {
  std::string name;
  std::map<std::string, double> parameters;
  std::string text;
  double end = 1;
};

std::ostream& operator<<(std::ostream& out, const JumpingModel& model) {
  return out << model.name;
}

/// A wire through seven points, beside which models are read; each process writes its own.
std::string folder_with_table() {
  static const std::string folder = [] {
    const std::filesystem::path made =
        std::filesystem::path(testing::TempDir()) / fmt::format("jump_sensitivity_{}", ::getpid());
    std::filesystem::create_directories(made);
    std::ofstream(made / "wire.csv") << "x [1], y [1]\n-2, 2\n-1.3, 0.9\n-0.6, 0.3\n0, 0.05\n0.5, 0.2\n"
                                        "1.1, 0.8\n2, 2.4\n";
    return made.string();
  }();
  return folder;
}

Session session_of(const JumpingModel& model, const std::map<std::string, double>& parameters) {
  std::string text;
  for (const auto& [name, value] : parameters)
    text += fmt::format("param {} = {:.17g}\n", name, value);
  text += model.text + fmt::format("simulate 0..{:.17g} {{ tolerance = 1e-12 }}\n", model.end);
  return {folder_with_table() + "/model.mech", text};
}

std::vector<double> final_state(const JumpingModel& model, const std::map<std::string, double>& parameters) {
  const RunResult result = session_of(model, parameters).run({});
  EXPECT_EQ(result.outcome, RunOutcome::completed) << result.failure;
  std::vector<double> out = result.final.state.q;
  out.insert(out.end(), result.final.state.v.begin(), result.final.state.v.end());
  return out;
}

std::vector<double> difference_of_runs(const JumpingModel& model, const std::string& name) {
  const double step = 1e-3 * std::max(std::abs(model.parameters.at(name)), 1.0);
  const auto central = [&](double h) {
    std::map<std::string, double> moved = model.parameters;
    moved[name] += h;
    std::vector<double> out = final_state(model, moved);
    moved[name] -= 2 * h;
    const std::vector<double> other = final_state(model, moved);
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] = (out[i] - other[i]) / (2 * h);
    return out;
  };
  std::vector<double> near = central(step);
  const std::vector<double> far = central(2 * step);
  for (std::size_t i = 0; i < near.size(); ++i)
    near[i] = (4 * near[i] - far[i]) / 3;
  return near;
}

const std::vector<JumpingModel> jumping_models{
    {"a_table_in_the_kinetic_energy",
     {{"x0", -1.5}, {"m", 0.3}, {"s", 1}},
     R"(coord x
let y = s*table("wire.csv", x)
kinetic T = 1/2*m*(x'^2 + y'^2)
potential V = m*9.81*y
force F = -0.05*x' conjugate x'
initial x = x0, x' = 0
)",
     1.5},
    {"a_table_in_a_constraint",
     {{"x0", -1.5}, {"s", 1}},
     R"(coord x, y
kinetic T = 1/2*(x'^2 + y'^2)
potential V = 9.81*y
constraint wire: y = s*table("wire.csv", x)
initial x = x0, y ~ 1, x' = 0, y' ~ 0
)",
     0.8},
    {"a_table_in_a_constraint_of_rates",
     {{"x0", -1.5}, {"s", 1}},
     R"(coord x, y, a
kinetic T = 1/2*(x'^2 + y'^2) + 1/100*a'^2
potential V = 9.81*y
constraint wire: y' = s*(table("wire.csv", x))'
constraint roll: 0.2*a' = x' + 0.3*(table("wire.csv", x))'
initial x = x0, y = 1.2, a = 0, x' = 0, y' ~ 0, a' ~ 0
)",
     0.8},
    {"tables_of_two_coordinates",
     {{"s", 1}, {"k", 5}},
     R"(coord x, z
let y = s*table("wire.csv", x)
let w = 0.5*table("wire.csv", z) + 0.3*y
kinetic T = 1/2*(x'^2 + y'^2) + 1/2*(z'^2 + w'^2)
potential V = 9.81*(y + w) + 1/2*k*(x - z)^2
initial x = -1.5, z = 1, x' = 0, z' = -1
)",
     0.7},
    {"a_position_with_a_corner",
     {{"b", 0.1}, {"s", 0.4}},
     R"(coord x
let y = s*abs(x - b) + 0.2*x*abs(x)
kinetic T = 1/2*x'^2
potential V = 9.81*y
initial x = -0.5, x' = 0
)",
     1.2},
    {"functions_of_forces_and_energy_at_one_place",
     {{"A", 1}, {"x0", -1.5}},
     R"(coord x
let y = table("wire.csv", x)
kinetic T = 1/2*(x'^2 + y'^2) + 1/2*x'^2*x*heaviside(x)
potential V = 9.81*y
force F = A*sign(x) conjugate x'
initial x = x0, x' = 0
)",
     0.9},
    {"cases_of_one_condition",
     {{"h", 0.2}, {"s", 0.5}},
     R"(coord x, z
let u = max(x + h, 0)
let y = s*u^2 + (if x > 0.3 then (x - 0.3)^2 else 0)
kinetic T = 1/2*(x'^2 + y'^2) + 1/2*(z' + 0.3*y')^2
potential V = 9.81*y + 3/2*(x - z)^2
initial x = -1.1, x' = 0.5, z = 0.4, z' = 0
)",
     1.3},
    {"back_in_time",
     {{"x0", 0.7}, {"s", 1}},
     R"(coord x
let y = s*table("wire.csv", x)
kinetic T = 1/2*(x'^2 + y'^2)
potential V = 9.81*y
initial x = x0, x' = 3
)",
     -0.7},
    {"a_table_of_the_time",
     {{"om", 1}, {"h", 0.2}},
     R"(coord x
let y = h*table("wire.csv", om*t) + 0.5*x
kinetic T = 1/2*(x'^2 + y'^2)
potential V = 9.81*y + 2*x^2
initial x = -1, x' = 0
)",
     1.4},
    {"a_support_that_follows_a_table",
     {{"om", 1}, {"m", 0.3}},
     R"(coord x, y
kinetic T = 1/2*(x'^2 + y'^2) + 1/2*m*(x' + y')^2
potential V = 9.81*y + 2*x^2
constraint lift: y = table("wire.csv", om*t)
initial x = -1, x' = 0
)",
     1.4},
};

class JumpSensitivity : public testing::TestWithParam<JumpingModel> {};

TEST_P(JumpSensitivity, agrees_with_differences_of_runs) {
  const JumpingModel& model = GetParam();
  Session session = session_of(model, model.parameters);
  test::expect_derivatives(session, test::names_of(model.parameters),
                           [&model](const std::string& name) { return difference_of_runs(model, name); });
}

INSTANTIATE_TEST_SUITE_P(Models, JumpSensitivity, testing::ValuesIn(jumping_models),
                         [](const auto& which) { return which.param.name; });

TEST(JumpSensitivities, of_a_wire_with_noise_reach_the_end_at_a_tight_tolerance) {
  std::ofstream rough(folder_with_table() + "/rough.csv");
  rough << "x [1], y [1]\n";
  constexpr int points = 80;
  for (int i = 0; i <= points; ++i) {
    const double x = -2 + 4.0 * i / points;
    rough << fmt::format("{}, {}\n", x, x * x / 2 + (i % 2 == 0 ? 0.01 : -0.01) * (i % 5));
  }
  rough.close();
  const JumpingModel model{"rough",
                           {{"x0", -1.51}},
                           R"(coord x
let y = table("rough.csv", x)
kinetic T = 1/2*(x'^2 + y'^2)
potential V = 9.81*y
initial x = x0, x' = 0
)",
                           0.5};
  Session session = session_of(model, model.parameters);
  const Sensitivities found = session.sensitivities(session.run({}), session.sensitivity_causes({"x0"}, {}));
  EXPECT_FALSE(found.end) << found.end->reason;
}

TEST(JumpSensitivities, of_a_start_at_a_point_of_a_table_exist_where_the_start_stays) {
  const JumpingModel model{"start",
                           {{"x0", -1.3}, {"v0", 1}},
                           R"(coord x
let y = table("wire.csv", x)
kinetic T = 1/2*(x'^2 + y'^2)
initial x = x0, x' = v0
)",
                           0.5};
  const auto by = [&model](const std::string& name) {
    Session session = session_of(model, model.parameters);
    return session.sensitivities(session.run({}), session.sensitivity_causes({name}, {}));
  };
  EXPECT_FALSE(by("v0").end);
  const Sensitivities beside = by("x0");
  ASSERT_TRUE(beside.end);
  EXPECT_THAT(beside.end->reason, testing::HasSubstr("would begin beside it for another value of x0"));
}

TEST(JumpSensitivities, at_the_instant_of_an_event_are_those_before_it) {
  Session session("model.mech", "param c = 1, tc = 0.5\ncoord a, b\nkinetic T = 1/2*a'^2 + b'^2\n"
                                "constraint lock: a' = b' from tc\ninitial a = 0, b = 0, a' = c, b' = 0\n"
                                "simulate 0..1 { output = 0.25 }\n");
  const RunResult result = session.run({});
  const Sensitivities found = session.sensitivities(result, session.sensitivity_causes({"c", "tc"}, {}));
  ASSERT_EQ(found.times, (std::vector<double>{0, 0.25, 0.5, 0.75, 1}));
  // Uniform motions, whose derivatives over an instant are extrapolated differences of ten digits.
  EXPECT_NEAR(found.rows[2][0].v[0], 1, 1e-9); // the rotor goes on at its speed
  EXPECT_NEAR(found.rows[2][0].v[1], 0, 1e-9);
  EXPECT_NEAR(found.rows[2][1].q[0], 0, 1e-9);
  EXPECT_NEAR(found.rows[3][0].v[0], 1.0 / 3, 1e-9); // both go on with its momentum
  EXPECT_NEAR(found.rows[3][0].v[1], 1.0 / 3, 1e-9);
  EXPECT_NEAR(found.rows[3][1].q[0], 2.0 / 3, 1e-9);
}

TEST(JumpSensitivities, that_end_early_are_given_up_to_there) {
  Session session("model.mech", "param g = 9.81, h1 = 1, h2 = 1\ncoord x, y\nkinetic T = 1/2*(x'^2 + y'^2)\n"
                                "potential V = g*x + g*y\nconstraint a: x >= 0 { restitution = 0.7 }\n"
                                "constraint b: y >= 0 { restitution = 0.7 }\ninitial x = h1, y = h2\n"
                                "simulate 0..0.6\n");
  const Sensitivities found = session.sensitivities(session.run({}), session.sensitivity_causes({"h1"}, {}));
  ASSERT_TRUE(found.end);
  EXPECT_NEAR(found.end->time, std::sqrt(2 / 9.81), 1e-9); // free fall is exact in steps; the derivatives as above
  EXPECT_EQ(found.final_time, found.end->time);
  EXPECT_NEAR(found.final[0].q[0], 1, 1e-9);
}

} // namespace
} // namespace dalembert

// Derivatives of motions over instants at which what acts changes, against differences of whole runs.
#include <dalembert/api/session.h>

#include "sensitivity_check.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <ostream>
#include <string>
#include <vector>

namespace dalembert {
namespace {

struct EventfulModel {
  std::string name;
  std::map<std::string, double> parameters;
  std::string text;
  double end = 1;
};

std::ostream& operator<<(std::ostream& out, const EventfulModel& model) {
  return out << model.name;
}

std::string text_with(const EventfulModel& model, const std::map<std::string, double>& parameters) {
  std::string out;
  for (const auto& [name, value] : parameters)
    out += fmt::format("param {} = {:.17g}\n", name, value);
  return out + model.text + fmt::format("simulate 0..{:.17g} {{ tolerance = 1e-12 }}\n", model.end);
}

/// q, v and λ at the end.
std::vector<double> end_of(const EventfulModel& model, const std::map<std::string, double>& parameters) {
  const RunResult result = Session("model.mech", text_with(model, parameters)).run({});
  EXPECT_EQ(result.outcome, RunOutcome::completed) << result.failure;
  std::vector<double> out = result.final.state.q;
  out.insert(out.end(), result.final.state.v.begin(), result.final.state.v.end());
  out.insert(out.end(), result.final.multipliers.begin(), result.final.multipliers.end());
  return out;
}

std::vector<double> difference_by(const EventfulModel& model, const std::string& name) {
  const double step = 1e-5 * std::max(std::abs(model.parameters.at(name)), 1.0);
  const auto central = [&](double h) {
    std::map<std::string, double> ahead = model.parameters;
    std::map<std::string, double> behind = model.parameters;
    ahead[name] += h;
    behind[name] -= h;
    std::vector<double> out = end_of(model, ahead);
    const std::vector<double> other = end_of(model, behind);
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

const std::vector<EventfulModel> eventful_models{{"bounces",
                                                  {{"e", 0.8}, {"h", 1}, {"g", 9.81}},
                                                  R"(coord y
kinetic T = 1/2*y'^2
potential V = g*y
constraint floor: y >= 0 { restitution = e }
initial y = h, y' = 0
)",
                                                  2},
                                                 {"bounces_to_rest_with_friction",
                                                  {{"e", 0.5}, {"mu", 0.05}, {"v", 2}},
                                                  R"(coord x, y
kinetic T = 1/2*(x'^2 + y'^2)
potential V = 9.81*y
constraint floor: y >= 0 { restitution = e }
reaction N of floor conjugate y'
friction F of N conjugate x' { coefficient = mu }
initial x = 0, y = 0.2, x' = v, y' = 0
)",
                                                  1.5},
                                                 {"a_pendulum_and_a_wall",
                                                  {{"l", 1}, {"d", 0.1}, {"a", 0.8}},
                                                  R"(coord x, y
kinetic T = 1/2*(x'^2 + y'^2)
potential V = 9.81*y
constraint rod: x^2 + y^2 = l^2
constraint wall: x >= -d { restitution = 0.6 }
initial x = l*sin(a), y = -l*cos(a)
)",
                                                  2},
                                                 {"comes_to_rest_and_is_pulled_away",
                                                  {{"mu", 0.3}, {"mu_s", 0.45}, {"v", 1.5}, {"k", 10}},
                                                  R"(coord x, y
kinetic T = (x'^2 + y'^2)
potential V = 2*9.81*y
constraint table: y = 0
reaction N of table conjugate y'
friction F of N conjugate x' { coefficient = mu; static_coefficient = mu_s }
force P = k*t conjugate x'
initial x = 0, x' = v
)",
                                                  2},
                                                 {"rests_from_the_start_and_lifts",
                                                  {{"m", 1}, {"c", 8}, {"mu", 0.2}},
                                                  R"(coord x, y
kinetic T = 1/2*m*(x'^2 + y'^2)
potential V = m*9.81*y
constraint floor: y >= 0
reaction N of floor conjugate y'
friction F of N conjugate x' { coefficient = mu }
force P = c*t conjugate y'
initial x = 0, y = 0, x' = 3, y' = 0
)",
                                                  2},
                                                 {"a_constraint_imposed_and_released",
                                                  {{"k", 20}, {"a", 0.3}, {"t1", 1.7}},
                                                  R"(coord x, z
kinetic T = 1/2*x'^2 + z'^2
potential V = 1/2*k*x^2 + 5/2*z^2
event meet when x - z >= a
constraint together: x' = z' from meet until t1
initial x = 0, z = 0.1, x' = 1, z' = 0
)",
                                                  3},
                                                 {"an_impact_at_the_start",
                                                  {{"l", 0.5}, {"e", 0.4}, {"w", 1}},
                                                  R"(coord x, y, phi
kinetic T = 1/2*(x'^2 + y'^2) + 1/6*l^2*phi'^2
potential V = 9.81*y
impact I conjugate y' - l*phi'*cos(phi) { restitution = e }
initial x = 0, y = 1, phi = 0.3, x' = 0.1, y' = -1, phi' = w
)",
                                                  0.8},
                                                 {"slides_on_a_surface_and_leaves_it",
                                                  {{"k", 40}, {"F", 5}, {"v", 1}, {"w", 2}},
                                                  R"(coord x, z
kinetic T = 1/2*(x'^2 + z'^2)
potential V = 1/2*k*(x - z)^2 + 2*z^2
force D = -F*sign(x') + 9*sin(w*t) conjugate x'
initial x = 0, x' = v, z = 0.1, z' = 0
)",
                                                  2},
                                                 {"slides_along_a_line_of_switching",
                                                  {{"U", 4}, {"T1", 0.7}, {"a", 0.3}},
                                                  R"(coord q
kinetic K = 1/4*q'^2
force u = -U*sign(q + T1*q') - 0.1*sin(q) conjugate q'
initial q = a, q' = 0
)",
                                                  2},
                                                 {"a_puck_whose_slip_turns",
                                                  {{"mu", 0.3}, {"k", 4}},
                                                  R"(coord x, y, z
kinetic T = 1/2*(x'^2 + y'^2 + z'^2)
potential V = 9.81*z + 1/2*k*(x^2 + y^2)
constraint table: z = 0
reaction N of table conjugate z'
friction Fx of N conjugate x' { coefficient = mu }
friction Fy of N conjugate y' { coefficient = mu }
initial x = 1, y = 0, z = 0, x' = 0, y' = 2
)",
                                                  2}};

class EventSensitivity : public testing::TestWithParam<EventfulModel> {};

TEST_P(EventSensitivity, agrees_with_differences_of_runs) {
  const EventfulModel& model = GetParam();
  Session session("model.mech", text_with(model, model.parameters));
  test::expect_derivatives(session, test::names_of(model.parameters),
                           [&model](const std::string& name) { return difference_by(model, name); });
}

INSTANTIATE_TEST_SUITE_P(Models, EventSensitivity, testing::ValuesIn(eventful_models),
                         [](const auto& which) { return which.param.name; });

TEST(EventSensitivities, of_a_start_that_leaves_a_contact_for_one_value_only) {
  Session session("model.mech", "param h = 0\ncoord y\nkinetic T = 1/2*y'^2\npotential V = 9.81*y\n"
                                "constraint floor: y >= 0\ninitial y = h, y' = 0\nsimulate 0..1\n");
  const RunResult result = session.run({});
  const Sensitivities found = session.sensitivities(result, session.sensitivity_causes({"h"}, {}));
  ASSERT_TRUE(found.end);
  EXPECT_EQ(found.end->time, 0);
  EXPECT_THAT(found.end->reason, testing::HasSubstr("for nearby values of h"));
}

TEST(EventSensitivities, end_where_two_things_that_do_not_move_together_happen_at_one_instant) {
  const auto reason_by = [](const std::string& name) {
    Session session("model.mech",
                    "param g = 9.81, h1 = 1, h2 = 1\ncoord x, y\nkinetic T = 1/2*(x'^2 + y'^2)\n"
                    "potential V = g*x + g*y\nconstraint a: x >= 0 { restitution = 0.7 }\n"
                    "constraint b: y >= 0 { restitution = 0.7 }\ninitial x = h1, y = h2\nsimulate 0..0.6\n");
    const RunResult result = session.run({});
    const Sensitivities found = session.sensitivities(result, session.sensitivity_causes({name}, {}));
    return found.end ? found.end->reason : std::string();
  };
  EXPECT_THAT(reason_by("h1"), testing::HasSubstr("several things happen at one instant"));
  EXPECT_EQ(reason_by("g"), "");
}

} // namespace
} // namespace dalembert

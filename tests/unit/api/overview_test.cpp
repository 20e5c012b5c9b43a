#include <dalembert/api/session.h>
#include <dalembert/report/report_page.h>
#include <dalembert/studies/steady_states.h>

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <set>
#include <string>

namespace dalembert {
namespace {

constexpr const char* plain_pendulum = R"(model Pendulum
param m = 1 [kg], l = 1 [m], g = 9.81 [m/s^2]
coord theta [rad]
kinetic T = 1/2*m*l^2*theta'^2
potential V = -m*g*l*cos(theta)
initial theta = 0.5 [rad], theta' = 0 [rad/s]
check T + V = const
simulate 0..1 [s]
)";

/// What `print` makes of a value while its session lives, and afterwards.
template <typename Make, typename Print>
void expect_to_outlive_its_session(const Make& make, const Print& print) {
  std::string before;
  const auto value = [&] {
    Session session("pendulum.mech", plain_pendulum);
    auto made = make(session);
    before = print(made);
    return made;
  }();
  EXPECT_EQ(print(value), before);
}

TEST(Overview, outlives_its_session) {
  expect_to_outlive_its_session([](Session& session) { return session.overview(); },
                                [](const Overview& overview) { return check_json(overview); });
}

TEST(RunReport, outlives_its_session) {
  expect_to_outlive_its_session(
      [](Session& session) { return session.report_of(std::make_shared<const RunResult>(session.run({}))); },
      [](const RunReport& report) { return run_json(report); });
}

TEST(ReportPage, outlives_its_session) {
  expect_to_outlive_its_session(
      [](Session& session) {
        return session.page({{}, {}, "test"});
      },
      [](const ReportPage& page) { return report_html(page); });
}

TEST(ComparisonReport, outlives_both_sessions) {
  expect_to_outlive_its_session(
      [](Session& session) {
        std::optional<Session> other;
        return session.compare_with(std::string(DALEMBERT_SOURCE_DIR) + "/models/seeds/c21_turning_hoop.mech", {},
                                    other);
      },
      [](const ComparisonReport& report) { return comparison_text(report, {}); });
}

TEST(ReportPage, is_without_a_run_where_there_is_no_start) {
  Session session("pendulum.mech", std::string(plain_pendulum) + "constraint c: theta = 2 [rad]\n");
  const ReportPage page = session.page({{}, {}, "test"});
  EXPECT_FALSE(page.run);
  EXPECT_EQ(page.analysis.overview.initial, nullptr);
  std::set<std::string> messages;
  for (const Diagnostic& diagnostic : session.diagnostics())
    EXPECT_TRUE(messages.insert(diagnostic.message).second) << "said twice: " << diagnostic.message;
  EXPECT_FALSE(messages.empty());
}

TEST(Session, finds_facts_once_for_one_choice_of_parameters) {
  Session session("pendulum.mech", plain_pendulum);
  const FactSet* const found = &session.facts();
  EXPECT_EQ(&session.facts(), found);
  const double length = found->get<SteadyStates>().states.at(0).spectrum.values.at(0).imag();
  session.set_parameters({{"g", 4 * 9.81}});
  // Sixty digits, rounded once.
  EXPECT_NEAR(session.facts().get<SteadyStates>().states.at(0).spectrum.values.at(0).imag(), 2 * length, 1e-9);
}

} // namespace
} // namespace dalembert

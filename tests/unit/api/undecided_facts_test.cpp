#include <dalembert/analysis/facts.h>
#include <dalembert/api/session.h>
#include <dalembert/report/pages.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace dalembert {
namespace {

// Nine signs: exact points do not reach every combination, so that nothing of this entry of M is decided. It is 0.
TEST(UndecidedFacts, an_entry_with_many_signs_makes_no_statement_about_the_mass_matrix) {
  Session session("signs.mech", R"(model Signs
coord a, b, c
kinetic T = 1/2*(a'^2 + b'^2 + c'^2)
  + (|a*b| + |b*c| + |a*c| - |a|*|b| - |b|*|c| - |c|*|a| + |a + b| + |b + c| - |-a - b| - |-b - c|)*a'*b'
)");
  const AnalysisReport report = session.analysis();
  const auto& mass = report.facts.get<MassFacts>();
  EXPECT_EQ(mass.is_diagonal, Answer::undecided);
  EXPECT_EQ(mass.changes_with_position, Answer::undecided);
  EXPECT_EQ(mass.changes_with_time, Answer::no);
  EXPECT_EQ(mass.is_constant(), Answer::undecided);
  const std::string text = analyse_text(report, {});
  EXPECT_THAT(text, testing::HasSubstr("whether it is diagonal is not decided"));
}

} // namespace
} // namespace dalembert

#include <dalembert/ensemble/member_table.h>
#include <dalembert/ensemble/summary.h>

#include <gmock/gmock.h>

#include <cmath>
#include <limits>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace dalembert;

class MemberTableTest : public testing::Test {
protected:
  MemberTableTest() {
    SweepAxis axis{{}, 0.1, 0.3, 0.2, 0.1};
    axis.varied.name = "m";
    axis.varied.count = 3;
    plan_.axes = {axis};
  }

  static MemberResult result(double value, MemberEnd end = MemberEnd::completed, std::string reason = {}) {
    return {end, std::move(reason), end == MemberEnd::completed, 1, {value, 1.0 / 3.0}, {}};
  }

  struct Read {
    std::vector<MemberResult> results;
    std::size_t bytes = 0;
  };
  [[nodiscard]] std::optional<Read> read(const std::string& text, std::size_t most = SweepPlan::most_members) const {
    std::istringstream file(text);
    Read out;
    const auto bytes = table_.read(
        file,
        [&out](std::size_t member, MemberResult each) {
          EXPECT_EQ(member, out.results.size());
          out.results.push_back(std::move(each));
        },
        most);
    if (!bytes) return std::nullopt;
    out.bytes = *bytes;
    return out;
  }

  SweepPlan plan_;
  std::vector<MemberColumn> columns_{{"x", "m"}, {"theta[1,2]", ""}};
  MemberTable table_{plan_, columns_};
};

TEST(Exponents, not_above_their_error_are_counted) {
  const std::vector<MemberColumn> columns{
      {"lyapunov", "m"}, {"x", "m"}, {"lyapunov", "1/s"}, {"lyapunov.error", "1/s"}};
  ASSERT_EQ(exponent_column(columns), 2U);
  EXPECT_FALSE(exponent_column({{"lyapunov", "m"}, {"x", "m"}}));
  SweepSummary summary(columns.size(), exponent_column(columns));
  for (const double error : {0.1, 0.2, 0.5, 3.0})
    summary.add(0, {MemberEnd::completed, {}, true, 0, {0, 1, -0.2, error}});
  summary.add(4, {MemberEnd::failed, "stops", false, 0, {0, 1, 0, 1}});
  EXPECT_EQ(summary.without_sign(), 3U);
}

TEST_F(MemberTableTest, WhatIsWrittenIsReadBack) {
  const double none = std::numeric_limits<double>::quiet_NaN();
  const std::string text = table_.heading() + table_.row(0, result(-0.1)) +
                           table_.row(1, result(none, MemberEnd::failed, "stops at t = 1, \"too stiff\""));
  EXPECT_TRUE(
      text.starts_with("member,given m,end,certified,failed checks,x [m],\"theta[1,2]\",reason\n0,0.1,completed,1,1,"));
  const auto found = read(text);
  ASSERT_TRUE(found);
  ASSERT_EQ(found->results.size(), 2U);
  EXPECT_EQ(found->bytes, text.size());
  EXPECT_EQ(found->results[0].values, (std::vector<double>{-0.1, 1.0 / 3.0}));
  EXPECT_TRUE(found->results[0].is_certified);
  EXPECT_EQ(found->results[0].failed_checks, 1U);
  EXPECT_EQ(found->results[1].end, MemberEnd::failed);
  EXPECT_TRUE(std::isnan(found->results[1].values[0]));
  EXPECT_EQ(found->results[1].reason, "stops at t = 1, \"too stiff\"");
}

TEST_F(MemberTableTest, ARowThatWasCutOffIsLeftOut) {
  const std::string whole = table_.heading() + table_.row(0, result(1));
  const std::string next = table_.row(1, result(2));
  for (std::size_t size = 0; size < next.size(); ++size) {
    const auto found = read(whole + next.substr(0, size));
    ASSERT_TRUE(found);
    EXPECT_EQ(found->results.size(), 1U);
    EXPECT_EQ(found->bytes, whole.size());
  }
}

TEST_F(MemberTableTest, NoMoreRowsAreReadThanAreAskedFor) {
  const std::string first = table_.heading() + table_.row(0, result(1));
  const auto found = read(first + table_.row(1, result(2)), 1);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->results.size(), 1U);
  EXPECT_EQ(found->bytes, first.size());
}

TEST_F(MemberTableTest, AnotherSweepIsNotTakenForThisOne) {
  const std::string heading = table_.heading();
  EXPECT_FALSE(read("member,given k\n"));
  EXPECT_FALSE(read(heading + table_.row(1, result(1))));       // out of order
  EXPECT_FALSE(read(heading + "0,0.2,completed,1,0,1,1,\n"));   // another value
  EXPECT_FALSE(read(heading + "0,0.1,vanished,1,0,1,1,\n"));    // no such end
  EXPECT_FALSE(read(heading + "0,0.1,completed,1,0,1,1,,1\n")); // a field too many
  EXPECT_FALSE(read(heading + "0,0.1,completed,1,0,one,1,\n")); // no number
}

TEST(SweepSummaryTest, MeanAndDeviationWithoutCancellation) {
  SweepSummary summary(1);
  for (std::size_t m = 0; m < 3; ++m)
    summary.add(m, {MemberEnd::completed, {}, m != 1, 0, {1e9 + static_cast<double>(m)}});
  const ColumnSummary& column = summary.columns()[0];
  EXPECT_EQ(column.mean, 1e9 + 1);
  EXPECT_EQ(column.deviation(), 1);
  EXPECT_EQ(column.least_member, 0U);
  EXPECT_EQ(column.greatest_member, 2U);
  EXPECT_EQ(summary.uncertified(), 1U);
}

TEST(SweepSummaryTest, FailuresAreCountedByReasonAndLeftOut) {
  SweepSummary summary(1);
  summary.add(0, {MemberEnd::failed, "stops at t = 1.5 s", false, 0, {7}});
  summary.add(1, {MemberEnd::completed, {}, true, 0, {1}});
  summary.add(2, {MemberEnd::failed, "stops at t = 2e-3 s", false, 0, {7}});
  summary.add(3, {MemberEnd::refused, "no start", false, 0, {7}});
  EXPECT_EQ(summary.columns()[0].count, 1U);
  ASSERT_EQ(summary.reasons().size(), 2U);
  EXPECT_EQ(summary.reasons()[0].count, 2U);
  EXPECT_EQ(summary.reasons()[0].first, 0U);
  EXPECT_EQ(summary.reasons()[1].first, 3U);
}

} // namespace

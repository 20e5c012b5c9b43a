#include <dalembert/ensemble/row_statistics.h>

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <vector>

namespace {

using namespace dalembert;

RowLayout layout_of_two() {
  return {{0.0, 1.0}, {{"t", "s"}, {"x", "m"}, {"h", "J"}}};
}

/// A member whose x is `value` at the first instant and twice that at the second, where it gets there.
MemberResult member_with(double value, std::size_t planned = 2, MemberEnd end = MemberEnd::completed) {
  MemberResult out;
  out.end = end;
  out.rows.planned = planned;
  for (std::size_t instant = 0; instant < planned; ++instant) {
    const auto t = static_cast<double>(instant);
    out.rows.values.insert(out.rows.values.end(), {t, value * (1 + t), 5.0});
  }
  out.rows.count = planned;
  return out;
}

TEST(RowStatisticsTest, MomentsAndQuantilesOfAllMembers) {
  RowStatistics statistics(layout_of_two(), 5);
  for (std::size_t member = 0; member < 4; ++member)
    statistics.add(member, member_with(static_cast<double>(member + 1)));
  statistics.add(4, member_with(100.0, 1, MemberEnd::stopped)); // it has not got to the second instant
  statistics.add(5, member_with(1e9, 2, MemberEnd::failed));    // left out
  EXPECT_TRUE(statistics.keeps_all());
  const InstantStatistics& first = statistics.at(0, 1);
  EXPECT_EQ(first.count, 5U);
  EXPECT_DOUBLE_EQ(first.mean, 22.0);
  EXPECT_EQ(first.greatest, 100.0);
  const InstantStatistics& second = statistics.at(1, 1);
  EXPECT_EQ(second.count, 4U);
  EXPECT_DOUBLE_EQ(second.mean, 5.0);
  EXPECT_DOUBLE_EQ(second.deviation(), std::sqrt(20.0 / 3.0));
  EXPECT_DOUBLE_EQ(statistics.quantiles_at(0, 1)[2], 3.0);
  EXPECT_DOUBLE_EQ(statistics.quantiles_at(1, 1)[1], 3.5); // of 2, 4, 6, 8 as NumPy has it
}

TEST(RowStatisticsTest, AnArchiveGoesOnWithTheSameBits) {
  RowStatistics whole(layout_of_two(), 9);
  RowStatistics half(layout_of_two(), 9);
  const auto value = [](std::size_t member) { return std::sin(static_cast<double>(member)); };
  for (std::size_t member = 0; member < 9; ++member)
    whole.add(member, member_with(value(member)));
  for (std::size_t member = 0; member < 4; ++member)
    half.add(member, member_with(value(member)));
  RowStatistics other(layout_of_two(), 9);
  restore(other, archived(half));
  for (std::size_t member = 4; member < 9; ++member)
    other.add(member, member_with(value(member)));
  EXPECT_EQ(archived(whole), archived(other));
}

TEST(RowStatisticsTest, OfManyMembersOneIsDrawnFromEachStretch) {
  RowLayout layout;
  const std::size_t instants = RowStatistics::most_kept_bytes / (8 * 100); // a hundred members fit
  for (std::size_t k = 0; k < instants; ++k)
    layout.times.push_back(static_cast<double>(k));
  layout.quantities = {{"t", "s"}};
  for (const std::size_t members : {101U, 1000U, 12345U}) {
    RowStatistics statistics(layout, members);
    EXPECT_FALSE(statistics.keeps_all());
    MemberResult none;
    std::vector<std::size_t> drawn;
    for (std::size_t member = 0; member < members; ++member) {
      const std::size_t before = statistics.kept();
      statistics.add(member, none);
      if (statistics.kept() > before) drawn.push_back(member);
    }
    ASSERT_EQ(drawn.size(), 100U);
    const double stretch = static_cast<double>(members) / 100;
    for (std::size_t k = 0; k < drawn.size(); ++k)
      // Half of the stretch, within which it is drawn, to either side; 1 for whole numbers.
      EXPECT_NEAR(static_cast<double>(drawn[k]), (static_cast<double>(k) + 0.5) * stretch, 0.5 * stretch + 1);
  }
}

TEST(RowStatisticsTest, OtherInstantsAreRefused) {
  RowStatistics statistics(layout_of_two(), 2);
  MemberResult other = member_with(1.0);
  other.rows.values[3] = 0.9;
  EXPECT_THROW(statistics.add(0, other), OptionError);
}

} // namespace

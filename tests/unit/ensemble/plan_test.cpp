#include <dalembert/ensemble/plan.h>
#include <dalembert/results/run_options.h>

#include <gmock/gmock.h>

#include <cmath>
#include <set>

namespace {

using namespace dalembert;
using testing::ElementsAre;

SweepAxis even_axis(double low, double high, std::size_t count) {
  SweepAxis out{{}, low, high, (low + high) / 2, (high - low) / 2};
  out.varied.count = count;
  return out;
}

SweepAxis drawn_axis(Sweep::Choice choice, double low, double high) {
  SweepAxis out = even_axis(low, high, 0);
  out.varied.choice = choice;
  return out;
}

TEST(SweepPlanTest, AllCombinationsTheLastAxisFastest) {
  const SweepPlan plan{{even_axis(1, 2, 2), even_axis(0, 10, 3)}};
  ASSERT_EQ(plan.members(), 6U);
  EXPECT_THAT(plan.values(0), ElementsAre(1, 0));
  EXPECT_THAT(plan.values(1), ElementsAre(1, 5));
  EXPECT_THAT(plan.values(2), ElementsAre(1, 10));
  EXPECT_THAT(plan.values(3), ElementsAre(2, 0));
  EXPECT_THAT(plan.values(5), ElementsAre(2, 10));
}

TEST(SweepPlanTest, ValuesOfAListComeInTheirOrder) {
  SweepAxis listed = even_axis(1, 5, 3);
  listed.varied.choice = Sweep::Choice::listed;
  listed.values = {5, 1, 2};
  const SweepPlan plan{{listed, even_axis(0, 10, 2)}};
  ASSERT_EQ(plan.members(), 6U);
  EXPECT_FALSE(plan.is_random());
  EXPECT_THAT(plan.values(1), ElementsAre(5, 10));
  EXPECT_THAT(plan.values(2), ElementsAre(1, 0));
  EXPECT_THAT(plan.values(5), ElementsAre(2, 10));
}

TEST(SweepPlanTest, BothEndsAreExactAndOneValueIsTheMean) {
  const SweepAxis many = even_axis(0.1, 0.7, 8);
  EXPECT_EQ(many.even(0), 0.1);
  EXPECT_EQ(many.even(7), 0.7);
  EXPECT_EQ(even_axis(1, 3, 1).even(0), 2);
}

TEST(SweepPlanTest, DrawsRepeatEveryCombination) {
  SweepPlan plan{{even_axis(1, 2, 2), drawn_axis(Sweep::Choice::uniform, 0, 1)}};
  plan.draws = 3;
  ASSERT_EQ(plan.members(), 6U);
  std::set<double> drawn;
  for (std::size_t m = 0; m < 6; ++m) {
    EXPECT_EQ(plan.values(m)[0], m < 3 ? 1 : 2);
    drawn.insert(plan.values(m)[1]);
  }
  EXPECT_EQ(drawn.size(), 6U);
  EXPECT_EQ(plan.values(4), plan.values(4));
}

TEST(SweepPlanTest, AnotherSeedOrAxisHasOtherNumbers) {
  const SweepAxis axis = drawn_axis(Sweep::Choice::uniform, 0, 1);
  EXPECT_NE(axis.drawn(1, 0, 0), axis.drawn(2, 0, 0));
  EXPECT_NE(axis.drawn(1, 0, 0), axis.drawn(1, 0, 1));
  EXPECT_NE(axis.drawn(1, 0, 0), axis.drawn(1, 1, 0));
}

/// Mean, deviation, skewness and the correlation of neighbours of 40 000 draws: each differs from its value by less
/// than five of its own standard deviations.
TEST(SweepPlanTest, NormalDrawsHaveTheMomentsOfANormalDistribution) {
  const SweepAxis axis = drawn_axis(Sweep::Choice::normal, 2, 4);
  constexpr std::size_t count = 40'000;
  double sum = 0;
  double squares = 0;
  double cubes = 0;
  double neighbours = 0;
  double before = 0;
  for (std::size_t m = 0; m < count; ++m) {
    const double z = axis.drawn(7, m, 0) - 3;
    sum += z;
    squares += z * z;
    cubes += z * z * z;
    neighbours += z * before;
    before = z;
  }
  const double n = count;
  EXPECT_NEAR(sum / n, 0, 5 / std::sqrt(n));
  EXPECT_NEAR(squares / n, 1, 5 * std::sqrt(2 / n));
  EXPECT_NEAR(cubes / n, 0, 5 * std::sqrt(15 / n));
  EXPECT_NEAR(neighbours / n, 0, 5 / std::sqrt(n));
}

TEST(SweepPlanTest, UniformDrawsStayInsideAndFillTheRange) {
  const SweepAxis axis = drawn_axis(Sweep::Choice::uniform, -1, 3);
  std::vector<int> bins(8);
  for (std::size_t m = 0; m < 8000; ++m) {
    const double x = axis.drawn(1, m, 2);
    ASSERT_GE(x, -1);
    ASSERT_LT(x, 3);
    ++bins[static_cast<std::size_t>((x + 1) * 2)];
  }
  for (const int bin : bins)
    EXPECT_NEAR(bin, 1000, 5 * std::sqrt(1000.0)); // five standard deviations of a count of 1000
}

TEST(SweepPlanTest, TooManyMembersAreRefused) {
  const SweepPlan plan{{even_axis(0, 1, 100'000), even_axis(0, 1, 100'000)}};
  EXPECT_THROW(static_cast<void>(plan.members()), OptionError);
}

} // namespace

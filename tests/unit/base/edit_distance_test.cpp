#include <dalembert/base/edit_distance.h>

#include <gtest/gtest.h>

namespace dalembert {
namespace {

TEST(EditDistance, counts_wrong_missing_extra_and_exchanged_letters) {
  EXPECT_EQ(edit_distance("coord", "coord"), 0);
  EXPECT_EQ(edit_distance("cord", "coord"), 1);
  EXPECT_EQ(edit_distance("cooord", "coord"), 1);
  EXPECT_EQ(edit_distance("coert", "coord"), 2);
  EXPECT_EQ(edit_distance("cordo", "coord"), 2);
  EXPECT_EQ(edit_distance("ocord", "coord"), 1);
  EXPECT_EQ(edit_distance("", "abc"), 3);
  EXPECT_EQ(edit_distance("abc", ""), 3);
}

TEST(EditDistance, takes_the_costs_it_is_given) {
  const SlipCosts costs{.letter = 2, .other_case = 1, .exchanged = 1};
  EXPECT_EQ(edit_distance("Theta", "theta", costs), 1);
  EXPECT_EQ(edit_distance("thtea", "theta", costs), 1);
  EXPECT_EQ(edit_distance("thta", "theta", costs), 2);
  EXPECT_EQ(edit_distance("Thta", "theta", costs), 3);
}

} // namespace
} // namespace dalembert

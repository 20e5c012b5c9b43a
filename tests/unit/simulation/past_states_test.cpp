#include <dalembert/simulation/motion/past_states.h>

#include <gtest/gtest.h>

#include <vector>

namespace dalembert {
namespace {

TEST(PastStates, are_as_far_apart_as_a_tenth_of_their_distance_from_now_at_most) {
  PastStates past;
  constexpr int last = 20000;
  for (int i = 0; i <= last; ++i)
    past.keep(i, std::vector<double>{2.0 * i});
  for (double age = 30; age < last; age *= 1.3) {
    const PastStates::Moment* const found = past.last_before(last - age, TimeOrder());
    ASSERT_TRUE(found);
    EXPECT_LE(found->t, last - age);
    EXPECT_LE(last - age - found->t, 0.4 * age);
    EXPECT_EQ(found->y, std::vector<double>{2.0 * found->t});
  }
}

TEST(PastStates, hold_the_first_and_the_last) {
  PastStates past;
  EXPECT_EQ(past.last_before(1, TimeOrder()), nullptr);
  for (int i = 1; i <= 500; ++i)
    past.keep(i, {});
  EXPECT_EQ(past.last_before(0.5, TimeOrder()), nullptr);
  EXPECT_EQ(past.last_before(1, TimeOrder())->t, 1);
  EXPECT_EQ(past.last_before(500, TimeOrder())->t, 500);
  past.clear();
  EXPECT_EQ(past.last_before(500, TimeOrder()), nullptr);
}

TEST(PastStates, of_a_run_that_goes_back) {
  const TimeOrder backwards(0, -1);
  PastStates past;
  for (int i = 0; i <= 500; ++i)
    past.keep(-i, {});
  EXPECT_EQ(past.last_before(0.5, backwards), nullptr);
  EXPECT_EQ(past.last_before(-0.5, backwards)->t, 0);
  EXPECT_EQ(past.last_before(-600, backwards)->t, -500);
}

} // namespace
} // namespace dalembert

#include <dalembert/base/outside_wait.h>
#include <dalembert/base/watch.h>

#include <gtest/gtest.h>

namespace dalembert {
namespace {

// Ending waits is for good, so all of it is one test.
TEST(OutsideWait, is_seen_while_it_lives_and_refused_once_waits_are_ended) {
  EXPECT_FALSE(is_waiting_outside());
  {
    const OutsideWait wait;
    EXPECT_TRUE(is_waiting_outside());
  }
  EXPECT_FALSE(is_waiting_outside());
  end_outside_waits();
  EXPECT_THROW(const OutsideWait wait, Stopped);
  EXPECT_FALSE(is_waiting_outside());
}

} // namespace
} // namespace dalembert

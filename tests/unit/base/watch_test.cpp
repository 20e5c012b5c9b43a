// Work says what it is at, and stops where it is asked to.
#include <dalembert/base/watch.h>

#include <gtest/gtest.h>

#include <string>

namespace dalembert {
namespace {

constexpr std::size_t much = 1'000'000;

TEST(watch, nobody_is_asked_where_nobody_watches) {
  EXPECT_NO_THROW(poll(much));
}

TEST(watch, work_ends_where_a_stop_was_requested) {
  StopToken stop;
  Watch watch(&stop);
  const Watching watching(&watch);
  EXPECT_NO_THROW(poll(much));
  stop.request();
  EXPECT_THROW(poll(much), Stopped);
}

TEST(watch, results_are_put_together_without_being_stopped) {
  StopToken stop;
  Watch watch(&stop);
  const Watching watching(&watch);
  stop.request();
  {
    const Watching nobody(nullptr);
    EXPECT_NO_THROW(poll(much));
  }
  EXPECT_THROW(poll(much), Stopped);
}

TEST(watch, the_listener_learns_the_innermost_activity_and_its_share) {
  std::string heard;
  double share = 0.0;
  Watch watch(nullptr, [&](const Watch& at) {
    heard = at.activity();
    share = at.share();
  });
  const Watching watching(&watch);
  const Activity outer("proving the checks");
  {
    Activity inner("looking for symmetries");
    inner.at(1, 4);
    poll(much);
    EXPECT_EQ(heard, "looking for symmetries");
    EXPECT_EQ(share, 0.25);
  }
  poll(much);
  EXPECT_EQ(heard, "proving the checks");
  EXPECT_LT(share, 0.0);
}

} // namespace
} // namespace dalembert

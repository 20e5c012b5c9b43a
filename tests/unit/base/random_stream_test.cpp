#include <dalembert/base/random_stream.h>

#include <gtest/gtest.h>

namespace dalembert {
namespace {

TEST(RandomStream, gives_the_published_numbers_of_splitmix64) {
  RandomStream random(6825969218051960948U); // whose state is 1234567
  EXPECT_EQ(random(), 6457827717110365317U);
  EXPECT_EQ(random(), 3203168211198807973U);
  EXPECT_EQ(random(), 9817491932198370423U);
}

TEST(RandomStream, of_one_use_repeats_itself_and_differs_from_that_of_another) {
  RandomStream first("signs");
  RandomStream again("signs");
  RandomStream other("ranks");
  const std::uint64_t number = first();
  EXPECT_EQ(again(), number);
  EXPECT_NE(other(), number);
}

TEST(RandomStream, numbers_between_two_fill_the_range_evenly) {
  RandomStream random("range");
  int below = 0;
  double sum = 0.0;
  constexpr int count = 10'000;
  for (int i = 0; i < count; ++i) {
    const double x = random.between(-1.0, 3.0);
    EXPECT_GE(x, -1.0);
    EXPECT_LT(x, 3.0);
    if (x < 0.0) ++below;
    sum += x;
  }
  EXPECT_NEAR(below, count / 4, 200);  // more than four standard deviations of 43
  EXPECT_NEAR(sum / count, 1.0, 0.06); // five standard deviations: 4/√12/100 = 0.0115
}

} // namespace
} // namespace dalembert

// Lanes of coordinates that have no place.
#include "sketched.h"

#include <gmock/gmock.h>

namespace dalembert {
namespace {

std::size_t lanes(const Picture& picture) {
  return static_cast<std::size_t>(std::ranges::count_if(
      picture.items, [](const auto& item) { return std::holds_alternative<Lane<Expr>>(item.what); }));
}

TEST(lanes, are_for_coordinates_that_nothing_shows) {
  const Sketched s("param m = 1 [kg], J = 1 [kg*m^2]\ncoord x [m], y [m], a [rad]\n"
                   "kinetic T = 1/2*m*(x'^2 + y'^2) + 1/2*J*a'^2\n");
  EXPECT_EQ(lanes(s.picture), 1U);
  ASSERT_EQ(s.picture.not_drawn.size(), 1U);
  EXPECT_EQ(s.picture.not_drawn.front().what, "a");
}

TEST(lanes, are_no_more_than_the_eye_takes_in) {
  const Sketched s("count n = 40\nparam m = 1 [kg]\ncoord q[1..n] [m]\n"
                   "kinetic T = sum(i in 1..n: 1/2*m*q[i]'^2)\n");
  EXPECT_EQ(lanes(s.picture), 24U);
  EXPECT_EQ(s.picture.not_drawn.back().what, "16 more coordinates");
}

} // namespace
} // namespace dalembert

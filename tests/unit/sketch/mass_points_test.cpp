// Rule P1: masses that T shows, and what looks like one and is none.
#include "sketched.h"

#include <gmock/gmock.h>

namespace dalembert {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(mass_points, a_square_of_two_coordinates_with_the_names_of_a_point_is_a_mass) {
  const Sketched s("param m = 1 [kg]\ncoord x [m], y [m]\nkinetic T = 1/2*m*(x'^2 + y'^2)\n");
  EXPECT_EQ(s.listing(), "mass (x, y) m\n");
}

} // namespace
} // namespace dalembert

// Curves and surfaces to which constraints keep a mass.
#include "sketched.h"

#include <gmock/gmock.h>

namespace dalembert {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const std::string plane_mass = "param m = 1 [kg], a = 1 [m], b = 0.5 [m], w = 1 [rad/s]\ncoord x [m], y [m]\n"
                               "kinetic T = 1/2*m*(x'^2 + y'^2)\n";
const std::string space_mass = "param m = 1 [kg], a = 1 [m], b = 0.5 [m], w = 1 [rad/s]\n"
                               "coord x [m], y [m], z [m]\nkinetic T = 1/2*m*(x'^2 + y'^2 + z'^2)\n";

std::size_t count(const Sketched& s, const std::string& rule) {
  return static_cast<std::size_t>(
      std::ranges::count(s.picture.items, rule, [](const DrawnItem<Expr>& item) { return item.rule; }));
}

TEST(surfaces, of_a_height_are_bowls_and_saddles) {
  for (const char* const row : {"z = (x^2 + y^2)/(2*a)", "z = 2*sqrt(x^2 + y^2)", "z = (x^2 - y^2)/a", "z = x^2/a"}) {
    const Sketched s(space_mass + "constraint c: " + row + "\ninitial x = 0.5 [m]\n");
    EXPECT_EQ(count(s, "P7"), 1U) << row << s.listing();
  }
}

} // namespace
} // namespace dalembert

// The picture that is shown: what the model draws, and the automatic rest.
#include <dalembert/sketch/completed.h>

#include "sketched.h"

#include <gmock/gmock.h>

namespace dalembert {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const std::string pendulum = "param m = 1 [kg], l = 1 [m], g = 9.81 [m/s^2]\ncoord x [m], y [m]\n"
                             "let r = sqrt(x^2 + y^2)\nkinetic T = 1/2*m*(x'^2 + y'^2)\npotential V = -m*g*y\n"
                             "constraint rod: r = l\nreaction S [N] of rod conjugate -r'\n";

std::string shown_of(const std::string& lines, const std::string& model = pendulum) {
  const Sketched s(model + lines);
  Sketched whole = s;
  whole.picture = completed(s.reading.study, s.picture);
  return whole.listing();
}

TEST(completed, is_the_automatic_picture_where_nothing_is_drawn) {
  EXPECT_EQ(shown_of(""), Sketched(pendulum).listing());
}

TEST(completed, has_automatic_arrows_on_what_is_drawn) {
  const std::string all = shown_of("draw line through (0, 0), (x, y)\n");
  EXPECT_EQ(all.substr(0, all.find('\n')), "line (0, 0) (x, y)");
  EXPECT_THAT(all, HasSubstr("reaction solid S at (x, y)"));
  EXPECT_THAT(all, Not(HasSubstr("mass")));
}

TEST(completed, leaves_out_the_automatic_arrow_of_a_force_that_is_drawn) {
  const std::string all = shown_of("draw arrow of S at (0, 0) along (1, 0)\n");
  EXPECT_THAT(all, HasSubstr("reaction solid S at (0, 0) along (S, 0)"));
  EXPECT_THAT(all, Not(HasSubstr("S at (x, y)")));
  EXPECT_THAT(all, HasSubstr("mass (x, y) m")); // an arrow replaces no mass
}

TEST(completed, keeps_everything_or_nothing_where_that_is_asked_for) {
  const std::string with = shown_of("draw label at (0, 0) \"O\"\nanimate { automatic = \"with\" }\n");
  EXPECT_THAT(with, HasSubstr("label (0, 0)"));
  EXPECT_THAT(with, HasSubstr("mass (x, y) m"));
  EXPECT_EQ(shown_of("draw label at (0, 0) \"O\"\nanimate { automatic = \"none\" }\n"), "label (0, 0)\n");
}

TEST(completed, has_lanes_for_what_the_drawing_does_not_show) {
  EXPECT_THAT(shown_of("draw point at (x, 0)\n"), HasSubstr("lane y"));
  EXPECT_THAT(shown_of("draw point at (x, 0)\n"), Not(HasSubstr("lane x")));
}

TEST(completed, takes_the_direction_up_from_the_model_first) {
  const Sketched s(pendulum + "animate { up = \"y\" }\n");
  EXPECT_EQ(s.picture.settings.up, SceneUp::minus_y);
  EXPECT_EQ(completed(s.reading.study, s.picture).settings.up, SceneUp::y);
  const Sketched silent(pendulum + "draw point at (x, y)\n");
  EXPECT_EQ(completed(silent.reading.study, silent.picture).settings.up, SceneUp::minus_y);
}

TEST(completed, is_spatial_where_the_drawing_is) {
  EXPECT_THAT(shown_of("draw point at (x, y, l)\n"), HasSubstr("reaction solid S at (x, y, 0)"));
}

} // namespace
} // namespace dalembert

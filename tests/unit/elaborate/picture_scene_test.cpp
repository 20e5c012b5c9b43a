// The scene as a whole: its space, `animate`, units, and mistakes.
#include <dalembert/picture/errors.h>

#include "pictured.h"

#include <array>

namespace dalembert {
namespace {

TEST(picture, places_of_a_spatial_scene_have_three_components) {
  const Pictured p("draw mass at (x, y)\ndraw mass at (x, y, z)\ndraw disc(r) at (x, y) turned rotation(x: a)\n");
  EXPECT_EQ(p.codes(), "N1114");
  expect_near(p.values(p.item<Mark<Expr>>().at), {1.5, -0.5, 0.0});
  EXPECT_EQ(p.item<Shape<Expr>>(2).turned.entries.size(), 6U);
}

TEST(picture, animate_sets_the_scene) {
  const Pictured p("animate { plane = \"xz\"; up = \"-y\"; camera = (30 [deg], 20 [deg]); view = ((1 [m], 2 [m]), (-1 "
                   "[m], 4 [m]));\n"
                   "  speed = 0.1; scale = (0.05 [m/N], 2 [m/(N*m)], 0.5 [m/(m/s)]); automatic = \"with\"; follow = "
                   "(x, y); flash = off }\n");
  EXPECT_EQ(p.codes(), "");
  const SceneSettings& s = p.picture().settings;
  EXPECT_EQ(s.plane, ScenePlane::xz);
  EXPECT_EQ(s.up, SceneUp::minus_y);
  EXPECT_NEAR(s.camera->azimuth, pi / 6, 1e-15); // an ulp or two of 0.5
  EXPECT_EQ(s.view->at(0), (std::array<double, 2>{-1, 2}));
  EXPECT_EQ(s.view->at(1), (std::array<double, 2>{1, 4}));
  EXPECT_EQ(s.speed, 0.1);
  EXPECT_EQ(s.scales, (std::map<std::string, double>{{"N", 0.05}, {"N·m", 2.0}, {"m/s", 0.5}}));
  EXPECT_EQ(s.automatic, AutomaticPicture::with);
  EXPECT_FALSE(s.flash);
  expect_near(p.values(p.picture().follow), {1.5, -0.5});
}

TEST(picture, older_settings_of_animate_are_drawings) {
  const Pictured p("animate { polyline = (x, y); trail = (x[1], y[1]) }\n", three_masses);
  EXPECT_EQ(p.codes(), "");
  EXPECT_EQ(p.item<Path<Expr>>().points.size(), 3U);
  EXPECT_EQ(p.reading.text(p.item<Path<Expr>>().points[2][1]), "y[3]");
  EXPECT_EQ(p.reading.text(p.item<Trail<Expr>>(1).of[0]), "x[1]");
  const Pictured q("animate { arrows = (N, G) }\n", with_forces);
  EXPECT_EQ(q.codes(), "");
  EXPECT_EQ(q.item<Arrow<Expr>>(1).of, "G");
}

TEST(picture, a_file_without_units_is_checked_for_none) {
  const Pictured p("draw disc(2) at (x, x^2) turned x\ndraw arrow along (x, x') at (1, 2)\n",
                   "coord x\nkinetic T = x'^2\n");
  EXPECT_EQ(p.codes(), "");
  EXPECT_EQ(p.item<Arrow<Expr>>(1).unit, "");
}

TEST(picture, units_in_it_do_not_make_a_model_one_with_units) {
  const Pictured p("draw mass at (0.5 [m], x)\n", "param k = 3\ncoord x\nkinetic T = x'^2 + k*x\n");
  EXPECT_EQ(p.codes(), "");
  EXPECT_FALSE(p.reading.system().has_units);
}

TEST(picture, gives_names_without_unit_the_one_of_their_place) {
  const Pictured p("draw pin at (d, 0)\n", "param d, m = 1 [kg]\ncoord x [m]\nkinetic T = 1/2*m*x'^2\n");
  EXPECT_EQ(p.codes(), "");
  EXPECT_EQ(p.reading.system().parameters[0].measure.unit(), "m");
}

// ---- mistakes

TEST(picture, a_mistake_in_it_is_no_error_of_the_model) {
  Pictured p("draw mess at (x, y)\ndraw mass at (xx, y)\ndraw mass at (x, y) { visible = x + y' }\n");
  EXPECT_EQ(p.codes(), "E1101 E0201 E0402");
  EXPECT_FALSE(has_errors(p.reading.diagnostics));
  EXPECT_FALSE(p.reading.study.system.energies.empty());
  raise_picture_errors(p.reading.diagnostics);
  EXPECT_TRUE(has_errors(p.reading.diagnostics));
}

TEST(picture, what_is_right_is_drawn_beside_mistakes) {
  const Pictured p("draw mess at (x, y)\ndraw pin at (0, 0)\n");
  ASSERT_EQ(p.picture().items.size(), 1U);
  EXPECT_EQ(p.item<Mark<Expr>>().kind, MarkKind::pin);
}

struct WrongPicture {
  const char* line;
  const char* codes;
};

class wrong_picture : public testing::TestWithParam<WrongPicture> {};

TEST_P(wrong_picture, has_the_code_of_its_mistake) {
  const Pictured p(std::string(GetParam().line) + "\n", with_forces);
  EXPECT_EQ(p.codes(), GetParam().codes) << p.reading.listing();
  EXPECT_FALSE(has_errors(p.reading.diagnostics));
}

INSTANTIATE_TEST_SUITE_P(
    each, wrong_picture,
    testing::Values(
        WrongPicture{"draw N at (x, y)", "E1101"}, WrongPicture{"draw disc at (x, y)", "E1102"},
        WrongPicture{"draw disc(r, l) at (x, y)", "E1102"}, WrongPicture{"draw mass (x, y)", "E1102"},
        WrongPicture{"draw rod from (0, 0)", "E1102"}, WrongPicture{"draw mass at (x, y) at (y, x)", "E1102"},
        WrongPicture{"draw mass at (x, y) along (1, 0)", "E1102"}, WrongPicture{"draw curve through (x, y)", "E1102"},
        WrongPicture{"draw label at (x, y)", "E1102"}, WrongPicture{"draw arrow at (x, y)", "E1102"},
        WrongPicture{"draw arrow along (x, y)", "E1102"}, WrongPicture{"draw line through (x, y)", "E1102"},
        WrongPicture{"draw arrow of G along (1, 0)", "E1102"}, WrongPicture{"draw mass at x", "E1103"},
        WrongPicture{"draw mass at x, y", "E1103"}, WrongPicture{"draw mass at (x, y, z, x)", "E1103"},
        WrongPicture{"draw disc(r) at (x, y) turned rotation(x: a)", "E1103"},
        WrongPicture{"draw disc(r) at (x, y) along (1, 0)", "E1103"},
        WrongPicture{"draw disc(r) at (x, y, z) along (0, 0, 1)", "E1103"},
        WrongPicture{"draw ground through (0, 0) along (0, 0)", "E1103"},
        WrongPicture{"draw rod from (x, y) to (x, y)", "E1103"},
        WrongPicture{"draw arrow of F along (x, y) at (x, 0)", "E1103"}, WrongPicture{"draw mass at (a, y)", "E1104"},
        WrongPicture{"draw mass at (1, y)", "E1104"}, WrongPicture{"draw disc(a) at (x, y)", "E1104"},
        WrongPicture{"draw mass at (x', y)", "E1105"}, WrongPicture{"draw mass at (N*l/W, y)", "E1105"},
        WrongPicture{"draw disc(r) at (x, y) turned x", "E1106"},
        WrongPicture{"draw disc(r) at (x, y) turned rotation(a)", "E1106 E0201"},
        WrongPicture{"draw arrow of W at (x, y) along (1, 0)", "E1107"}, WrongPicture{"draw arrow of NN", "E1107"},
        WrongPicture{"draw gauge of G", "E1107"}, WrongPicture{"draw arrow of F", "E1108"},
        WrongPicture{"draw arrow of F at (x, y)", "E1108"}, WrongPicture{"draw arrow of M at (x, y, z)", "E1108"},
        WrongPicture{"draw curve through (r*u, 0) for u in 0..a", "E1109"},
        WrongPicture{"draw curve through (r*u, 0) for u in 0..1 { points = 3000 }", "E1110"},
        WrongPicture{"draw point at (i*r, 0) for i in 1..6000", "E1110"},
        WrongPicture{"draw point at (x + i*r, y) for i in 1..4500", "E1110"},
        WrongPicture{"draw mass at (x, y) { color = a }", "E1111"},
        WrongPicture{"draw mass at (x, y) { colour = \"blue\" }", "E1111"},
        WrongPicture{"draw mass at (x, y) { coils = 3 }", "E1111"}, WrongPicture{"animate { speeed = 2 }", "E1111"},
        WrongPicture{"animate { view = 2 [m] }", "E1111"}, WrongPicture{"animate { scale = 2 [kg] }", "E1111"},
        WrongPicture{"draw pin at (x, y); draw pin at (x, y)", "W1112"}));

} // namespace
} // namespace dalembert

#include <dalembert/simulation/plan/coordinate_watch.h>

#include "study_builder.h"

#include <gtest/gtest.h>

#include <vector>

namespace dalembert {
namespace {

/// Two particles on lines; the second, y, meets a ridge 0.02 m wide at y = 1 m.
struct Ridge : test::StudyBuilder {
  Ridge() : StudyBuilder("Ridge") {
    Expr x_rate;
    Expr y_rate;
    coordinate("x", x_rate);
    const Expr y = coordinate("y", y_rate);
    Graph& g = graph();
    energy(EnergyKind::kinetic, g.scale(Rational(1, 2), g.add(g.square(x_rate), g.square(y_rate))));
    const Expr away = g.scale(Rational(100), g.sub(y, g.one()));
    energy(EnergyKind::potential, g.apply(Function::exp, g.neg(g.square(away))));
  }
};

/// (x, y, x′, y′)
using Point = std::vector<double>;

TEST(CoordinateWatch, lets_steps_go_to_a_narrow_place_and_no_further) {
  const Engine engine = Ridge().engine();
  CoordinateWatch watch(engine);
  ASSERT_FALSE(watch.is_empty());
  EXPECT_EQ(watch.passable(0.1, Point{0, 0.2, 0, 1}, Point{0, 0.3, 0, 1}), 1.0);
  const double onto = watch.passable(1.0, Point{0, 0.5, 0, 1}, Point{0, 1.5, 0, 1});
  EXPECT_GT(onto, 0.0);
  EXPECT_LT(onto, 0.55);
  const double back = watch.passable(1.0, Point{0, 1.5, 0, -1}, Point{0, 0.5, 0, -1});
  EXPECT_GT(back, 0.0);
  EXPECT_LT(back, 0.55);
  EXPECT_EQ(watch.passable(1.0, Point{5, 0.2, 1, 0.1}, Point{6, 0.3, 1, 0.1}), 1.0); // x may go anywhere
  EXPECT_EQ(watch.unseen(), "");
}

TEST(CoordinateWatch, knows_that_a_motion_that_turns_has_been_further) {
  const Engine engine = Ridge().engine();
  CoordinateWatch watch(engine);
  // Both ends at y = 0.9 m; in between the motion goes about v·h/4 = 0.15 m further.
  EXPECT_LT(watch.passable(0.6, Point{0, 0.9, 0, 1}, Point{0, 0.9, 0, -1}), 1.0);
  EXPECT_LT(watch.passable(0.6, Point{0, 1.1, 0, -1}, Point{0, 1.1, 0, 1}), 1.0);
}

TEST(CoordinateWatch, looks_at_nothing_that_other_coordinates_move) {
  test::StudyBuilder pair("Pair");
  Expr x_rate;
  Expr y_rate;
  const Expr x = pair.coordinate("x", x_rate);
  const Expr y = pair.coordinate("y", y_rate);
  Graph& g = pair.graph();
  pair.energy(EnergyKind::kinetic, g.scale(Rational(1, 2), g.add(g.square(x_rate), g.square(y_rate))));
  const Expr gap = g.scale(Rational(100), g.sub(y, x));
  pair.energy(EnergyKind::potential, g.apply(Function::exp, g.neg(g.square(gap))));
  const Engine engine = pair.engine();
  EXPECT_TRUE(CoordinateWatch(engine).is_empty());
}

TEST(CoordinateWatch, does_not_forget_what_it_could_not_look_at) {
  // V = exp(−(1000·sin e^(20·(1 − y)))²): a billion narrow ridges in a metre at y = 0, none at y = 10 m.
  test::StudyBuilder wild("Wild");
  Expr rate;
  const Expr y = wild.coordinate("y", rate);
  Graph& g = wild.graph();
  wild.energy(EnergyKind::kinetic, g.scale(Rational(1, 2), g.square(rate)));
  const Expr wave = g.sin(g.apply(Function::exp, g.scale(Rational(20), g.sub(g.one(), y))));
  wild.energy(EnergyKind::potential, g.apply(Function::exp, g.neg(g.square(g.scale(Rational(1000), wave)))));
  const Engine engine = wild.engine();
  CoordinateWatch tame(engine);
  (void)tame.passable(1e-3, Point{10, 1}, Point{10.001, 1});
  EXPECT_EQ(tame.unseen(), "");
  CoordinateWatch watch(engine);
  (void)watch.passable(1e-3, Point{0, 1}, Point{0.001, 1});
  EXPECT_EQ(watch.unseen(), "y");
  (void)watch.passable(1e-3, Point{10, 1}, Point{10.001, 1});
  EXPECT_EQ(watch.unseen(), "y");
}

TEST(CoordinateWatch, minds_a_turn_of_the_coordinate_itself_alone) {
  const Engine engine = Ridge().engine();
  CoordinateWatch watch(engine);
  EXPECT_EQ(watch.passable(0.4, Point{0, -3, 0, 1}, Point{0, -3, 0, -1}), 1.0); // 0.1 m are far from the ridge
  EXPECT_EQ(watch.passable(0.6, Point{0, -3, 30, 1}, Point{0, -3, -30, 1}), 1.0);
}

} // namespace
} // namespace dalembert

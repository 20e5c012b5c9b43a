// Arrows and arcs: where they stand, in which direction, in which unit.
#include "pictured.h"

namespace dalembert {
namespace {

TEST(picture, a_stated_reaction_is_drawn_where_it_is_stated) {
  const Pictured p("draw arrow of N\n", with_forces);
  EXPECT_EQ(p.codes(), "");
  const auto& arrow = p.item<Arrow<Expr>>();
  EXPECT_EQ(arrow.role, ArrowRole::reaction);
  EXPECT_EQ(arrow.of, "N");
  EXPECT_EQ(arrow.unit, "N");
  EXPECT_EQ(p.picture().items[0].name, "N");
  expect_near(p.values(arrow.at), {1.5, -0.5});
  expect_near(p.values(arrow.vector), {11 * -0.5, 11 * 0.5 / 3});
  expect_near(p.values(arrow.against), {0.25, 0.0});
}

TEST(picture, an_arrow_takes_the_direction_as_it_is_given) {
  const Pictured p("draw arrow of F along (2, 0) at (x, 0)\n", with_forces);
  EXPECT_EQ(p.codes(), "");
  expect_near(p.values(p.item<Arrow<Expr>>().vector), {22.0, 0.0});
  EXPECT_TRUE(p.item<Arrow<Expr>>().against.empty());
}

TEST(picture, the_direction_of_an_arrow_follows_from_its_speed_at_a_point) {
  const Pictured p("draw arrow of S at (x, y)\ndraw arrow of R\n", with_forces);
  EXPECT_EQ(p.codes(), "") << p.reading.listing();
  expect_near(p.values(p.item<Arrow<Expr>>().vector), {11 * 0.5, 11 * -0.5 / 3});
  EXPECT_EQ(p.item<Arrow<Expr>>(1).role, ArrowRole::friction);
  expect_near(p.values(p.item<Arrow<Expr>>(1).at), {1.5, -0.5});
  expect_near(p.values(p.item<Arrow<Expr>>(1).vector), {11 * -0.5 / 3, 11 * -0.5});
}

TEST(picture, forces_and_impacts_are_arrows_of_their_own_kind) {
  const Pictured p("draw arrow of G\ndraw arrow of H at (x, y)\ndraw arrow of I at (x, y)\n", with_forces);
  EXPECT_EQ(p.codes(), "");
  expect_near(p.values(p.item<Arrow<Expr>>().vector), {0.0, -7.0});
  EXPECT_EQ(p.item<Arrow<Expr>>().role, ArrowRole::applied);
  EXPECT_EQ(p.item<Arrow<Expr>>().unit, "N");
  expect_near(p.values(p.item<Arrow<Expr>>(1).vector), {3.5, 0.0});
  EXPECT_EQ(p.item<Arrow<Expr>>(2).role, ArrowRole::impulse);
  EXPECT_EQ(p.item<Arrow<Expr>>(2).unit, "N·s");
  expect_near(p.values(p.item<Arrow<Expr>>(2).vector), {0.0, 11.0});
}

TEST(picture, a_moment_is_an_arc) {
  const Pictured p("draw arrow of M at (x, y)\n", with_forces);
  EXPECT_EQ(p.codes(), "");
  EXPECT_EQ(p.item<Arc<Expr>>().unit, "N·m");
  EXPECT_EQ(p.value(p.item<Arc<Expr>>().value), 11.0);
  const Pictured q("draw arrow of M at (x, y, 0) along (0, 0, 2)\n", with_forces);
  expect_near(q.values(q.item<Arc<Expr>>().axis), {0, 0, 1});
}

TEST(picture, a_vector_that_is_written_has_the_role_of_its_unit) {
  const Pictured p("draw arrow along (x', y') at (x, y) \"velocity\"\ndraw arrow along (0, -W) at (x, y)\n"
                   "draw arrow along m*(x', y') at (x, y)\n");
  EXPECT_EQ(p.codes(), "");
  EXPECT_EQ(p.item<Arrow<Expr>>().role, ArrowRole::velocity);
  EXPECT_EQ(p.item<Arrow<Expr>>().unit, "m/s");
  expect_near(p.values(p.item<Arrow<Expr>>().vector), {4.0, 5.0});
  EXPECT_EQ(p.item<Arrow<Expr>>(1).role, ArrowRole::applied);
  EXPECT_EQ(p.item<Arrow<Expr>>(2).role, ArrowRole::impulse);
}

} // namespace
} // namespace dalembert

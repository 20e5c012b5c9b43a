#include <dalembert/studies/family_path.h>
#include <dalembert/studies/periodicity.h>
#include <dalembert/studies/relaxation.h>
#include <dalembert/studies/singular_state.h>
#include <dalembert/studies/state_distance.h>

#include "linear_study.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace dalembert {
namespace {

using test::AnglePendulum;
using test::LinearStudy;
using test::StudyBuilder;

/// A particle in the plane, without weight, on a curve φ(x, y) = 0.
struct OnCurve : StudyBuilder {
  Expr x, y, vx, vy;
  OnCurve() : StudyBuilder("Bead") {
    x = coordinate("x", vx);
    y = coordinate("y", vy);
    energy(EnergyKind::kinetic, graph().add(graph().square(vx), graph().square(vy)));
  }
  /// (x − a)² + y² − 1
  [[nodiscard]] Expr circle(int a) const {
    Graph& g = graph();
    return g.sub(g.add(g.square(g.sub(x, g.number(a))), g.square(y)), g.one());
  }
};

bool is_reached(const StudyBuilder& of, const std::vector<double>& from, const std::vector<double>& to) {
  LinearStudy study{of};
  const std::vector<double> rest(from.size(), 0.0);
  const State start{0.0, from, rest};
  const State end{0.0, to, rest};
  const auto freedoms = local_freedoms(study.lineariser, start, find_freedoms(study.lineariser, start));
  return freedoms &&
         is_reached_along_family(study.lineariser, *freedoms, {start, end, std::vector<bool>(from.size(), false)});
}

TEST(FamilyPath, goes_round_half_a_circle) {
  OnCurve ring;
  ring.constraint("ring", ring.circle(0));
  EXPECT_TRUE(is_reached(ring, {1.0, 0.0}, {-1.0, 0.0}));
  EXPECT_TRUE(is_reached(ring, {1.0, 0.0}, {0.0, -1.0}));
}

TEST(FamilyPath, does_not_jump_to_another_curve) {
  OnCurve rings;
  rings.constraint("rings", rings.graph().mul(rings.circle(2), rings.circle(-2)));
  EXPECT_FALSE(is_reached(rings, {3.0, 0.0}, {-3.0, 0.0}));
  EXPECT_TRUE(is_reached(rings, {3.0, 0.0}, {1.0, 0.0}));
}

TEST(FamilyPath, follows_a_line_as_far_as_it_goes) {
  OnCurve lines; // y² = 1
  lines.constraint("lines", lines.graph().sub(lines.graph().square(lines.y), lines.graph().one()));
  EXPECT_TRUE(is_reached(lines, {0.0, 1.0}, {5.0, 1.0}));
  EXPECT_FALSE(is_reached(lines, {0.0, 1.0}, {5.0, -1.0}));
  EXPECT_FALSE(is_reached(lines, {0.0, 1.0}, {0.0, -1.0}));
}

TEST(FamilyPath, goes_round_a_cylinder_and_along_it) {
  OnCurve cylinder;
  Expr vz;
  static_cast<void>(cylinder.coordinate("z", vz));
  cylinder.energy(EnergyKind::kinetic, cylinder.graph().square(vz));
  cylinder.constraint("cylinder", cylinder.circle(0));
  EXPECT_TRUE(is_reached(cylinder, {1.0, 0.0, 0.0}, {0.0, -1.0, 3.0}));
  EXPECT_TRUE(is_reached(cylinder, {1.0, 0.0, 0.0}, {1.0, 0.0, -4.0}));
}

TEST(FamilyPath, does_not_lead_from_one_well_to_the_next) {
  EXPECT_FALSE(is_reached(AnglePendulum(), {0.0}, {2.0 * std::numbers::pi}));
}

TEST(Relaxation, sinks_to_the_lowest_position) {
  const AnglePendulum pendulum;
  const Engine engine = pendulum.engine();
  const auto found = relaxed(engine, {0.0, {2.5}, {0.0}});
  ASSERT_TRUE(found.has_value());
  EXPECT_LT(std::abs(found->q[0]), 0.5) << "a start for Newton's method";
}

TEST(Periodicity, is_that_of_what_moves) {
  AnglePendulum pendulum;
  EXPECT_EQ(periodic_coordinates(pendulum.engine(), {0.0, {0.4}, {0.3}}), std::vector<bool>{true});
  pendulum.energy(EnergyKind::potential, pendulum.graph().square(pendulum.theta)); // a spring that winds up
  EXPECT_EQ(periodic_coordinates(pendulum.engine(), {0.0, {0.4}, {0.3}}), std::vector<bool>{false});
}

TEST(Periodicity, wraps_angles_into_one_turn) {
  using std::numbers::pi;
  EXPECT_NEAR(wrapped(3.0 * pi), pi, 1e-15 * 10);         // ulps of 3π
  EXPECT_NEAR(wrapped(-3.0 * pi / 2.0), pi / 2.0, 1e-14); // ulps of 3π/2
  EXPECT_EQ(wrapped(0.25), 0.25);
  EXPECT_GT(wrapped(-pi), 0.0) << "(−π, π]";
}

TEST(StateDistance, leaves_free_coordinates_out) {
  const State a{0.0, {1.0, 10.0}, {0.0, 0.0}};
  const State b{0.0, {1.0, -10.0}, {0.0, 0.0}};
  EXPECT_GT(distance(a, b, {false, false}), 0.1);
  EXPECT_EQ(distance(a, b, {false, true}), 0.0);
  EXPECT_EQ(fastest({0.0, {}, {1.0, -7.0, 3.0}}), 7.0);
}

/// Where two circles touch, the slope of their product vanishes.
TEST(SingularState, is_seen_where_a_row_loses_its_rank) {
  OnCurve rings;
  rings.constraint("rings", rings.graph().mul(rings.circle(1), rings.circle(-1)));
  const Engine engine = rings.engine();
  EXPECT_TRUE(loses_rank(engine, {0.0, {0.0, 0.0}, {0.0, 0.0}}));
  EXPECT_FALSE(loses_rank(engine, {0.0, {2.0, 0.0}, {0.0, 0.0}}));
}

/// The inertia of a spherical pendulum is m²·l⁴·sin²θ: none about the axis at the pole.
TEST(SingularState, has_no_inertia_at_a_pole_of_the_coordinates) {
  StudyBuilder sphere("Sphere");
  Graph& g = sphere.graph();
  Expr turn;
  Expr fall;
  const Expr theta = sphere.coordinate("theta", fall);
  static_cast<void>(sphere.coordinate("phi", turn));
  sphere.energy(EnergyKind::kinetic,
                g.scale(Rational(1, 2), g.add(g.square(fall), g.mul(g.square(g.sin(theta)), g.square(turn)))));
  LinearStudy study{sphere};
  const auto at = [&](double angle) {
    const State state{0.0, {angle, 0.0}, {0.0, 0.0}};
    return inertia(study.lineariser.at(state), find_freedoms(study.lineariser, {0.0, {1.0, 0.0}, {0.0, 0.0}}));
  };
  EXPECT_NEAR(at(1.0), std::sin(1.0) * std::sin(1.0), 1e-14); // one square: ulps
  EXPECT_NEAR(at(std::numbers::pi / 2.0), 1.0, 1e-14);
  EXPECT_LT(at(1e-3), 1e-5); // sin²(1e-3) = 1e-6
}

} // namespace
} // namespace dalembert

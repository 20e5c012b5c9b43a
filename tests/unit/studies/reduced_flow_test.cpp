#include <dalembert/studies/reduced_flow.h>

#include "linear_study.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace dalembert {
namespace {

using test::LinearStudy;
using test::StudyBuilder;

/// A body in the plane on a knife edge at its mass centre: −sin θ·ẋ + cos θ·ẏ = 0.
struct KnifeEdge : StudyBuilder {
  Expr x, y, theta, vx, vy, turning;
  KnifeEdge() : StudyBuilder("Knife edge") {
    Graph& g = graph();
    x = coordinate("x", vx);
    y = coordinate("y", vy);
    theta = coordinate("theta", turning);
    energy(EnergyKind::kinetic, g.sum({g.square(vx), g.square(vy), g.square(turning)}));
    across("edge", theta, g.zero());
  }
  /// An edge at the angle α that moves across itself at a given speed.
  void across(const std::string& name, Expr alpha, Expr speed) {
    Graph& g = graph();
    constraint(name, g.sub(g.sub(g.mul(g.cos(alpha), vy), g.mul(g.sin(alpha), vx)), speed));
    study.system.constraints.back().kind = ConstraintKind::velocity;
  }
};

std::vector<std::size_t> dependent_at(const StudyBuilder& of, const State& at) {
  LinearStudy study{of};
  return find_freedoms(study.lineariser, at).dependent;
}

/// The knife edge under way along itself.
State heading(double theta) {
  return {0.0, {0.0, 0.0, theta}, {std::cos(theta), std::sin(theta), 0.3}};
}

TEST(Freedoms, are_chosen_by_the_state_itself) {
  constexpr double even = std::numbers::pi / 4.0;
  const KnifeEdge edge;
  for (const double by : {1e-3, 1e-2, 0.3}) {
    EXPECT_EQ(dependent_at(edge, heading(even - by)), (std::vector<std::size_t>{1})) << "cos θ is larger";
    EXPECT_EQ(dependent_at(edge, heading(even + by)), (std::vector<std::size_t>{0})) << "sin θ is larger";
  }
}

/// Two edges, turned by ±φ against a body that each reaches ahead: the larger pivots are ẏ and 2·θ̇ cos φ.
TEST(Freedoms, leave_the_shape_free_and_let_the_place_follow) {
  KnifeEdge board;
  Graph& g = board.graph();
  Expr steering;
  const Expr phi = board.coordinate("phi", steering);
  board.energy(EnergyKind::kinetic, g.square(steering));
  board.study.system.constraints.clear();
  const Expr swing = g.scale(Rational(2), g.mul(g.cos(phi), board.turning));
  board.across("back", g.add(board.theta, phi), swing);
  board.across("front", g.sub(board.theta, phi), g.neg(swing));
  const double turning = -std::tan(0.4) / 2.0; // at θ = 0: 2·θ̇ cos φ = −sin φ·ẋ
  EXPECT_EQ(dependent_at(board, {0.0, {0.0, 0.0, 0.0, 0.4}, {1.0, 0.0, turning, 0.3}}),
            (std::vector<std::size_t>{0, 1}));
}

} // namespace
} // namespace dalembert

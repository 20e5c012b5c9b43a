#include <dalembert/exact/position_solutions.h>
#include <dalembert/exact/truth.h>

#include "particle.h"

#include <gmock/gmock.h>

namespace dalembert {
namespace {

/// x² + y² + z² = 1, and the same row times `factor`.
struct TwiceOnSphere : Particle {
  explicit TwiceOnSphere(int factor) {
    const Expr row = graph.sub(graph.sum({graph.square(q[0]), graph.square(q[1]), graph.square(q[2])}), graph.one());
    constrain(ConstraintKind::holonomic, row);
    constrain(ConstraintKind::holonomic, graph.scale(Rational(factor), row));
  }
};

TEST(PositionSolutions, ARowThatRepeatsAQuadraticOneIsNotSolvedAgain) {
  for (const int factor : {1, -1, 2}) {
    TwiceOnSphere p(factor);
    const Equations equations = derive(p.system);
    RelaxedMotion motion(equations);
    ASSERT_TRUE(motion.is_solvable()) << factor;
    TruthTest truth(motion);
    const Expr radial =
        p.graph.sum({p.graph.mul(p.q[0], p.v[0]), p.graph.mul(p.q[1], p.v[1]), p.graph.mul(p.q[2], p.v[2])});
    EXPECT_EQ(truth.holds(radial), Answer::yes) << factor;
    EXPECT_EQ(truth.holds(p.v[0]), Answer::no) << factor;
  }
}

TEST(PositionSolutions, ARowThatHoldsForOneSignOfARootOnlyIsAnother) {
  // x² = 1 and x = 1: the second row chooses the root of the first.
  Particle p;
  p.constrain(ConstraintKind::holonomic, p.graph.sub(p.graph.square(p.q[0]), p.graph.one()));
  p.constrain(ConstraintKind::holonomic, p.graph.sub(p.q[0], p.graph.one()));
  const Equations equations = derive(p.system);
  RelaxedMotion motion(equations);
  EXPECT_FALSE(motion.is_solvable());
}

} // namespace
} // namespace dalembert

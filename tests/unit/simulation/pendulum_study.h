#pragma once

#include "study_builder.h"

namespace dalembert::test {

/// A hanging pendulum in x (right), y (up): m = 2 kg, l = 1 m, g = 9.8 m/s², φ = x² + y² − l² (or its negative).
struct PendulumStudy : StudyBuilder {
  Expr x, y, vx, vy, g, l, m;

  explicit PendulumStudy(int sign = 1) : StudyBuilder("Pendulum") {
    Graph& all = graph();
    x = coordinate("x", vx);
    y = coordinate("y", vy);
    m = parameter("m", Rational(2));
    l = parameter("l", Rational(1));
    g = parameter("g", Rational(49, 5));
    const Expr speed_squared = all.add(all.square(vx), all.square(vy));
    energy(EnergyKind::kinetic, all.scale(Rational(1, 2), all.mul(m, speed_squared)));
    energy(EnergyKind::potential, all.product({m, g, y}));
    const Expr rod = all.sub(all.add(all.square(x), all.square(y)), all.square(l));
    constraint("rod", sign > 0 ? rod : all.neg(rod));
  }
};

} // namespace dalembert::test

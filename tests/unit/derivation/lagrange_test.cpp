// Lagrange's equations of systems whose equations are known by hand: every sign and factor.
#include <dalembert/base/errors.h>

#include "small_system.h"

#include <string>
#include <vector>

namespace dalembert::test {
namespace {

class LagrangeEquations : public SmallSystem {};

TEST_F(LagrangeEquations, of_a_central_force) {
  const Variable r = coordinate("r");
  const Variable theta = coordinate("theta");
  const Expr m = g().symbol("m");
  const Expr k = g().symbol("k");
  const Expr around = times({m, g().square(r.q)});
  energy(EnergyKind::kinetic, g().add(half_square(m, r.v), half_square(around, theta.v)));
  energy(EnergyKind::potential, g().neg(g().div(k, r.q))); // attracts for k > 0
  const Equations e = equations();

  const Expr centrifugal = times({m, r.q, theta.v, theta.v});
  const Expr attraction = g().div(k, g().square(r.q));
  expect_equal(e.mass().entries, {m, g().zero(), g().zero(), around}, "M");
  expect_equal(e.forcing, {g().sub(centrifugal, attraction), times({n(-2), m, r.q, r.v, theta.v})}, "h");
  expect_equal(e.momenta, {times({m, r.v}), times({around, theta.v})}, "p");
  expect_equal(e.potential_forces, {g().sub(centrifugal, attraction), g().zero()}, "∂L/∂q");
  const Expr radial = g().add(g().sub(times({m, r.a}), centrifugal), attraction);
  const Expr angular = g().add(times({around, theta.a}), times({n(2), m, r.q, r.v, theta.v}));
  expect_equal(e.residual, {radial, angular}, "left − right");
  const Expr kinetic = g().add(half_square(m, r.v), half_square(around, theta.v));
  expect_equal(e.energy.kinetic, kinetic, "T");
  expect_equal(e.energy.energy_function, g().sub(kinetic, g().div(k, r.q)), "h = T + V");
  ASSERT_TRUE(e.energy.total);
  expect_equal(*e.energy.total, e.energy.energy_function, "E");
  expect_equal(e.energy.explicit_time, g().zero(), "∂L/∂t");
}

TEST_F(LagrangeEquations, hold_what_depends_on_the_time) {
  const Variable x = coordinate("x");
  const Expr m = g().symbol("m");
  const Expr k = g().symbol("k");
  const Expr stretch = g().sub(x.q, g().sin(time()));
  energy(EnergyKind::kinetic, g().scale(Rational(1, 2), times({m, time(), x.v, x.v}))); // a mass that grows with t
  energy(EnergyKind::potential, half_square(k, stretch));
  const Equations e = equations();
  expect_equal(e.mass().entries, {times({m, time()})}, "M");
  expect_equal(e.forcing, {g().neg(g().add(times({m, x.v}), times({k, stretch})))}, "h");
  expect_equal(e.energy.explicit_time, g().add(half_square(m, x.v), times({k, stretch, g().cos(time())})), "∂L/∂t");
  expect_equal(e.energy.energy_function, g().add(g().mul(time(), half_square(m, x.v)), half_square(k, stretch)), "h");
}

TEST_F(LagrangeEquations, leave_gyroscopic_terms_out_of_the_energy) {
  const Variable x = coordinate("x");
  const Variable y = coordinate("y");
  const Expr b = g().symbol("b");
  energy(EnergyKind::kinetic, g().add(half_square(n(1), x.v), half_square(n(1), y.v)));
  energy(EnergyKind::lagrangian, times({b, x.q, y.v})); // a charge in a magnetic field
  const Equations e = equations();
  expect_equal(e.momenta, {x.v, g().add(y.v, times({b, x.q}))}, "p");
  expect_equal(e.residual, {g().sub(x.a, times({b, y.v})), g().add(y.a, times({b, x.v}))}, "left − right");
  expect_equal(e.energy.energy_function, g().add(half_square(n(1), x.v), half_square(n(1), y.v)), "h");
  EXPECT_FALSE(e.energy.total);
}

TEST_F(LagrangeEquations, differentiate_a_moving_holonomic_row_twice) {
  const Variable x = coordinate("x");
  const Variable y = coordinate("y");
  const Expr m = g().symbol("m");
  const Expr c = g().symbol("c");
  energy(EnergyKind::kinetic, g().add(half_square(m, x.v), half_square(m, y.v)));
  const Expr ct = times({c, time()});
  const Expr lambda =
      constrain("rod", ConstraintKind::holonomic, g().sub(g().add(g().square(x.q), g().square(y.q)), g().square(ct)));
  const Equations e = equations();
  expect_equal(e.constraint_matrix.entries, {times({n(2), x.q}), times({n(2), y.q})}, "A");
  const Expr along = g().add(times({n(2), x.q, x.v}), times({n(2), y.q, y.v}));
  expect_equal(e.constraint_rates, {g().sub(along, times({n(2), c, c, time()}))}, "dφ/dt");
  const Expr squares = g().add(g().square(x.v), g().square(y.v));
  expect_equal(e.constraint_forcing, {g().scale(Rational(2), g().sub(g().square(c), squares))}, "γ");
  expect_equal(e.constraint_forces, {times({n(2), x.q, lambda}), times({n(2), y.q, lambda})}, "Qc");
  expect_equal(e.residual[0], g().sub(times({m, x.a}), times({n(2), x.q, lambda})), "left − right");
  expect_equal(e.energy.constraint_power, times({lambda, along}), "power of the constraint");
}

TEST_F(LagrangeEquations, differentiate_a_velocity_row_once) {
  const Variable x = coordinate("x");
  const Variable y = coordinate("y");
  const Expr w = g().symbol("w");
  energy(EnergyKind::kinetic, g().add(half_square(n(1), x.v), half_square(n(1), y.v)));
  const Expr lambda =
      constrain("driven", ConstraintKind::velocity, g().sub(times({n(3), x.v}), times({w, y.q, time()})));
  const Equations e = equations();
  expect_equal(e.constraint_matrix.entries, {n(3), g().zero()}, "A");
  expect_equal(e.constraint_rates, {g().sub(times({n(3), x.v}), times({w, y.q, time()}))}, "g");
  expect_equal(e.constraint_forcing, {g().add(times({w, y.v, time()}), times({w, y.q}))}, "γ");
  expect_equal(e.residual, {g().sub(x.a, times({n(3), lambda})), y.a}, "left − right");
}

TEST_F(LagrangeEquations, follow_chetaev_where_a_row_is_not_linear) {
  const Variable x = coordinate("x");
  const Variable y = coordinate("y");
  energy(EnergyKind::kinetic, g().add(half_square(n(1), x.v), half_square(n(1), y.v)));
  const Expr speed = g().symbol("c");
  const Expr lambda = constrain("speed", ConstraintKind::velocity,
                                g().sub(g().add(g().square(x.v), g().square(y.v)), g().square(times({speed, time()}))));
  const Equations e = equations();
  expect_equal(e.constraint_matrix.entries, {times({n(2), x.v}), times({n(2), y.v})}, "A = ∂g/∂v");
  expect_equal(e.constraint_forcing, {times({n(2), speed, speed, time()})}, "γ");
  expect_equal(e.constraint_forces, {times({n(2), x.v, lambda}), times({n(2), y.v, lambda})}, "Qc");
}

TEST_F(LagrangeEquations, count_dissipation_against_the_motion_and_forces_with_it) {
  const Variable x = coordinate("x");
  const Variable y = coordinate("y");
  const Expr c = g().symbol("c");
  const Expr f = g().symbol("F");
  const Expr a = g().symbol("a");
  energy(EnergyKind::kinetic, g().add(half_square(n(1), x.v), half_square(n(1), y.v)));
  energy(EnergyKind::dissipation, half_square(c, g().sub(x.v, y.v))); // a damper between the two
  force("push", {{f, g().add(g().mul(g().cos(a), x.v), g().mul(g().sin(a), y.v))}});
  const Equations e = equations();
  const Expr slip = times({c, g().sub(x.v, y.v)});
  expect_equal(e.dissipative_forces, {slip, g().neg(slip)}, "∂D/∂v");
  expect_equal(e.generalized_forces, {g().mul(f, g().cos(a)), g().mul(f, g().sin(a))}, "Q");
  expect_equal(e.residual[0], g().sub(g().add(x.a, slip), g().mul(f, g().cos(a))), "left − right of x");
  expect_equal(e.residual[1], g().sub(g().sub(y.a, slip), g().mul(f, g().sin(a))), "left − right of y");
  expect_equal(e.forcing, {g().sub(g().mul(f, g().cos(a)), slip), g().add(g().mul(f, g().sin(a)), slip)}, "h");
  expect_equal(e.energy.dissipated, times({c, g().square(g().sub(x.v, y.v))}), "power lost");
  ASSERT_EQ(e.energy.force_power.size(), 1U);
  const Expr along = g().add(g().mul(g().cos(a), x.v), g().mul(g().sin(a), y.v));
  expect_equal(e.energy.force_power[0], g().mul(f, along), "power of the force");
}

TEST_F(LagrangeEquations, let_friction_act_along_its_slip) {
  const Variable x = coordinate("x");
  const Variable y = coordinate("y");
  const Expr m = g().symbol("m");
  const Expr belt = g().symbol("u");
  energy(EnergyKind::kinetic, g().add(half_square(m, x.v), half_square(m, y.v)));
  constrain("floor", ConstraintKind::holonomic, times({n(2), y.q}));
  reaction("N", {0}, y.v);
  Friction friction;
  friction.name = "F";
  friction.of = 0;
  friction.slip = g().sub(times({n(3), x.v}), belt);
  friction.coefficient = g().symbol("mu");
  friction.symbol = g().symbol("F");
  system_->frictions.push_back(friction);
  const Equations e = equations();
  ASSERT_EQ(e.reactions.size(), 1U);
  expect_equal(e.reactions[0].row, {n(2)}, "N = 2 λ"); // N y* = λ 2 y*
  ASSERT_EQ(e.frictions.size(), 1U);
  expect_equal(e.frictions[0].column, {n(3), g().zero()}, "∂slip/∂v");
  expect_equal(e.frictions[0].normal, {n(2)}, "N over λ");
  expect_equal(e.residual[0], g().sub(times({m, x.a}), times({n(3), friction.symbol})), "left − right");
  ASSERT_EQ(e.energy.friction_power.size(), 1U);
  expect_equal(e.energy.friction_power[0], times({friction.symbol, n(3), x.v}), "power of the friction");
}

TEST_F(LagrangeEquations, give_an_impact_the_row_of_its_contact_speed) {
  const Variable x = coordinate("x");
  const Variable y = coordinate("y");
  energy(EnergyKind::kinetic, g().add(half_square(n(1), x.v), half_square(n(1), y.v)));
  Impact impact;
  impact.name = "I";
  impact.speed = g().sub(times({x.q, y.v}), times({n(2), x.v}));
  impact.restitution = g().symbol("e");
  impact.symbol = g().symbol("I");
  system_->impacts.push_back(impact);
  const Equations e = equations();
  ASSERT_EQ(e.impacts.size(), 1U);
  expect_equal(e.impacts[0].row, {n(-2), x.q}, "B");
  expect_equal(e.impacts[0].speed, impact.speed, "c");
}

class Reactions : public SmallSystem {
protected:
  Reactions() {
    x_ = coordinate("x");
    y_ = coordinate("y");
    energy(EnergyKind::kinetic, g().add(half_square(n(1), x_.v), half_square(n(1), y_.v)));
  }
  Variable x_;
  Variable y_;
};

TEST_F(Reactions, are_multiples_of_multipliers_with_the_factor_of_their_rows) {
  const Expr l = g().symbol("l");
  const Expr r = g().sqrt(g().add(g().square(x_.q), g().square(y_.q)));
  constrain("rod", ConstraintKind::holonomic,
            g().sub(g().add(g().square(x_.q), g().square(y_.q)), g().square(l)));    // φ = r² − l²
  reaction("R", {0}, g().div(g().add(times({x_.q, x_.v}), times({y_.q, y_.v})), r)); // conjugate to r'
  const Equations e = equations();
  ASSERT_EQ(e.reactions.size(), 1U);
  EXPECT_EQ(e.reactions[0].determination, Determination::unique);
  expect_equal(e.reactions[0].row, {g().scale(Rational(2), r)}, "R = 2 r λ");
}

TEST_F(Reactions, of_two_rows_are_told_apart) {
  constrain("a", ConstraintKind::holonomic, g().add(x_.q, y_.q));
  constrain("b", ConstraintKind::holonomic, g().sub(x_.q, y_.q));
  reaction("X", {0, 1}, x_.v);
  reaction("Y", {0, 1}, y_.v);
  const Equations e = equations();
  ASSERT_EQ(e.reactions.size(), 2U);
  expect_equal(e.reactions[0].row, {n(1), n(1)}, "X = λa + λb");
  expect_equal(e.reactions[1].row, {n(1), n(-1)}, "Y = λa − λb");
}

TEST_F(Reactions, with_dependent_speeds_are_one_choice_of_many) {
  constrain("a", ConstraintKind::holonomic, x_.q);
  reaction("R", {0}, x_.v);
  reaction("S", {0}, times({n(2), x_.v}));
  const Equations e = equations();
  ASSERT_EQ(e.reactions.size(), 2U);
  EXPECT_EQ(e.reactions[0].determination, Determination::combination);
  EXPECT_EQ(e.reactions[1].determination, Determination::combination);
  // R·1 + S·2 = λ
  expect_equal(g().add(e.reactions[0].row[0], times({n(2), e.reactions[1].row[0]})), n(1), "together");
}

TEST_F(Reactions, that_their_constraints_cannot_make_are_refused) {
  constrain("a", ConstraintKind::holonomic, x_.q);
  reaction("R", {0}, y_.v);
  try {
    (void)equations();
    FAIL() << "nothing was refused";
  } catch (const ModelError& error) {
    ASSERT_FALSE(error.diagnostics().empty());
    EXPECT_EQ(error.diagnostics().front().code, "E0603");
  }
}

} // namespace
} // namespace dalembert::test

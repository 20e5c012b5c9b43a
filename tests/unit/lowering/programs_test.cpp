// The programs of a study, run at one state and put to numbers worked out by hand, and its derivatives to differences.
#include <dalembert/lowering/programs.h>
#include <dalembert/lowering/record_program.h>
#include <dalembert/lowering/variation.h>
#include <dalembert/lowering/views.h>
#include <dalembert/program/compile.h>

#include "../derivation/small_system.h"

#include <gmock/gmock.h>

#include <cmath>
#include <span>
#include <string>
#include <vector>

namespace dalembert::test {
namespace {

using ::testing::DoubleEq;
using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

std::vector<double> run(const Tape& tape, const std::vector<double>& inputs) {
  ProgramInstance interpreter(interpreted(tape));
  std::vector<double> out(interpreter.outputs());
  interpreter.evaluate(std::span(inputs).first(interpreter.inputs()), out);
  return out;
}

class ProgramsOf : public SmallSystem {
protected:
  /// A bead of mass 2 in the plane: V = 3·x·t, D = ½·5·x'², a force 7 along x' + 2·y', a rod φ = x² + y² − 25, and a
  /// row of velocities 2·x' − t·y'.
  void make_bead(bool has_rod, bool has_row) {
    x_ = coordinate("x");
    y_ = coordinate("y");
    energy(EnergyKind::kinetic, g().add(half_square(n(2), x_.v), half_square(n(2), y_.v)));
    energy(EnergyKind::potential, times({n(3), x_.q, time()}));
    energy(EnergyKind::dissipation, half_square(n(5), x_.v));
    force("F", {{n(7), g().add(x_.v, times({n(2), y_.v}))}});
    if (has_rod)
      constrain("rod", ConstraintKind::holonomic, g().sub(g().add(g().square(x_.q), g().square(y_.q)), n(25)));
    if (has_row) constrain("row", ConstraintKind::velocity, g().sub(times({n(2), x_.v}), g().mul(time(), y_.v)));
  }

  [[nodiscard]] Study study() const {
    Study out;
    out.system = *system_;
    return out;
  }
  Expr derived(Study& study, DerivedKind kind, int index, const std::string& name) {
    Derived d;
    d.kind = kind;
    d.index = index;
    d.text = name;
    d.symbol = g().symbol(name);
    study.derived.push_back(d);
    return d.symbol;
  }

  static Plot plot(const std::vector<Expr>& curves) {
    Plot out;
    for (const Expr curve : curves) {
      out.curves.emplace_back();
      out.curves.back().value = curve;
    }
    return out;
  }

  Variable x_;
  Variable y_;
  /// t, x, y, x', y', x'', y'', λ of the rod, λ of the row
  const std::vector<double> full_{2.0, 3.0, 4.0, 0.5, -0.25, 1.5, -2.5, 0.75, -1.25};
};

TEST_F(ProgramsOf, the_dynamics_give_mass_forcing_and_rows) {
  make_bead(true, true);
  const Programs programs = lower(study(), equations());
  const std::vector<double> out = run(programs.dynamics.tape, full_);
  const DynamicsView at(programs.layout, out);
  EXPECT_THAT(at.mass, ElementsAre(2.0, 0.0, 0.0, 2.0));
  EXPECT_THAT(at.forcing, ElementsAre(-3.0 * 2.0 - 5.0 * 0.5 + 7.0, 14.0)); // −∂V/∂x − ∂D/∂x' + Q
  EXPECT_THAT(at.rows, ElementsAre(6.0, 8.0, 2.0, -2.0));
  EXPECT_THAT(at.row_forcing, ElementsAre(-2.0 * (0.25 + 0.0625), -0.25)); // (t·y')˙ at y'' = 0 is y'
}

TEST_F(ProgramsOf, the_positions_are_those_of_holonomic_rows_alone) {
  make_bead(true, true);
  const Programs programs = lower(study(), equations());
  EXPECT_THAT(programs.positions.rows, ElementsAre(0U));
  const std::vector<double> out = run(programs.positions.tape, full_);
  const RowsView at(1, 2, out);
  EXPECT_THAT(at.residual, ElementsAre(0.0));
  EXPECT_THAT(at.gradient, ElementsAre(6.0, 8.0));
  EXPECT_THAT(at.mass, ElementsAre(2.0, 0.0, 0.0, 2.0));
}

TEST_F(ProgramsOf, the_rates_are_those_of_all_rows) {
  make_bead(true, true);
  const Programs programs = lower(study(), equations());
  const std::vector<double> out = run(programs.rates.tape, full_);
  const RowsView at(2, 2, out);
  EXPECT_THAT(at.residual, ElementsAre(6.0 * 0.5 - 8.0 * 0.25, 1.0 + 0.5));
  EXPECT_THAT(at.gradient, ElementsAre(6.0, 8.0, 2.0, -2.0));
}

TEST_F(ProgramsOf, the_account_says_energies_forces_and_what_is_left_of_the_equations) {
  make_bead(true, true);
  reaction("R", {0}, g().add(times({n(2), x_.q, x_.v}), times({n(2), y_.q, y_.v})));
  const Programs programs = lower(study(), equations(), {{"x + t", g().add(x_.q, time())}});
  const std::vector<double> out = run(programs.account.tape, full_);
  const AccountView at(programs.layout, 1, out);
  const double kinetic = 0.25 + 0.0625;
  EXPECT_THAT(at.kinetic, DoubleEq(kinetic));
  EXPECT_THAT(at.potential, DoubleEq(18.0));
  EXPECT_THAT(at.energy_function, DoubleEq(kinetic + 18.0));
  EXPECT_TRUE(programs.account.has_total_energy);
  EXPECT_THAT(at.total, DoubleEq(kinetic + 18.0));
  const double qx = 0.75 * 6.0 - 1.25 * 2.0;
  const double qy = 0.75 * 8.0 + 1.25 * 2.0;
  EXPECT_THAT(at.constraint_forces, ElementsAre(DoubleEq(qx), DoubleEq(qy)));
  EXPECT_THAT(at.reactions, ElementsAre(0.75));
  EXPECT_THAT(at.residual, ElementsAre(DoubleEq(3.0 + 6.0 + 2.5 - 7.0 - qx), DoubleEq(-5.0 - 14.0 - qy)));
  EXPECT_THAT(at.momenta, ElementsAre(1.0, -0.5));
  EXPECT_THAT(at.invariants, ElementsAre(5.0));
  EXPECT_THAT(programs.account.invariants, ElementsAre("x + t"));
  EXPECT_THAT(programs.account.conserved, IsEmpty());
}

TEST_F(ProgramsOf, a_record_is_account_violations_and_observables_in_one) {
  make_bead(true, true);
  Study asked = study();
  asked.plots.push_back(plot({g().sin(x_.q)}));
  const Programs programs = lower(asked, equations());
  const RecordProgram record = lower_record(programs);
  std::vector<double> parts = run(programs.account.tape, full_);
  EXPECT_EQ(record.account, parts.size());
  for (const Tape* tape : {&programs.violations.tape, &programs.observables.tape}) {
    const std::vector<double> part = run(*tape, full_);
    parts.insert(parts.end(), part.begin(), part.end());
  }
  EXPECT_EQ(run(record.tape, full_), parts);
  EXPECT_THAT(lower_drift_observables(asked, programs).places, IsEmpty());
}

TEST_F(ProgramsOf, observables_that_read_a_drift_have_a_program) {
  make_bead(false, false);
  Study asked = study();
  const Expr drift = derived(asked, DerivedKind::drift, -1, "drift(x)");
  asked.derived.front().argument = x_.q;
  asked.plots.push_back(plot({x_.q, times({n(3), drift})}));
  const Programs programs = lower(asked, equations());
  const DriftObservables of_drifts = lower_drift_observables(asked, programs);
  EXPECT_THAT(of_drifts.places, ElementsAre(programs.observed.plots[0][1]));
  EXPECT_THAT(run(of_drifts.tape, {2.0, 3.0, 4.0, 0.5, -0.25, 1.5, -2.5, 0.125}), ElementsAre(0.375));
}

TEST_F(ProgramsOf, the_powers_change_the_energy_with_their_sign) {
  make_bead(false, true); // only the row of velocities, whose constraint does no work at rest of t alone
  Study asked = study();
  derived(asked, DerivedKind::work, 0, "work(F)");
  derived(asked, DerivedKind::lost, -1, "lost(D)");
  const Programs programs = lower(asked, equations());
  std::vector<double> inputs{2.0, 3.0, 4.0, 0.5, -0.25, 1.5, -2.5, 0.75, 0.0, 0.0};
  const std::vector<double> out = run(programs.powers.tape, inputs);
  ASSERT_THAT(out, SizeIs(3));
  const double push = 7.0 * (0.5 - 0.5);
  const double damped = 5.0 * 0.25;
  const double constraint = 0.75 * (2.0 * 0.5 + 2.0 * 0.25);
  // −∂L/∂t = ∂V/∂t = 3·x
  EXPECT_THAT(out[0], DoubleEq(9.0 + push - damped + constraint));
  EXPECT_THAT(out[1], DoubleEq(push));
  EXPECT_THAT(out[2], DoubleEq(damped)); // what is lost is positive
  EXPECT_THAT(programs.powers.derived, ElementsAre(0U, 1U));
}

TEST_F(ProgramsOf, momenta_that_nothing_changes_are_conserved) {
  x_ = coordinate("x");
  y_ = coordinate("y");
  energy(EnergyKind::kinetic, g().add(half_square(n(2), x_.v), half_square(g().square(x_.q), y_.v)));
  const Programs programs = lower(study(), equations());
  EXPECT_THAT(programs.account.conserved, ElementsAre(1U));
}

TEST_F(ProgramsOf, impacts_give_speed_restitution_and_direction) {
  make_bead(false, false);
  Impact impact;
  impact.name = "I";
  impact.speed = g().sub(times({x_.q, y_.v}), times({n(2), x_.v}));
  impact.restitution = g().number(Rational(1, 2));
  impact.symbol = g().symbol("I");
  system_->impacts.push_back(impact);
  const Programs programs = lower(study(), equations());
  const std::vector<double> out = run(programs.impacts.tape, full_);
  const ContactView at(0, 2, out);
  EXPECT_THAT(at.speed, DoubleEq(-0.75 - 1.0));
  EXPECT_THAT(at.restitution, DoubleEq(0.5));
  EXPECT_THAT(at.direction, ElementsAre(-2.0, 3.0));
}

TEST_F(ProgramsOf, initial_rows_say_what_is_missing_and_where_to_go) {
  make_bead(false, false);
  Study asked = study();
  InitialValue place;
  place.target = x_.q;
  place.value = n(5);
  InitialValue speed;
  speed.target = g().mul(x_.v, y_.v);
  speed.value = n(1);
  asked.initial = {place, speed};
  const Programs programs = lower(asked, equations());
  ASSERT_THAT(programs.initial.rows, SizeIs(2));
  const std::vector<double> out = run(programs.initial.tape, full_);
  for (std::size_t r = 0; r < 2; ++r) {
    const InitialView<const double> at(programs.initial.rows[r], out);
    if (programs.initial.rows[r].about_rates) {
      EXPECT_THAT(at.value, ElementsAre(1.0));
      EXPECT_THAT(at.residual, ElementsAre(-0.125 - 1.0)); // target − value
      EXPECT_THAT(at.derivatives, ElementsAre(-0.25, 0.5));
    } else {
      EXPECT_THAT(at.value, ElementsAre(5.0));
      EXPECT_THAT(at.residual, ElementsAre(-2.0));
      EXPECT_THAT(programs.initial.rows[r].holds, ElementsAre(0U)); // y is not in it
      EXPECT_THAT(at.derivatives, ElementsAre(1.0));
      EXPECT_EQ(programs.initial.rows[r].unknown, 0U);
    }
  }
}

TEST_F(ProgramsOf, the_variation_agrees_with_differences_of_the_equations) {
  // Everything that can depend on q and v does: masses, forces, rows and reactions.
  x_ = coordinate("x");
  y_ = coordinate("y");
  energy(EnergyKind::kinetic,
         g().add(half_square(g().add(n(2), g().square(y_.q)), x_.v), half_square(g().add(n(3), g().sin(x_.q)), y_.v)));
  energy(EnergyKind::potential, times({x_.q, x_.q, y_.q}));
  energy(EnergyKind::dissipation, times({x_.v, x_.v, x_.v, x_.v}));
  constrain("row", ConstraintKind::velocity, g().sub(g().mul(g().add(n(2), y_.q), x_.v), g().mul(x_.q, y_.v)));
  reaction("R", {0}, g().mul(y_.q, g().sub(g().mul(g().add(n(2), y_.q), x_.v), g().mul(x_.q, y_.v))));
  const Study asked = study();
  const Equations equations_of = equations();
  const Programs programs = lower(asked, equations_of);
  const VariationProgram variation = lower_variation(asked, equations_of);
  const std::vector<double> at{0.0, 0.7, 1.3, 0.4, -0.6, 0.9, -0.2, 1.7};

  struct Levels {
    std::vector<double> motion;       ///< E
    std::vector<double> acceleration; ///< C = A·v̇ − γ
    std::vector<double> rows;         ///< ψ
    std::vector<double> reactions;    ///< R
  };
  const auto levels = [&](const std::vector<double>& inputs) {
    const std::vector<double> account = run(programs.account.tape, inputs);
    const AccountView view(programs.layout, 1, account);
    const std::vector<double> dynamics = run(programs.dynamics.tape, inputs);
    const DynamicsView d(programs.layout, dynamics);
    const std::vector<double> rates = run(programs.rates.tape, inputs);
    const RowsView r(1, 2, rates);
    return Levels{{view.residual.begin(), view.residual.end()},
                  {d.rows[0] * inputs[5] + d.rows[1] * inputs[6] - d.row_forcing[0]},
                  {r.residual[0]},
                  {view.reactions[0]}};
  };
  const std::vector<double> out = run(variation.tape, at);
  SpanCutter<const double> parts((std::span<const double>(out)));
  const auto eq = parts.cut(4);
  const auto ev = parts.cut(4);
  const auto cq = parts.cut(2);
  const auto cv = parts.cut(2);
  const auto psi = parts.cut(2);
  const auto rq = parts.cut(2);
  const auto rv = parts.cut(2);
  const auto k = parts.cut(1);
  EXPECT_THAT(parts.rest(), IsEmpty());
  const double h = 1e-5;
  constexpr double near = 1e-8; // central differences: h²/6 of the third derivative, and 1e-14/h = 1e-9
  for (std::size_t j = 0; j < 2; ++j) {
    const auto slope = [&](std::size_t input) {
      std::vector<double> up = at;
      std::vector<double> down = at;
      up[input] += h;
      down[input] -= h;
      Levels a = levels(up);
      const Levels b = levels(down);
      const auto divide = [h](std::vector<double>& x, const std::vector<double>& y) {
        for (std::size_t i = 0; i < x.size(); ++i)
          x[i] = (x[i] - y[i]) / (2 * h);
      };
      divide(a.motion, b.motion);
      divide(a.acceleration, b.acceleration);
      divide(a.rows, b.rows);
      divide(a.reactions, b.reactions);
      return a;
    };
    const Levels by_q = slope(1 + j);
    const Levels by_v = slope(3 + j);
    for (std::size_t i = 0; i < 2; ++i) {
      EXPECT_THAT(eq[2 * i + j], DoubleNear(by_q.motion[i], near)) << "∂E/∂q " << i << j;
      EXPECT_THAT(ev[2 * i + j], DoubleNear(by_v.motion[i], near)) << "∂E/∂v " << i << j;
    }
    EXPECT_THAT(cq[j], DoubleNear(by_q.acceleration[0], near)) << "∂C/∂q " << j;
    EXPECT_THAT(cv[j], DoubleNear(by_v.acceleration[0], near)) << "∂C/∂v " << j;
    EXPECT_THAT(psi[j], DoubleNear(by_q.rows[0], near)) << "∂ψ/∂q " << j;
    EXPECT_THAT(rq[j], DoubleNear(by_q.reactions[0], near)) << "∂R/∂q " << j;
    EXPECT_THAT(rv[j], DoubleNear(by_v.reactions[0], near)) << "∂R/∂v " << j;
  }
  EXPECT_THAT(k[0], DoubleNear(1.0 / 1.3, 1e-15)) << "K"; // R·y = λ; one quotient: ulps
}

} // namespace
} // namespace dalembert::test

// Forms of the equations whose lines are known by hand.
#include <dalembert/derivation/form_table.h>
#include <dalembert/derivation/power_coefficients.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/substitute.h>

#include "small_system.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

namespace dalembert::test {
namespace {

class Forms : public SmallSystem {
protected:
  static std::optional<FormPart> part(const MotionForm& form, PartKind kind, std::string_view name) {
    const auto found =
        std::ranges::find_if(form.parts, [&](const FormPart& part) { return part.kind == kind && part.name == name; });
    return found == form.parts.end() ? std::nullopt : std::optional<FormPart>(*found);
  }

  /// A knife edge of mass m and moment of inertia J: x' sin φ − y' cos φ = 0.
  void make_knife_edge() {
    x_ = coordinate("x");
    y_ = coordinate("y");
    phi_ = coordinate("phi");
    energy(EnergyKind::kinetic,
           g().add(g().add(half_square(m_, x_.v), half_square(m_, y_.v)), half_square(j_, phi_.v)));
    constrain("edge", ConstraintKind::velocity,
              g().sub(g().mul(x_.v, g().sin(phi_.q)), g().mul(y_.v, g().cos(phi_.q))));
  }

  Expr m_ = g().symbol("m");
  Expr j_ = g().symbol("J");
  Variable x_;
  Variable y_;
  Variable phi_;
};

TEST_F(Forms, eliminated_project_on_the_independent_speeds) {
  make_knife_edge();
  const MotionForm form = derive_form(equations(), Form::eliminated, {0, 2}); // x', φ'
  ASSERT_EQ(form.speeds.size(), 2U);
  // y' = x' tan φ: W = m/cos²φ, and m·(x'·tan φ)' tan φ gives the rest.
  const Expr secant = g().pow(g().cos(phi_.q), Rational(-1));
  const Expr tangent = g().mul(g().sin(phi_.q), secant);
  expect_equal(form.mass.entries, {times({m_, secant, secant}), g().zero(), g().zero(), j_}, "W");
  const Expr f = times({n(-1), m_, x_.v, phi_.v, tangent, secant, secant});
  const std::vector<Replacement> speeds{{form.speeds[0], x_.v}, {form.speeds[1], phi_.v}};
  expect_equal(substitute(g(), form.forcing[0], speeds), f, "f of x'");
  expect_equal(substitute(g(), form.forcing[1], speeds), g().zero(), "f of φ'");
  EXPECT_EQ(form.constraint_matrix.rows, 0);
  // λ: m·y'' = −λ cos φ, m·x'' = λ sin φ
  ASSERT_EQ(form.multipliers.size(), 1U);
  const Expr lambda = times({m_, g().sub(g().mul(x_.a, g().sin(phi_.q)), g().mul(y_.a, g().cos(phi_.q)))});
  const std::vector<Replacement> on_motion{
      {y_.a, g().add(g().mul(x_.a, tangent), times({x_.v, phi_.v, secant, secant}))},
      {x_.a, times({n(-1), x_.v, phi_.v, tangent})}};
  const auto settled = [&](Expr e) {
    return substitute(g(), substitute(g(), e, {on_motion.data(), 1}), {&on_motion[1], 1});
  };
  const Expr found = substitute(g(), form.multipliers[0], speeds);
  expect_equal(settled(found), settled(lambda), "λ on the motion");
}

TEST_F(Forms, hamilton_gives_momenta_h_and_canonical_lines) {
  const Variable r = coordinate("r");
  const Variable theta = coordinate("theta");
  const Expr k = g().symbol("k");
  energy(EnergyKind::kinetic, g().add(half_square(m_, r.v), half_square(g().mul(m_, g().square(r.q)), theta.v)));
  energy(EnergyKind::potential, g().neg(g().div(k, r.q)));
  const MotionForm form = derive_form(equations(), Form::hamilton);
  ASSERT_EQ(form.speeds.size(), 2U);
  const Expr pr = form.speeds[0];
  const Expr ptheta = form.speeds[1];
  const auto h = std::ranges::find_if(form.parts, [](const FormPart& p) { return p.kind == PartKind::hamiltonian; });
  ASSERT_NE(h, form.parts.end());
  const Expr kinetic = g().add(g().div(g().square(pr), g().scale(Rational(2), m_)),
                               g().div(g().square(ptheta), times({n(2), m_, r.q, r.q})));
  expect_equal(h->right, g().sub(kinetic, g().div(k, r.q)), "H(q, p)");
  expect_equal(form.rates, {g().div(pr, m_), g().div(ptheta, times({m_, r.q, r.q}))}, "q' = ∂H/∂p");
  // p' = −∂H/∂q
  const Expr radial = g().sub(g().div(g().square(ptheta), times({m_, r.q, r.q, r.q})), g().div(k, g().square(r.q)));
  expect_equal(form.mass.entries, {n(1), g().zero(), g().zero(), n(1)}, "W");
  expect_equal(form.forcing, {radial, g().zero()}, "p'");
}

TEST_F(Forms, routh_takes_cyclic_coordinates_out) {
  const Variable r = coordinate("r");
  const Variable theta = coordinate("theta");
  const Expr k = g().symbol("k");
  energy(EnergyKind::kinetic, g().add(half_square(m_, r.v), half_square(g().mul(m_, g().square(r.q)), theta.v)));
  energy(EnergyKind::potential, half_square(k, r.q));
  const MotionForm form = derive_form(equations(), Form::routh);
  const auto effective =
      std::ranges::find_if(form.parts, [](const FormPart& p) { return p.kind == PartKind::effective_potential; });
  ASSERT_NE(effective, form.parts.end());
  const auto momentum =
      std::ranges::find_if(form.parts, [](const FormPart& p) { return p.kind == PartKind::momentum; });
  ASSERT_NE(momentum, form.parts.end());
  const std::vector<Expr> constants = free_symbols(g(), effective->right);
  const auto constant = std::ranges::find_if(
      constants, [&](Expr s) { return !(s == k) && !(s == m_) && !(s == r.q) && !(s == theta.q); });
  ASSERT_NE(constant, constants.end());
  const Expr centrifugal = g().div(g().square(*constant), times({n(2), m_, r.q, r.q}));
  expect_equal(effective->right, g().add(half_square(k, r.q), centrifugal), "effective potential");
}

TEST_F(Forms, naive_lack_what_voronets_adds) {
  make_knife_edge();
  const MotionForm naive = derive_form(equations(), Form::naive, {0, 2});
  const MotionForm right = derive_form(equations(), Form::voronets, {0, 2});
  EXPECT_TRUE(naive.is_refuted);
  expect_equal(naive.forcing, right.forcing, "its dynamics are the right ones");
  EXPECT_TRUE(std::ranges::any_of(naive.parts, [](const FormPart& p) { return p.kind == PartKind::correction; }));
}

TEST_F(Forms, power_coefficients_of_a_workless_reaction_vanish) {
  make_knife_edge();
  reaction("R", {0}, g().sub(g().mul(x_.v, g().sin(phi_.q)), g().mul(y_.v, g().cos(phi_.q))));
  const Expr f = g().symbol("F");
  force("push", {{f, x_.v}});
  const PowerTable table = power_coefficients(equations());
  const auto row = [&](std::string_view name) {
    return std::ranges::find_if(table.rows, [&](const PowerCoefficients& r) { return r.force == name; });
  };
  const auto push = row("push");
  const auto edge = row("R");
  ASSERT_NE(push, table.rows.end());
  ASSERT_NE(edge, table.rows.end());
  expect_equal(push->free, {f, g().zero(), g().zero()}, "of the push");
  expect_equal(edge->compatible, {g().zero(), g().zero(), g().zero()}, "of the reaction");
  EXPECT_FALSE(is_zero(g(), edge->free[0]));
}

} // namespace
} // namespace dalembert::test

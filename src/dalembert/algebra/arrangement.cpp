#include <dalembert/algebra/arrangement.h>
#include <dalembert/algebra/print_costs.h>

#include <algorithm>

namespace dalembert {
inline namespace algebra {

namespace {

void turn(Sum& sum) {
  for (Summand& s : sum)
    s.coefficient = -s.coefficient;
}

Laurent divided(const Laurent& a, const Summand& by) {
  Laurent out = a;
  for (LaurentTerm& t : out) {
    t.monomial = t.monomial / by.monomial;
    t.coefficient /= by.coefficient;
  }
  merge(out);
  return out;
}

/// The parameters and coordinates that stand in every term.
Summand common_divisor(const AtomTable& atoms, const Laurent& motion, const Laurent& forces) {
  std::optional<PowerProduct> common;
  for (const Laurent* side : {&motion, &forces})
    for (const LaurentTerm& t : *side)
      common = common ? common_factor(*common, t.monomial) : t.monomial;
  Summand out{Rational(1), {}};
  if (!common) return out;
  for (const Power& p : common->powers()) {
    const AtomClass type = atoms[p.atom].type;
    if (type == AtomClass::parameter || type == AtomClass::coordinate) out.monomial.multiply(p.atom, p.exponent);
  }
  return out;
}

/// Both sides in human form: M = F, or M − F = 0 where that saves a sign.
Sides arranged(Algebra& algebra, const Laurent& motion, const Laurent& forces, Effort effort) {
  AtomTable& atoms = algebra.atoms;
  Sides out;
  out.left = algebra.human.of(motion, effort);
  out.right = algebra.human.of(forces, effort);
  if (atoms.leading_sign(out.left) < 0) {
    turn(out.left);
    turn(out.right);
    out.divisor.coefficient = Rational(-1);
  }
  const auto cost = [&atoms](const Sum& left, const Sum& right) {
    return atoms.cost(left) + atoms.cost(right) + (left.empty() || right.empty() ? 0 : 1);
  };
  out.cost = cost(out.left, out.right);
  Sum moved = out.right;
  turn(moved);
  Sum joined = out.left;
  joined.insert(joined.end(), moved.begin(), moved.end());
  const bool is_moved = out.left.empty() || (!out.right.empty() && cost(joined, {}) < out.cost);
  if (!is_moved) return out;
  out.left = std::move(joined);
  out.right.clear();
  out.cost = cost(out.left, out.right);
  return out;
}

/// As the terms stand, or with a rational content divided out, whichever is shorter.
Sides scaled_best(Algebra& algebra, const Laurent& motion, const Laurent& forces, Effort effort) {
  std::vector<Rational> contents{Rational(1)};
  for (const Rational& content : algebra.human.contents({&motion, &forces}, effort))
    if (!content.is_one()) contents.push_back(content);
  const auto scaled = [&](const Rational& content, Effort how) {
    const Summand by{content, {}};
    Sides sides = arranged(algebra, divided(motion, by), divided(forces, by), how);
    sides.divisor.coefficient *= content;
    return sides;
  };
  std::vector<Sides> quick;
  quick.reserve(contents.size());
  for (const Rational& content : contents)
    quick.push_back(scaled(content, Effort::quick));
  Sides best = *std::ranges::min_element(quick, {}, &Sides::cost);
  if (effort == Effort::quick) return best;
  const int most = best.cost + print_costs::scaling_margin;
  for (std::size_t i = 0; i < contents.size(); ++i) {
    if (quick[i].cost > most) continue;
    Sides sides = scaled(contents[i], Effort::thorough);
    if (sides.cost < best.cost) best = std::move(sides);
  }
  return best;
}

} // namespace

std::optional<Sides> arrange(Algebra& algebra, const Laurent& motion, const Laurent& forces, Effort effort) {
  const Summand divisor = common_divisor(algebra.atoms, motion, forces);
  const Laurent small_motion = divided(motion, divisor);
  const Laurent small_forces = divided(forces, divisor);
  if (algebra.human.is_refused(small_motion) || algebra.human.is_refused(small_forces)) return std::nullopt;
  Sides best = scaled_best(algebra, small_motion, small_forces, effort);
  best.divisor.monomial = divisor.monomial;
  return best;
}

} // namespace algebra
} // namespace dalembert

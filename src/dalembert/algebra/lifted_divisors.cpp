#include <dalembert/algebra/lifted_divisors.h>

#include <algorithm>
#include <utility>

namespace dalembert {
inline namespace algebra {

namespace {

constexpr int bar_margin = 2; ///< nodes that one bar may take more than several: (b - a)/(a*b) for 1/a - 1/b

/// What all terms are to be multiplied by so that none has a divisor.
PowerProduct common_divisor(const Sum& sum) {
  PowerProduct out;
  for (const Summand& s : sum)
    for (const Power& p : s.monomial.powers())
      if (p.exponent < -out.exponent(p.atom)) out.multiply(p.atom, -p.exponent - out.exponent(p.atom));
  return out;
}

Summand as_summand(const AtomTable::Bracket& bracket) {
  return {bracket.factor, PowerProduct(bracket.atom)};
}

/// The bracket `id` as a factor, its divisors below all of it.
Summand lifted_bracket(AtomTable& atoms, AtomId id) {
  const bool has_only_parameters = atoms[id].has_only_parameters;
  const Sum inside = with_lifted_divisors(atoms, Sum(atoms[id].sum));
  const bool is_as_it_was = is_same(inside, atoms[id].sum);
  Summand whole = is_as_it_was         ? Summand{Rational(1), PowerProduct(id)}
                  : inside.size() == 1 ? inside.front()
                                       : as_summand(atoms.bracket(inside));
  const PowerProduct below = common_divisor(inside);
  if (!has_only_parameters || below.is_one() || inside.size() < 2) return whole;
  Sum above = inside;
  for (Summand& s : above)
    s.monomial = s.monomial * below;
  merge(above);
  Summand out = as_summand(atoms.bracket(above));
  out.monomial = out.monomial / below;
  const bool are_all_divided = std::ranges::all_of(inside, [](const Summand& s) {
    return std::ranges::any_of(s.monomial.powers(), [](const Power& p) { return p.exponent < 0; });
  });
  const int margin = are_all_divided ? bar_margin : 0;
  return atoms.cost(Sum{out}) <= atoms.cost(Sum{whole}) + margin ? out : whole;
}

} // namespace

Sum with_lifted_divisors(AtomTable& atoms, const Sum& sum) {
  Sum out;
  for (const Summand& s : sum) {
    Summand lifted{s.coefficient, {}};
    for (const Power& p : s.monomial.powers()) {
      const Summand factor =
          atoms[p.atom].is_bracket() ? lifted_bracket(atoms, p.atom) : Summand{Rational(1), PowerProduct(p.atom)};
      lifted.coefficient *= factor.coefficient.pow(p.exponent);
      lifted.monomial = lifted.monomial * factor.monomial.pow(p.exponent);
    }
    out.push_back(std::move(lifted));
  }
  merge(out);
  return out;
}

} // namespace algebra
} // namespace dalembert

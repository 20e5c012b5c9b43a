#include <dalembert/expr/depends.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/textbook/name_substitution.h>

#include <algorithm>
#include <cstdlib>

namespace dalembert::inline textbook {

NameSubstitution::NameSubstitution(Algebra& algebra, Expansion& expansion, Fractions& fractions, const LetWay& way)
    : algebra_(algebra), expansion_(expansion), fractions_(fractions), way_(way) {
  for (const Replacement& r : way.replacements)
    replaced_.push_back(r.symbol);
}

std::optional<BalanceTerms> NameSubstitution::of(const BalanceTerms& terms) {
  if (!is_changed(terms.motion) && !is_changed(terms.forces)) return std::nullopt;
  std::optional<Laurent> motion = of(terms.motion);
  if (!motion) return std::nullopt;
  std::optional<Laurent> forces = of(terms.forces);
  if (!forces) return std::nullopt;
  return BalanceTerms{std::move(*motion), std::move(*forces)};
}

bool NameSubstitution::is_changed(const Laurent& polynomial) {
  return std::ranges::any_of(polynomial, [this](const LaurentTerm& t) {
    return image_of_harmonic(t.harmonic).has_value() ||
           std::ranges::any_of(t.monomial.powers(), [this](const Power& p) { return image(p.atom).has_value(); });
  });
}

std::optional<Laurent> NameSubstitution::of(const Laurent& polynomial) {
  // Terms over one denominator are gathered first, and merged once.
  std::vector<Fraction> parts{{{}, unit_laurent()}};
  for (const LaurentTerm& t : polynomial) {
    const Fraction term = of(t);
    auto part = std::ranges::find_if(parts, [&](const auto& p) { return is_same(p.denominator, term.denominator); });
    if (part == parts.end()) part = parts.insert(parts.end(), {{}, term.denominator});
    part->numerator.insert(part->numerator.end(), term.numerator.begin(), term.numerator.end());
  }
  Fraction total{{}, unit_laurent()};
  for (Fraction& part : parts) {
    merge(part.numerator);
    total = fractions_.sum(total, part);
  }
  return fractions_.whole_quotient(total.numerator, total.denominator);
}

Fraction NameSubstitution::of(const LaurentTerm& term) {
  LaurentTerm rest{{}, 0, term.coefficient};
  Fraction out{unit_laurent(), unit_laurent()};
  if (const std::optional<Fraction>& harmonic = image_of_harmonic(term.harmonic))
    out = *harmonic;
  else
    rest.harmonic = term.harmonic;
  for (const Power& p : term.monomial.powers()) {
    if (const std::optional<Fraction>& atom = image(p.atom))
      out = fractions_.product(out, power(*atom, p.exponent));
    else
      rest.monomial.multiply(p.atom, p.exponent);
  }
  return fractions_.product(out, {{rest}, unit_laurent()});
}

const std::optional<Fraction>& NameSubstitution::image(AtomId atom) {
  const auto [place, added] = atoms_.try_emplace(atom);
  if (added) place->second = image(algebra_.atoms[atom].expr);
  return place->second;
}

const std::optional<Fraction>& NameSubstitution::image_of_harmonic(HarmonicId harmonic) {
  const auto [place, added] = harmonics_.try_emplace(harmonic);
  if (added && harmonic != 0) place->second = image(algebra_.atoms[algebra_.harmonics.atom(harmonic)].expr);
  return place->second;
}

std::optional<Fraction> NameSubstitution::image(Expr e) {
  if (!depends(algebra_.graph, e, replaced_)) return std::nullopt;
  const Expr to = substitute(algebra_.graph, e, way_.replacements);
  algebra_.harmonics.announce(std::vector<Expr>{to});
  if (!way_.has_divisions)
    if (const Laurent* polynomial = expansion_.of(to)) return Fraction{*polynomial, unit_laurent()};
  std::optional<Fraction> fraction = fractions_.of(to);
  if (!fraction) throw BudgetSpent{};
  return fractions_.reduced(*fraction);
}

Fraction NameSubstitution::power(const Fraction& base, int exponent) {
  const Fraction up = exponent > 0 ? base : Fraction{base.denominator, base.numerator};
  if (up.denominator.empty()) throw BudgetSpent{};
  Fraction out = up;
  for (int i = 1; i < std::abs(exponent); ++i)
    out = fractions_.product(out, up);
  return out;
}

} // namespace dalembert::inline textbook

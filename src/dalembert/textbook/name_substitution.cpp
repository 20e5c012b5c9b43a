#include <dalembert/expr/depends.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/textbook/name_substitution.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace dalembert {
inline namespace textbook {

NameSubstitution::NameSubstitution(Algebra& algebra, Expansion& expansion, Fractions& fractions, const LetChoice& way)
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
    return !image_of_harmonic(t.harmonic).is_same ||
           std::ranges::any_of(t.monomial.powers(), [this](const Power& p) { return !image(p.atom).is_same; });
  });
}

std::optional<Laurent> NameSubstitution::of(const Laurent& polynomial) {
  // Terms over one denominator are gathered first, and merged once.
  std::vector<Fraction> parts{{{}, unit_laurent()}};
  for (const LaurentTerm& t : polynomial) {
    const std::optional<Fraction> term = of(t);
    if (!term) return std::nullopt;
    auto part = std::ranges::find_if(parts, [&](const auto& p) { return is_same(p.denominator, term->denominator); });
    if (part == parts.end()) part = parts.insert(parts.end(), {{}, term->denominator});
    part->numerator.insert(part->numerator.end(), term->numerator.begin(), term->numerator.end());
  }
  Fraction total{{}, unit_laurent()};
  for (Fraction& part : parts) {
    merge(part.numerator);
    total = fractions_.sum(total, part);
  }
  return fractions_.whole_quotient(total.numerator, total.denominator);
}

std::optional<Fraction> NameSubstitution::of(const LaurentTerm& term) {
  LaurentTerm rest{{}, 0, term.coefficient};
  Fraction out{unit_laurent(), unit_laurent()};
  const Image& harmonic = image_of_harmonic(term.harmonic);
  if (harmonic.is_same)
    rest.harmonic = term.harmonic;
  else if (harmonic.value)
    out = *harmonic.value;
  else
    return std::nullopt;
  for (const Power& p : term.monomial.powers()) {
    const Image& atom = image(p.atom);
    if (atom.is_same) {
      rest.monomial.multiply(p.atom, p.exponent);
      continue;
    }
    const std::optional<Fraction> factor = atom.value ? power(*atom.value, p.exponent) : std::nullopt;
    if (!factor) return std::nullopt;
    out = fractions_.product(out, *factor);
  }
  return fractions_.product(out, {{rest}, unit_laurent()});
}

const NameSubstitution::Image& NameSubstitution::image(AtomId atom) {
  const auto place = atoms_.find(atom);
  return place != atoms_.end() ? place->second : atoms_.emplace(atom, image(algebra_.atoms[atom].expr)).first->second;
}

const NameSubstitution::Image& NameSubstitution::image_of_harmonic(HarmonicId harmonic) {
  const auto place = harmonics_.find(harmonic);
  if (place != harmonics_.end()) return place->second;
  Image found = harmonic == 0 ? Image() : image(algebra_.atoms[algebra_.harmonics.atom(harmonic)].expr);
  return harmonics_.emplace(harmonic, std::move(found)).first->second;
}

NameSubstitution::Image NameSubstitution::image(Expr e) {
  if (!depends(algebra_.graph, e, replaced_)) return {};
  const Expr to = substitute(algebra_.graph, e, way_.replacements);
  algebra_.harmonics.announce(std::vector<Expr>{to});
  if (!way_.has_divisions)
    if (const Laurent* polynomial = expansion_.of(to)) return {false, Fraction{*polynomial, unit_laurent()}};
  const std::optional<Fraction> fraction = fractions_.of(to);
  return {false, fraction ? fractions_.reduced(*fraction) : std::nullopt};
}

std::optional<Fraction> NameSubstitution::power(const Fraction& base, int exponent) {
  const Fraction up = exponent > 0 ? base : Fraction{base.denominator, base.numerator};
  if (up.denominator.empty()) return std::nullopt;
  Fraction out = up;
  for (int i = 1; i < std::abs(exponent); ++i)
    out = fractions_.product(out, up);
  return out;
}

} // namespace textbook
} // namespace dalembert

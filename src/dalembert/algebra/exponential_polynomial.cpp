#include <dalembert/algebra/exponential_polynomial.h>
#include <dalembert/algebra/work_budget.h>
#include <dalembert/base/errors.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>

namespace dalembert {
inline namespace algebra {

namespace {

constexpr std::size_t most_product_terms = 40'000;  ///< terms of one product before like terms merge
constexpr std::size_t most_quotient_work = 400'000; ///< terms subtracted in one division
using Terms = std::vector<ExponentialPolynomial::Term>;

/// Lexicographic order of monomials: the one with more of the lowest atom in which they differ is larger.
bool is_larger(const PowerProduct& a, const PowerProduct& b) {
  const auto p = a.powers();
  const auto q = b.powers();
  std::size_t i = 0;
  while (i < p.size() && i < q.size() && p[i] == q[i])
    ++i;
  if (i == p.size() && i == q.size()) return false;
  if (i == p.size()) return q[i].exponent < 0;
  if (i == q.size()) return p[i].exponent > 0;
  if (p[i].atom < q[i].atom) return p[i].exponent > 0;
  if (p[i].atom > q[i].atom) return q[i].exponent < 0;
  return p[i].exponent > q[i].exponent;
}

Terms merged(Terms terms) {
  const auto is_out_of_order = [](const auto& a, const auto& b) {
    return !is_larger(a.monomial, b.monomial) || b.coefficient.is_zero();
  };
  const bool is_merged = std::ranges::adjacent_find(terms, is_out_of_order) == terms.end();
  if (is_merged && (terms.empty() || !terms.front().coefficient.is_zero())) return terms;
  // Places are sorted, terms are moved once.
  using Place = std::pair<std::uint64_t, std::size_t>;
  std::vector<Place> places;
  places.reserve(terms.size());
  for (const auto& t : terms)
    places.emplace_back(t.monomial.hash(), places.size());
  std::ranges::sort(places);
  std::vector<std::size_t> kept;
  for (std::size_t i = 0; i < places.size();) {
    auto& total = terms[places[i].second];
    kept.push_back(places[i++].second);
    for (; i < places.size() && terms[places[i].second].monomial == total.monomial; ++i)
      total.coefficient = total.coefficient + terms[places[i].second].coefficient;
    if (total.coefficient.is_zero()) kept.pop_back();
  }
  std::ranges::sort(kept,
                    [&](std::size_t a, std::size_t b) { return is_larger(terms[a].monomial, terms[b].monomial); });
  Terms out;
  out.reserve(kept.size());
  for (const std::size_t i : kept)
    out.push_back(std::move(terms[i]));
  return out;
}

/// What a product of terms costs in units of one with coefficients of one machine word: arithmetic of exact fractions
/// takes greatest common divisors, quadratic in their length. @throws BudgetSpent where no line could show the number
std::size_t weight(const Gaussian& coefficient) {
  constexpr std::size_t word = 64;
  constexpr std::size_t most_words = 256; // 5000 digits
  const std::size_t words = (coefficient.real.bits() + coefficient.imaginary.bits()) / (2 * word);
  if (words > most_words) throw BudgetSpent{};
  return 1 + words * words;
}
std::size_t weight(const Terms& terms) {
  std::size_t out = 1;
  for (const auto& t : terms)
    out = std::max(out, weight(t.coefficient));
  return out;
}

/// The sum of two sorted lists, the second one times `factor`: linear in their lengths.
Terms sum_of(const Terms& a, const Terms& b, const Gaussian& factor) {
  Terms out;
  out.reserve(a.size() + b.size());
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.size() || j < b.size()) {
    if (j == b.size() || (i < a.size() && is_larger(a[i].monomial, b[j].monomial))) {
      out.push_back(a[i++]);
    } else if (i == a.size() || is_larger(b[j].monomial, a[i].monomial)) {
      out.push_back({b[j].monomial, b[j].coefficient * factor});
      ++j;
    } else {
      const Gaussian total = a[i].coefficient + b[j].coefficient * factor;
      if (!total.is_zero()) out.push_back({a[i].monomial, total});
      ++i;
      ++j;
    }
  }
  return out;
}

struct Larger {
  bool operator()(const PowerProduct& a, const PowerProduct& b) const { return is_larger(a, b); }
};

/// What is left of a dividend: its terms, largest first.
using Dividend = std::map<PowerProduct, Gaussian, Larger>;

/// Subtracts coefficient·monomial·b.
void subtract(Dividend& from, const Terms& b, const Gaussian& coefficient, const PowerProduct& monomial) {
  const Gaussian minus = Gaussian{Rational(-1), {}} * coefficient;
  for (const auto& t : b) {
    const Gaussian by = t.coefficient * minus;
    const auto [place, is_new] = from.try_emplace(t.monomial * monomial, by);
    if (is_new) continue;
    place->second = place->second + by;
    if (place->second.is_zero()) from.erase(place);
  }
}

/// Divides out the monomial of least exponents and makes the leading coefficient 1.
ExponentialPolynomial normalised(const ExponentialPolynomial& a) {
  if (a.is_zero()) return a;
  return a.scaled(a.terms().front().coefficient.inverse(), a.least_exponents().pow(-1));
}

/// The coefficients of a polynomial in one atom, by exponent (all ≥ 0).
using ByExponent = std::map<int, ExponentialPolynomial>;

ByExponent coefficients(const ExponentialPolynomial& a, AtomId atom) {
  std::map<int, Terms> parts;
  for (const auto& t : a.terms()) {
    const int exponent = t.monomial.exponent(atom);
    PowerProduct rest = t.monomial;
    rest.multiply(atom, -exponent);
    parts[exponent].push_back({rest, t.coefficient});
  }
  ByExponent out;
  for (auto& [exponent, terms] : parts)
    out.emplace(exponent, ExponentialPolynomial(std::move(terms)));
  return out;
}

/// Work left for one greatest common divisor, counted in steps of the recursion.
struct Steps {
  int left = 4000;
  void spend() {
    if (--left < 0) throw BudgetSpent{};
  }
};

ExponentialPolynomial divisor(const ExponentialPolynomial& a, const ExponentialPolynomial& b, Steps& steps);

/// The common divisor of all coefficients with respect to `atom`.
ExponentialPolynomial content(const ExponentialPolynomial& a, AtomId atom, Steps& steps) {
  ByExponent parts = coefficients(a, atom);
  std::vector<const ExponentialPolynomial*> order;
  for (const auto& [exponent, part] : parts)
    order.push_back(&part);
  std::ranges::sort(order, {}, [](const auto* p) { return p->terms().size(); });
  ExponentialPolynomial out = normalised(*order.front());
  for (std::size_t i = 1; i < order.size() && !out.is_monomial(); ++i)
    out = divisor(out, *order[i], steps);
  return out;
}

ExponentialPolynomial exact(const ExponentialPolynomial& a, const ExponentialPolynomial& b) {
  if (b.is_monomial()) return a.scaled(b.terms()[0].coefficient.inverse(), b.terms()[0].monomial.pow(-1));
  auto out = quotient(a, b);
  ENSURE(out.has_value());
  return std::move(*out);
}

/// The remainder of a·lead(b)^k by b in `atom`.
ExponentialPolynomial pseudo_remainder(ExponentialPolynomial a, const ExponentialPolynomial& b, AtomId atom,
                                       Steps& steps) {
  const ByExponent divisor_parts = coefficients(b, atom);
  const auto& [degree, lead] = *divisor_parts.rbegin();
  while (!a.is_zero()) {
    steps.spend();
    const ByExponent parts = coefficients(a, atom);
    const auto& [top, head] = *parts.rbegin();
    if (top < degree) break;
    a = a * lead - (b * head).scaled({Rational(1), {}}, PowerProduct(atom, top - degree));
  }
  return a;
}

/// Sorted.
std::vector<AtomId> atoms_of(const ExponentialPolynomial& a) {
  std::vector<AtomId> out;
  for (const auto& t : a.terms())
    for (const Power& p : t.monomial.powers()) {
      const auto place = std::ranges::lower_bound(out, p.atom);
      if (place == out.end() || *place != p.atom) out.insert(place, p.atom);
    }
  return out;
}

int degree(const ExponentialPolynomial& a, AtomId atom) {
  int out = 0;
  for (const auto& t : a.terms())
    out = std::max(out, t.monomial.exponent(atom));
  return out;
}

/// By a primitive remainder sequence in `atom`, which both contain.
ExponentialPolynomial divisor_in(AtomId atom, const ExponentialPolynomial& a, const ExponentialPolynomial& b,
                                 Steps& steps) {
  const ExponentialPolynomial content_a = content(a, atom, steps);
  const ExponentialPolynomial content_b = content(b, atom, steps);
  ExponentialPolynomial f = exact(a, content_a);
  ExponentialPolynomial g = exact(b, content_b);
  if (degree(f, atom) < degree(g, atom)) std::swap(f, g);
  while (true) {
    ExponentialPolynomial r = pseudo_remainder(f, g, atom, steps);
    if (r.is_zero()) break;
    if (degree(r, atom) == 0) {
      g = ExponentialPolynomial(Gaussian{Rational(1), {}});
      break;
    }
    f = std::move(g);
    g = normalised(exact(r, content(r, atom, steps)));
  }
  return normalised(g * divisor(content_a, content_b, steps));
}

ExponentialPolynomial divisor(const ExponentialPolynomial& a, const ExponentialPolynomial& b, Steps& steps) {
  steps.spend();
  const ExponentialPolynomial f = normalised(a);
  const ExponentialPolynomial g = normalised(b);
  if (f.is_monomial() || g.is_monomial()) return ExponentialPolynomial(Gaussian{Rational(1), {}});
  const std::vector<AtomId> in_f = atoms_of(f);
  const std::vector<AtomId> in_g = atoms_of(g);
  std::vector<AtomId> both;
  std::ranges::set_intersection(in_f, in_g, std::back_inserter(both));
  // What one of them alone contains is in no common divisor: its coefficients are.
  for (const AtomId atom : in_f)
    if (!std::ranges::binary_search(both, atom)) return divisor(content(f, atom, steps), g, steps);
  for (const AtomId atom : in_g)
    if (!std::ranges::binary_search(both, atom)) return divisor(f, content(g, atom, steps), steps);
  const AtomId easiest =
      *std::ranges::min_element(both, {}, [&](AtomId x) { return std::max(degree(f, x), degree(g, x)); });
  return divisor_in(easiest, f, g, steps);
}

} // namespace

Gaussian Gaussian::inverse() const {
  const Rational square = real * real + imaginary * imaginary;
  return {real / square, -imaginary / square};
}

ExponentialPolynomial::ExponentialPolynomial(const Gaussian& number) {
  if (!number.is_zero()) terms_.push_back({{}, number});
}

ExponentialPolynomial::ExponentialPolynomial(std::vector<Term> terms) : terms_(merged(std::move(terms))) {}

ExponentialPolynomial::ExponentialPolynomial(const HarmonicTable& harmonics, const Laurent& real) {
  for (const LaurentTerm& t : real) {
    if (t.harmonic == 0) {
      terms_.push_back({t.monomial, {t.coefficient, {}}});
      continue;
    }
    PowerProduct z;
    for (const auto& [angle, k] : harmonics.frequencies(t.harmonic))
      z.multiply(static_cast<AtomId>(first_angle + angle), k);
    const Rational half = t.coefficient * Rational(1, 2);
    // cos = (z + 1/z)/2, sin = (z − 1/z)/(2i)
    const Gaussian plus = harmonics.is_sine(t.harmonic) ? Gaussian{{}, -half} : Gaussian{half, {}};
    terms_.push_back({t.monomial * z, plus});
    terms_.push_back({t.monomial / z, plus.conjugate()});
  }
  terms_ = merged(std::move(terms_));
}

ExponentialPolynomial ExponentialPolynomial::scaled(const Gaussian& factor, const PowerProduct& monomial) const {
  WorkBudget::spend(terms_.size() * std::max(weight(terms_), weight(factor)));
  ExponentialPolynomial out = *this;
  if (!monomial.is_one())
    for (Term& t : out.terms_)
      t.monomial = t.monomial * monomial;
  if (!factor.is_one())
    for (Term& t : out.terms_)
      t.coefficient = t.coefficient * factor;
  return out; // a factor keeps the order
}

PowerProduct ExponentialPolynomial::least_exponents() const {
  struct Least {
    AtomId atom = 0;
    int exponent = 0;
    std::size_t terms = 0; ///< that hold the atom; in others its exponent is 0
  };
  std::vector<Least> found;
  for (const Term& t : terms_)
    for (const Power& p : t.monomial.powers()) {
      const auto place = std::ranges::lower_bound(found, p.atom, {}, &Least::atom);
      if (place == found.end() || place->atom != p.atom) {
        found.insert(place, {p.atom, p.exponent, 1});
        continue;
      }
      place->exponent = std::min(place->exponent, int{p.exponent});
      ++place->terms;
    }
  PowerProduct out;
  for (const Least& least : found)
    out.multiply(least.atom, least.terms == terms_.size() ? least.exponent : std::min(least.exponent, 0));
  return out;
}

std::optional<Laurent> ExponentialPolynomial::real(HarmonicTable& harmonics) const {
  Laurent out;
  const Rational i_sign(-1);
  for (const Term& t : terms_) {
    Frequencies frequencies;
    PowerProduct rest;
    for (const Power& p : t.monomial.powers()) {
      if (p.atom < first_angle)
        rest.multiply(p.atom, p.exponent);
      else
        frequencies.emplace_back(static_cast<std::uint16_t>(p.atom - first_angle), p.exponent);
    }
    // c·z^k with its conjugate term: Re c·cos − Im c·sin from each of the two
    PowerProduct mirrored = rest;
    for (const auto& [angle, k] : frequencies)
      mirrored.multiply(static_cast<AtomId>(first_angle + angle), -k);
    const auto partner = std::ranges::lower_bound(terms_, mirrored, is_larger, &Term::monomial);
    const bool is_paired = partner != terms_.end() && partner->monomial == mirrored;
    if (!is_paired || partner->coefficient != t.coefficient.conjugate()) return std::nullopt;
    const HarmonicTable::Signed cosine = harmonics.harmonic(false, frequencies);
    const HarmonicTable::Signed sine = harmonics.harmonic(true, frequencies);
    out.push_back({rest, cosine.harmonic, t.coefficient.real * Rational(cosine.sign)});
    if (sine.sign != 0) out.push_back({rest, sine.harmonic, t.coefficient.imaginary * i_sign * Rational(sine.sign)});
  }
  merge(out);
  return out;
}

ExponentialPolynomial operator+(const ExponentialPolynomial& a, const ExponentialPolynomial& b) {
  ExponentialPolynomial out;
  out.terms_ = sum_of(a.terms_, b.terms_, {Rational(1), {}});
  return out;
}

ExponentialPolynomial operator-(const ExponentialPolynomial& a, const ExponentialPolynomial& b) {
  ExponentialPolynomial out;
  out.terms_ = sum_of(a.terms_, b.terms_, {Rational(-1), {}});
  return out;
}

ExponentialPolynomial operator*(const ExponentialPolynomial& a, const ExponentialPolynomial& b) {
  if (a.terms_.size() * b.terms_.size() > most_product_terms) throw BudgetSpent{};
  WorkBudget::spend(a.terms_.size() * b.terms_.size() * std::max(weight(a.terms_), weight(b.terms_)));
  Terms all;
  all.reserve(a.terms_.size() * b.terms_.size());
  for (const auto& x : a.terms_)
    for (const auto& y : b.terms_)
      all.push_back({x.monomial * y.monomial, x.coefficient * y.coefficient});
  return ExponentialPolynomial(std::move(all));
}

std::optional<ExponentialPolynomial> quotient(const ExponentialPolynomial& a, const ExponentialPolynomial& b) {
  // As polynomials without monomial factor, so that the leading terms divide.
  const PowerProduct low_a = a.least_exponents();
  const PowerProduct low_b = b.least_exponents();
  const ExponentialPolynomial by = b.scaled({Rational(1), {}}, low_b.pow(-1));
  const auto& lead = by.terms().front();
  const auto& last = by.terms().back();
  const auto can_divide = [](const PowerProduct& p, const PowerProduct& q) { return p.is_one() || p.divides(q); };
  const PowerProduct down = low_a.pow(-1);
  if (a.is_zero()) return a;
  // The smallest terms divide as well where the polynomials do.
  if (!can_divide(last.monomial, a.terms().back().monomial * down)) return std::nullopt;
  Dividend rest;
  for (const auto& t : a.terms())
    rest.emplace_hint(rest.end(), t.monomial * down, t.coefficient);
  const Gaussian inverse = lead.coefficient.inverse();
  Terms out;
  for (std::size_t work = 0; !rest.empty(); work += by.terms().size()) {
    const auto& [head, coefficient_of_head] = *rest.begin();
    if (!can_divide(lead.monomial, head)) return std::nullopt;
    if (work > most_quotient_work) throw BudgetSpent{};
    WorkBudget::spend(by.terms().size() * weight(coefficient_of_head));
    const PowerProduct monomial = head / lead.monomial;
    const Gaussian coefficient = coefficient_of_head * inverse;
    out.push_back({monomial * low_a / low_b, coefficient});
    subtract(rest, by.terms(), coefficient, monomial);
  }
  return ExponentialPolynomial(std::move(out));
}

ExponentialPolynomial greatest_common_divisor(const ExponentialPolynomial& a, const ExponentialPolynomial& b) {
  if (a.is_zero()) return normalised(b);
  if (b.is_zero()) return normalised(a);
  Steps steps;
  return divisor(a, b, steps);
}

} // namespace algebra
} // namespace dalembert

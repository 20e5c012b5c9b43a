#include <dalembert/algebra/bottom_up.h>
#include <dalembert/algebra/fraction.h>
#include <dalembert/algebra/work_budget.h>
#include <dalembert/base/errors.h>

#include <algorithm>
#include <map>

namespace dalembert {
inline namespace algebra {

namespace {

constexpr std::size_t most_products = 60'000;

bool is_one(const Laurent& a) {
  return a.size() == 1 && a[0].harmonic == 0 && a[0].monomial.is_one() && a[0].coefficient.is_one();
}

Laurent multiplied(const Laurent& a, const PowerProduct& by, const Rational& factor = Rational(1)) {
  Laurent out = a;
  for (LaurentTerm& t : out) {
    t.monomial = t.monomial * by;
    t.coefficient *= factor;
  }
  merge(out);
  return out;
}

/// The factor that makes a polynomial real that is real up to a constant factor.
struct RealFactor {
  Gaussian factor;
  PowerProduct shift;
};

/// Centres the exponentials of every angle and turns the phase; nothing where that cannot be done in whole angles.
std::optional<RealFactor> realising(const ExponentialPolynomial& polynomial) {
  RealFactor out;
  std::map<AtomId, std::pair<int, int>> range;
  for (const auto& t : polynomial.terms())
    for (const Power& p : t.monomial.powers())
      if (p.atom >= ExponentialPolynomial::first_angle) range[p.atom] = {p.exponent, p.exponent};
  for (auto& [angle, ends] : range) {
    for (const auto& t : polynomial.terms()) {
      const int exponent = t.monomial.exponent(angle);
      ends = {std::min(ends.first, exponent), std::max(ends.second, exponent)};
    }
    if ((ends.first + ends.second) % 2 != 0) return std::nullopt;
    out.shift.multiply(angle, -(ends.first + ends.second) / 2);
  }
  const ExponentialPolynomial centred = polynomial.scaled({Rational(1), {}}, out.shift);
  const auto& head = centred.terms().front();
  PowerProduct mirrored = head.monomial;
  for (const Power& p : head.monomial.powers())
    if (p.atom >= ExponentialPolynomial::first_angle) mirrored.multiply(p.atom, -2 * p.exponent);
  const auto partner = std::ranges::find_if(centred.terms(), [&](const auto& t) { return t.monomial == mirrored; });
  if (partner == centred.terms().end()) return std::nullopt;
  // head = c·d and partner = c·d̄ for one c: c is 1 + head/conj(partner) up to a real factor, or i where that is 0.
  Gaussian c = Gaussian{Rational(1), {}} + head.coefficient * partner->coefficient.conjugate().inverse();
  if (c.is_zero()) c = {{}, Rational(1)};
  out.factor = c.inverse();
  return out;
}

} // namespace

bool is_whole(const Fraction& fraction) {
  const Laurent& below = fraction.denominator;
  return below.size() == 1 && below.front().harmonic == 0 && below.front().monomial.is_one();
}

/// Moves a denominator of a single term without angle into the numerator.
void Fractions::absorb(Fraction& fraction) {
  if (fraction.denominator.size() != 1 || fraction.denominator[0].harmonic != 0) return;
  const LaurentTerm below = fraction.denominator[0];
  fraction.numerator = multiplied(fraction.numerator, below.monomial.pow(-1), below.coefficient.inverse());
  fraction.denominator = unit_laurent();
}

Laurent Fractions::times(const Laurent& a, const Laurent& b) {
  if (a.size() * b.size() > most_products) throw BudgetSpent{};
  return dalembert::product(harmonics_, a, b);
}

std::optional<Fraction> Fractions::of(Expr e) {
  bottom_up(
      graph_, e, [this](Expr x) { return done_.contains(x.id); },
      [this](Expr x) {
        Slot slot;
        try {
          slot = compute(x);
        } catch (const WorkSpent&) {
          throw;
        } catch (const BudgetSpent&) {
          slot.reset();
        }
        done_.emplace(x.id, std::make_unique<const Slot>(std::move(slot)));
      });
  return *done_.at(e.id);
}

Fractions::Slot Fractions::compute(Expr e) {
  const NodeKind kind = graph_.kind(e);
  if (kind == NodeKind::sum) return sum(e);
  if (kind == NodeKind::product) return product(e);
  if (kind == NodeKind::function && graph_.function(e) == Function::tan) {
    const Expr argument = graph_.args(e)[0];
    const Laurent* sine = expansion_.of(graph_.sin(argument));
    const Laurent* cosine = expansion_.of(graph_.cos(argument));
    if (sine == nullptr || cosine == nullptr || cosine->empty()) return std::nullopt;
    return Fraction{*sine, *cosine};
  }
  const Laurent* leaf = expansion_.of(e);
  if (leaf == nullptr) return std::nullopt;
  return Fraction{*leaf, unit_laurent()};
}

std::optional<Laurent> Fractions::whole_quotient(const Laurent& a, const Laurent& b) {
  if (is_one(b)) return a;
  if (a.empty()) return a;
  if (is_one(a)) return std::nullopt; // what divides 1 is a monomial, and those stand in numerators
  const auto exact = quotient(ExponentialPolynomial(harmonics_, a), ExponentialPolynomial(harmonics_, b));
  return exact ? exact->real(harmonics_) : std::nullopt;
}

std::optional<Laurent> Fractions::common_divisor(const std::vector<Laurent>& polynomials) {
  if (polynomials.empty()) return std::nullopt;
  ExponentialPolynomial common(harmonics_, polynomials.front());
  for (std::size_t i = 1; i < polynomials.size() && !common.is_monomial(); ++i)
    common = greatest_common_divisor(common, ExponentialPolynomial(harmonics_, polynomials[i]));
  if (common.is_monomial()) return std::nullopt;
  common = common.scaled({Rational(1), {}}, common.least_exponents().pow(-1));
  const std::optional<RealFactor> turn = realising(common);
  return turn ? common.scaled(turn->factor, turn->shift).real(harmonics_) : std::nullopt;
}

Fraction Fractions::sum(const Fraction& a, const Fraction& b, const Rational& factor) {
  if (is_same(a.denominator, b.denominator)) return {dalembert::sum(a.numerator, b.numerator, factor), a.denominator};
  if (const std::optional<Laurent> more = whole_quotient(b.denominator, a.denominator))
    return {dalembert::sum(times(a.numerator, *more), b.numerator, factor), b.denominator};
  if (const std::optional<Laurent> less = whole_quotient(a.denominator, b.denominator))
    return {dalembert::sum(a.numerator, times(b.numerator, *less), factor), a.denominator};
  return {dalembert::sum(times(a.numerator, b.denominator), times(b.numerator, a.denominator), factor),
          times(a.denominator, b.denominator)};
}

Fraction Fractions::product(const Fraction& a, const Fraction& b) {
  return {times(a.numerator, b.numerator), times(a.denominator, b.denominator)};
}

Fractions::Slot Fractions::sum(Expr e) {
  Fraction out{{}, unit_laurent()};
  const std::vector<Term> terms(graph_.terms(e).begin(), graph_.terms(e).end());
  for (const Term& t : terms) {
    const Slot& part = *done_.at(t.expr.id);
    if (!part) return std::nullopt;
    out = sum(out, *part, graph_.value(t.coefficient));
  }
  absorb(out);
  return out;
}

Fractions::Slot Fractions::product(Expr e) {
  Fraction out{unit_laurent(), unit_laurent()};
  const std::vector<Factor> factors(graph_.factors(e).begin(), graph_.factors(e).end());
  for (const Factor& f : factors) {
    const Rational exponent = graph_.value(f.exponent);
    const auto count = exponent.numerator().as_integer();
    const auto degree = exponent.denominator().as_integer();
    if (!count || !degree || std::abs(*count) > 64 || *degree > 64) return std::nullopt;
    if (*degree > 1) {
      const AtomId root = expansion_.root(f.base, static_cast<int>(*degree));
      out.numerator = multiplied(out.numerator, PowerProduct(root, static_cast<int>(*count)));
      continue;
    }
    const Slot& base = *done_.at(f.base.id);
    if (!base) return std::nullopt;
    const bool is_below = *count < 0;
    for (std::int64_t i = 0; i < std::abs(*count); ++i) {
      out.numerator = times(out.numerator, is_below ? base->denominator : base->numerator);
      out.denominator = times(out.denominator, is_below ? base->numerator : base->denominator);
    }
  }
  if (out.denominator.empty()) return std::nullopt;
  absorb(out);
  return out;
}

/// What lifts every negative power of a root in the fraction.
PowerProduct Fractions::roots_below(const Fraction& fraction) const {
  PowerProduct out;
  for (const Laurent* side : {&fraction.numerator, &fraction.denominator})
    for (const LaurentTerm& t : *side)
      for (const Power& p : t.monomial.powers())
        if (expansion_.roots().contains(p.atom) && p.exponent < -out.exponent(p.atom))
          out.multiply(p.atom, -p.exponent - out.exponent(p.atom));
  return out;
}

std::optional<Fraction> Fractions::reduced(const Fraction& fraction) {
  const PowerProduct lift = roots_below(fraction);
  Fraction whole{expansion_.without_roots(multiplied(fraction.numerator, lift)),
                 expansion_.without_roots(multiplied(fraction.denominator, lift))};
  if (whole.numerator.empty()) return Fraction{{}, unit_laurent()};
  if (whole.denominator.empty()) return std::nullopt;
  try {
    std::optional<Fraction> out = reduced(ExponentialPolynomial(harmonics_, whole.numerator),
                                          ExponentialPolynomial(harmonics_, whole.denominator));
    if (out) {
      gather_roots(*out);
      return out;
    }
  } catch (const BudgetSpent&) { // NOLINT: the fraction stays as it is
  }
  absorb(whole);
  return whole;
}

/// Writes u·√u below as √u³: where a root divides the denominator, its base does so as a power of the root.
void Fractions::gather_roots(Fraction& fraction) {
  for (const auto& [atom, root] : expansion_.roots()) {
    const auto has_root = [id = atom](const LaurentTerm& t) { return t.monomial.exponent(id) > 0; };
    const Laurent* base = expansion_.of(root.base);
    if (base == nullptr || base->size() < 2 || fraction.denominator.empty()) continue;
    while (std::ranges::all_of(fraction.denominator, has_root)) {
      const auto rest =
          quotient(ExponentialPolynomial(harmonics_, fraction.denominator), ExponentialPolynomial(harmonics_, *base));
      const std::optional<Laurent> real = rest ? rest->real(harmonics_) : std::nullopt;
      if (!real) break;
      fraction.denominator = multiplied(*real, PowerProduct(atom, root.degree));
    }
  }
  absorb(fraction);
}

std::optional<Fraction> Fractions::reduced(const ExponentialPolynomial& numerator,
                                           const ExponentialPolynomial& denominator) {
  if (numerator.is_zero()) return Fraction{{}, unit_laurent()};
  const ExponentialPolynomial common = greatest_common_divisor(numerator, denominator);
  auto above = quotient(numerator, common);
  auto below = quotient(denominator, common);
  ENSURE(above.has_value() && below.has_value());
  const std::optional<RealFactor> turn = realising(*below);
  if (!turn) return std::nullopt;
  const auto real_below = below->scaled(turn->factor, turn->shift).real(harmonics_);
  const auto real_above = above->scaled(turn->factor, turn->shift).real(harmonics_);
  if (!real_below || !real_above) return std::nullopt;
  Fraction out{*real_above, *real_below};
  absorb(out);
  lift(out);
  return out;
}

/// Multiplies both sides so that no parameter or coordinate is divided by inside a denominator of several terms.
void Fractions::lift(Fraction& fraction) const {
  if (fraction.denominator.size() < 2) return;
  PowerProduct up;
  for (const Laurent* side : {&fraction.numerator, &fraction.denominator})
    for (const LaurentTerm& t : *side)
      for (const Power& p : t.monomial.powers())
        if (p.exponent < -up.exponent(p.atom)) up.multiply(p.atom, -p.exponent - up.exponent(p.atom));
  if (up.is_one()) return;
  fraction.numerator = multiplied(fraction.numerator, up);
  fraction.denominator = multiplied(fraction.denominator, up);
}

std::optional<Sum> Fractions::written(HumanForm& human, const Laurent& polynomial, int wanted) const {
  if (human.is_refused(polynomial)) return std::nullopt;
  Sum best = human.of(polynomial, Effort::thorough, wanted);
  PowerProduct below;
  for (const LaurentTerm& t : polynomial)
    for (const Power& p : t.monomial.powers())
      if (p.exponent < -below.exponent(p.atom)) below.multiply(p.atom, -p.exponent - below.exponent(p.atom));
  if (below.is_one() || polynomial.size() < 2) return best;
  const Sum above = human.of(multiplied(polynomial, below), Effort::thorough, wanted);
  if (above.size() != 1) return best; // x/2 - p^2/(2*J) is read more easily than (J*x - p^2)/(2*J)
  Summand whole = above.front();
  whole.monomial = whole.monomial / below;
  if (atoms_.cost(Sum{whole}) < atoms_.cost(best)) best = {whole};
  return best;
}

std::optional<Sum> Fractions::written(HumanForm& human, const Fraction& fraction, int wanted) const {
  if (is_one(fraction.denominator)) return written(human, fraction.numerator, wanted);
  if (human.is_refused(fraction.numerator) || human.is_refused(fraction.denominator)) return std::nullopt;
  // Whole coefficients below, as a person writes them.
  const Rational scale = human.contents({&fraction.denominator}, Effort::quick).front().inverse();
  Sum above = human.of(scaled(fraction.numerator, scale), Effort::thorough, wanted);
  Sum below = human.of(scaled(fraction.denominator, scale), Effort::thorough, wanted);
  const auto as_factor = [this](const Sum& s) {
    if (s.size() == 1) return s.front();
    const AtomTable::Bracket bracket = atoms_.bracket(s);
    return Summand{bracket.factor, PowerProduct(bracket.atom)};
  };
  const Summand p = as_factor(above);
  const Summand q = as_factor(below);
  return Sum{{p.coefficient / q.coefficient, p.monomial / q.monomial}};
}

} // namespace algebra
} // namespace dalembert

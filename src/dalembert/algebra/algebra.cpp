#include <dalembert/algebra/algebra.h>
#include <dalembert/algebra/print_costs.h>

#include <algorithm>

namespace dalembert {
inline namespace algebra {

Algebra::Algebra(const Equations& e)
    : graph(*e.system->graph),
      atoms(*e.system),
      harmonics(atoms),
      expansion(atoms, harmonics),
      fractions(atoms, harmonics, expansion),
      human(atoms, harmonics) {
  std::vector<Expr> roots;
  for (const auto* list : {&e.residual, &e.generalized_forces, &e.constraint_forces, &e.forcing, &e.mass().entries,
                           &e.constraint_matrix.entries, &e.constraint_forcing, &e.momenta})
    roots.insert(roots.end(), list->begin(), list->end());
  for (const ReactionRow& row : e.reactions)
    roots.insert(roots.end(), row.row.begin(), row.row.end());
  for (const ImpactRow& row : e.impacts)
    roots.insert(roots.end(), row.row.begin(), row.row.end());
  harmonics.announce(roots);
}

std::optional<Sum> Algebra::shortest(Expr e, int wanted) {
  const Laurent* polynomial = expansion.of(e);
  const auto has_quotients = [this](const LaurentTerm& t) {
    return std::ranges::any_of(t.monomial.powers(), [this](const Power& p) {
      return p.exponent < 0 && atoms[p.atom].type == AtomClass::function;
    });
  };
  if (polynomial != nullptr && std::ranges::none_of(*polynomial, has_quotients))
    return fractions.written(human, *polynomial, wanted);
  if (polynomial == nullptr || human.is_refused(*polynomial)) return as_fraction(e, wanted);
  // A quick look tells where the search is worth its time: one fraction is mostly shorter than a sum of them.
  constexpr int longest = 5000; // nodes; a sum of quotients that is longer is no line that a person reads
  constexpr std::size_t few = 12;
  const int quick = atoms.cost(human.of(*polynomial, Effort::quick));
  if (quick > longest) return std::nullopt;
  std::optional<Sum> fraction = as_fraction(e, wanted);
  if (fraction && polynomial->size() > few && quick > atoms.cost(*fraction) + print_costs::quick_margin)
    return fraction;
  Sum sum = human.of(*polynomial, Effort::thorough, wanted);
  if (!fraction) return sum;
  const int gain = atoms.cost(sum) - atoms.cost(*fraction);
  // Of two quotients that are as long the fraction has a bracket below, which may take a minus sign.
  const bool has_minus = sum.size() == 1 && sum.front().coefficient.sign() < 0;
  return gain > 0 || (gain == 0 && has_minus) ? fraction : sum;
}

std::optional<Sum> Algebra::as_fraction(Expr e, int wanted) {
  try {
    const std::optional<Fraction> fraction = fractions.of(e);
    const std::optional<Fraction> lowest = fraction ? fractions.reduced(*fraction) : std::nullopt;
    if (lowest) return fractions.written(human, *lowest, wanted);
  } catch (const BudgetSpent&) { // NOLINT: a sum of terms may still be found
  }
  return std::nullopt;
}

std::optional<std::vector<ExponentialPolynomial>> Algebra::polynomial_row(const std::vector<Expr>& row) {
  std::vector<Fraction> entries;
  std::vector<ExponentialPolynomial> below;
  ExponentialPolynomial common(Gaussian{Rational(1), {}});
  for (const Expr e : row) {
    const std::optional<Fraction> fraction = fractions.of(e);
    std::optional<Fraction> lowest = fraction ? fractions.reduced(*fraction) : std::nullopt;
    if (!lowest) return std::nullopt;
    entries.push_back(std::move(*lowest));
    below.emplace_back(harmonics, entries.back().denominator);
    common = common * quotient(below.back(), greatest_common_divisor(common, below.back())).value();
  }
  std::vector<ExponentialPolynomial> out;
  for (std::size_t j = 0; j < entries.size(); ++j)
    out.push_back(ExponentialPolynomial(harmonics, entries[j].numerator) * quotient(common, below[j]).value());
  return out;
}

std::optional<Fraction> Algebra::lowest_terms(const ExponentialPolynomial& numerator,
                                              const ExponentialPolynomial& denominator) {
  const auto above = numerator.real(harmonics);
  const auto below = denominator.real(harmonics);
  // The rows may have been scaled by something that is not real: the quotient is.
  if (!above || !below) return fractions.reduced(numerator, denominator);
  return fractions.reduced(Fraction{*above, *below});
}

Expr Algebra::expression(const Laurent& polynomial) {
  std::vector<Term> terms;
  for (const LaurentTerm& t : polynomial) {
    std::vector<Factor> factors;
    for (const Power& p : t.monomial.powers())
      factors.push_back({atoms[p.atom].expr, graph.intern(Rational(p.exponent))});
    if (t.harmonic != 0) factors.push_back({atoms[harmonics.atom(t.harmonic)].expr, graph.intern(Rational(1))});
    terms.push_back({factors.empty() ? graph.one() : graph.product(factors), graph.intern(t.coefficient)});
  }
  return graph.sum(terms);
}

Expr Algebra::expression(const Fraction& fraction) {
  return graph.div(expression(fraction.numerator), expression(fraction.denominator));
}

} // namespace algebra
} // namespace dalembert

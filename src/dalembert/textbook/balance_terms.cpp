#include <dalembert/algebra/arrangement.h>
#include <dalembert/algebra/printed_text.h>
#include <dalembert/algebra/typeset.h>
#include <dalembert/textbook/balance_terms.h>

#include <vector>

namespace dalembert {
inline namespace textbook {

std::optional<BalanceTerms> terms_of(Expansion& expansion, const Balance& balance) {
  // The derived difference, not `motion`, so that what cancels in it is gone.
  const Laurent* difference = expansion.of(balance.meant);
  const Laurent* forces = expansion.of(balance.forces);
  if (difference == nullptr || forces == nullptr) return std::nullopt;
  return BalanceTerms{sum(*difference, *forces), *forces};
}

std::optional<BalanceTerms> reduced_terms(Fractions& fractions, const Balance& balance) {
  std::vector<Laurent> out;
  for (const Expr e : {balance.meant, balance.forces}) {
    const std::optional<Fraction> fraction = fractions.of(e);
    if (!fraction) return std::nullopt;
    const std::optional<Fraction> lowest = fractions.reduced(*fraction);
    if (!lowest || !is_whole(*lowest)) return std::nullopt;
    out.push_back(scaled(lowest->numerator, lowest->denominator.front().coefficient.inverse()));
  }
  return BalanceTerms{sum(out[0], out[1]), out[1]};
}

namespace {

/// `by` · divisor in print; nothing where it is refused.
std::optional<Formula> divisor_formula(Algebra& algebra, const Summand& by, const Fraction& divisor) {
  if (is_same(divisor.numerator, unit_laurent()) && is_same(divisor.denominator, unit_laurent()))
    return typeset(algebra.atoms, {by});
  Fraction whole = divisor;
  for (LaurentTerm& t : whole.numerator) {
    t.monomial = t.monomial * by.monomial;
    t.coefficient *= by.coefficient;
  }
  merge(whole.numerator);
  algebra.human.lead_with(-1);
  const std::optional<Sum> sum = algebra.fractions.written(algebra.human, whole);
  if (!sum) return std::nullopt;
  return typeset(algebra.atoms, *sum);
}

} // namespace

std::optional<PlainEquation> written(Algebra& algebra, const BalanceTerms& terms, int leader, Effort effort,
                                     const Fraction& divisor) {
  algebra.human.lead_with(leader);
  const std::optional<Sides> sides = arrange(algebra, terms.motion, terms.forces, effort);
  if (!sides) return std::nullopt;
  PlainEquation out;
  out.left = typeset(algebra.atoms, sides->left);
  out.right = typeset(algebra.atoms, sides->right);
  std::optional<Formula> divided_by = divisor_formula(algebra, sides->divisor, divisor);
  if (!divided_by) return std::nullopt;
  out.divisor = std::move(*divided_by);
  out.nodes = node_count(out.left) + (sides->right.empty() ? 0 : node_count(out.right) + 1);
  return out;
}

} // namespace textbook
} // namespace dalembert

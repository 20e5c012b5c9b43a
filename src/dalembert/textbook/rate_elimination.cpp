#include <dalembert/algebra/elimination.h>
#include <dalembert/algebra/work_budget.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/textbook/proof.h>
#include <dalembert/textbook/rate_elimination.h>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>

namespace dalembert {
inline namespace textbook {

namespace {

constexpr std::size_t most_choices = 128; ///< sets of rates that are tried
constexpr std::size_t most_elimination_work =
    300'000; ///< products of terms for all sets; the largest model of the tests takes 117 000

/// The constraint rows at velocity level: A, then −b; nothing where an entry is no quotient of polynomials.
std::optional<LinearRows> velocity_rows(Algebra& algebra, const Equations& equations) {
  std::vector<Replacement> at_rest;
  for (const Expr v : equations.speeds)
    at_rest.push_back({v, algebra.graph.zero()});
  LinearRows rows;
  for (int k = 0; k < equations.constraint_matrix.rows; ++k) {
    std::vector<Expr> row;
    row.reserve(static_cast<std::size_t>(equations.constraint_matrix.columns) + 1);
    for (int i = 0; i < equations.constraint_matrix.columns; ++i)
      row.push_back(equations.constraint_matrix.at(k, i));
    const Expr rate = equations.constraint_rates[static_cast<std::size_t>(k)];
    row.push_back(algebra.graph.neg(substitute(algebra.graph, rate, at_rest)));
    std::optional<std::vector<ExponentialPolynomial>> polynomials = algebra.polynomial_row(row);
    if (!polynomials) return std::nullopt;
    rows.push_back(std::move(*polynomials));
  }
  return rows;
}

/// Sets of `count` out of `total`, or none where they are too many.
std::vector<std::vector<std::size_t>> choices(std::size_t total, std::size_t count) {
  std::vector<std::vector<std::size_t>> out{{}};
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<std::vector<std::size_t>> longer;
    for (const auto& set : out)
      for (std::size_t next = set.empty() ? 0 : set.back() + 1; next < total; ++next) {
        longer.push_back(set);
        longer.back().push_back(next);
      }
    out = std::move(longer);
    if (out.size() > most_choices) return {};
  }
  return out;
}

/// Divides by nothing but parameters.
bool is_regular(const AtomTable& atoms, const Fraction& fraction) {
  const Laurent& below = fraction.denominator;
  if (below.size() != 1 || below[0].harmonic != 0 || !below[0].monomial.is_one()) return false;
  return std::ranges::all_of(fraction.numerator, [&](const LaurentTerm& t) {
    return std::ranges::all_of(t.monomial.powers(), [&](const Power& p) {
      return p.exponent > 0 || atoms[p.atom].type == AtomClass::parameter;
    });
  });
}

std::optional<RateElimination> solved_for(Algebra& algebra, const Equations& equations, const LinearRows& rows,
                                          const std::vector<std::size_t>& set) {
  // The other rates go to the right: −b − Σ A·v.
  LinearRows block;
  for (const auto& row : rows) {
    std::vector<ExponentialPolynomial> reduced;
    ExponentialPolynomial right = row.back();
    for (std::size_t i = 0; i + 1 < row.size(); ++i) {
      if (std::ranges::find(set, i) != set.end())
        reduced.push_back(row[i]);
      else
        right = right - row[i].scaled({Rational(1), {}}, PowerProduct(algebra.atoms.atom(equations.speeds[i])));
    }
    reduced.push_back(std::move(right));
    block.push_back(std::move(reduced));
  }
  const LinearQuotients quotients = solve_without_fractions(std::move(block));
  if (quotients.denominator.is_zero()) return std::nullopt;
  std::vector<RateElimination::Solved> out;
  for (std::size_t i = 0; i < set.size(); ++i) {
    const std::optional<Fraction> fraction = algebra.lowest_terms(quotients.numerators[i], quotients.denominator);
    if (!fraction || !is_regular(algebra.atoms, *fraction)) return std::nullopt;
    const Expr rate = equations.speeds[set[i]];
    out.push_back(
        {rate, algebra.atoms.atom(rate), scaled(fraction->numerator, fraction->denominator[0].coefficient.inverse())});
  }
  return RateElimination(std::move(out));
}

} // namespace

std::optional<Laurent> RateElimination::replaced(Algebra& algebra, const Laurent& polynomial) const {
  constexpr std::size_t most_rate_terms = 4000;
  Laurent out;
  for (const LaurentTerm& t : polynomial) {
    Laurent term{t};
    for (const Solved& s : rates_) {
      const int exponent = t.monomial.exponent(s.atom);
      if (exponent < 0) return std::nullopt;
      for (int i = 0; i < exponent; ++i)
        term = product(algebra.harmonics, term, s.value);
      for (LaurentTerm& u : term)
        u.monomial.multiply(s.atom, -exponent);
    }
    out.insert(out.end(), term.begin(), term.end());
    if (out.size() > most_rate_terms) throw BudgetSpent{};
  }
  merge(out);
  return out;
}

std::optional<Fraction> RateElimination::apply(Algebra& algebra, const Fraction& fraction) const {
  std::optional<Laurent> above = replaced(algebra, fraction.numerator);
  if (!above) return std::nullopt;
  std::optional<Laurent> below = replaced(algebra, fraction.denominator);
  if (!below || below->empty()) return std::nullopt;
  return algebra.fractions.reduced({std::move(*above), std::move(*below)});
}

bool RateElimination::is_proved(Algebra& algebra, Expr printed, Expr meant) const {
  std::vector<Replacement> replacements;
  for (const Solved& s : rates_)
    replacements.push_back({s.rate, algebra.expression(s.value)});
  std::vector<Expr> both;
  try {
    both = substitute(algebra.graph, std::vector<Expr>{printed, meant}, replacements);
  } catch (const std::domain_error&) { // it divides by a rate that the constraints make 0
    return false;
  }
  return says_what_is_meant(algebra.graph, both[0], both[1]) == Answer::yes;
}

std::vector<RateElimination> rate_eliminations(Algebra& algebra, const Equations& equations) {
  const System& system = *equations.system;
  const std::size_t count = system.constraints.size();
  const bool is_affine = std::ranges::none_of(system.constraints, [](const Constraint& c) { return c.chetaev; });
  std::vector<RateElimination> out;
  if (count == 0 || count > equations.speeds.size() || !is_affine) return out;
  const WorkBudget budget(most_elimination_work);
  try {
    const std::optional<LinearRows> rows = velocity_rows(algebra, equations);
    if (!rows) return out;
    for (const auto& set : choices(equations.speeds.size(), count))
      if (auto way = solved_for(algebra, equations, *rows, set)) out.push_back(std::move(*way));
  } catch (const BudgetSpent&) { // NOLINT: what was found stands
  }
  return out;
}

} // namespace textbook
} // namespace dalembert

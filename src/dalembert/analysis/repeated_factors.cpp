#include <dalembert/analysis/repeated_factors.h>
#include <dalembert/exact/parameter_fit.h>
#include <dalembert/exact/row_monomials.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/modular_sweep.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/expr/zero_test.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <stdexcept>
#include <utility>

namespace dalembert {
inline namespace analysis {

namespace {

/// A polynomial modulo the prime: the coefficient of xᵏ at place k, the last one not 0; empty for 0.
using ModularPolynomial = std::vector<Residue>;

void trim(ModularPolynomial& p) {
  while (!p.empty() && p.back().is_zero())
    p.pop_back();
}

Residue value_at(const ModularPolynomial& p, Residue x) {
  Residue out;
  for (std::size_t k = p.size(); k-- > 0;)
    out = out * x + p[k];
  return out;
}

ModularPolynomial less_product(ModularPolynomial from, const ModularPolynomial& a, const ModularPolynomial& b) {
  if (a.empty() || b.empty()) return from;
  from.resize(std::max(from.size(), a.size() + b.size() - 1));
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j)
      from[i + j] -= a[i] * b[j];
  trim(from);
  return from;
}

/// Quotient and rest; the divisor is not 0.
std::pair<ModularPolynomial, ModularPolynomial> divided_by(ModularPolynomial p, const ModularPolynomial& by) {
  if (p.size() < by.size()) return {ModularPolynomial(), std::move(p)};
  const Residue unit = by.back().inverse().value_or(Residue());
  ModularPolynomial quotient(p.size() - by.size() + 1);
  for (std::size_t k = quotient.size(); k-- > 0;) {
    quotient[k] = p[k + by.size() - 1] * unit;
    for (std::size_t j = 0; j < by.size(); ++j)
      p[k + j] -= quotient[k] * by[j];
  }
  trim(p);
  return {std::move(quotient), std::move(p)};
}

ModularPolynomial divisor_of_both(ModularPolynomial a, ModularPolynomial b) {
  while (!b.empty()) {
    ModularPolynomial rest = divided_by(std::move(a), b).second;
    a = std::exchange(b, std::move(rest));
  }
  return a;
}

ModularPolynomial slope(const ModularPolynomial& p) {
  ModularPolynomial out;
  for (std::size_t k = 1; k < p.size(); ++k)
    out.push_back(p[k] * Residue(k));
  return out;
}

/// The factors without multiple roots: at place i the product of those that divide p i + 1 times.
std::vector<ModularPolynomial> by_multiplicity(const ModularPolynomial& p) {
  ModularPolynomial repeated = divisor_of_both(p, slope(p));
  ModularPolynomial distinct = divided_by(p, repeated).first;
  std::vector<ModularPolynomial> out;
  while (distinct.size() > 1) {
    ModularPolynomial further = divisor_of_both(distinct, repeated);
    out.push_back(divided_by(distinct, further).first);
    repeated = divided_by(repeated, further).first;
    distinct = std::move(further);
  }
  return out;
}

/// The polynomial of least degree with `values` at 1, 2, 3, …, by Newton's differences; and Π (x − i).
std::pair<ModularPolynomial, ModularPolynomial> interpolated(const std::vector<Residue>& values) {
  ModularPolynomial through;
  ModularPolynomial nodes{Residue(1)};
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Residue x(i + 1);
    const Residue missing = (values[i] - value_at(through, x)) * value_at(nodes, x).inverse().value_or(Residue());
    through = less_product(std::move(through), {-missing}, nodes);
    nodes = less_product({}, nodes, {x, -Residue(1)});
  }
  return {std::move(through), std::move(nodes)};
}

/// A polynomial in several symbols: exponents → number, in lexicographic order.
using Terms = std::map<std::vector<std::int64_t>, Rational>;

/// The terms of a polynomial of 300 terms at most, and the bases that the exponents are of; nothing for others.
std::optional<std::pair<Terms, std::vector<Expr>>> terms_of(const Graph& graph, Expr quantity) {
  constexpr std::size_t most = 300;
  const std::optional<MonomialSum> sum = multiplied_out(graph, quantity, most);
  if (!sum || sum->empty()) return std::nullopt;
  std::vector<Expr> bases;
  for (const auto& [factors, number] : *sum)
    for (const auto& [base, exponent] : factors)
      if (std::ranges::find(bases, base) == bases.end()) bases.push_back(base);
  Terms out;
  for (const auto& [factors, number] : *sum) {
    std::vector<std::int64_t> exponents(bases.size(), 0);
    for (const auto& [base, exponent] : factors) {
      const std::optional<std::int64_t> whole = exponent.as_integer();
      if (!whole || *whole < 0) return std::nullopt;
      exponents[static_cast<std::size_t>(std::ranges::find(bases, base) - bases.begin())] = *whole;
    }
    out[exponents] = number;
  }
  return std::pair(std::move(out), std::move(bases));
}

void add_to(Terms& to, const std::vector<std::int64_t>& exponents, const Rational& number) {
  const auto [place, is_new] = to.emplace(exponents, number);
  if (is_new) return;
  place->second = place->second + number;
  if (place->second.is_zero()) to.erase(place);
}

/// r of p = number·r², from the leading term down; nothing where p is no such square.
std::optional<Terms> square_root(const Terms& p) {
  const Rational leading = p.rbegin()->second;
  Terms rest;
  for (const auto& [exponents, number] : p)
    rest.emplace(exponents, number / leading);
  std::vector<std::int64_t> first = p.rbegin()->first;
  for (std::int64_t& exponent : first) {
    if (exponent % 2 != 0) return std::nullopt;
    exponent /= 2;
  }
  rest.erase(std::prev(rest.end()));
  Terms root{{first, Rational(1)}};
  while (!rest.empty()) { // each round removes the leading term of the rest: p has few terms, so has r
    if (root.size() > p.size()) return std::nullopt;
    std::vector<std::int64_t> next = rest.rbegin()->first;
    for (std::size_t i = 0; i < next.size(); ++i)
      if ((next[i] -= first[i]) < 0) return std::nullopt;
    const Rational number = rest.rbegin()->second * Rational(1, 2);
    root.emplace(next, number);
    for (const auto& [exponents, other] : root) {
      std::vector<std::int64_t> sum = next;
      for (std::size_t i = 0; i < sum.size(); ++i)
        sum[i] += exponents[i];
      add_to(rest, sum, Rational(exponents == next ? -1 : -2) * number * other);
    }
  }
  return root;
}

/// The same expression with whole coefficients.
Expr with_whole_numbers(Graph& graph, const Terms& terms, const std::vector<Expr>& bases) {
  Rational scale(1);
  for (const auto& [exponents, number] : terms)
    scale = scale * (number * scale).denominator();
  Expr out = graph.zero();
  for (const auto& [exponents, number] : terms) {
    Expr term = graph.number(number * scale);
    for (std::size_t i = 0; i < bases.size(); ++i)
      term = graph.mul(term, graph.pow(bases[i], Rational(exponents[i])));
    out = graph.add(out, term);
  }
  return out;
}

/// The multiple roots of one quantity in one symbol.
class MultipleRoots {
public:
  MultipleRoots(Graph& graph, Expr quantity, Expr symbol)
      : graph_(graph), symbol_(symbol), sweep_(graph, std::vector<Expr>{quantity}) {
    others_ = free_symbols(graph, std::vector<Expr>{quantity});
    std::erase(others_, symbol);
  }

  [[nodiscard]] const std::vector<Expr>& others() const { return others_; }

  /// The roots that stand alone in their multiplicity, by multiplicity, where the others have these values; nothing
  /// where the quantity is no quotient of polynomials of degree 31 at most there.
  [[nodiscard]] std::optional<std::vector<std::optional<Residue>>> at(const std::vector<Residue>& values) const {
    std::optional<ModularPolynomial> numerator = numerator_at(values);
    if (!numerator || numerator->empty()) return std::nullopt;
    const auto first = std::ranges::find_if(*numerator, [](Residue x) { return !x.is_zero(); });
    numerator->erase(numerator->begin(), first); // the symbol alone
    std::vector<std::optional<Residue>> out;
    for (const ModularPolynomial& factor : by_multiplicity(*numerator))
      out.push_back(factor.size() == 2 ? std::optional(-factor[0] * factor[1].inverse().value_or(Residue()))
                                       : std::nullopt);
    return out;
  }

private:
  /// Σ aₖ xᵏ above the bar, by Cauchy's interpolation: Euclid's algorithm stopped half-way.
  [[nodiscard]] std::optional<ModularPolynomial> numerator_at(const std::vector<Residue>& values) const {
    constexpr std::size_t fewest = 16;
    constexpr std::size_t most = 64;
    constexpr std::size_t checks = 2;
    std::vector<Residue> seen;
    for (std::size_t count = fewest; count <= most; count *= 2) {
      while (seen.size() < count + checks) {
        const std::optional<Residue> value = quantity_at(values, Residue(seen.size() + 1));
        if (!value) return std::nullopt;
        seen.push_back(*value);
      }
      auto [above, before] = interpolated({seen.begin(), seen.begin() + static_cast<std::ptrdiff_t>(count)});
      ModularPolynomial below{Residue(1)};
      ModularPolynomial below_before;
      while (2 * above.size() > count + 1) {
        auto [quotient, rest] = divided_by(std::move(before), above);
        before = std::exchange(above, std::move(rest));
        ModularPolynomial next = less_product(std::move(below_before), quotient, below);
        below_before = std::exchange(below, std::move(next));
      }
      bool is_right = true;
      for (std::size_t i = count; i < count + checks; ++i) {
        const Residue x(i + 1);
        is_right = is_right && value_at(above, x) == seen[i] * value_at(below, x);
      }
      if (is_right) return above;
    }
    return std::nullopt;
  }

  [[nodiscard]] std::optional<Residue> quantity_at(const std::vector<Residue>& values, Residue x) const {
    ModularPoint point(graph_, 1);
    for (std::size_t i = 0; i < others_.size(); ++i)
      point.set(others_[i], values[i]);
    point.set(symbol_, x);
    const std::optional<std::vector<Residue>> found = sweep_(point);
    return found ? std::optional(found->front()) : std::nullopt;
  }

  Graph& graph_;
  Expr symbol_;
  ModularSweep sweep_;
  std::vector<Expr> others_;
};

/// α·x − β of every multiple root β/α in `symbol` that is a function of the other symbols.
std::vector<Expr> factors_in(Graph& graph, Expr quantity, Expr symbol) {
  const MultipleRoots roots(graph, quantity, symbol);
  const auto seen = roots.at(drawn_parameters(roots.others().size(), 1));
  std::vector<Expr> out;
  if (!seen) return out;
  const std::vector<Expr> sums = sums_of_parameters(graph, {quantity}, roots.others());
  for (std::size_t m = 1; m < seen->size(); ++m) { // m + 1 times
    if (!(*seen)[m]) continue;
    const AtParameters root_at = [&](const std::vector<Residue>& values) -> std::optional<std::vector<Residue>> {
      const auto there = roots.at(values);
      if (!there || there->size() <= m || !(*there)[m]) return std::nullopt;
      return std::vector<Residue>{*(*there)[m], Residue(1)};
    };
    const std::optional<std::vector<Expr>> found = fit_parameters(graph, roots.others(), root_at, sums);
    if (!found) continue;
    const Expr at = graph.div((*found)[0], (*found)[1]);
    const Expr there = substitute(graph, quantity, std::vector<Replacement>{{symbol, at}});
    if (!is_zero(graph, there)) continue;
    const Expr factor = graph.sub(graph.mul((*found)[1], symbol), (*found)[0]);
    const auto terms = terms_of(graph, factor);
    out.push_back(terms ? with_whole_numbers(graph, terms->first, terms->second) : factor);
  }
  return out;
}

/// True if two factors linear in the symbol differ by a factor without it: a₁·b₂ = a₂·b₁, where aₖ are they and bₖ
/// their values where the symbol is 0.
bool are_one_factor(Graph& graph, Expr known, Expr factor, Expr symbol) {
  if (!depends(graph, known, symbol)) return false;
  const std::vector<Replacement> where_it_is_zero{{symbol, graph.zero()}};
  const Expr rest_of_new = substitute(graph, factor, where_it_is_zero);
  const Expr rest_of_old = substitute(graph, known, where_it_is_zero);
  return are_equal(graph, graph.mul(factor, rest_of_old), graph.mul(known, rest_of_new));
}

/// Adds the multiple factors in one symbol that are not known yet.
void add_factors_in(Graph& graph, Expr quantity, Expr symbol, std::vector<Expr>& known) {
  try {
    for (const Expr factor : factors_in(graph, quantity, symbol)) {
      const auto is_this = [&](Expr other) { return are_one_factor(graph, other, factor, symbol); };
      if (std::ranges::none_of(known, is_this)) known.push_back(factor);
    }
  } catch (const std::domain_error&) {     // NOLINT(bugprone-empty-catch): no value where the factor vanishes
  } catch (const std::invalid_argument&) { // NOLINT(bugprone-empty-catch): an unknown function
  }
}

} // namespace

std::vector<Expr> repeated_factors(Graph& graph, Expr quantity, const std::vector<Expr>& symbols) {
  if (const auto whole = terms_of(graph, quantity); whole && whole->first.size() > 1)
    if (const std::optional<Terms> root = square_root(whole->first)) {
      const Expr factor = with_whole_numbers(graph, *root, whole->second);
      std::vector<Expr> out = repeated_factors(graph, factor, symbols);
      out.push_back(factor);
      return out;
    }
  std::vector<Expr> out;
  for (const Expr symbol : symbols)
    if (depends(graph, quantity, symbol)) add_factors_in(graph, quantity, symbol, out);
  return out;
}

} // namespace analysis
} // namespace dalembert

#include <dalembert/analysis/condition_content.h>
#include <dalembert/exact/row_monomials.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/substitute.h>

#include <algorithm>
#include <utility>

namespace dalembert {
inline namespace analysis {

namespace {

/// The sum of the terms, divided by `divisor`.
Expr sum_of_terms(Graph& graph, const MonomialSum& terms, const Factors& divisor) {
  Expr out = graph.zero();
  for (const auto& [factors, number] : terms) {
    Expr term = graph.number(number);
    for (const auto& [base, exponent] : times(factors, divisor, Rational(-1)))
      term = graph.mul(term, graph.pow(base, exponent));
    out = graph.add(out, term);
  }
  return out;
}

/// u − v of e^u − e^v.
std::optional<Expr> difference_of_exponents(Graph& graph, const MonomialSum& terms) {
  if (terms.size() != 2) return std::nullopt;
  std::vector<Expr> exponents;
  Rational sum(0);
  for (const auto& [factors, number] : terms) {
    sum = sum + number;
    if (factors.size() != 1 || graph.kind(factors[0].first) != NodeKind::function ||
        graph.function(factors[0].first) != Function::exp)
      return std::nullopt;
    exponents.push_back(graph.scale(factors[0].second, graph.args(factors[0].first)[0]));
  }
  if (sum.sign() != 0) return std::nullopt;
  return graph.sub(exponents[0], exponents[1]);
}

/// The powers that all terms share, without those with exponent 0.
Factors shared_powers(const MonomialSum& terms) {
  Factors lowest;
  for (const auto& [factors, number] : terms)
    for (const auto& factor : factors)
      if (std::ranges::none_of(lowest, [&factor](const auto& f) { return f.first == factor.first; }))
        lowest.emplace_back(factor.first, 0);
  for (auto& [base, exponent] : lowest) {
    std::optional<Rational> least;
    for (const auto& [factors, number] : terms) {
      Rational here(0);
      for (const auto& [other, size] : factors)
        if (other == base) here = size;
      if (!least || here < *least) least = here;
    }
    exponent = *least;
  }
  std::erase_if(lowest, [](const auto& f) { return f.second.sign() == 0; });
  return lowest;
}

} // namespace

std::optional<std::vector<Expr>> content(Graph& graph, Expr e) {
  constexpr std::size_t most = 60;
  if (graph.kind(e) != NodeKind::sum) return std::nullopt;
  const std::optional<MonomialSum> terms = multiplied_out(graph, e, most);
  if (!terms || terms->size() < 2) return std::nullopt;
  if (const std::optional<Expr> difference = difference_of_exponents(graph, *terms))
    return std::vector<Expr>{*difference};
  const Factors lowest = shared_powers(*terms);
  if (lowest.empty()) return std::nullopt;
  std::vector<Expr> out;
  for (const auto& [base, exponent] : lowest)
    if (exponent.sign() > 0) out.push_back(base);
  out.push_back(sum_of_terms(graph, *terms, lowest));
  return out;
}

std::vector<Expr> with_short_arguments(Graph& graph, const std::vector<Expr>& expressions) {
  constexpr std::size_t most = 20;
  std::vector<Replacement> shorter;
  for (const Expr node : reachable(graph, expressions)) {
    if (graph.kind(node) != NodeKind::function || graph.args(node).size() != 1) continue;
    const Expr argument = graph.args(node)[0];
    const std::optional<MonomialSum> terms = multiplied_out(graph, argument, most);
    if (!terms) continue;
    const Expr written = sum_of_terms(graph, *terms, {});
    if (written != argument) shorter.push_back({node, graph.apply(graph.function(node), written)});
  }
  return shorter.empty() ? expressions : substitute(graph, expressions, shorter);
}

} // namespace analysis
} // namespace dalembert

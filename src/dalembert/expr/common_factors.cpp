#include <dalembert/expr/common_factors.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/id_map.h>

#include <algorithm>
#include <vector>

namespace dalembert {
inline namespace expr {

namespace {

/// A term of a sum as coefficient · Π bases^exponents.
struct Parts {
  Rational coefficient;
  std::vector<Factor> factors;
};

Parts parts_of(const Graph& graph, const Rational& coefficient, Expr e) {
  const Term term = graph.as_term(e);
  Parts out{coefficient * graph.value(term.coefficient), {}};
  if (graph.kind(term.expr) == NodeKind::product)
    out.factors.assign(graph.factors(term.expr).begin(), graph.factors(term.expr).end());
  else if (!graph.is_one(term.expr))
    out.factors.push_back({term.expr, one_id});
  return out;
}

/// What both exponents hold: the one nearer to 0 where they have one sign.
Rational shared(const Rational& a, const Rational& b) {
  if (a.sign() != b.sign()) return Rational(0);
  return a.abs() < b.abs() ? a : b;
}

/// The powers that all terms have as factors.
std::vector<Factor> common(Graph& graph, const std::vector<Parts>& terms) {
  std::vector<Factor> out;
  for (const Factor& candidate : terms.front().factors) {
    Rational exponent = graph.value(candidate.exponent);
    for (const Parts& term : terms) {
      const auto same = std::ranges::find(term.factors, candidate.base, &Factor::base);
      exponent = same == term.factors.end() ? Rational(0) : shared(exponent, graph.value(same->exponent));
    }
    if (!exponent.is_zero()) out.push_back({candidate.base, graph.intern(exponent)});
  }
  return out;
}

Expr factored_sum(Graph& graph, const std::vector<Parts>& terms) {
  const std::vector<Factor> outside = common(graph, terms);
  std::vector<Factor> divided;
  divided.reserve(outside.size());
  for (const Factor& f : outside)
    divided.push_back({f.base, graph.intern(-graph.value(f.exponent))});
  // One number for all terms goes before the sum as well: 2·a + 2·b.
  const Rational number = terms.front().coefficient.abs();
  const bool is_one_number =
      std::ranges::all_of(terms, [&](const Parts& term) { return term.coefficient.abs() == number; });
  std::vector<Term> rest;
  for (const Parts& term : terms) {
    std::vector<Factor> factors = term.factors;
    factors.insert(factors.end(), divided.begin(), divided.end());
    const Rational left = is_one_number ? term.coefficient / number : term.coefficient;
    rest.push_back({graph.product(factors), graph.intern(left)});
  }
  const Expr product = graph.mul(graph.product(outside), graph.sum(rest));
  return is_one_number ? graph.scale(number, product) : product;
}

} // namespace

Expr with_common_factors_out(Graph& graph, Expr e) {
  IdMap<Expr> images;
  for (const Expr node : reachable(graph, std::vector<Expr>{e})) {
    Expr image = node;
    if (graph.kind(node) == NodeKind::product) {
      std::vector<Factor> factors(graph.factors(node).begin(), graph.factors(node).end());
      for (Factor& f : factors)
        f.base = images.at(f.base.id);
      image = graph.product(factors);
    } else if (graph.kind(node) == NodeKind::sum) {
      const std::vector<Term> terms(graph.terms(node).begin(), graph.terms(node).end());
      std::vector<Parts> parts;
      parts.reserve(terms.size());
      for (const Term& t : terms)
        parts.push_back(parts_of(graph, graph.value(t.coefficient), images.at(t.expr.id)));
      std::erase_if(parts, [](const Parts& term) { return term.coefficient.is_zero(); });
      image = parts.empty() ? graph.zero() : factored_sum(graph, parts);
    }
    images.set(node.id, image);
  }
  return images.at(e.id);
}

} // namespace expr
} // namespace dalembert

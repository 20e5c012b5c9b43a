#include <dalembert/analysis/s_polynomial.h>
#include <dalembert/expr/zero_test.h>

#include <algorithm>
#include <cstdint>
#include <utility>

namespace dalembert {
inline namespace analysis {

SPolynomial in_powers_of_s(const Graph& graph, const SPolynomial& in_squares) {
  SPolynomial out;
  for (const Expr coefficient : in_squares) {
    out.push_back(coefficient);
    out.push_back(graph.zero());
  }
  if (!out.empty()) out.pop_back();
  return out;
}

SPolynomial in_squares_of_s(const SPolynomial& p) {
  SPolynomial out;
  for (std::size_t k = 0; k < p.size(); k += 2)
    out.push_back(p[k]);
  return out;
}

SPolynomial monic(Graph& graph, SPolynomial p) {
  while (!p.empty() && is_zero(graph, p.back()))
    p.pop_back();
  if (p.empty()) return p;
  const Expr leading = p.back();
  for (Expr& coefficient : p)
    coefficient = graph.div(coefficient, leading);
  p.back() = graph.one();
  return p;
}

SPolynomial product(Graph& graph, const SPolynomial& a, const SPolynomial& b) {
  if (a.empty() || b.empty()) return {};
  SPolynomial out(a.size() + b.size() - 1, graph.zero());
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j)
      out[i + j] = graph.add(out[i + j], graph.mul(a[i], b[j]));
  return out;
}

SPolynomial derivative(Graph& graph, const SPolynomial& p) {
  SPolynomial out;
  for (std::size_t k = 1; k < p.size(); ++k)
    out.push_back(graph.scale(Rational(static_cast<std::int64_t>(k)), p[k]));
  return out;
}

bool are_equal(const Graph& graph, const SPolynomial& a, const SPolynomial& b) {
  return std::ranges::equal(a, b, [&graph](Expr x, Expr y) { return x == y || are_equal(graph, x, y); });
}

SDivision divided(Graph& graph, SPolynomial p, const SPolynomial& by) {
  SDivision out;
  if (p.size() >= by.size()) out.quotient.assign(p.size() - by.size() + 1, graph.zero());
  while (p.size() >= by.size()) {
    const std::size_t shift = p.size() - by.size();
    const Expr factor = p.back();
    out.quotient[shift] = factor;
    for (std::size_t k = 0; k + 1 < by.size(); ++k)
      p[shift + k] = graph.sub(p[shift + k], graph.mul(factor, by[k]));
    p.pop_back();
  }
  out.rest = std::move(p);
  return out;
}

SPolynomial common_divisor(Graph& graph, SPolynomial a, SPolynomial b) {
  SPolynomial g = monic(graph, std::move(a));
  SPolynomial rest = monic(graph, std::move(b));
  while (!rest.empty()) {
    SPolynomial next = monic(graph, divided(graph, std::move(g), rest).rest);
    g = std::move(rest);
    rest = std::move(next);
  }
  return g;
}

} // namespace analysis
} // namespace dalembert

#include <dalembert/analysis/characteristic_factors.h>
#include <dalembert/analysis/hurwitz.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/evaluate.h>
#include <dalembert/expr/zero_test.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <optional>
#include <stdexcept>

namespace dalembert::inline analysis {

namespace {

using Complex = std::complex<double>;

/// The roots of x^n + Σ aₖ x^k, by the simultaneous iteration of Durand and Kerner.
std::vector<Complex> roots_of(const std::vector<double>& coefficients) {
  const std::size_t n = coefficients.size() - 1;
  constexpr int most_rounds = 200;
  double radius = 0.0;
  for (std::size_t k = 0; k < n; ++k)
    radius = std::max(radius, std::pow(std::abs(coefficients[k]), 1.0 / static_cast<double>(n - k)));
  std::vector<Complex> x;
  for (std::size_t k = 0; k < n; ++k)
    x.push_back(radius * std::pow(Complex(0.4, 0.9), static_cast<double>(k)));
  for (int round = 0; round < most_rounds; ++round)
    for (std::size_t i = 0; i < n; ++i) {
      Complex value = 1.0;
      for (std::size_t k = n; k-- > 0;)
        value = value * x[i] + coefficients[k];
      for (std::size_t j = 0; j < n; ++j)
        if (j != i) value /= x[i] - x[j];
      x[i] -= value;
    }
  return x;
}

/// Looks for one root x = −c of a polynomial in x = s².
class MonomialRoot {
public:
  MonomialRoot(const System& system, const SPolynomial& in_squares)
      : graph_(*system.graph), p_(in_squares), symbols_(free_symbols(graph_, in_squares)) {}

  std::optional<Expr> find() {
    if (symbols_.size() > most_symbols) return std::nullopt;
    for (std::size_t i = 0; i < symbols_.size(); ++i)
      start_.push_back({symbols_[i], 1.0 + 0.37 * static_cast<double>(i + 1)});
    for (const double root : real_roots(start_)) {
      exponents_.assign(symbols_.size(), {});
      if (!collect_exponents(root)) continue;
      std::vector<int> chosen(symbols_.size(), 0);
      if (const std::optional<Expr> found = proved(root, chosen, 0)) return found;
    }
    return std::nullopt;
  }

private:
  static constexpr std::size_t most_symbols = 7;
  static constexpr int most_candidates = 2000;
  static constexpr double close = 1e-6;

  [[nodiscard]] std::vector<double> real_roots(const std::vector<Assignment>& at) const {
    std::vector<double> coefficients;
    for (const Expr e : p_)
      coefficients.push_back(evaluate(graph_, e, at));
    std::vector<double> out;
    for (const Complex& root : roots_of(coefficients))
      if (std::isfinite(root.real()) && std::abs(root.imag()) < close * std::abs(root) && root != 0.0)
        out.push_back(root.real());
    return out;
  }

  /// For each symbol, the exponents by which some root changes when the symbol is doubled.
  bool collect_exponents(double root) {
    for (std::size_t i = 0; i < symbols_.size(); ++i) {
      std::vector<Assignment> at = start_;
      at[i].value *= 2.0;
      for (const double other : real_roots(at)) {
        if (!(other / root > 0.0)) continue;
        const double exponent = std::log2(other / root);
        const double whole = std::round(exponent);
        constexpr double largest = 4.0;
        if (std::abs(exponent - whole) < close && std::abs(whole) <= largest)
          exponents_[i].push_back(static_cast<int>(whole));
      }
      if (exponents_[i].empty()) return false;
    }
    return true;
  }

  std::optional<Expr> proved(double root, std::vector<int>& chosen, std::size_t next) {
    if (next == symbols_.size()) return tried(root, chosen);
    for (const int exponent : exponents_[next]) {
      chosen[next] = exponent;
      if (const std::optional<Expr> found = proved(root, chosen, next + 1)) return found;
    }
    return std::nullopt;
  }

  std::optional<Expr> tried(double root, const std::vector<int>& chosen) {
    if (++candidates_ > most_candidates) return std::nullopt;
    double number = root;
    Expr product = graph_.one();
    for (std::size_t i = 0; i < symbols_.size(); ++i) {
      number /= std::pow(start_[i].value, chosen[i]);
      product = graph_.mul(product, graph_.pow(symbols_[i], Rational(chosen[i])));
    }
    constexpr int largest_denominator = 24;
    for (int denominator = 1; denominator <= largest_denominator; ++denominator) {
      const double numerator = std::round(number * denominator);
      if (numerator == 0.0 || std::abs(number * denominator - numerator) > close * std::abs(numerator)) continue;
      const Expr x = graph_.scale(Rational(static_cast<std::int64_t>(numerator), denominator), product);
      Expr value = graph_.one();
      for (std::size_t k = p_.size() - 1; k-- > 0;)
        value = graph_.add(graph_.mul(value, x), p_[k]);
      if (is_zero(graph_, value)) return x;
      return std::nullopt;
    }
    return std::nullopt;
  }

  Graph& graph_;
  const SPolynomial& p_;
  std::vector<Expr> symbols_;
  std::vector<Assignment> start_;
  std::vector<std::vector<int>> exponents_;
  int candidates_ = 0;
};

SPolynomial in_powers_of_s(const Graph& graph, const SPolynomial& in_squares) {
  SPolynomial out;
  for (const Expr coefficient : in_squares) {
    out.push_back(coefficient);
    out.push_back(graph.zero());
  }
  out.pop_back();
  return out;
}

/// Without leading coefficients that are 0, and divided by the leading one; empty for 0.
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

struct Division {
  SPolynomial quotient;
  SPolynomial rest;
};

/// Divides by a polynomial with leading coefficient 1.
Division divided(Graph& graph, SPolynomial p, const SPolynomial& by) {
  Division out;
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

/// g(s²) and p/g where g is the greatest common divisor of the even and the odd part of p, by Euclid's algorithm:
/// the roots of g come as ±s. Empty where g is 1.
std::vector<SPolynomial> without_even_part(Graph& graph, const SPolynomial& p) {
  SPolynomial even;
  SPolynomial odd;
  for (std::size_t k = 0; k < p.size(); ++k)
    (k % 2 == 0 ? even : odd).push_back(p[k]);
  SPolynomial g = monic(graph, std::move(even));
  SPolynomial rest = monic(graph, std::move(odd));
  while (!rest.empty()) {
    SPolynomial next = monic(graph, divided(graph, std::move(g), rest).rest);
    g = std::move(rest);
    rest = std::move(next);
  }
  if (g.size() < 2) return {};
  SPolynomial common = in_powers_of_s(graph, g);
  SPolynomial quotient = divided(graph, p, common).quotient;
  return {std::move(common), std::move(quotient)};
}

} // namespace

std::vector<SPolynomial> factored(const System& system, const SPolynomial& p) {
  Graph& graph = *system.graph;
  constexpr std::size_t least_degree = 4;
  constexpr std::size_t most_degree = 10;
  constexpr std::size_t most_damped_degree = 8;
  if (!has_even_powers_only(graph, p)) {
    if (p.size() < 4 || p.size() - 1 > most_damped_degree) return {};
    try {
      return without_even_part(graph, p);
    } catch (const std::domain_error&) { // a leading coefficient that no zero test can decide
      return {};
    }
  }
  if (p.size() - 1 < least_degree || p.size() - 1 > most_degree) return {};
  SPolynomial left;
  for (std::size_t k = 0; k < p.size(); k += 2)
    left.push_back(p[k]);
  std::vector<SPolynomial> out;
  try {
    while (left.size() > 2) {
      const std::optional<Expr> root = MonomialRoot(system, left).find();
      if (!root) break;
      out.push_back(in_powers_of_s(graph, {graph.neg(*root), graph.one()}));
      SPolynomial quotient(left.size() - 1, graph.zero()); // Horner's scheme
      Expr carried = left.back();
      for (std::size_t k = left.size() - 1; k-- > 0;) {
        quotient[k] = carried;
        carried = graph.add(left[k], graph.mul(carried, *root));
      }
      left = std::move(quotient);
    }
  } catch (const std::invalid_argument&) { // an unknown function
    return {};
  }
  if (!out.empty()) out.push_back(in_powers_of_s(graph, left));
  return out;
}

} // namespace dalembert::inline analysis

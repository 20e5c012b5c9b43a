#include <dalembert/analysis/characteristic_factors.h>
#include <dalembert/analysis/hurwitz.h>
#include <dalembert/analysis/s_polynomial.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/evaluate.h>
#include <dalembert/expr/zero_test.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <optional>
#include <stdexcept>

namespace dalembert {
inline namespace analysis {

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

/// g(s²) and p/g where g is the greatest common divisor of the even and the odd part of p, by Euclid's algorithm:
/// the roots of g come as ±s. Empty where g is 1.
std::vector<SPolynomial> without_even_part(Graph& graph, const SPolynomial& p) {
  SPolynomial even;
  SPolynomial odd;
  for (std::size_t k = 0; k < p.size(); ++k)
    (k % 2 == 0 ? even : odd).push_back(p[k]);
  const SPolynomial g = common_divisor(graph, std::move(even), std::move(odd));
  if (g.size() < 2) return {};
  SPolynomial common = in_powers_of_s(graph, g);
  SPolynomial quotient = divided(graph, p, common).quotient;
  return {std::move(common), std::move(quotient)};
}

/// Whether two roots lie on each other at a draw of the symbols: then they may be equal.
bool has_close_roots(const Graph& graph, const SPolynomial& p) {
  constexpr double close = 1e-4; // a double root is met to half of the digits
  std::vector<Assignment> at;
  for (const Expr symbol : free_symbols(graph, p))
    at.push_back({symbol, 1.0 + 0.37 * static_cast<double>(at.size() + 1)});
  std::vector<double> coefficients;
  for (const Expr e : p)
    coefficients.push_back(evaluate(graph, e, at));
  const std::vector<Complex> roots = roots_of(coefficients);
  for (std::size_t i = 0; i < roots.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (std::abs(roots[i] - roots[j]) <= close * std::abs(roots[i])) return true;
  return false;
}

/// The factors without multiple roots, each as often as it divides p (Yun 1976); p itself where it has no such roots.
std::vector<SPolynomial> without_multiple_roots(Graph& graph, const SPolynomial& p) {
  if (p.size() < 3 || !has_close_roots(graph, p)) return {p};
  SPolynomial repeated = common_divisor(graph, p, derivative(graph, p));
  if (repeated.size() < 2) return {p};
  SPolynomial distinct = divided(graph, p, repeated).quotient;
  std::vector<SPolynomial> out;
  for (std::size_t times = 1; distinct.size() > 1; ++times) {
    SPolynomial further = common_divisor(graph, distinct, repeated);
    const SPolynomial once = divided(graph, distinct, further).quotient;
    if (once.size() > 1) out.insert(out.end(), times, once);
    repeated = divided(graph, repeated, further).quotient;
    distinct = std::move(further);
  }
  return out;
}

/// The value of p at x.
Expr value_at(Graph& graph, const SPolynomial& p, Expr x) {
  Expr out = graph.zero();
  for (std::size_t k = p.size(); k-- > 0;)
    out = graph.add(graph.mul(out, x), p[k]);
  return out;
}

/// A root of a polynomial in s²: one of the likely ones, or a power of parameters.
std::optional<Expr> root_in_squares(const System& system, const SPolynomial& left, const std::vector<Expr>& likely) {
  for (const Expr x : likely)
    if (is_zero(*system.graph, value_at(*system.graph, left, x))) return x;
  return MonomialRoot(system, left).find();
}

/// Factors s² + c, and what is left, without multiple roots; empty where p has no such factor.
std::vector<SPolynomial> of_even_powers(const System& system, const SPolynomial& p, const std::vector<Expr>& likely) {
  Graph& graph = *system.graph;
  SPolynomial left = in_squares_of_s(p);
  std::vector<SPolynomial> out;
  while (left.size() > 2) {
    const std::optional<Expr> root = root_in_squares(system, left, likely);
    if (!root) break;
    const SPolynomial factor{graph.neg(*root), graph.one()};
    out.push_back(in_powers_of_s(graph, factor));
    left = divided(graph, std::move(left), factor).quotient;
  }
  const std::vector<SPolynomial> rest = without_multiple_roots(graph, left);
  if (out.empty() && rest.size() < 2) return {};
  for (const SPolynomial& factor : rest)
    out.push_back(in_powers_of_s(graph, factor));
  return out;
}

/// The part with even powers only, split where it has multiple roots, and what is left.
std::vector<SPolynomial> of_damped(Graph& graph, const SPolynomial& p) {
  std::vector<SPolynomial> both = without_even_part(graph, p);
  if (both.empty()) return both;
  std::vector<SPolynomial> out;
  for (const SPolynomial& factor : without_multiple_roots(graph, in_squares_of_s(both.front())))
    out.push_back(in_powers_of_s(graph, factor));
  out.push_back(std::move(both.back()));
  return out;
}

} // namespace

std::vector<SPolynomial> factored(const System& system, const SPolynomial& p, const std::vector<Expr>& likely_squares) {
  Graph& graph = *system.graph;
  constexpr std::size_t least_degree = 4;
  constexpr std::size_t most_degree = 10;
  constexpr std::size_t most_damped_degree = 8;
  const bool is_even = has_even_powers_only(graph, p);
  try {
    if (!is_even)
      return p.size() < 4 || p.size() - 1 > most_damped_degree ? std::vector<SPolynomial>{} : of_damped(graph, p);
    if (p.size() - 1 < least_degree || p.size() - 1 > most_degree) return {};
    return of_even_powers(system, p, likely_squares);
  } catch (const std::domain_error&) { // a leading coefficient that no zero test can decide
    return {};
  } catch (const std::invalid_argument&) { // an unknown function
    return {};
  }
}

} // namespace analysis
} // namespace dalembert

#include <dalembert/base/errors.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/linear_form.h>
#include <dalembert/numerics/linear/spectrum.h>
#include <dalembert/studies/univariate_roots.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <map>
#include <numbers>
#include <utility>

namespace dalembert {
inline namespace studies {

namespace {

/// Coefficients of 1, x, x², …
using Polynomial = std::vector<double>;

constexpr std::size_t most_coefficients = 41;

/// The equation cannot be written so.
struct NoPolynomial {};

Polynomial product(const Polynomial& a, const Polynomial& b) {
  if (a.empty() || b.empty()) return {};
  if (a.size() + b.size() - 1 > most_coefficients) throw NoPolynomial();
  Polynomial out(a.size() + b.size() - 1, 0.0);
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j)
      out[i + j] += a[i] * b[j];
  return out;
}

Polynomial power(const Polynomial& base, std::int64_t exponent) {
  Polynomial out{1.0};
  for (std::int64_t i = 0; i < exponent; ++i)
    out = product(out, base);
  return out;
}

/// P over a product of powers of divisors.
struct Quotient {
  Polynomial numerator;
  std::map<std::size_t, std::int64_t> divisors; ///< exponents, by place among the divisors
};

/// Writes an expression as a quotient of polynomials in an unknown, or in the tangent of its half.
class RationalForm {
public:
  enum class Variable { unknown, half_angle };

  RationalForm(const Graph& graph, Expr unknown, std::span<const Assignment> values, Variable variable)
      : graph_(graph), unknown_(unknown), values_(values), variable_(variable) {
    if (variable == Variable::half_angle) divisors_.push_back({1.0, 0.0, 1.0});
  }

  Quotient of(Expr e) {
    if (!depends(graph_, e, unknown_)) return constant(evaluate(graph_, e, values_));
    switch (graph_.kind(e)) {
    case NodeKind::symbol:
      if (variable_ == Variable::half_angle) throw NoPolynomial();
      return {{0.0, 1.0}, {}};
    case NodeKind::sum:
      return of_sum(e);
    case NodeKind::product:
      return of_product(e);
    case NodeKind::function:
      return of_function(e);
    default:
      throw NoPolynomial();
    }
  }

private:
  static Quotient constant(double value) {
    if (!std::isfinite(value)) throw NoPolynomial();
    return {{value}, {}};
  }

  Quotient of_sum(Expr e) {
    Quotient out;
    const std::vector<Term> terms(graph_.terms(e).begin(), graph_.terms(e).end());
    for (const Term& term : terms) {
      Quotient part = of(term.expr);
      const double factor = graph_.approximate(term.coefficient);
      for (double& coefficient : part.numerator)
        coefficient *= factor;
      out = sum(out, part);
    }
    return out;
  }

  Quotient sum(const Quotient& a, const Quotient& b) const {
    Quotient out;
    out.divisors = a.divisors;
    for (const auto& [place, exponent] : b.divisors)
      out.divisors[place] = std::max(out.divisors[place], exponent);
    const Polynomial left = over(a, out.divisors);
    const Polynomial right = over(b, out.divisors);
    out.numerator.assign(std::max(left.size(), right.size()), 0.0);
    for (std::size_t i = 0; i < left.size(); ++i)
      out.numerator[i] += left[i];
    for (std::size_t i = 0; i < right.size(); ++i)
      out.numerator[i] += right[i];
    return out;
  }

  /// The numerator over these divisors, of which those of `part` are a part.
  [[nodiscard]] Polynomial over(const Quotient& part, const std::map<std::size_t, std::int64_t>& divisors) const {
    Polynomial out = part.numerator;
    for (const auto& [place, exponent] : divisors) {
      const auto own = part.divisors.find(place);
      const std::int64_t rest = exponent - (own == part.divisors.end() ? 0 : own->second);
      out = product(out, power(divisors_[place], rest));
    }
    return out;
  }

  static Quotient times(const Quotient& a, const Quotient& b) {
    Quotient out{product(a.numerator, b.numerator), a.divisors};
    for (const auto& [place, exponent] : b.divisors)
      out.divisors[place] += exponent;
    return out;
  }

  Quotient of_product(Expr e) {
    Quotient out = constant(1.0);
    const std::vector<Factor> factors(graph_.factors(e).begin(), graph_.factors(e).end());
    for (const Factor& factor : factors) {
      if (!depends(graph_, factor.base, unknown_)) {
        const double base = evaluate(graph_, factor.base, values_);
        out = times(out, constant(std::pow(base, graph_.approximate(factor.exponent))));
        continue;
      }
      const Rational& exponent = graph_.value(factor.exponent);
      if (!exponent.is_integer()) throw NoPolynomial();
      const std::int64_t n = std::llround(graph_.approximate(factor.exponent));
      out = times(out, n > 0 ? whole_power(of(factor.base), n) : inverse_power(of(factor.base), -n));
    }
    return out;
  }

  static Quotient whole_power(const Quotient& base, std::int64_t n) {
    Quotient out{power(base.numerator, n), base.divisors};
    for (auto& [place, exponent] : out.divisors)
      exponent *= n;
    return out;
  }

  Quotient inverse_power(const Quotient& base, std::int64_t n) {
    const auto known = std::ranges::find(divisors_, base.numerator);
    const auto place = static_cast<std::size_t>(known - divisors_.begin());
    if (known == divisors_.end()) divisors_.push_back(base.numerator);
    Quotient out{{1.0}, {{place, n}}};
    for (const auto& [other, exponent] : base.divisors)
      out.numerator = product(out.numerator, power(divisors_[other], exponent * n));
    return out;
  }

  /// sin(k·x + c) and cos(k·x + c) by e^{ix} = (1 + it)²/(1 + t²).
  Quotient of_function(Expr e) {
    const Function f = graph_.function(e);
    if (variable_ != Variable::half_angle || (f != Function::sin && f != Function::cos)) throw NoPolynomial();
    const auto [multiple, phase] = argument(graph_.args(e)[0]);
    const auto count = static_cast<std::size_t>(std::abs(multiple));
    constexpr std::size_t most_multiple = 10;
    if (count > most_multiple) throw NoPolynomial();
    const std::complex<double> i(0.0, multiple < 0 ? -1.0 : 1.0);
    std::vector<std::complex<double>> turned{std::polar(1.0, phase)};
    for (std::size_t k = 0; k < 2 * count; ++k) {
      std::vector<std::complex<double>> next(turned.size() + 1);
      for (std::size_t c = 0; c < turned.size(); ++c) {
        next[c] += turned[c];
        next[c + 1] += i * turned[c];
      }
      turned = std::move(next);
    }
    Quotient out{{}, {{0, static_cast<std::int64_t>(count)}}};
    for (const std::complex<double>& c : turned)
      out.numerator.push_back(f == Function::sin ? c.imag() : c.real());
    return out;
  }

  /// k and c of k·x + c with a whole k.
  [[nodiscard]] std::pair<int, double> argument(Expr e) const {
    double multiple = 0.0;
    double phase = 0.0;
    const auto add = [&](Expr part, double factor) {
      if (part == unknown_)
        multiple += factor;
      else if (depends(graph_, part, unknown_))
        throw NoPolynomial();
      else
        phase += factor * evaluate(graph_, part, values_);
    };
    if (graph_.kind(e) == NodeKind::sum) {
      const std::vector<Term> terms(graph_.terms(e).begin(), graph_.terms(e).end());
      for (const Term& term : terms)
        add(term.expr, graph_.approximate(term.coefficient));
    } else {
      add(e, 1.0);
    }
    if (multiple != std::round(multiple) || !std::isfinite(phase)) throw NoPolynomial();
    return {static_cast<int>(multiple), phase};
  }

  const Graph& graph_;
  Expr unknown_;
  std::span<const Assignment> values_;
  Variable variable_;
  std::vector<Polynomial> divisors_; ///< the first one is 1 + t²
};

/// The real roots of a polynomial, pairs near the real axis among them.
std::vector<double> real_roots(Polynomial p) {
  constexpr double nothing = 1e-14; // of the largest coefficient
  double largest = 0.0;
  for (const double coefficient : p)
    largest = std::max(largest, std::abs(coefficient));
  while (!p.empty() && std::abs(p.back()) <= nothing * largest)
    p.pop_back();
  std::vector<double> out;
  const auto first = std::ranges::find_if(p, [&](double c) { return std::abs(c) > nothing * largest; });
  if (first != p.begin()) out.push_back(0.0);
  p.erase(p.begin(), first);
  if (p.size() < 2) return out;
  const std::size_t degree = p.size() - 1;
  // With x = s·y the first and last coefficients are of one size.
  const double scale = std::pow(std::abs(p.front() / p.back()), 1.0 / static_cast<double>(degree));
  DenseMatrix companion(degree, degree);
  for (std::size_t k = 0; k < degree; ++k) {
    companion.at(k, degree - 1) =
        -p[k] / p.back() * std::pow(scale, static_cast<double>(k) - static_cast<double>(degree));
    if (k > 0) companion.at(k, k - 1) = 1.0;
  }
  for (const std::complex<double>& root : spectrum(companion).values) {
    constexpr double near = 1e-5; // of roots that nearly agree, rounding moves a pair by about its square root
    if (std::abs(root.imag()) <= near * (1.0 + std::abs(root))) out.push_back(scale * root.real());
  }
  return out;
}

} // namespace

std::optional<UnivariateRoots> univariate_roots(const Graph& graph, Expr equation, Expr unknown,
                                                std::span<const Assignment> values) {
  for (const auto variable : {RationalForm::Variable::unknown, RationalForm::Variable::half_angle})
    try {
      const Quotient form = RationalForm(graph, unknown, values, variable).of(equation);
      UnivariateRoots out;
      const auto is_zero = [](double c) { return c == 0.0; };
      out.is_identity = std::ranges::all_of(form.numerator, is_zero);
      if (out.is_identity) return out;
      out.values = real_roots(form.numerator);
      if (variable == RationalForm::Variable::half_angle) {
        for (double& root : out.values)
          root = 2.0 * std::atan(root);
        // t → ∞: whether the angle π is a root is left to Newton's method.
        out.values.push_back(std::numbers::pi);
      }
      std::ranges::sort(out.values);
      return out;
    } catch (const NoPolynomial&) { // NOLINT(bugprone-empty-catch): the other form may do
    } catch (const SolveError&) {   // NOLINT(bugprone-empty-catch): no eigenvalues
    }
  return std::nullopt;
}

} // namespace studies
} // namespace dalembert

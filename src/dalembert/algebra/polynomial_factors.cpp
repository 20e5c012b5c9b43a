#include <dalembert/algebra/binomial_factors.h>
#include <dalembert/algebra/coprime_coefficients.h>
#include <dalembert/algebra/flint_factors.h>
#include <dalembert/algebra/polynomial_factors.h>
#include <dalembert/algebra/quadratic_factors.h>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace dalembert {
inline namespace algebra {

namespace {

/// A variable in which the polynomial is linear.
std::optional<std::size_t> linear_variable(const Polynomial& polynomial) {
  for (std::size_t x = 0; x < polynomial.variables; ++x) {
    unsigned long degree = 0;
    for (const Polynomial::Term& t : polynomial.terms)
      degree = std::max(degree, t.exponents[x]);
    if (degree == 1) return x;
  }
  return std::nullopt;
}

/// a·x + b is (a, b) times what has no factors: equations of motion are linear in accelerations. Most have coprime
/// coefficients, some after a cosine is taken out.
std::optional<PolynomialFactors> linear_factors(const Polynomial& polynomial, std::size_t x) {
  PolynomialFactors out;
  Polynomial rest = polynomial;
  bool is_coprime = has_coprime_coefficients(rest, x);
  if (!is_coprime) {
    rest = without_binomials(std::move(rest), x, out);
    is_coprime = !out.factors.empty() && has_coprime_coefficients(rest, x);
  }
  if (is_coprime) {
    append_primitive(out, std::move(rest), 1);
    return out;
  }
  const Rational scale = common_denominator(polynomial);
  std::optional<ContentAndRest> parts = content_and_rest(polynomial, x);
  if (!parts) return std::nullopt;
  std::optional<PolynomialFactors> found = factors(parts->content);
  if (!found) return std::nullopt;
  found->number /= scale;
  found->factors.emplace_back(std::move(parts->rest), 1);
  return found;
}

} // namespace

std::optional<PolynomialFactors> factors(const Polynomial& polynomial) {
  if (std::optional<PolynomialFactors> found = factors_of_quadratic(polynomial)) return found;
  if (const std::optional<std::size_t> x = linear_variable(polynomial)) return linear_factors(polynomial, *x);
  return flint_factors(polynomial);
}

} // namespace algebra
} // namespace dalembert

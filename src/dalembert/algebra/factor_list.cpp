#include <dalembert/algebra/factor_list.h>

#include <algorithm>
#include <functional>
#include <numeric>

namespace dalembert {
inline namespace algebra {

namespace {

/// Of whole numbers, by Euclid's algorithm.
Rational greatest_common_divisor(Rational a, Rational b) {
  while (!b.is_zero()) {
    const auto small_a = a.as_integer();
    const auto small_b = b.as_integer();
    if (small_a && small_b) return {std::gcd(*small_a, *small_b)};
    Rational rest = a - (a / b).floor() * b;
    a = std::exchange(b, std::move(rest));
  }
  return a.abs();
}

} // namespace

Rational common_denominator(const Polynomial& polynomial) {
  Rational out(1);
  for (const Polynomial::Term& t : polynomial.terms)
    out *= (t.coefficient * out).denominator();
  return out;
}

void append_primitive(PolynomialFactors& to, Polynomial factor, int power) {
  std::ranges::sort(factor.terms, std::greater<>(), &Polynomial::Term::exponents);
  const Rational scale = common_denominator(factor);
  Rational content(0);
  for (Polynomial::Term& t : factor.terms) {
    t.coefficient *= scale;
    content = greatest_common_divisor(content, t.coefficient);
  }
  if (factor.terms.front().coefficient.sign() < 0) content = -content;
  for (Polynomial::Term& t : factor.terms)
    t.coefficient /= content;
  to.number *= (content / scale).pow(power);
  to.factors.emplace_back(std::move(factor), power);
}

} // namespace algebra
} // namespace dalembert

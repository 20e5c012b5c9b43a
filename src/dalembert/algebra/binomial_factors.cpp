#include <dalembert/algebra/binomial_factors.h>
#include <dalembert/algebra/image_values.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>

namespace dalembert {
inline namespace algebra {

namespace {

/// The difference x − sign·y of two variables.
struct Binomial {
  std::size_t x = 0;
  std::size_t y = 0;
  int sign = 1;
};

/// False only where P(x = sign·y) is not 0.
bool may_divide(const Binomial& by, const Polynomial& polynomial) {
  Residue sum(0);
  for (const Polynomial::Term& t : polynomial.terms) {
    const std::optional<std::uint64_t> coefficient = t.coefficient.residue(Residue::p);
    if (!coefficient) return true;
    Residue value(*coefficient);
    for (std::size_t v = 0; v < polynomial.variables; ++v)
      if (t.exponents[v] > 0) value *= random_residue(v == by.x ? by.y : v).pow(t.exponents[v]);
    if (by.sign < 0 && t.exponents[by.x] % 2 != 0)
      sum -= value;
    else
      sum += value;
  }
  return sum.is_zero();
}

/// P / (x − sign·y) by Horner's rule in x, whose coefficients are polynomials; nothing where a remainder is left.
std::optional<Polynomial> quotient(const Polynomial& polynomial, const Binomial& by) {
  std::map<unsigned long, std::map<Polynomial::Exponents, Rational>> coefficients; // by the power of x
  unsigned long degree = 0;
  for (const Polynomial::Term& t : polynomial.terms) {
    Polynomial::Exponents rest = t.exponents;
    const unsigned long power = std::exchange(rest[by.x], 0);
    degree = std::max(degree, power);
    coefficients[power].emplace(std::move(rest), t.coefficient);
  }
  Polynomial out{polynomial.variables, {}};
  std::map<Polynomial::Exponents, Rational> carried; // the coefficient of xᵏ in the quotient
  for (unsigned long power = degree + 1; power-- > 0;) {
    std::map<Polynomial::Exponents, Rational> next = std::move(coefficients[power]);
    for (const auto& [exponents, c] : carried) {
      Polynomial::Exponents raised = exponents;
      ++raised[by.y];
      next[raised] += by.sign < 0 ? -c : c;
    }
    std::erase_if(next, [](const auto& entry) { return entry.second.is_zero(); });
    carried = std::move(next);
    if (power == 0) break;
    for (const auto& [exponents, c] : carried) {
      Polynomial::Exponents placed = exponents;
      placed[by.x] = power - 1;
      out.terms.push_back({std::move(placed), c});
    }
  }
  if (!carried.empty()) return std::nullopt;
  return out;
}

Polynomial polynomial_of(const Binomial& binomial, std::size_t variables) {
  Polynomial out{variables,
                 {{Polynomial::Exponents(variables), 1}, {Polynomial::Exponents(variables), -binomial.sign}}};
  out.terms.front().exponents[binomial.x] = 1;
  out.terms.back().exponents[binomial.y] = 1;
  return out;
}

} // namespace

Polynomial without_binomials(Polynomial polynomial, std::size_t without, PolynomialFactors& found) {
  std::vector<std::size_t> used;
  for (std::size_t v = 0; v < polynomial.variables; ++v)
    if (v != without &&
        std::ranges::any_of(polynomial.terms, [v](const Polynomial::Term& t) { return t.exponents[v] > 0; }))
      used.push_back(v);
  for (std::size_t i = 0; i < used.size(); ++i)
    for (std::size_t j = i + 1; j < used.size(); ++j)
      for (const int sign : {1, -1}) {
        const Binomial by{used[i], used[j], sign};
        int power = 0;
        while (may_divide(by, polynomial)) {
          std::optional<Polynomial> rest = quotient(polynomial, by);
          if (!rest) break;
          polynomial = std::move(*rest);
          ++power;
        }
        if (power > 0) append_primitive(found, polynomial_of(by, polynomial.variables), power);
      }
  return polynomial;
}

} // namespace algebra
} // namespace dalembert

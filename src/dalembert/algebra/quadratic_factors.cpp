#include <dalembert/algebra/quadratic_factors.h>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace algebra {

namespace {

/// Coefficients by variable; behind the last one stands the constant.
using LinearForm = std::vector<Rational>;

/// A symmetric matrix of numbers, of which what products of linear forms make is taken off.
class QuadraticForm {
public:
  explicit QuadraticForm(const Polynomial& polynomial)
      : size_(polynomial.variables + 1), entries_(size_ * size_), variables_(polynomial.variables) {
    for (const Polynomial::Term& t : polynomial.terms) {
      std::vector<std::size_t> places;
      for (std::size_t x = 0; x < t.exponents.size(); ++x)
        places.insert(places.end(), t.exponents[x], x);
      places.resize(2, variables_);
      const bool is_square = places[0] == places[1];
      add(places[0], places[1], is_square ? t.coefficient : t.coefficient * Rational(1, 2));
    }
  }

  [[nodiscard]] const Rational& at(std::size_t i, std::size_t j) const { return entries_[i * size_ + j]; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] LinearForm row(std::size_t i) const {
    const auto first = entries_.begin() + static_cast<std::ptrdiff_t>(i * size_);
    return {first, first + static_cast<std::ptrdiff_t>(size_)};
  }
  [[nodiscard]] bool is_zero() const {
    return std::ranges::all_of(entries_, [](const Rational& r) { return r.is_zero(); });
  }
  /// A place on the diagonal that is not 0.
  [[nodiscard]] std::optional<std::size_t> diagonal() const {
    for (std::size_t i = 0; i < size_; ++i)
      if (!at(i, i).is_zero()) return i;
    return std::nullopt;
  }
  /// Takes `weight` · (a·bᵀ + b·aᵀ)/2 off.
  void subtract(const LinearForm& a, const LinearForm& b, const Rational& weight) {
    const Rational half = weight * Rational(1, 2);
    for (std::size_t i = 0; i < size_; ++i)
      for (std::size_t j = 0; j < size_; ++j)
        if (!(a[i].is_zero() && a[j].is_zero())) entries_[i * size_ + j] -= half * (a[i] * b[j] + b[i] * a[j]);
  }

private:
  void add(std::size_t i, std::size_t j, const Rational& value) {
    entries_[i * size_ + j] += value;
    if (i != j) entries_[j * size_ + i] += value;
  }

  std::size_t size_;
  std::vector<Rational> entries_;
  std::size_t variables_;
};

Polynomial polynomial_of(const LinearForm& form) {
  const std::size_t variables = form.size() - 1;
  Polynomial out{variables, {}};
  for (std::size_t x = 0; x <= variables; ++x) {
    if (form[x].is_zero()) continue;
    Polynomial::Exponents exponents(variables);
    if (x < variables) exponents[x] = 1;
    out.terms.push_back({std::move(exponents), form[x]});
  }
  return out;
}

/// a + weight·b.
LinearForm combined(const LinearForm& a, const LinearForm& b, const Rational& weight) {
  LinearForm out = a;
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] += weight * b[i];
  return out;
}

/// A product of `a` and `b`, times a number.
PolynomialFactors product_of(const Rational& number, const LinearForm& a, const LinearForm& b) {
  PolynomialFactors out{number, {}};
  append_primitive(out, polynomial_of(a), 1);
  append_primitive(out, polynomial_of(b), 1);
  return out;
}

/// What splits, or nothing where the form is irreducible. Its total degree is 2.
std::optional<PolynomialFactors> split(QuadraticForm form) {
  const std::optional<std::size_t> first = form.diagonal();
  if (!first) { // 2·Qᵢⱼ·zᵢ·zⱼ + …
    for (std::size_t i = 0; i < form.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) {
        if (form.at(i, j).is_zero()) continue;
        const LinearForm a = form.row(i);
        const LinearForm b = form.row(j);
        const Rational weight = Rational(2) / form.at(i, j);
        form.subtract(a, b, weight);
        return form.is_zero() ? std::optional(product_of(weight, a, b)) : std::nullopt;
      }
    return std::nullopt;
  }
  const LinearForm a = form.row(*first);
  const Rational first_weight = form.at(*first, *first).inverse();
  form.subtract(a, a, first_weight);
  if (form.is_zero()) {
    PolynomialFactors out{first_weight, {}};
    append_primitive(out, polynomial_of(a), 2);
    return out;
  }
  const std::optional<std::size_t> second = form.diagonal();
  if (!second) return std::nullopt; // what is left has rank 2
  const LinearForm b = form.row(*second);
  const Rational second_weight = form.at(*second, *second).inverse();
  form.subtract(b, b, second_weight);
  if (!form.is_zero()) return std::nullopt;
  const Rational ratio = -second_weight / first_weight;
  if (ratio.sign() < 0) return std::nullopt;
  const std::optional<Rational> root = ratio.root(2);
  if (!root) return std::nullopt;
  return product_of(first_weight, combined(a, b, *root), combined(a, b, -*root));
}

} // namespace

std::optional<PolynomialFactors> factors_of_quadratic(const Polynomial& polynomial) {
  unsigned long degree = 0;
  for (const Polynomial::Term& t : polynomial.terms)
    degree = std::max(degree, std::accumulate(t.exponents.begin(), t.exponents.end(), 0UL));
  if (degree > 2) return std::nullopt;
  if (degree == 0) return PolynomialFactors{polynomial.terms.front().coefficient, {}};
  if (degree == 2)
    if (std::optional<PolynomialFactors> both = split(QuadraticForm(polynomial))) return both;
  PolynomialFactors out;
  append_primitive(out, polynomial, 1);
  return out;
}

} // namespace algebra
} // namespace dalembert

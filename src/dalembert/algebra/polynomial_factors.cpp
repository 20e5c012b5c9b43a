#include <dalembert/algebra/coprime_coefficients.h>
#include <dalembert/algebra/polynomial_factors.h>
#include <dalembert/algebra/power_product.h>

#include <algorithm>
#include <cstdint>
#include <flint/fmpz_mpoly.h>
#include <flint/fmpz_mpoly_factor.h>
#include <functional>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

namespace dalembert::inline algebra {

namespace {

/// The ring ℤ[x₁ … xₙ] and its elements, freed with their scope.
class Ring {
public:
  explicit Ring(std::size_t variables) { fmpz_mpoly_ctx_init(context_, static_cast<slong>(variables), ORD_LEX); }
  Ring(const Ring&) = delete;
  Ring& operator=(const Ring&) = delete;
  ~Ring() { fmpz_mpoly_ctx_clear(context_); }
  [[nodiscard]] const fmpz_mpoly_ctx_struct* get() const { return context_; }

private:
  fmpz_mpoly_ctx_t context_;
};

class Integer {
public:
  Integer() { fmpz_init(value_); }
  explicit Integer(const Rational& whole) : Integer() {
    if (const auto small = whole.as_integer())
      fmpz_set_si(value_, *small);
    else
      fmpz_set_str(value_, whole.text().c_str(), 10);
  }
  Integer(const Integer&) = delete;
  Integer& operator=(const Integer&) = delete;
  ~Integer() { fmpz_clear(value_); }
  [[nodiscard]] fmpz* get() { return value_; }
  [[nodiscard]] Rational rational() const {
    if (fmpz_fits_si(value_) != 0) return {static_cast<std::int64_t>(fmpz_get_si(value_))};
    const std::unique_ptr<char, void (*)(void*)> digits(fmpz_get_str(nullptr, 10, value_), flint_free);
    return *Rational::parse(digits.get());
  }

private:
  fmpz_t value_;
};

class Element {
public:
  explicit Element(const Ring& ring) : ring_(ring) { fmpz_mpoly_init(value_, ring_.get()); }
  Element(const Element&) = delete;
  Element& operator=(const Element&) = delete;
  ~Element() { fmpz_mpoly_clear(value_, ring_.get()); }
  [[nodiscard]] fmpz_mpoly_struct* get() { return value_; }

  /// Takes over `scale` · polynomial, which has whole coefficients.
  void set(const Polynomial& polynomial, const Rational& scale) {
    for (const Polynomial::Term& t : polynomial.terms) {
      Integer coefficient(t.coefficient * scale);
      fmpz_mpoly_push_term_fmpz_ui(value_, coefficient.get(), t.exponents.data(), ring_.get());
    }
    fmpz_mpoly_sort_terms(value_, ring_.get());
  }

  [[nodiscard]] Polynomial polynomial(std::size_t variables) {
    Polynomial out{variables, {}};
    const slong length = fmpz_mpoly_length(value_, ring_.get());
    for (slong i = 0; i < length; ++i) {
      Polynomial::Term term{Polynomial::Exponents(variables), {}};
      Integer coefficient;
      fmpz_mpoly_get_term_coeff_fmpz(coefficient.get(), value_, i, ring_.get());
      fmpz_mpoly_get_term_exp_ui(term.exponents.data(), value_, i, ring_.get());
      term.coefficient = coefficient.rational();
      out.terms.push_back(std::move(term));
    }
    return out;
  }

private:
  const Ring& ring_;
  fmpz_mpoly_t value_;
};

class Factorisation {
public:
  explicit Factorisation(const Ring& ring) : ring_(ring) { fmpz_mpoly_factor_init(value_, ring_.get()); }
  Factorisation(const Factorisation&) = delete;
  Factorisation& operator=(const Factorisation&) = delete;
  ~Factorisation() { fmpz_mpoly_factor_clear(value_, ring_.get()); }
  [[nodiscard]] fmpz_mpoly_factor_struct* get() { return value_; }

private:
  const Ring& ring_;
  fmpz_mpoly_factor_t value_;
};

/// What makes all coefficients whole.
Rational common_denominator(const Polynomial& polynomial) {
  Rational out(1);
  for (const Polynomial::Term& t : polynomial.terms)
    out *= (t.coefficient * out).denominator();
  return out;
}

/// A variable in which the polynomial is linear.
std::optional<slong> linear_variable(const Polynomial& polynomial) {
  for (std::size_t x = 0; x < polynomial.variables; ++x) {
    unsigned long degree = 0;
    for (const Polynomial::Term& t : polynomial.terms)
      degree = std::max(degree, t.exponents[x]);
    if (degree == 1) return static_cast<slong>(x);
  }
  return std::nullopt;
}

/// A polynomial whose only factors are numbers and itself, terms in lexicographic order, the largest first, as the
/// library has them. Nothing where its coefficients pass 64 bits.
std::optional<PolynomialFactors> only_numbers_taken_out(const Polynomial& polynomial, const Rational& scale) {
  std::int64_t content = 0;
  for (const Polynomial::Term& t : polynomial.terms) {
    const std::optional<std::int64_t> whole = (t.coefficient * scale).as_integer();
    if (!whole) return std::nullopt;
    content = std::gcd(content, *whole);
  }
  Polynomial rest = polynomial;
  for (Polynomial::Term& t : rest.terms)
    t.coefficient *= scale / Rational(content);
  std::ranges::sort(rest.terms, std::greater<>(), &Polynomial::Term::exponents);
  PolynomialFactors out;
  out.number = Rational(content) / scale;
  out.factors.emplace_back(std::move(rest), 1);
  return out;
}

/// a·x + b is (a, b) times what has no factors, which takes a greatest common divisor alone: equations of motion are
/// linear in accelerations.
std::optional<PolynomialFactors> linear_factors(const Polynomial& polynomial, slong variable) {
  const Rational scale = common_denominator(polynomial);
  if (has_coprime_coefficients(polynomial, static_cast<std::size_t>(variable)))
    if (std::optional<PolynomialFactors> quick = only_numbers_taken_out(polynomial, scale)) return quick;
  const Ring ring(polynomial.variables);
  Element whole(ring);
  whole.set(polynomial, scale);
  Element content(ring);
  Element primitive(ring);
  if (fmpz_mpoly_content_vars(content.get(), whole.get(), &variable, 1, ring.get()) == 0 ||
      fmpz_mpoly_divides(primitive.get(), whole.get(), content.get(), ring.get()) == 0)
    return std::nullopt;
  std::optional<PolynomialFactors> out;
  if (fmpz_mpoly_is_fmpz(content.get(), ring.get()) == 0)
    out = factors(content.polynomial(polynomial.variables));
  else
    out.emplace().number = content.polynomial(polynomial.variables).terms.front().coefficient;
  if (!out) return std::nullopt;
  out->number /= scale;
  out->factors.emplace_back(primitive.polynomial(polynomial.variables), 1);
  return out;
}

} // namespace

std::optional<PolynomialFactors> factors(const Polynomial& polynomial) {
  if (const std::optional<slong> variable = linear_variable(polynomial)) return linear_factors(polynomial, *variable);
  const Ring ring(polynomial.variables);
  const Rational scale = common_denominator(polynomial);
  Element whole(ring);
  whole.set(polynomial, scale);
  Factorisation found(ring);
  if (fmpz_mpoly_factor(found.get(), whole.get(), ring.get()) == 0) return std::nullopt;
  PolynomialFactors out;
  Integer number;
  fmpz_mpoly_factor_get_constant_fmpz(number.get(), found.get(), ring.get());
  out.number = number.rational() / scale;
  const slong count = fmpz_mpoly_factor_length(found.get(), ring.get());
  for (slong i = 0; i < count; ++i) {
    Element base(ring);
    fmpz_mpoly_factor_get_base(base.get(), found.get(), i, ring.get());
    const slong power = fmpz_mpoly_factor_get_exp_si(found.get(), i, ring.get());
    out.factors.emplace_back(base.polynomial(polynomial.variables), static_cast<int>(power));
  }
  return out;
}

} // namespace dalembert::inline algebra

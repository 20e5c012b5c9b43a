#include <dalembert/algebra/flint_factors.h>
#include <dalembert/algebra/flint_library.h>

#include <cstdint>
#include <memory>
#include <utility>

namespace dalembert {
inline namespace algebra {

namespace {

/// The ring ℤ[x₁ … xₙ] and its elements, freed with their scope.
class Ring {
public:
  explicit Ring(std::size_t variables) { flint().mpoly_ctx_init(context_, static_cast<slong>(variables), ORD_LEX); }
  Ring(const Ring&) = delete;
  Ring& operator=(const Ring&) = delete;
  ~Ring() { flint().mpoly_ctx_clear(context_); }
  [[nodiscard]] const fmpz_mpoly_ctx_struct* get() const { return context_; }

private:
  fmpz_mpoly_ctx_t context_;
};

class Integer {
public:
  Integer() { flint().init(value_); }
  explicit Integer(const Rational& whole) : Integer() {
    if (const auto small = whole.as_integer())
      flint().set_si(value_, *small);
    else
      flint().set_str(value_, whole.text().c_str(), 10);
  }
  Integer(const Integer&) = delete;
  Integer& operator=(const Integer&) = delete;
  ~Integer() { flint().clear(value_); }
  [[nodiscard]] fmpz* get() { return value_; }
  [[nodiscard]] Rational rational() const {
    if (flint().fits_si(value_) != 0) return {static_cast<std::int64_t>(flint().get_si(value_))};
    const std::unique_ptr<char, void (*)(void*)> digits(flint().get_str(nullptr, 10, value_), flint().free);
    return *Rational::parse(digits.get());
  }

private:
  fmpz_t value_;
};

class Element {
public:
  explicit Element(const Ring& ring) : ring_(ring) { flint().mpoly_init(value_, ring_.get()); }
  Element(const Element&) = delete;
  Element& operator=(const Element&) = delete;
  ~Element() { flint().mpoly_clear(value_, ring_.get()); }
  [[nodiscard]] fmpz_mpoly_struct* get() { return value_; }

  /// Takes over `scale` · polynomial, which has whole coefficients.
  void set(const Polynomial& polynomial, const Rational& scale) {
    for (const Polynomial::Term& t : polynomial.terms) {
      Integer coefficient(t.coefficient * scale);
      flint().mpoly_push_term_fmpz_ui(value_, coefficient.get(), t.exponents.data(), ring_.get());
    }
    flint().mpoly_sort_terms(value_, ring_.get());
  }

  [[nodiscard]] Polynomial polynomial(std::size_t variables) {
    Polynomial out{variables, {}};
    const slong length = flint().mpoly_length(value_, ring_.get());
    for (slong i = 0; i < length; ++i) {
      Polynomial::Term term{Polynomial::Exponents(variables), {}};
      Integer coefficient;
      flint().mpoly_get_term_coeff_fmpz(coefficient.get(), value_, i, ring_.get());
      flint().mpoly_get_term_exp_ui(term.exponents.data(), value_, i, ring_.get());
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
  explicit Factorisation(const Ring& ring) : ring_(ring) { flint().mpoly_factor_init(value_, ring_.get()); }
  Factorisation(const Factorisation&) = delete;
  Factorisation& operator=(const Factorisation&) = delete;
  ~Factorisation() { flint().mpoly_factor_clear(value_, ring_.get()); }
  [[nodiscard]] fmpz_mpoly_factor_struct* get() { return value_; }

private:
  const Ring& ring_;
  fmpz_mpoly_factor_t value_;
};

} // namespace

std::optional<PolynomialFactors> flint_factors(const Polynomial& polynomial) {
  const Ring ring(polynomial.variables);
  const Rational scale = common_denominator(polynomial);
  Element whole(ring);
  whole.set(polynomial, scale);
  Factorisation found(ring);
  if (flint().mpoly_factor(found.get(), whole.get(), ring.get()) == 0) return std::nullopt;
  PolynomialFactors out;
  Integer number;
  flint().mpoly_factor_get_constant_fmpz(number.get(), found.get(), ring.get());
  out.number = number.rational() / scale;
  const slong count = flint().mpoly_factor_length(found.get(), ring.get());
  for (slong i = 0; i < count; ++i) {
    Element base(ring);
    flint().mpoly_factor_get_base(base.get(), found.get(), i, ring.get());
    const slong power = flint().mpoly_factor_get_exp_si(found.get(), i, ring.get());
    out.factors.emplace_back(base.polynomial(polynomial.variables), static_cast<int>(power));
  }
  return out;
}

std::optional<ContentAndRest> content_and_rest(const Polynomial& polynomial, std::size_t x) {
  auto variable = static_cast<slong>(x);
  const Ring ring(polynomial.variables);
  Element whole(ring);
  whole.set(polynomial, common_denominator(polynomial));
  Element content(ring);
  Element rest(ring);
  if (flint().mpoly_content_vars(content.get(), whole.get(), &variable, 1, ring.get()) == 0 ||
      flint().mpoly_divides(rest.get(), whole.get(), content.get(), ring.get()) == 0)
    return std::nullopt;
  return ContentAndRest{content.polynomial(polynomial.variables), rest.polynomial(polynomial.variables)};
}

} // namespace algebra
} // namespace dalembert

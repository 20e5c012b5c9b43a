#pragma once

#include <dalembert/algebra/laurent.h>

#include <cstddef>
#include <optional>
#include <vector>

namespace dalembert {
inline namespace algebra {

/// A number a + b·i with rational a and b.
struct Gaussian {
  Rational real;
  Rational imaginary;

  [[nodiscard]] bool is_zero() const { return real.is_zero() && imaginary.is_zero(); }
  [[nodiscard]] bool is_one() const { return real.is_one() && imaginary.is_zero(); }
  [[nodiscard]] Gaussian conjugate() const { return {real, -imaginary}; }
  [[nodiscard]] Gaussian inverse() const; ///< of a number that is not 0
  friend Gaussian operator+(const Gaussian& a, const Gaussian& b) {
    return {a.real + b.real, a.imaginary + b.imaginary};
  }
  friend Gaussian operator*(const Gaussian& a, const Gaussian& b) {
    if (a.imaginary.is_zero() && b.imaginary.is_zero()) return {a.real * b.real, {}};
    return {a.real * b.real - a.imaginary * b.imaginary, a.real * b.imaginary + a.imaginary * b.real};
  }
  friend bool operator==(const Gaussian&, const Gaussian&) = default;
};

/// A Laurent polynomial in atoms and z = e^{iα}, one z per elementary angle: in this form trigonometric polynomials
/// have unique factors, hence quotients and greatest common divisors. Sorted by monomial, largest first.
class ExponentialPolynomial {
public:
  struct Term {
    PowerProduct monomial; ///< the z of angle j is atom `first_angle` + j
    Gaussian coefficient;
  };
  static constexpr AtomId first_angle = 60'000;

  ExponentialPolynomial() = default;
  explicit ExponentialPolynomial(const Gaussian& number);
  ExponentialPolynomial(const HarmonicTable& harmonics, const Laurent& real);
  explicit ExponentialPolynomial(std::vector<Term> terms);

  [[nodiscard]] const std::vector<Term>& terms() const { return terms_; }
  [[nodiscard]] bool is_zero() const { return terms_.empty(); }
  [[nodiscard]] bool is_monomial() const { return terms_.size() == 1; }
  [[nodiscard]] ExponentialPolynomial scaled(const Gaussian& factor, const PowerProduct& monomial = {}) const;
  /// The monomial of least exponents, negative ones too: dividing by it leaves a polynomial with no monomial factor.
  [[nodiscard]] PowerProduct least_exponents() const;
  /// Back to harmonics; nothing where the value is not real at every angle.
  [[nodiscard]] std::optional<Laurent> real(HarmonicTable& harmonics) const;

  friend ExponentialPolynomial operator+(const ExponentialPolynomial& a, const ExponentialPolynomial& b);
  friend ExponentialPolynomial operator-(const ExponentialPolynomial& a, const ExponentialPolynomial& b);
  /// @throws BudgetSpent where the product would have too many terms
  friend ExponentialPolynomial operator*(const ExponentialPolynomial& a, const ExponentialPolynomial& b);

private:
  std::vector<Term> terms_;
};

/// Returns a/b where b divides a, else nothing. Precondition: b is not 0. @throws BudgetSpent
[[nodiscard]] std::optional<ExponentialPolynomial> quotient(const ExponentialPolynomial& a,
                                                            const ExponentialPolynomial& b);

/// Returns the greatest common divisor up to a monomial and a number: by variables of one of them alone where there
/// are any, else by a primitive remainder sequence. @throws BudgetSpent beyond a bounded amount of work
[[nodiscard]] ExponentialPolynomial greatest_common_divisor(const ExponentialPolynomial& a,
                                                            const ExponentialPolynomial& b);

} // namespace algebra
} // namespace dalembert

#pragma once

#include <dalembert/base/rational.h>

#include <array>
#include <cstddef>
#include <memory>

namespace dalembert {
inline namespace numerics {

/// A floating-point number of many bits; every operation is rounded correctly. Numbers have the precision that was set
/// when they were made: that of the innermost PrecisionGuard of the thread, else 200 bits (60 digits).
/// Not a number where a function has no real value. Source: MPFR.
class BigFloat {
public:
  BigFloat();
  explicit BigFloat(double value);
  explicit BigFloat(const Rational& value);
  BigFloat(const BigFloat& other)
      : precision_(other.precision_), exponent_(other.exponent_), sign_(other.sign_), digits_(other.digits_) {
    if (other.more_digits_) copy_more_digits(other);
  }
  BigFloat(BigFloat&& other) noexcept = default;
  BigFloat& operator=(const BigFloat& other) {
    if (more_digits_ || other.more_digits_) return *this = BigFloat(other);
    precision_ = other.precision_;
    exponent_ = other.exponent_;
    sign_ = other.sign_;
    digits_ = other.digits_;
    return *this;
  }
  BigFloat& operator=(BigFloat&& other) noexcept = default;
  ~BigFloat() = default;

  [[nodiscard]] static BigFloat pi();
  [[nodiscard]] double to_double() const;
  [[nodiscard]] bool is_finite() const;
  [[nodiscard]] bool is_zero() const;

  /// Operate in place, with the precision of the left number.
  BigFloat& operator+=(const BigFloat& other);
  BigFloat& operator-=(const BigFloat& other);
  BigFloat& operator*=(const BigFloat& other);
  BigFloat& operator/=(const BigFloat& other);

  friend BigFloat operator+(const BigFloat& a, const BigFloat& b);
  friend BigFloat operator-(const BigFloat& a, const BigFloat& b);
  friend BigFloat operator*(const BigFloat& a, const BigFloat& b);
  friend BigFloat operator/(const BigFloat& a, const BigFloat& b);
  friend BigFloat operator-(const BigFloat& a);
  friend bool operator<(const BigFloat& a, const BigFloat& b);
  friend bool operator==(const BigFloat& a, const BigFloat& b);
  /// True where both are one number, signs of zero compared as well; never for what is not a number.
  friend bool is_same(const BigFloat& a, const BigFloat& b);

  friend BigFloat abs(const BigFloat& x);
  friend BigFloat sqrt(const BigFloat& x);
  friend BigFloat pow(const BigFloat& x, const BigFloat& y);
  friend BigFloat sin(const BigFloat& x);
  friend BigFloat cos(const BigFloat& x);
  friend BigFloat tan(const BigFloat& x);
  friend BigFloat asin(const BigFloat& x);
  friend BigFloat acos(const BigFloat& x);
  friend BigFloat atan(const BigFloat& x);
  friend BigFloat sinh(const BigFloat& x);
  friend BigFloat cosh(const BigFloat& x);
  friend BigFloat tanh(const BigFloat& x);
  friend BigFloat asinh(const BigFloat& x);
  friend BigFloat acosh(const BigFloat& x);
  friend BigFloat atanh(const BigFloat& x);
  friend BigFloat exp(const BigFloat& x);
  friend BigFloat log(const BigFloat& x);
  friend BigFloat floor(const BigFloat& x);
  friend BigFloat ceil(const BigFloat& x);
  friend BigFloat round(const BigFloat& x);
  friend BigFloat trunc(const BigFloat& x);
  friend BigFloat erf(const BigFloat& x);
  friend BigFloat atan2(const BigFloat& y, const BigFloat& x);
  friend BigFloat fmod(const BigFloat& x, const BigFloat& y);

private:
  friend struct BigFloatAccess;
  using Limb = unsigned long; // as MPFR has it
  static constexpr std::size_t own_limbs = 4;

  void copy_more_digits(const BigFloat& other);

  // A number of MPFR, but for the place of its digits: up to 256 bits are held here.
  long precision_;
  long exponent_;
  int sign_;
  std::array<Limb, own_limbs> digits_{};
  std::unique_ptr<Limb[]> more_digits_; ///< all of them, where there are more
};

/// Sets how many bits numbers get that are made in this thread while it lives.
class PrecisionGuard {
public:
  explicit PrecisionGuard(long bits);
  ~PrecisionGuard();
  PrecisionGuard(const PrecisionGuard&) = delete;
  PrecisionGuard& operator=(const PrecisionGuard&) = delete;

private:
  long before_;
};

} // namespace numerics
} // namespace dalembert

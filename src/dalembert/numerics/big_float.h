#pragma once

#include <dalembert/base/rational.h>

#include <memory>

namespace dalembert {

/// A floating-point number of many bits; every operation is rounded correctly. Numbers have the precision that was set
/// when they were made: that of the innermost PrecisionGuard of the thread, else 200 bits (60 digits).
/// Not a number where a function has no real value. Source: MPFR.
class BigFloat {
public:
  BigFloat() : BigFloat(0.0) {}
  explicit BigFloat(double value);
  explicit BigFloat(const Rational& value);
  BigFloat(const BigFloat& other);
  BigFloat(BigFloat&& other) noexcept;
  BigFloat& operator=(const BigFloat& other);
  BigFloat& operator=(BigFloat&& other) noexcept;
  ~BigFloat();

  [[nodiscard]] static BigFloat pi();
  [[nodiscard]] double to_double() const;
  [[nodiscard]] bool is_finite() const;
  [[nodiscard]] bool is_zero() const;

  friend BigFloat operator+(const BigFloat& a, const BigFloat& b);
  friend BigFloat operator-(const BigFloat& a, const BigFloat& b);
  friend BigFloat operator*(const BigFloat& a, const BigFloat& b);
  friend BigFloat operator/(const BigFloat& a, const BigFloat& b);
  friend BigFloat operator-(const BigFloat& a);
  friend bool operator<(const BigFloat& a, const BigFloat& b);
  friend bool operator==(const BigFloat& a, const BigFloat& b);

  friend BigFloat abs(const BigFloat& x);
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
  struct Value;
  std::unique_ptr<Value> value_;
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

} // namespace dalembert

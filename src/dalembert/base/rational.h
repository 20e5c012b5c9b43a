#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace dalembert {
inline namespace base {

/// An exact fraction, always reduced, denominator positive. Numerator and denominator live in 64 bits while they fit
/// and promote to big integers when they do not: no operation overflows silently. A value is immutable and cheap to
/// copy.
/// @throws std::overflow_error from any operation whose result would need more than `most_bits` bits
class Rational {
public:
  static constexpr std::size_t most_bits = std::size_t{1} << 20U; ///< about 300 000 digits
  Rational() = default;
  Rational(std::int64_t value) : numerator_(value) { // NOLINT: an integer is a fraction
    if (value == INT64_MIN) promote();
  }
  /// @throws std::domain_error if `denominator` is 0
  Rational(std::int64_t numerator, std::int64_t denominator);

  /// Reads decimal text exactly: `12`, `-0.25`, `1.25e-3`, `.5`, `2/3`. Nothing where `text` is no such number or its
  /// exponent of ten lies outside ±4096, or it has more than 10 000 characters.
  [[nodiscard]] static std::optional<Rational> parse(std::string_view text);
  /// Returns exactly the value of a finite double. @throws std::domain_error if `value` is not finite
  [[nodiscard]] static Rational from_double(double value);

  [[nodiscard]] bool is_zero() const { return !big_ && numerator_ == 0; }
  [[nodiscard]] bool is_one() const { return !big_ && numerator_ == 1 && denominator_ == 1; }
  [[nodiscard]] bool is_integer() const;
  [[nodiscard]] bool is_promoted() const { return big_ != nullptr; } ///< true beyond 64 bits
  [[nodiscard]] int sign() const;
  [[nodiscard]] std::size_t bits() const; ///< length of numerator and denominator together
  [[nodiscard]] Rational numerator() const;
  [[nodiscard]] Rational denominator() const;
  [[nodiscard]] std::optional<std::int64_t> as_integer() const; ///< nothing for a fraction or beyond 64 bits

  [[nodiscard]] Rational abs() const { return sign() < 0 ? -*this : *this; }
  [[nodiscard]] Rational floor() const;
  [[nodiscard]] Rational inverse() const; ///< @throws std::domain_error for 0
  /// Returns this value to an integer power. @throws std::domain_error for 0 to a negative power
  [[nodiscard]] Rational pow(std::int64_t exponent) const;
  /// Returns the exact non-negative `degree`-th root of a non-negative value, or nothing where it is irrational.
  [[nodiscard]] std::optional<Rational> root(unsigned degree) const;

  [[nodiscard]] double to_double() const; ///< nearest double, ties to even; ±infinity beyond the largest
  /// Returns the residue numerator · denominator⁻¹ modulo the prime `p` < 2^63, or nothing where p divides the
  /// denominator.
  [[nodiscard]] std::optional<std::uint64_t> residue(std::uint64_t p) const;
  [[nodiscard]] std::string text() const; ///< `-3`, `2/3`
  /// Returns a finite decimal (`0.05`) where one of at most 17 digits exists, else the fraction.
  [[nodiscard]] std::string decimal_text() const;
  [[nodiscard]] std::size_t hash() const;

  Rational operator-() const;
  friend Rational operator+(const Rational& a, const Rational& b);
  friend Rational operator-(const Rational& a, const Rational& b);
  friend Rational operator*(const Rational& a, const Rational& b);
  friend Rational operator/(const Rational& a, const Rational& b); ///< @throws std::domain_error if b is 0
  Rational& operator+=(const Rational& b) { return *this = *this + b; }
  Rational& operator-=(const Rational& b) { return *this = *this - b; }
  Rational& operator*=(const Rational& b) { return *this = *this * b; }
  Rational& operator/=(const Rational& b) { return *this = *this / b; }
  friend bool operator==(const Rational& a, const Rational& b);
  friend std::strong_ordering operator<=>(const Rational& a, const Rational& b);

private:
  struct Big; ///< a reduced fraction that does not fit
  friend struct BigView;
  friend struct WideFraction;
  void promote();

  // Inline values lie within ±(2^63 − 1), so that negation cannot overflow.
  std::int64_t numerator_ = 0;
  std::int64_t denominator_ = 1;
  std::shared_ptr<const Big> big_; ///< set exactly where the value does not fit
};

} // namespace base
} // namespace dalembert

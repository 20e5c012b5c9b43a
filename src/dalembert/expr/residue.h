#pragma once

#include <compare>
#include <cstdint>
#include <optional>

namespace dalembert {
inline namespace expr {

/// An element of the field of integers modulo the prime p = 2⁶² − 780785.
///
/// The prime is chosen so that the field looks like the reals where it can: −1 is no square (p ≡ 3 mod 4), so being a
/// square behaves like being positive under multiplication; 2, 3, 5, 7, 11, 13 are squares (p ≡ −1 modulo
/// 8·3·5·7·11·13), so numbers made of them have their right sign, √2 and √3 exist, and so do cos π/4 and cos π/6; (p −
/// 1)/2 is prime, so odd roots always exist and are unique.
class Residue {
public:
  static constexpr unsigned bits = 62;
  static constexpr std::uint64_t gap = 780'785; ///< 2⁶² − p
  static constexpr std::uint64_t p = (std::uint64_t{1} << bits) - gap;

  constexpr Residue() = default;
  explicit constexpr Residue(std::uint64_t value) : value_(value % p) {}

  [[nodiscard]] constexpr std::uint64_t value() const { return value_; } ///< in [0, p)
  [[nodiscard]] constexpr bool is_zero() const { return value_ == 0; }

  friend constexpr Residue operator+(Residue a, Residue b) { return folded(a.value_ + b.value_); }
  friend constexpr Residue operator-(Residue a, Residue b) { return folded(a.value_ + p - b.value_); }
  friend constexpr Residue operator*(Residue a, Residue b) {
    __extension__ using Wide = unsigned __int128;
    constexpr std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
    // 2⁶² ≡ gap: fold the high part down twice.
    const Wide product = static_cast<Wide>(a.value_) * b.value_;
    const Wide once = static_cast<Wide>(static_cast<std::uint64_t>(product >> bits)) * gap +
                      (static_cast<std::uint64_t>(product) & mask);
    return folded((static_cast<std::uint64_t>(once) & mask) + static_cast<std::uint64_t>(once >> bits) * gap);
  }
  constexpr Residue operator-() const { return Residue() - *this; }
  Residue& operator+=(Residue b) { return *this = *this + b; }
  Residue& operator-=(Residue b) { return *this = *this - b; }
  Residue& operator*=(Residue b) { return *this = *this * b; }
  friend constexpr bool operator==(Residue, Residue) = default;

  [[nodiscard]] Residue pow(std::uint64_t exponent) const;
  /// Returns 1/x; nothing for 0.
  [[nodiscard]] std::optional<Residue> inverse() const;
  /// Returns 1 for a nonzero square, −1 for a non-square, 0 for 0 (the Legendre symbol).
  [[nodiscard]] int sign() const;
  /// Returns the root that is itself a square, of a square; nothing for a non-square.
  [[nodiscard]] std::optional<Residue> sqrt() const;
  /// Returns x^(numerator/denominator), multiplicative in x; nothing for an even denominator where x is no square (the
  /// root is then the one that is a square), or where x is 0 and the exponent negative. Precondition: denominator > 0.
  [[nodiscard]] std::optional<Residue> rational_power(std::int64_t numerator, std::int64_t denominator) const;

private:
  static constexpr Residue folded(std::uint64_t sum) { // sum < 2p
    Residue out;
    out.value_ = sum >= p ? sum - p : sum;
    return out;
  }
  std::uint64_t value_ = 0;
};

/// A sum of products of residues, kept in 128 bits and reduced now and then.
class ProductSum {
public:
  constexpr void add(Residue a, Residue b) {
    make_room();
    sum_ += static_cast<Wide>(a.value()) * b.value();
  }
  constexpr void add(Residue a) {
    make_room();
    sum_ += a.value();
  }
  [[nodiscard]] constexpr Residue value() const {
    constexpr std::uint64_t mask = (std::uint64_t{1} << Residue::bits) - 1;
    // 2⁶² ≡ gap: 128 bits become 87, then 63.
    Wide sum = (sum_ >> Residue::bits) * Residue::gap + (static_cast<std::uint64_t>(sum_) & mask);
    sum = (sum >> Residue::bits) * Residue::gap + (static_cast<std::uint64_t>(sum) & mask);
    return Residue(static_cast<std::uint64_t>(sum));
  }

private:
  __extension__ using Wide = unsigned __int128;
  static constexpr unsigned most_summands = 15; ///< below 2¹²⁴, whose sum with one residue stays below 2¹²⁸

  constexpr void make_room() {
    if (summands_++ < most_summands) return;
    sum_ = value().value();
    summands_ = 1;
  }
  Wide sum_ = 0;
  unsigned summands_ = 0;
};

/// Returns a⁻¹ modulo m < 2⁶², or nothing where a and m share a factor.
[[nodiscard]] std::optional<std::uint64_t> inverse_modulo(std::uint64_t a, std::uint64_t m);

} // namespace expr
} // namespace dalembert

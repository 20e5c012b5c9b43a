#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace dalembert {
inline namespace algebra {

/// What a symbolic search throws when a limit of terms, factors or work is passed, and for nothing else; it never
/// leaves the rooms algebra, textbook and families.
struct BudgetSpent {};

/// Index of an atom in an AtomTable.
using AtomId = std::uint16_t;

/// atom ^ exponent, exponent ≠ 0.
struct Power {
  AtomId atom = 0;
  std::int16_t exponent = 0;
  friend bool operator==(const Power&, const Power&) = default;
};

/// A product of integer powers (negative ones too) of at most `capacity` different atoms, sorted by atom.
class PowerProduct {
public:
  static constexpr std::size_t capacity = 14;

  PowerProduct() = default;
  explicit PowerProduct(AtomId atom, int exponent = 1) { multiply(atom, exponent); }

  [[nodiscard]] std::span<const Power> powers() const { return {powers_.data(), size_}; }
  [[nodiscard]] bool is_one() const { return size_ == 0; }
  [[nodiscard]] std::uint64_t hash() const { return hash_; } ///< additive: hash(a·b) = hash(a) + hash(b)
  [[nodiscard]] int exponent(AtomId atom) const;
  /// Multiplies by atom^exponent. @throws BudgetSpent beyond `capacity` atoms
  void multiply(AtomId atom, int exponent);
  [[nodiscard]] PowerProduct pow(int exponent) const;
  /// True where every power of this one stands in `other`, with the same sign and at least the same size.
  [[nodiscard]] bool divides(const PowerProduct& other) const {
    return (bits_ & ~other.bits_) == 0 && has_powers_in(other);
  }

  /// @throws BudgetSpent beyond `capacity` atoms
  friend PowerProduct operator*(const PowerProduct& a, const PowerProduct& b) { return times(a, b, 1); }
  friend PowerProduct operator/(const PowerProduct& a, const PowerProduct& b) { return times(a, b, -1); }
  friend bool operator==(const PowerProduct& a, const PowerProduct& b);
  /// Returns the largest monomial that divides both, in the sense of `divides`.
  friend PowerProduct common_factor(const PowerProduct& a, const PowerProduct& b);

private:
  [[nodiscard]] static PowerProduct times(const PowerProduct& a, const PowerProduct& b, int sign);
  void append(Power power);
  [[nodiscard]] bool has_powers_in(const PowerProduct& other) const;

  /// One bit per atom, which several atoms share: a quick no to most questions about division.
  [[nodiscard]] static std::uint64_t bit(AtomId atom) { return std::uint64_t{1} << (atom % 64U); }

  std::uint64_t hash_ = 0;
  std::uint64_t bits_ = 0;
  std::uint8_t size_ = 0;
  std::array<Power, capacity> powers_{};
};

} // namespace algebra
} // namespace dalembert

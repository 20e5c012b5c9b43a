#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace dalembert {
inline namespace base {

/// A small exact fraction, always reduced, denominator positive: the exponent of a base unit.
struct Exponent {
  std::int32_t numerator = 0;
  std::int32_t denominator = 1;

  friend bool operator==(const Exponent&, const Exponent&) = default;
};

/// Returns numerator/denominator in lowest terms with a positive denominator; the denominator must not be 0.
/// @throws std::overflow_error where the reduced fraction does not fit; so do the operators below and `Dimension::pow`
[[nodiscard]] Exponent reduced(std::int64_t numerator, std::int64_t denominator);
[[nodiscard]] Exponent operator+(Exponent a, Exponent b);
[[nodiscard]] Exponent operator-(Exponent a, Exponent b);
[[nodiscard]] Exponent operator*(Exponent a, Exponent b);

/// A physical dimension: rational exponents over kg, m, s, A, K, mol, cd. The radian counts as 1.
class Dimension {
public:
  static constexpr std::size_t base_units = 7;

  constexpr Dimension() = default;
  [[nodiscard]] static Dimension mass();
  [[nodiscard]] static Dimension length();
  [[nodiscard]] static Dimension time();
  [[nodiscard]] static Dimension current();
  [[nodiscard]] static Dimension temperature();
  [[nodiscard]] static Dimension amount();
  [[nodiscard]] static Dimension luminosity();
  [[nodiscard]] static Dimension force();  ///< N
  [[nodiscard]] static Dimension energy(); ///< J
  [[nodiscard]] static Dimension power();  ///< W

  [[nodiscard]] bool is_one() const;
  /// Returns the exponent of base unit `base`, counted in the order kg, m, s, A, K, mol, cd.
  [[nodiscard]] Exponent exponent(std::size_t base) const { return exponents_.at(base); }

  [[nodiscard]] Dimension pow(Exponent e) const;
  friend Dimension operator*(const Dimension& a, const Dimension& b);
  friend Dimension operator/(const Dimension& a, const Dimension& b);
  friend bool operator==(const Dimension&, const Dimension&) = default;

  /// Prints the dimension as a physicist would, in coherent SI units: `N`, `N·s/m`, `kg·m^2`, `m/s^2`, `m^(1/2)`, `1`.
  /// Energy is printed as `J`; where a moment is meant, `Spelling::moment` prints `N·m`. `parse_unit` reads the text
  /// back.
  enum class Spelling { plain, moment };
  [[nodiscard]] std::string text(Spelling spelling = Spelling::plain) const;

  /// Names the quantity for a sentence: `force`, `length`, `moment or energy`, `number`; empty where none is customary.
  [[nodiscard]] std::string_view quantity() const;

private:
  static Dimension base(std::size_t index);
  std::array<Exponent, base_units> exponents_{};
};

/// A unit as the language writes it: 1 unit = numerator/denominator · 10^decimal_power · π^pi_power coherent SI units
/// of `dimension`, exactly.
struct Unit {
  Dimension dimension;
  std::int64_t numerator = 1;
  std::int64_t denominator = 1;
  int decimal_power = 0; ///< not 0 only where the fraction alone would not fit, as in eV or µm^4
  int pi_power = 0;      ///< 1 for deg = π/180

  [[nodiscard]] bool is_coherent() const {
    return numerator == 1 && denominator == 1 && decimal_power == 0 && pi_power == 0;
  }
  [[nodiscard]] double factor() const;
};

/// What could not be read in a unit: byte range of the offending part, the reason, and what to write there instead.
struct UnitError {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string message;
  std::string suggestion; ///< corrects the text when it replaces `[begin, end)`; empty where no known unit is near
};

/// Reads the text between the brackets of a unit: `kg*m^2`, `kg m^2`, `N*m*s/rad`, `J/(kg*K)`, `m^(1/2)`, `1`, `deg`.
/// Every `/` divides by the one factor after it: `J/kg*K` is (J/kg)·K. Returns the unit, or fills `error`.
/// Known: m g s min h d t L N J W Pa bar Hz K A C V Ohm Ω F H Wb T mol cd eV rad deg ° rev rpm % and SI prefixes.
[[nodiscard]] std::optional<Unit> parse_unit(std::string_view text, UnitError& error);

} // namespace base
} // namespace dalembert

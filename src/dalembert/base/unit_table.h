#pragma once

#include <dalembert/base/dimension.h>

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dalembert {
inline namespace base {

/// An exact positive number 2^a·3^b·5^c·e^d·π^f with e = 1602176634, the digits of the elementary charge.
/// Every unit below is one, and so are their rational powers until they are written out.
struct Magnitude {
  enum Generator : std::size_t { two, three, five, charge, pi, generators };
  std::array<Exponent, generators> exponents{};
};

/// A unit while it is read: its magnitude may still be irrational, as in mm^(1/2).
struct ScaledDimension {
  Dimension dimension;
  Magnitude magnitude;

  [[nodiscard]] ScaledDimension pow(Exponent e) const {
    ScaledDimension out{dimension.pow(e), {}};
    for (std::size_t i = 0; i < Magnitude::generators; ++i)
      out.magnitude.exponents.at(i) = magnitude.exponents.at(i) * e;
    return out;
  }
  friend ScaledDimension operator*(const ScaledDimension& a, const ScaledDimension& b) {
    ScaledDimension out{a.dimension * b.dimension, {}};
    for (std::size_t i = 0; i < Magnitude::generators; ++i)
      out.magnitude.exponents.at(i) = a.magnitude.exponents.at(i) + b.magnitude.exponents.at(i);
    return out;
  }
};

/// Finds a unit by name; a unit's own name goes before a prefix (`min` is a minute, `cd` a candela, `Pa` a pascal).
[[nodiscard]] std::optional<ScaledDimension> find_unit(std::string_view name);

/// A unit by its own name, and whether it takes the prefixes of the SI.
struct NamedUnit {
  std::string_view name;
  bool takes_prefixes = false;
};

/// All units that have a name, in the order of the table.
[[nodiscard]] std::vector<NamedUnit> named_units();

/// The prefixes, the largest first.
[[nodiscard]] std::vector<std::string_view> unit_prefixes();

/// Returns the known unit, or product of units, that `name` was probably meant to be; empty where nothing is near.
[[nodiscard]] std::string nearest_unit(std::string_view name);

} // namespace base
} // namespace dalembert

#include <dalembert/base/edit_distance.h>
#include <dalembert/base/unit_table.h>

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace dalembert {
inline namespace base {

namespace {

constexpr Magnitude product(int two, int three, int five, int pi = 0, int charge = 0) {
  return {{Exponent{two, 1}, Exponent{three, 1}, Exponent{five, 1}, Exponent{charge, 1}, Exponent{pi, 1}}};
}

constexpr Magnitude power_of_ten(int n) {
  return product(n, 0, n);
}

enum class Prefixes { allowed, none };

struct Symbol {
  std::string_view name;
  ScaledDimension scaled;
  Prefixes prefixes = Prefixes::allowed;
};

struct Prefix {
  std::string_view name;
  int power; ///< of ten
};

// SI Brochure, 9th edition, table 7; `u` stands for micro where no µ is at hand. Both code points of µ are known.
constexpr Prefix prefixes[] = {
    {"Q", 30}, {"R", 27},  {"Y", 24},  {"Z", 21},  {"E", 18},  {"P", 15},  {"T", 12},  {"G", 9},       {"M", 6},
    {"k", 3},  {"h", 2},   {"da", 1},  {"d", -1},  {"c", -2},  {"m", -3},  {"u", -6},  {"\u00B5", -6}, {"\u03BC", -6},
    {"n", -9}, {"p", -12}, {"f", -15}, {"a", -18}, {"z", -21}, {"y", -24}, {"r", -27}, {"q", -30}};

std::vector<Symbol> make_symbols() {
  using D = Dimension;
  const D one;
  const D hertz = one / D::time();
  const D charge = D::current() * D::time();
  const D volt = D::power() / D::current();
  const D area = D::length() * D::length();
  const D ohm = volt / D::current();
  const D weber = volt * D::time();
  const Magnitude unity{};
  constexpr Prefixes none = Prefixes::none;
  return {
      {"1", {one, unity}, none},
      {"m", {D::length(), unity}},
      {"g", {D::mass(), power_of_ten(-3)}},
      {"s", {D::time(), unity}},
      {"A", {D::current(), unity}},
      {"K", {D::temperature(), unity}},
      {"mol", {D::amount(), unity}},
      {"cd", {D::luminosity(), unity}},
      {"N", {D::force(), unity}},
      {"J", {D::energy(), unity}},
      {"W", {D::power(), unity}},
      {"Pa", {D::force() / area, unity}},
      {"Hz", {hertz, unity}},
      {"C", {charge, unity}},
      {"V", {volt, unity}},
      {"Ohm", {ohm, unity}},
      {"\u03A9", {ohm, unity}},
      {"\u2126", {ohm, unity}},
      {"F", {charge / volt, unity}},
      {"H", {weber / D::current(), unity}},
      {"Wb", {weber, unity}},
      {"T", {weber / area, unity}},
      {"rad", {one, unity}},
      {"L", {area * D::length(), power_of_ten(-3)}},
      {"t", {D::mass(), power_of_ten(3)}},
      {"bar", {D::force() / area, power_of_ten(5)}},
      {"eV", {D::energy(), product(-28, 0, -28, 0, 1)}}, // 1.602176634e-19 J, exact since 2019 (SI Brochure, 2.2)
      {"min", {D::time(), product(2, 1, 1)}, none},
      {"h", {D::time(), product(4, 2, 2)}, none},
      {"d", {D::time(), product(7, 3, 2)}, none},
      {"deg", {one, product(-2, -2, -1, 1)}, none},
      {"\u00B0", {one, product(-2, -2, -1, 1)}, none},
      {"rev", {one, product(1, 0, 0, 1)}, none},
      {"rpm", {hertz, product(-1, -1, -1, 1)}, none},
      {"%", {one, power_of_ten(-2)}, none},
  };
}

const std::vector<Symbol>& symbols() {
  static const std::vector<Symbol> table = make_symbols();
  return table;
}

std::optional<ScaledDimension> find_plain(std::string_view name, bool with_prefix) {
  for (const Symbol& s : symbols())
    if (s.name == name && (!with_prefix || s.prefixes == Prefixes::allowed)) return s.scaled;
  return std::nullopt;
}

} // namespace

std::optional<ScaledDimension> find_unit(std::string_view name) {
  if (auto plain = find_plain(name, false)) return plain;
  for (const Prefix& prefix : prefixes) {
    if (!name.starts_with(prefix.name)) continue;
    auto rest = find_plain(name.substr(prefix.name.size()), true);
    if (rest) return ScaledDimension{{}, power_of_ten(prefix.power)} * *rest;
  }
  return std::nullopt;
}

std::vector<NamedUnit> named_units() {
  std::vector<NamedUnit> out;
  for (const Symbol& symbol : symbols())
    out.push_back({symbol.name, symbol.prefixes == Prefixes::allowed});
  return out;
}

std::vector<std::string_view> unit_prefixes() {
  std::vector<std::string_view> out;
  for (const Prefix& prefix : prefixes)
    out.push_back(prefix.name);
  return out;
}

namespace {

struct Alias {
  std::string_view written;
  std::string_view unit;
};

/// What people write instead of the symbol (compared in lower case, a plural s removed).
constexpr Alias aliases[] = {
    {"sec", "s"},      {"second", "s"},   {"meter", "m"},   {"metre", "m"},     {"hr", "h"},     {"hour", "h"},
    {"minute", "min"}, {"day", "d"},      {"gram", "g"},    {"kilogram", "kg"}, {"kilo", "kg"},  {"newton", "N"},
    {"joule", "J"},    {"watt", "W"},     {"pascal", "Pa"}, {"hertz", "Hz"},    {"volt", "V"},   {"ampere", "A"},
    {"amp", "A"},      {"kelvin", "K"},   {"coulomb", "C"}, {"ohm", "Ohm"},     {"farad", "F"},  {"henry", "H"},
    {"tesla", "T"},    {"weber", "Wb"},   {"liter", "L"},   {"litre", "L"},     {"tonne", "t"},  {"radian", "rad"},
    {"degree", "deg"}, {"turn", "rev"},   {"percent", "%"}, {"mole", "mol"},    {"kmh", "km/h"}, {"kph", "km/h"},
    {"mps", "m/s"},    {"candela", "cd"}, {"micron", "um"}, {"unitless", "1"},  {"none", "1"}};

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), [](char c) { return lower(c); });
  return out;
}

std::string from_alias(std::string_view name) {
  std::string word = lower(name);
  if (word.size() > 2 && word.back() == 's' && word != "mps") word.pop_back();
  for (const Alias& alias : aliases)
    if (word == alias.written) return std::string(alias.unit);
  return {};
}

/// `Nm` as `N*m`: the name cut into at most `parts` known units.
std::string from_cuts(std::string_view name, int parts) {
  if (find_unit(name)) return std::string(name);
  if (parts == 1) return {};
  for (std::size_t cut = name.size() - 1; cut > 0; --cut) {
    if (!find_unit(name.substr(0, cut))) continue;
    const std::string rest = from_cuts(name.substr(cut), parts - 1);
    if (!rest.empty()) return fmt::format("{}*{}", name.substr(0, cut), rest);
  }
  return {};
}

/// The common names that a slip of the finger may have missed.
std::string from_slip(std::string_view name) {
  static constexpr std::string_view common[] = {"kg", "mm", "cm", "km",  "ms",  "rad", "deg", "rpm", "min",
                                                "Pa", "Hz", "kN", "mol", "Ohm", "rev", "bar", "kPa", "MPa"};
  for (std::string_view candidate : common)
    if (lower(candidate) == lower(name)) return std::string(candidate);
  for (std::string_view candidate : common)
    if (candidate.size() > 2 && edit_distance(lower(candidate), lower(name)) == 1) return std::string(candidate);
  return {};
}

} // namespace

std::string nearest_unit(std::string_view name) {
  if (std::string alias = from_alias(name); !alias.empty()) return alias;
  if (std::string slip = from_slip(name); !slip.empty()) return slip;
  constexpr std::size_t longest_to_cut = 8;
  return name.size() <= longest_to_cut ? from_cuts(name, 3) : std::string{};
}

} // namespace base
} // namespace dalembert

#include <dalembert/base/dimension.h>
#include <dalembert/base/errors.h>

#include <fmt/format.h>

#include <limits>
#include <numeric>
#include <stdexcept>
#include <vector>

namespace dalembert {
inline namespace base {

Exponent reduced(std::int64_t numerator, std::int64_t denominator) {
  ENSURE(denominator != 0);
  const std::int64_t divisor = std::gcd(numerator, denominator) * (denominator < 0 ? -1 : 1);
  const std::int64_t n = numerator / divisor;
  const std::int64_t d = denominator / divisor;
  constexpr std::int64_t limit = std::numeric_limits<std::int32_t>::max();
  if (n > limit || n < -limit || d > limit) throw std::overflow_error("an exponent of a unit is too large");
  return {static_cast<std::int32_t>(n), static_cast<std::int32_t>(d)};
}

// 32-bit parts: the products and sums below fit in 64 bits.
Exponent operator+(Exponent a, Exponent b) {
  return reduced(std::int64_t{a.numerator} * b.denominator + std::int64_t{b.numerator} * a.denominator,
                 std::int64_t{a.denominator} * b.denominator);
}

Exponent operator-(Exponent a, Exponent b) {
  return a + Exponent{-b.numerator, b.denominator};
}

Exponent operator*(Exponent a, Exponent b) {
  return reduced(std::int64_t{a.numerator} * b.numerator, std::int64_t{a.denominator} * b.denominator);
}

Dimension Dimension::base(std::size_t index) {
  Dimension d;
  d.exponents_.at(index) = {1, 1};
  return d;
}

Dimension Dimension::mass() {
  return base(0);
}
Dimension Dimension::length() {
  return base(1);
}
Dimension Dimension::time() {
  return base(2);
}
Dimension Dimension::current() {
  return base(3);
}
Dimension Dimension::temperature() {
  return base(4);
}
Dimension Dimension::amount() {
  return base(5);
}
Dimension Dimension::luminosity() {
  return base(6);
}
Dimension Dimension::force() {
  return mass() * length() / time() / time();
}
Dimension Dimension::energy() {
  return force() * length();
}
Dimension Dimension::power() {
  return energy() / time();
}

bool Dimension::is_one() const {
  return *this == Dimension{};
}

Dimension Dimension::pow(Exponent e) const {
  Dimension out;
  for (std::size_t i = 0; i < base_units; ++i)
    out.exponents_[i] = exponents_[i] * e;
  return out;
}

Dimension operator*(const Dimension& a, const Dimension& b) {
  Dimension out;
  for (std::size_t i = 0; i < Dimension::base_units; ++i)
    out.exponents_[i] = a.exponents_[i] + b.exponents_[i];
  return out;
}

Dimension operator/(const Dimension& a, const Dimension& b) {
  return a * b.pow({-1, 1});
}

namespace {

struct Named {
  std::array<int, Dimension::base_units> exponents; ///< kg m s A K mol cd
  std::string_view unit;
  std::string_view quantity;
};

/// Spellings that a physicist expects, whatever a general rule would give.
constexpr Named customary[] = {
    {{0, 0, 0, 0, 0, 0, 0}, "1", "number"},
    {{1, 0, 0, 0, 0, 0, 0}, "kg", "mass"},
    {{0, 1, 0, 0, 0, 0, 0}, "m", "length"},
    {{0, 2, 0, 0, 0, 0, 0}, "m^2", "area"},
    {{0, 3, 0, 0, 0, 0, 0}, "m^3", "volume"},
    {{0, 0, 1, 0, 0, 0, 0}, "s", "time"},
    {{0, 0, -1, 0, 0, 0, 0}, "1/s", "rate"},
    {{0, 1, -1, 0, 0, 0, 0}, "m/s", "speed"},
    {{0, 1, -2, 0, 0, 0, 0}, "m/s^2", "acceleration"},
    {{1, 1, -2, 0, 0, 0, 0}, "N", "force"},
    {{1, 2, -2, 0, 0, 0, 0}, "J", "moment or energy"},
    {{1, 2, -3, 0, 0, 0, 0}, "W", "power"},
    {{1, 0, -2, 0, 0, 0, 0}, "N/m", "stiffness"},
    {{1, 0, -1, 0, 0, 0, 0}, "N·s/m", "damping"},
    {{1, 1, -1, 0, 0, 0, 0}, "N·s", "momentum or impulse"},
    {{1, 2, -1, 0, 0, 0, 0}, "N·m·s", "angular momentum"},
    {{1, 2, 0, 0, 0, 0, 0}, "kg·m^2", "moment of inertia"},
    {{1, -1, -2, 0, 0, 0, 0}, "Pa", "pressure"},
    {{1, -3, 0, 0, 0, 0, 0}, "kg/m^3", "density"},
    {{0, 0, 0, 1, 0, 0, 0}, "A", "current"},
    {{0, 0, 1, 1, 0, 0, 0}, "C", "charge"},
    {{1, 2, -3, -1, 0, 0, 0}, "V", "voltage"},
    {{1, 1, -3, -1, 0, 0, 0}, "V/m", "electric field"},
    {{1, 2, -3, -2, 0, 0, 0}, "Ω", "resistance"},
    {{-1, -2, 4, 2, 0, 0, 0}, "F", "capacitance"},
    {{1, 2, -2, -2, 0, 0, 0}, "H", "inductance"},
    {{1, 2, -2, -1, 0, 0, 0}, "Wb", "magnetic flux"},
    {{1, 0, -2, -1, 0, 0, 0}, "T", "magnetic field"},
    {{0, 0, 0, 0, 1, 0, 0}, "K", "temperature"},
    {{0, 0, 0, 0, 0, 1, 0}, "mol", "amount of substance"},
    {{0, 0, 0, 0, 0, 0, 1}, "cd", "luminous intensity"},
};

const Named* find_customary(const Dimension& dimension) {
  for (const Named& named : customary) {
    bool same = true;
    for (std::size_t i = 0; i < Dimension::base_units; ++i)
      same = same && dimension.exponent(i) == Exponent{named.exponents[i], 1};
    if (same) return &named;
  }
  return nullptr;
}

struct Factor {
  std::string_view symbol;
  Exponent exponent;
};

/// How much there is to read in a product: factors, and sizes of exponents.
int reading_cost(const std::vector<Factor>& factors) {
  int cost = 0;
  for (const Factor& f : factors)
    cost += 1 + std::abs(f.exponent.numerator) + (f.exponent.denominator != 1 ? f.exponent.denominator : 0);
  return cost;
}

std::vector<Factor> base_factors(const Dimension& dimension) {
  static constexpr std::array<std::string_view, Dimension::base_units> symbols{"kg", "m", "s", "A", "K", "mol", "cd"};
  std::vector<Factor> out;
  for (std::size_t i = 0; i < symbols.size(); ++i)
    if (dimension.exponent(i).numerator != 0) out.push_back({symbols.at(i), dimension.exponent(i)});
  return out;
}

/// Writes a dimension with mass as a power of `derived` (which holds one kg), times base units without mass.
std::vector<Factor> factors_with(const Dimension& dimension, std::string_view symbol, const Dimension& derived) {
  const Exponent power = dimension.exponent(0);
  std::vector<Factor> out = base_factors(dimension / derived.pow(power));
  out.insert(out.begin(), Factor{symbol, power});
  return out;
}

std::string power_text(std::string_view symbol, Exponent e) {
  if (e.denominator != 1) return fmt::format("{}^({}/{})", symbol, e.numerator, e.denominator);
  return e.numerator == 1 ? std::string(symbol) : fmt::format("{}^{}", symbol, e.numerator);
}

std::string quotient_text(const std::vector<Factor>& factors) {
  std::string above;
  std::string below;
  int count_below = 0;
  for (const Factor& f : factors) {
    const bool is_below = f.exponent.numerator < 0;
    std::string& side = is_below ? below : above;
    if (!side.empty()) side += "·";
    side += power_text(f.symbol, is_below ? Exponent{-f.exponent.numerator, f.exponent.denominator} : f.exponent);
    count_below += is_below ? 1 : 0;
  }
  if (above.empty()) above = "1";
  if (below.empty()) return above;
  return count_below > 1 ? fmt::format("{}/({})", above, below) : fmt::format("{}/{}", above, below);
}

} // namespace

std::string Dimension::text(Spelling spelling) const {
  if (spelling == Spelling::moment && *this == energy()) return "N·m";
  if (const Named* named = find_customary(*this)) return std::string(named->unit);
  std::vector<Factor> best = base_factors(*this);
  const auto offer = [&best](std::vector<Factor> candidate) {
    if (reading_cost(candidate) < reading_cost(best)) best = std::move(candidate);
  };
  if (exponent(0).numerator != 0) {
    offer(factors_with(*this, "N", force()));
    // J beside lengths and times would hide a force; it says more beside amperes, kelvins and moles.
    const bool is_mechanical = exponent(3).numerator == 0 && exponent(4).numerator == 0 && exponent(5).numerator == 0;
    if (!is_mechanical) offer(factors_with(*this, "J", energy()));
  }
  return quotient_text(best);
}

std::string_view Dimension::quantity() const {
  const Named* named = find_customary(*this);
  return named != nullptr ? named->quantity : std::string_view{};
}

} // namespace base
} // namespace dalembert

#include <dalembert/base/characters.h>
#include <dalembert/base/dimension.h>
#include <dalembert/base/unit_table.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <numbers>
#include <numeric>
#include <stdexcept>

namespace dalembert {
inline namespace base {

namespace {

/// Thrown inside this file only: ends the reading at the first error.
struct Refused {
  UnitError error;
};

class UnitParser {
public:
  explicit UnitParser(std::string_view text) : text_(text) {}

  ScaledDimension parse() {
    skip_blanks();
    if (at_end()) refuse(0, text_.size(), "a unit is missing", "1");
    const ScaledDimension out = product(0);
    skip_blanks();
    if (!at_end()) refuse_rest();
    return out;
  }

private:
  static constexpr int deepest = 16;        ///< nested parentheses; real units need one
  static constexpr int largest_power = 100; ///< of an exponent's parts; real units stay below 10

  [[noreturn]] static void refuse(std::size_t begin, std::size_t end, std::string message,
                                  std::string suggestion = {}) {
    throw Refused{{begin, end, std::move(message), std::move(suggestion)}};
  }

  [[nodiscard]] bool at_end() const { return at_ >= text_.size(); }
  [[nodiscard]] char peek() const { return at_end() ? '\0' : text_[at_]; }
  void skip_blanks() {
    while (peek() == ' ' || peek() == '\t')
      ++at_;
  }
  bool take(std::string_view what) {
    if (!text_.substr(at_).starts_with(what)) return false;
    at_ += what.size();
    return true;
  }
  /// One character, whole even where UTF-8 needs several bytes.
  [[nodiscard]] std::size_t next_character() const {
    std::size_t end = at_ + 1;
    while (end < text_.size() && (static_cast<unsigned char>(text_[end]) & 0xC0U) == 0x80U)
      ++end;
    return std::min(end, text_.size());
  }
  static bool is_name_byte(char c) { return is_letter(c) || c == '%'; }

  ScaledDimension product(int depth) {
    ScaledDimension out = power(depth);
    while (true) {
      const std::size_t before = at_;
      skip_blanks();
      if (take("*") || take("·")) {
        skip_blanks();
        out = out * power(depth);
      } else if (take("/")) {
        skip_blanks();
        out = out * power(depth).pow({-1, 1});
      } else if (at_ > before && !at_end() && peek() != ')') {
        out = out * power(depth);
      } else {
        return out;
      }
    }
  }

  ScaledDimension power(int depth) {
    const std::size_t begin = at_;
    const ScaledDimension base = atom(depth);
    if (is_digit(peek()) || superscript() != 0) refuse_bare_power(begin);
    if (!take("^")) return base;
    return base.pow(exponent());
  }

  ScaledDimension atom(int depth) {
    const std::size_t begin = at_;
    if (take("(")) {
      if (depth == deepest) refuse(begin, begin + 1, "parentheses are nested too deeply in a unit");
      skip_blanks();
      const ScaledDimension out = product(depth + 1);
      skip_blanks();
      if (!take(")")) refuse(begin, begin + 1, "this parenthesis is never closed");
      return out;
    }
    if (take("1")) return ScaledDimension{};
    while (is_name_byte(peek()) && superscript() == 0 && !text_.substr(at_).starts_with("·"))
      ++at_;
    const std::string_view name = text_.substr(begin, at_ - begin);
    if (name.empty()) refuse_rest();
    const auto found = find_unit(name);
    if (!found) refuse(begin, at_, fmt::format("`{}` is not a known unit", name), nearest_unit(name));
    return *found;
  }

  Exponent exponent() {
    const std::size_t begin = at_;
    const bool in_parentheses = take("(");
    const int numerator = integer(begin);
    int denominator = 1;
    if (in_parentheses && take("/")) denominator = integer(begin);
    if (denominator <= 0) refuse(begin, at_, "the denominator of an exponent must be positive");
    if (in_parentheses && !take(")")) refuse(begin, at_, "this parenthesis is never closed");
    return reduced(numerator, denominator);
  }

  int integer(std::size_t begin) {
    const bool is_negative = take("-");
    if (!is_digit(peek()))
      refuse(begin, std::max(at_, std::min(next_character(), text_.size())),
             "an exponent is a whole number or a fraction in parentheses: m^2, s^-1, m^(1/2)");
    int value = 0;
    while (is_digit(peek())) {
      value = value * 10 + (text_[at_++] - '0');
      if (value > largest_power) refuse(begin, at_, fmt::format("an exponent of a unit is at most {}", largest_power));
    }
    return is_negative ? -value : value;
  }

  /// The digit that a superscript such as ² at the reading position stands for; 0 where there is none.
  [[nodiscard]] char superscript() const {
    static constexpr std::string_view written[] = {"\u00B9", "\u00B2", "\u00B3", "\u2074", "\u2075"};
    for (std::size_t i = 0; i < std::size(written); ++i)
      if (text_.substr(at_).starts_with(written[i])) return static_cast<char>('1' + i);
    return 0;
  }

  [[noreturn]] void refuse_bare_power(std::size_t begin) {
    const std::string base(text_.substr(begin, at_ - begin));
    std::string digits;
    while (is_digit(peek()))
      digits += text_[at_++];
    if (const char digit = superscript(); digits.empty() && digit != 0) {
      digits = std::string(1, digit);
      at_ = next_character();
    }
    std::string corrected = fmt::format("{}^{}", base, digits);
    refuse(begin, at_, "a power is written with `^`", std::move(corrected));
  }

  [[noreturn]] void refuse_rest() {
    if (at_end()) refuse(text_.size(), text_.size(), "a unit is missing at the end");
    const std::size_t end = next_character();
    if (peek() == ')') refuse(at_, end, "this parenthesis was never opened");
    if (is_digit(peek()) || peek() == '.')
      refuse(at_, end, "a unit cannot contain a number; write it before the bracket");
    refuse(at_, end, fmt::format("`{}` is not allowed here in a unit", text_.substr(at_, end - at_)));
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

/// Multiplies `into` by base^n; false where the product does not fit.
bool multiply_power(std::int64_t& into, std::int64_t base, int n) {
  for (int i = 0; i < n; ++i) {
    if (into > std::numeric_limits<std::int64_t>::max() / base) return false;
    into *= base;
  }
  return true;
}

struct Fraction {
  std::int64_t numerator = 1;
  std::int64_t denominator = 1;

  bool multiply(std::int64_t base, int n) { return multiply_power(n < 0 ? denominator : numerator, base, std::abs(n)); }
};

/// The magnitude as fraction · 10^decimal · π^pi; empty where it is irrational (besides π) or too large.
std::optional<Unit> write_out(const ScaledDimension& scaled) {
  std::array<int, Magnitude::generators> powers{};
  for (std::size_t i = 0; i < powers.size(); ++i) {
    const Exponent e = scaled.magnitude.exponents.at(i);
    if (e.denominator != 1) return std::nullopt;
    powers.at(i) = e.numerator;
  }
  const int n2 = powers[Magnitude::two];
  const int n5 = powers[Magnitude::five];
  // What 2 and 5 share, in the same direction, is a power of ten.
  const int tens = (n2 > 0) == (n5 > 0) ? (n2 > 0 ? std::min(n2, n5) : std::max(n2, n5)) : 0;
  Fraction rest;
  constexpr std::int64_t charge_digits = 1602176634;
  if (!rest.multiply(2, n2 - tens) || !rest.multiply(5, n5 - tens) || !rest.multiply(3, powers[Magnitude::three]) ||
      !rest.multiply(charge_digits, powers[Magnitude::charge]))
    return std::nullopt;
  Fraction whole = rest;
  const bool fits = whole.multiply(10, tens);
  const Fraction& chosen = fits ? whole : rest;
  const std::int64_t common = std::gcd(chosen.numerator, chosen.denominator);
  return Unit{scaled.dimension, chosen.numerator / common, chosen.denominator / common, fits ? 0 : tens,
              powers[Magnitude::pi]};
}

} // namespace

double Unit::factor() const {
  // The longer type leaves one rounding, to the double nearest to the exact factor in all units of the table.
  long double out = static_cast<long double>(numerator) * std::pow(std::numbers::pi_v<long double>, pi_power);
  const long double tens = std::pow(10.0L, std::abs(decimal_power));
  out = decimal_power < 0 ? out / tens : out * tens;
  return static_cast<double>(out / static_cast<long double>(denominator));
}

std::optional<Unit> parse_unit(std::string_view text, UnitError& error) {
  try {
    const ScaledDimension scaled = UnitParser(text).parse();
    std::optional<Unit> unit = write_out(scaled);
    if (!unit)
      error = {
          0,
          text.size(),
          fmt::format("this unit has no exact size; convert the number and write it in [{}]", scaled.dimension.text()),
          {}}; // another unit beside the same number would be another quantity
    return unit;
  } catch (const Refused& refused) {
    error = refused.error;
  } catch (const std::overflow_error&) {
    error = {0, text.size(), "an exponent of this unit is too large", {}};
  }
  return std::nullopt;
}

} // namespace base
} // namespace dalembert

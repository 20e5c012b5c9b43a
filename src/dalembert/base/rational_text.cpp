#include <dalembert/base/characters.h>
#include <dalembert/base/rational.h>

#include <fmt/format.h>

#include <algorithm>

namespace dalembert {
inline namespace base {

namespace {

/// Reads digits from the front of `text` into `out` = out·10^k + digits, and returns k.
int take_digits(std::string_view& text, Rational& out) {
  constexpr int digits_at_once = 18;
  int taken = 0;
  while (!text.empty() && is_digit(text.front())) {
    std::int64_t part = 0;
    std::int64_t scale = 1;
    for (int i = 0; i < digits_at_once && !text.empty() && is_digit(text.front()); ++i, ++taken) {
      part = 10 * part + (text.front() - '0');
      scale *= 10;
      text.remove_prefix(1);
    }
    out = out * Rational(scale) + Rational(part);
  }
  return taken;
}

/// Reads an optional exponent of ten (`e-3`); false where it is malformed or out of range.
bool take_exponent(std::string_view& text, std::int64_t& exponent) {
  if (text.empty() || (text.front() != 'e' && text.front() != 'E')) return true;
  text.remove_prefix(1);
  const bool negative = !text.empty() && text.front() == '-';
  if (!text.empty() && (text.front() == '-' || text.front() == '+')) text.remove_prefix(1);
  Rational size;
  if (take_digits(text, size) == 0 || size > Rational(4096)) return false;
  exponent = negative ? -*size.as_integer() : *size.as_integer();
  return true;
}

} // namespace

std::optional<Rational> Rational::parse(std::string_view text) {
  constexpr std::size_t longest = 10'000;
  if (text.size() > longest) return std::nullopt;
  const bool negative = !text.empty() && text.front() == '-';
  if (!text.empty() && (text.front() == '-' || text.front() == '+')) text.remove_prefix(1);
  Rational value;
  const int whole = take_digits(text, value);
  int decimals = 0;
  if (!text.empty() && text.front() == '.') {
    text.remove_prefix(1);
    decimals = take_digits(text, value);
  }
  std::int64_t exponent = 0;
  if (whole + decimals == 0 || !take_exponent(text, exponent)) return std::nullopt;
  value = value * Rational(10).pow(exponent - decimals);
  if (!text.empty() && text.front() == '/') {
    text.remove_prefix(1);
    Rational bottom;
    if (take_digits(text, bottom) == 0 || bottom.is_zero()) return std::nullopt;
    value = value / bottom;
  }
  if (!text.empty()) return std::nullopt;
  return negative ? -value : value;
}

std::string Rational::decimal_text() const {
  constexpr int most_digits = 17;
  constexpr int most_decimals = 400; // the smallest double is 5e-324
  // The smallest number of decimals that makes an integer of the value. A finite decimal has no more than its
  // denominator has bits.
  const int highest = std::min(most_decimals, static_cast<int>(std::min<std::size_t>(denominator().bits(), 1000)));
  int decimals = 0;
  Rational scaled = abs();
  while (!scaled.is_integer() && decimals < highest) {
    scaled *= Rational(10);
    ++decimals;
  }
  std::string digits = scaled.is_integer() ? scaled.text() : std::string{};
  if (digits.size() > most_digits) // 1e200 rather than its digits
    for (; digits.size() > 1 && digits.back() == '0'; --decimals)
      digits.pop_back();
  if (digits.empty() || digits.size() > most_digits) return text();
  const std::string sign = this->sign() < 0 ? "-" : "";
  if (decimals == 0) return sign + digits;
  const int point = static_cast<int>(digits.size()) - decimals;
  if (point > 0 && decimals > 0) return sign + digits.insert(static_cast<std::size_t>(point), ".");
  constexpr int most_leading_zeros = 3;
  if (point <= 0 && -point <= most_leading_zeros)
    return sign + "0." + std::string(static_cast<std::size_t>(-point), '0') + digits;
  if (digits.size() > 1) digits.insert(1, ".");
  return fmt::format("{}{}e{}", sign, digits, point - 1);
}

} // namespace base
} // namespace dalembert

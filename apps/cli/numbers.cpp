#include "numbers.h"

#include "command.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <string_view>

namespace dalembert::cli {

namespace {

[[noreturn]] void refuse_number(const std::string& option, std::string_view text, const NumberRange& range,
                                std::string_view kind) {
  throw UsageError(range_refusal(option, text, range, kind));
}

double number_of(const std::string& option, std::string_view text, const NumberRange& range, std::string_view kind) {
  std::string_view digits = text;
  if (digits.starts_with('+')) digits.remove_prefix(1);
  double value = 0.0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  const bool is_number = error == std::errc() && end == digits.data() + digits.size() && !digits.empty();
  if (!is_number || !range.holds(value)) refuse_number(option, text, range, kind);
  return value;
}

} // namespace

std::string tolerance_help() {
  return fmt::format("relative tolerance; 1e{:.0f} by default", std::log10(default_tolerance));
}

double number_option(const std::string& option, const std::string& text, const NumberRange& range) {
  return number_of(option, text, range, a_number);
}

std::size_t whole_option(const std::string& option, const std::string& text, const NumberRange& range) {
  const double value = number_of(option, text, range, a_whole_number);
  if (value != std::floor(value)) refuse_number(option, text, range, a_whole_number);
  return static_cast<std::size_t>(value);
}

std::vector<double> number_list(const std::string& option, const std::string& text, const NumberRange& range) {
  std::vector<double> out;
  std::string_view rest = text;
  for (bool is_last = false; !is_last;) {
    const std::size_t comma = rest.find(',');
    is_last = comma == std::string_view::npos;
    std::string_view entry = rest.substr(0, comma);
    entry.remove_prefix(std::min(entry.find_first_not_of(' '), entry.size()));
    out.push_back(number_of(option, entry, range, several_numbers));
    if (!is_last) rest.remove_prefix(comma + 1);
  }
  return out;
}

std::size_t memory_option(const std::string& option, const std::string& text) {
  if (text == "none") return 0;
  constexpr NumberRange megabytes{64, 1 << 20};
  constexpr NumberRange gigabytes{1, 1 << 10};
  constexpr std::size_t mega = 1 << 20;
  constexpr std::size_t giga = 1 << 30;
  const char unit = text.empty() ? ' ' : text.back();
  const std::string number = text.substr(0, text.size() - (text.empty() ? 0 : 1));
  if (unit == 'M') return mega * whole_option(option, number, megabytes);
  if (unit == 'G') return giga * whole_option(option, number, gigabytes);
  throw UsageError(fmt::format("{} {} is not a size; write 64M to 1024G, or none", option, text));
}

} // namespace dalembert::cli

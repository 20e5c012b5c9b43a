#include <dalembert/base/shown_text.h>

#include <fmt/format.h>

namespace dalembert {
inline namespace base {

namespace {

constexpr std::string_view colour_start = "\033[";

/// The length of a sequence that sets colours at `text[at]`; 0 where there is none.
std::size_t colour_length(std::string_view text, std::size_t at) {
  if (!text.substr(at).starts_with(colour_start)) return 0;
  const std::size_t end = text.find_first_not_of("0123456789;", at + colour_start.size());
  return end != std::string_view::npos && text[end] == 'm' ? end + 1 - at : 0;
}

std::string shown(std::string_view text, bool keeps_colours) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t colour = keeps_colours ? colour_length(text, i) : 0;
    const TextUnit unit = text_unit(text, i);
    if (colour > 0)
      out += text.substr(i, colour);
    else if (!unit.is_valid)
      out += fmt::format("<0x{:02X}>", static_cast<unsigned>(unit.value));
    else if (is_obeyed(unit.value))
      out += fmt::format("<U+{:04X}>", static_cast<unsigned>(unit.value));
    else
      out += text.substr(i, unit.length);
    i += colour > 0 ? colour : unit.length;
  }
  return out;
}

} // namespace

TextUnit text_unit(std::string_view text, std::size_t at) {
  const auto byte = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(at);
  if (first < 0x80U) return {first, 1, true};
  const TextUnit stray{first, 1, false};
  const std::size_t length = first >= 0xF0U ? 4 : first >= 0xE0U ? 3 : 2;
  if (first < 0xC2U || first > 0xF4U || at + length > text.size()) return stray;
  char32_t value = first & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(at + i) & 0xC0U) != 0x80U) return stray;
    value = (value << 6U) | (byte(at + i) & 0x3FU);
  }
  constexpr char32_t least_of_three = 0x800;
  constexpr char32_t least_of_four = 0x10000;
  const bool is_overlong = (length == 3 && value < least_of_three) || (length == 4 && value < least_of_four);
  const bool is_surrogate = value >= 0xD800 && value <= 0xDFFF;
  return is_overlong || is_surrogate || value > 0x10FFFF ? stray : TextUnit{value, length, true};
}

bool is_obeyed(char32_t c) {
  if (c == U'\t' || c == U'\n') return false;
  const bool is_control = c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x2028 || c == 0x2029;
  const bool turns_direction = (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
  const bool is_no_character = (c & 0xFFFEU) == 0xFFFEU || (c >= 0xFDD0 && c <= 0xFDEF);
  return is_control || turns_direction || is_no_character;
}

std::string shown_text(std::string_view text) {
  return shown(text, false);
}

std::string shown_page(std::string_view text) {
  return shown(text, true);
}

} // namespace base
} // namespace dalembert

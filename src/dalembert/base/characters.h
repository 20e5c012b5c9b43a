#pragma once

namespace dalembert {
inline namespace base {

/// 0 to 9.
[[nodiscard]] constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// A Latin letter, or a byte of a character beyond ASCII, such as a Greek letter in UTF-8.
[[nodiscard]] constexpr bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80U;
}

/// What a name starts with: a letter or an underscore.
[[nodiscard]] constexpr bool starts_name(char c) {
  return is_letter(c) || c == '_';
}

/// What a name goes on with: also a digit.
[[nodiscard]] constexpr bool continues_name(char c) {
  return starts_name(c) || is_digit(c);
}

} // namespace base
} // namespace dalembert

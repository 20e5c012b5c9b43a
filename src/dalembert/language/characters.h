#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace dalembert {
inline namespace language {
namespace ast {

/// One code point of UTF-8 and its length in bytes; a byte that belongs to none has `is_valid` false and length 1.
struct CodePoint {
  char32_t value = 0;
  std::size_t length = 1;
  bool is_valid = true;
};

/// Decodes the code point at `text[at]`; `at` must be inside.
[[nodiscard]] CodePoint decode(std::string_view text, std::size_t at);

/// Letters, underscore and Greek: what a name starts with.
[[nodiscard]] bool starts_word(char32_t c);
/// What a name goes on with: also digits and subscript digits.
[[nodiscard]] bool continues_word(char32_t c);
[[nodiscard]] inline bool is_digit(char32_t c) {
  return c >= U'0' && c <= U'9';
}

/// Letters of other alphabets, which may not stand in a name.
[[nodiscard]] bool is_foreign_letter(char32_t c);

/// The digit that a superscript character shows, `-` for ⁻, or 0 where it is none.
[[nodiscard]] char superscript(char32_t c);

/// Quotes `text` for a message: control characters and stray bytes are shown as U+XXXX and 0xXX.
[[nodiscard]] std::string shown(std::string_view text);

/// Returns the normal form of a name: Greek letters spelt out, subscript digits as `_1`: `θ₁` gives `theta_1`.
[[nodiscard]] std::string normal_name(std::string_view word);

} // namespace ast
} // namespace language
} // namespace dalembert

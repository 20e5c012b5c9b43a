#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace dalembert {
inline namespace base {

/// What stands at one place of a text: a code point, or a byte that belongs to none.
struct TextUnit {
  char32_t value = 0;
  std::size_t length = 1;
  bool is_valid = true; ///< false for a stray byte, an overlong form, a surrogate
};

/// Decodes UTF-8 at `text[at]`, which must be inside.
[[nodiscard]] TextUnit text_unit(std::string_view text, std::size_t at);

/// True for what a terminal, a browser or a reader obeys instead of showing it: control characters other than tab and
/// line end, the marks that turn the direction of writing, and code points that are no characters.
[[nodiscard]] bool is_obeyed(char32_t c);

/// Returns `text` with everything that is obeyed, or no UTF-8, shown instead: `<U+202E>`, `<0xE9>`.
[[nodiscard]] std::string shown_text(std::string_view text);

/// The same for a page that holds colours of our own: sequences `ESC [ … m` stay.
[[nodiscard]] std::string shown_page(std::string_view text);

} // namespace base
} // namespace dalembert

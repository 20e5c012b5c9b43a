#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace dalembert {
inline namespace typesetting {

/// How a page for a person is set: with which characters, with or without ANSI colours, how many columns wide.
struct Style {
  bool unicode = false; ///< λ, θ̇, ·, ✓ instead of ASCII
  bool color = false;
  int width = 100; ///< columns
  /// Formulas stay as the language writes them, between `formula_begin` and `formula_end`, for a printer that sets them
  /// itself (html.h).
  bool marks_formulas = false;
};

inline constexpr char formula_begin = '\x0E'; ///< shift out
inline constexpr char formula_end = '\x0F';   ///< shift in

enum class Ink { plain, title, label, good, bad, caution, faint };

/// Returns `text` in the colour of `ink`; unchanged where the style has no colour.
[[nodiscard]] std::string paint(Ink ink, std::string_view text, const Style& style);

/// Returns the columns that UTF-8 `text` takes in a terminal: combining marks and ANSI colours take none.
[[nodiscard]] std::size_t display_width(std::string_view text);

/// Returns `text` followed by as many blanks as it lacks to `columns`.
[[nodiscard]] std::string padded(std::string_view text, std::size_t columns);

/// Breaks `text` at blanks into lines of at most `columns`, each after the first led by `indent` blanks. A word that is
/// longer than a line stands alone. Lines are joined by '\n', none at the end.
[[nodiscard]] std::string wrapped(std::string_view text, std::size_t columns, std::size_t indent = 0);

} // namespace typesetting
} // namespace dalembert

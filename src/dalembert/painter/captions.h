#pragma once

#include <string>
#include <string_view>

// Words and numbers beside what is drawn.
namespace dalembert {
inline namespace painter {

/// Sets the name of an item as SVG text: a name of the language (`theta_1`, `N_Q`, `F`) as in a formula, words as they
/// are.
[[nodiscard]] std::string name_markup(std::string_view name);
/// Its width in ems.
[[nodiscard]] double name_width(std::string_view name);

/// Prints a value with three digits: 0.5, 12.3, −1.23·10⁴.
[[nodiscard]] std::string three_digits(double value);

/// Prints a value with its unit, escaped for XML; `unit` is as the language writes it, or 1, or empty.
[[nodiscard]] std::string value_text(double value, std::string_view unit);

/// Estimates the width of plain text in ems.
[[nodiscard]] double text_width(std::string_view text);

/// Returns the number of the form 1, 2 or 5 times a power of ten that is next below `value`, which is positive.
[[nodiscard]] double round_below(double value);

} // namespace painter
} // namespace dalembert

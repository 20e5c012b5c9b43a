#pragma once

#include <string>
#include <string_view>

namespace dalembert {
inline namespace typesetting {

/// Sets an expression of the language as marked-up SVG text: θ₁ for `theta_1` with a real subscript, ẋ for `x'`, raised
/// exponents, · for `*`. What is not a name is kept as written. `behind` is marked-up text to follow on the line.
[[nodiscard]] std::string svg_label(std::string_view expression, std::string_view behind = {});

/// Sets a unit upright: `kg*m^2` is kg·m². The text is escaped.
[[nodiscard]] std::string svg_unit(std::string_view unit);

/// Escapes the characters that XML reserves.
[[nodiscard]] std::string xml_escaped(std::string_view text);

/// Estimates the width of `expression` as `svg_label` sets it, in ems.
[[nodiscard]] double label_width(std::string_view expression);

} // namespace typesetting
} // namespace dalembert

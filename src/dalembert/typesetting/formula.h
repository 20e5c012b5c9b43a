#pragma once

#include <dalembert/typesetting/formula_syntax.h>
#include <dalembert/typesetting/style.h>

#include <string>
#include <string_view>

namespace dalembert {
inline namespace typesetting {

/// Sets an expression or relation for a terminal: `1/2·m·ẋ² ≤ E`. A function of one name drops its brackets where
/// nothing can be misread: `sin θ`, but `sin(θ)·x`. In ASCII it is the text of the language (`1/2*m*x'^2 <= E`).
[[nodiscard]] std::string formula(const Formula& formula, const Style& style);

/// The same of what a user wrote; text that is no formula passes through.
[[nodiscard]] std::string formula(std::string_view text, const Style& style);

/// Sets one name: `theta_1'` is θ̇₁, `lambda.blade` is λ_blade.
[[nodiscard]] std::string name_text(std::string_view name, const Style& style);

/// Sets a unit between brackets, with a blank before: ` [kg·m²]`; empty for no unit, and for 1.
[[nodiscard]] std::string unit_bracket(std::string_view unit, const Style& style);

/// Sets a value with its unit for a sentence: `0.5 m/s`, `4·10⁻¹⁶ m`, three significant digits unless told.
[[nodiscard]] std::string quantity_text(double value, std::string_view unit, const Style& style, int digits = 3);

/// Sets a number alone. Whole numbers and short decimals stay exact within `digits` significant digits.
[[nodiscard]] std::string number_text(double value, const Style& style, int digits = 3);

} // namespace typesetting
} // namespace dalembert

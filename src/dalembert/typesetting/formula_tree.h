#pragma once

#include <dalembert/typesetting/formula_node.h>
#include <dalembert/typesetting/formula_syntax.h>

#include <string_view>

namespace dalembert {
inline namespace typesetting {

/// Arranges a formula as it is set in type.
///
/// Quotients become fractions: numbers as a coefficient in front (1/2·m·ẋ², not m·ẋ²/2), a wide bracket beside the bar.
/// `matrix(a, b; c, d)` is a matrix by rows, `sum(j in 1..n: …)` a sum, `i in 1..n` behind an equation its range.
/// Functions stand last in a product, so that they take no brackets of their own: `m g l sin θ`.
[[nodiscard]] FormulaNode formula_tree(const Formula& formula);

/// The same of what a user wrote in the language (`1/2*m*x'^2 = -m*g*sin(theta)`).
[[nodiscard]] FormulaNode formula_tree(std::string_view text);

} // namespace typesetting
} // namespace dalembert

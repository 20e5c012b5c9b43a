#pragma once

#include <dalembert/typesetting/formula_tree.h>

#include <string>
#include <string_view>
#include <vector>

namespace dalembert {
inline namespace typesetting {

/// Sets a formula of the language in LaTeX: `\frac{1}{2} m \dot{x}^{2} \le E`.
[[nodiscard]] std::string latex(const Formula& formula);

/// The same of what a user wrote.
[[nodiscard]] std::string latex(std::string_view text);

/// Sets a formula as it is arranged.
[[nodiscard]] std::string latex(const FormulaNode& node);

/// One formula of a display.
struct LatexFormula {
  Formula formula;
  bool is_numbered = true;
};

/// Sets formulas one under the other in lines of at most `width` em, with equation numbers: in an `align` environment
/// where every left side takes one line and both columns fit, in `gather` else: then the relations cannot stand below
/// one another. Lines that go on are indented; brackets across lines are \bigl and \bigr; the number stands on the last
/// line. The result needs the package amsmath.
[[nodiscard]] std::string latex_display(const std::vector<LatexFormula>& formulas, double width);

} // namespace typesetting
} // namespace dalembert

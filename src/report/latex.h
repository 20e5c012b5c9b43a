#pragma once

#include <dalembert/report/formula_tree.h>

#include <string>
#include <string_view>

namespace dalembert {

/// Sets a formula of the language in LaTeX: `\frac{1}{2} m \dot{x}^{2} \le E`.
[[nodiscard]] std::string latex(std::string_view text);

/// Sets a tree in LaTeX.
[[nodiscard]] std::string latex(const FormulaNode& node);

/// Sets a formula for an `align` environment: `left &= right`, broken into lines of at most `width` em. The relation
/// begins a line where the left side takes several; lines that go on are indented; brackets across lines are \bigl and
/// \bigr. `tag` stands on the last line; it is LaTeX, and empty for none. Every line ends in `\\`.
[[nodiscard]] std::string latex_lines(std::string_view text, std::string_view tag, double width);

} // namespace dalembert

#pragma once

#include <dalembert/typesetting/formula_tree.h>

#include <string>
#include <string_view>

namespace dalembert {
inline namespace typesetting {

/// Sets a tree in presentation MathML (MathML Core), without the `math` element round it.
[[nodiscard]] std::string mathml(const FormulaNode& node);

/// Sets a formula as rows of a table, broken into lines of at most `width` em: left side, relation and right side, and
/// on the last line `number` in brackets (none where it is empty).
[[nodiscard]] std::string mathml_rows(const FormulaNode& formula, std::string_view number, double width);

} // namespace typesetting
} // namespace dalembert

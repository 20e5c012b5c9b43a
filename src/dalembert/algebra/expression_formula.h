#pragma once

#include <dalembert/expr/graph.h>
#include <dalembert/typesetting/formula_syntax.h>

#include <cstddef>
#include <functional>
#include <vector>

namespace dalembert {
inline namespace algebra {

/// How a symbol is printed; nothing for one that is printed by its name.
using SymbolFormula = std::function<const Formula*(Expr symbol)>;

/// Returns what `text(graph, e)` (expr/text.h) prints, as a tree. One whose text would be longer than about `longest`
/// bytes is cut somewhere within.
[[nodiscard]] Formula expression_formula(const Graph& graph, Expr e, const SymbolFormula& symbols = {},
                                         std::size_t longest = 1'000'000);

} // namespace algebra
} // namespace dalembert

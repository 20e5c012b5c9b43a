#pragma once

#include <dalembert/expr/graph.h>

#include <cstddef>
#include <string>

namespace dalembert {
inline namespace expr {

/// Prints an expression as the language would read it, with as few brackets as it needs: `m*x'' + k*x`, `-a`, `x^2`,
/// `sqrt(x)`, `1/r`, `1/2*m*(x'^2 + y'^2)`. Symbols stand by their names; the derivative of an unknown function is
/// `D[1,0,2](phi)(x, y, t)`, with one argument `x0''(t)`; a select is `(if a < b then c else d)`. Shared nodes are
/// printed wherever they stand. A text longer than `longest` bytes ends in `…`: a graph without size may print without
/// end.
[[nodiscard]] std::string text(const Graph& graph, Expr e, std::size_t longest = 1'000'000);

} // namespace expr
} // namespace dalembert

#pragma once

#include <dalembert/expr/graph.h>
#include <dalembert/expr/id_map.h>

namespace dalembert {
inline namespace expr {

/// Makes `e` anew from the images of its children, each of which must have one; `e` itself where none has changed.
/// @throws std::domain_error where that divides by an exact zero, or is 0 to a power that is no number
[[nodiscard]] Expr rebuilt(Graph& graph, Expr e, const IdMap<Expr>& images);

} // namespace expr
} // namespace dalembert

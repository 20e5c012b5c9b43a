#pragma once

#include <dalembert/expr/graph.h>

#include <optional>
#include <vector>

namespace dalembert {
inline namespace analysis {

/// What all terms of a sum have in common, and the rest, denominators left out; of e^u − e^v the difference u − v
/// alone. The sum vanishes where one of these does. Nothing where the terms share nothing.
[[nodiscard]] std::optional<std::vector<Expr>> content(Graph& graph, Expr e);

/// The same expressions with sin(b + π − b) as sin π.
[[nodiscard]] std::vector<Expr> with_short_arguments(Graph& graph, const std::vector<Expr>& expressions);

} // namespace analysis
} // namespace dalembert

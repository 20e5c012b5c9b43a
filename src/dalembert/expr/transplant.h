#pragma once

#include <dalembert/expr/graph.h>

#include <functional>
#include <span>
#include <vector>

namespace dalembert {
inline namespace expr {

/// What stands in another graph for a symbol, and for a declared unknown function.
struct Soil {
  std::function<Expr(Expr symbol)> symbol;
  std::function<UnknownId(UnknownId function)> function;
};

/// Copies expressions of one graph into another: symbols become what `soil` says, which may be any expression there.
/// Shared nodes are copied once. Cost: O(size of roots).
[[nodiscard]] std::vector<Expr> transplant(const Graph& from, std::span<const Expr> roots, Graph& to, const Soil& soil);

} // namespace expr
} // namespace dalembert

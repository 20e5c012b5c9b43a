#pragma once

#include <dalembert/expr/graph.h>

#include <vector>

namespace dalembert {
inline namespace algebra {

/// Calls `compute(node)` for `e` and every node below it that is reached through sums and products, children first;
/// nodes for which `is_done(node)` is true are passed over, and must be done after their `compute`. The depth of the
/// graph costs no stack.
template <typename IsDone, typename Compute>
void bottom_up(const Graph& graph, Expr e, IsDone&& is_done, Compute&& compute) {
  std::vector<Expr> stack{e};
  while (!stack.empty()) {
    const Expr top = stack.back();
    if (is_done(top)) {
      stack.pop_back();
      continue;
    }
    const std::size_t before = stack.size();
    const NodeKind kind = graph.kind(top);
    if (kind == NodeKind::sum || kind == NodeKind::product)
      graph.for_children(top, [&](Expr child) {
        if (!is_done(child)) stack.push_back(child);
      });
    if (stack.size() > before) continue;
    stack.pop_back();
    compute(top);
  }
}

} // namespace algebra
} // namespace dalembert

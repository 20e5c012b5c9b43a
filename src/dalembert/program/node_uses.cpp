#include <dalembert/program/node_uses.h>

#include <algorithm>
#include <cstddef>

namespace dalembert::inline program {

NodeUses count_uses(const Graph& graph, std::span<const Expr> outputs, const std::vector<bool>& is_input) {
  const std::size_t size = is_input.size();
  NodeUses uses{
      {}, std::vector<std::uint32_t>(size), std::vector<std::uint32_t>(size), std::vector<std::uint8_t>(size)};
  std::vector<Expr> open;
  const auto use = [&](Expr e) {
    if (uses.count[e.id]++ == 0) open.push_back(e);
  };
  for (const Expr e : outputs)
    use(e);
  while (!open.empty()) {
    const Expr e = open.back();
    open.pop_back();
    uses.nodes.push_back(e);
    if (is_input[e.id]) continue;
    graph.for_children(e, use);
    if (graph.kind(e) == NodeKind::product)
      for (const Factor& f : graph.factors(e))
        if (graph.value(f.exponent).sign() < 0) ++uses.as_divisor[f.base.id];
    if (graph.kind(e) == NodeKind::function && graph.function(e) == Function::sin)
      uses.turns[graph.args(e)[0].id] |= 1U;
    if (graph.kind(e) == NodeKind::function && graph.function(e) == Function::cos)
      uses.turns[graph.args(e)[0].id] |= 2U;
  }
  std::sort(uses.nodes.begin(), uses.nodes.end());
  return uses;
}

} // namespace dalembert::inline program

#include <dalembert/expr/branches.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/text.h>
#include <dalembert/lowering/switching.h>

#include <algorithm>
#include <vector>

namespace dalembert {
inline namespace lowering {

namespace {

std::vector<Expr> moving_symbols(const System& system) {
  std::vector<Expr> moving = system.positions();
  for (const Expr rate : system.rates())
    moving.push_back(rate);
  return moving;
}

} // namespace

bool has_kinks(const System& system) {
  const Graph& graph = *system.graph;
  const std::vector<Expr> moving = moving_symbols(system);
  return std::ranges::any_of(reachable(graph, system.written_parts()), [&](Expr e) {
    const bool is_table = graph.kind(e) == NodeKind::unknown && graph.table(graph.unknown_id(e)) != nullptr;
    return (is_table || is_switching(graph, e)) && depends(graph, std::vector<Expr>{e}, moving);
  });
}

std::string switching_functions(const System& system) {
  const Graph& graph = *system.graph;
  const std::vector<Expr> moving = moving_symbols(system);
  constexpr std::size_t longest = 60;
  constexpr std::size_t most = 3;
  std::string out;
  std::size_t count = 0;
  for (const Expr e : reachable(graph, system.written_parts())) {
    if (!is_switching(graph, e) || !depends(graph, std::vector<Expr>{e}, moving) || count++ >= most) continue;
    const std::string words = text(graph, e, longest);
    out += (out.empty() ? "" : ", ") + (words.size() > longest ? words.substr(0, longest) + "…" : words);
  }
  return out;
}

std::vector<bool> switched_coordinates(const System& system) {
  const Graph& graph = *system.graph;
  std::vector<Expr> switching = reachable(graph, system.written_parts());
  std::erase_if(switching, [&graph](Expr node) { return !is_switching(graph, node); });
  std::vector<bool> out(system.coordinates.size(), false);
  if (switching.empty()) return out;
  const std::vector<Expr> held = free_symbols(graph, switching);
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = std::ranges::binary_search(held, system.coordinates[i].position);
  return out;
}

bool holds_switching_function(const System& system, const Check& check) {
  const Graph& graph = *system.graph;
  const std::vector<Expr> sides{check.left, check.right};
  return std::ranges::any_of(reachable(graph, sides), [&graph](Expr node) { return is_switching(graph, node); });
}

} // namespace lowering
} // namespace dalembert

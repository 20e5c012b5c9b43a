#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/lowering/phase_rates.h>

#include <set>

namespace dalembert {
inline namespace lowering {

namespace {

bool is_periodic(const Graph& graph, Expr e) {
  if (graph.kind(e) != NodeKind::function) return false;
  const Function f = graph.function(e);
  return f == Function::sin || f == Function::cos || f == Function::tan;
}

} // namespace

std::vector<Expr> phase_rates(const System& system, std::span<const Expr> roots) {
  Graph& graph = *system.graph;
  std::set<Expr> known;
  std::vector<Expr> arguments;
  for (const Expr e : reachable(graph, roots))
    if (is_periodic(graph, e) && known.insert(graph.args(e)[0]).second) arguments.push_back(graph.args(e)[0]);
  std::vector<Seed> moving{{system.time, graph.one()}};
  for (const Coordinate& q : system.coordinates)
    moving.push_back({q.position, q.rate});
  std::vector<Expr> out;
  std::set<Expr> seen;
  for (const Expr rate : directional(graph, arguments, moving))
    if (!graph.is_zero(rate) && seen.insert(rate).second) out.push_back(rate);
  return out;
}

} // namespace lowering
} // namespace dalembert

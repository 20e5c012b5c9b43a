#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/lowering/append.h>
#include <dalembert/lowering/sawtooth.h>
#include <dalembert/lowering/time_parts.h>

#include <algorithm>
#include <stdexcept>

namespace dalembert {
inline namespace lowering {

namespace {

/// The coordinates that a holonomic constraint gives as functions of the time, and their rates.
std::vector<Replacement> driven_coordinates(const System& system) {
  Graph& graph = *system.graph;
  std::vector<Replacement> driven;
  const std::vector<Expr> positions = system.positions();
  for (const Constraint& constraint : system.constraints) {
    if (constraint.kind != ConstraintKind::holonomic || !depends(graph, constraint.residual, system.time)) continue;
    std::vector<Expr> in_it;
    for (const Expr q : positions)
      if (depends(graph, constraint.residual, q)) in_it.push_back(q);
    if (in_it.size() != 1) continue;
    const Expr slope = gradient(graph, constraint.residual, in_it).front();
    if (graph.is_zero(slope) || depends(graph, slope, in_it.front()) || depends(graph, slope, system.time)) continue;
    const std::vector<Replacement> at_zero{{in_it.front(), graph.zero()}};
    const Expr value = graph.neg(graph.div(substitute(graph, constraint.residual, at_zero), slope));
    const auto i = static_cast<std::size_t>(std::ranges::find(positions, in_it.front()) - positions.begin());
    const std::vector<Seed> seeds{{system.time, graph.one()}};
    driven.push_back({in_it.front(), value});
    driven.push_back({system.coordinates[i].rate, directional(graph, value, seeds)});
  }
  return driven;
}

} // namespace

PartProgram time_parts(const System& system, std::span<const Expr> roots, std::span<const Expr> inputs) {
  Graph& graph = *system.graph;
  std::vector<Expr> seen(roots.begin(), roots.end());
  try {
    if (const std::vector<Replacement> driven = driven_coordinates(system); !driven.empty())
      append(seen, substitute(graph, roots, driven)); // the constraint itself vanishes there
  } catch (const std::domain_error&) {                // divides by 0 there
    seen.resize(roots.size());
  }
  if (!depends(graph, seen, std::vector<Expr>{system.time})) return {};
  const std::vector<Expr> plain = with_sawtooths(graph, seen);
  return part_program(system, {system.time, PartChoice::all, plain, inputs});
}

} // namespace lowering
} // namespace dalembert

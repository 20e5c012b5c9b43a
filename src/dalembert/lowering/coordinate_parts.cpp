#include <dalembert/expr/depends.h>
#include <dalembert/expr/id_map.h>
#include <dalembert/lowering/append.h>
#include <dalembert/lowering/coordinate_parts.h>

#include <algorithm>
#include <map>
#include <optional>

namespace dalembert {
inline namespace lowering {

namespace {

/// True of a node that may be narrow, by its kind alone.
bool may_be_narrow(const Graph& graph, Expr e) {
  switch (graph.kind(e)) {
  case NodeKind::select:
  case NodeKind::unknown:
    return true;
  case NodeKind::function: {
    const bool is_of_symbol = graph.kind(graph.args(e)[0]) == NodeKind::symbol;
    const Function f = graph.function(e);
    return !(is_of_symbol && (f == Function::sin || f == Function::cos));
  }
  case NodeKind::product:
    return std::ranges::any_of(graph.factors(e), [&](const Factor& f) {
      const Rational& exponent = graph.value(f.exponent);
      const bool is_low = exponent == Rational(1) || exponent == Rational(2);
      return !is_low && graph.kind(f.base) == NodeKind::sum;
    });
  default:
    return false;
  }
}

/// Finds the nodes that depend on one coordinate alone, by coordinate.
class OneCoordinate {
public:
  explicit OneCoordinate(const System& system) : graph_(*system.graph) {
    const std::vector<Expr> positions = system.positions();
    for (std::size_t i = 0; i < positions.size(); ++i)
      place_[positions[i]] = i;
    for (const Parameter& parameter : system.parameters)
      place_[parameter.symbol] = fixed;
  }

  std::map<std::size_t, std::vector<Expr>> narrow_nodes(std::span<const Expr> roots) {
    std::map<std::size_t, std::vector<Expr>> out;
    for (const Expr e : reachable(graph_, roots)) {
      const std::size_t only = place_of(e);
      only_.set(e.id, only);
      if (only != fixed && only != several && may_be_narrow(graph_, e)) out[only].push_back(e);
    }
    return out;
  }

private:
  static constexpr std::size_t fixed = static_cast<std::size_t>(-1);   ///< parameters and numbers alone
  static constexpr std::size_t several = static_cast<std::size_t>(-2); ///< or a rate, or the time

  std::size_t place_of(Expr e) {
    if (graph_.kind(e) == NodeKind::symbol) {
      const auto known = place_.find(e);
      return known == place_.end() ? several : known->second;
    }
    std::size_t out = fixed;
    graph_.for_children(e, [&](Expr child) {
      const std::size_t below = only_.at(child.id);
      if (below == fixed || below == out) return;
      out = out == fixed ? below : several;
    });
    return out;
  }

  const Graph& graph_;
  std::map<Expr, std::size_t> place_;
  IdMap<std::size_t> only_;
};

} // namespace

std::vector<CoordinateParts> coordinate_parts(const System& system, std::span<const Expr> roots) {
  std::vector<CoordinateParts> out;
  for (const auto& [coordinate, nodes] : OneCoordinate(system).narrow_nodes(roots)) {
    const Expr q = system.positions()[coordinate];
    std::vector<Expr> inputs{q};
    for (const Parameter& parameter : system.parameters)
      inputs.push_back(parameter.symbol);
    PartProgram parts = part_program(system, {q, PartChoice::narrow, nodes, inputs});
    if (!parts.is_empty()) out.push_back({coordinate, std::move(parts)});
  }
  return out;
}

} // namespace lowering
} // namespace dalembert

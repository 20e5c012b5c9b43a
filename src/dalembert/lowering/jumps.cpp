#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/text.h>
#include <dalembert/lowering/append.h>
#include <dalembert/lowering/jumps.h>
#include <dalembert/program/build_tape.h>

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

namespace dalembert {
inline namespace lowering {

namespace {

constexpr std::size_t most_jumps_held = 64;

/// What a node jumps by; nothing of one that does not jump, or at which too much happens at once.
struct JumpForm {
  Jump::Kind kind = Jump::Kind::sign;
  Expr argument;
  bool is_negated = false; ///< the node is −(the function of the argument); of `round` but for its halves
};

std::optional<JumpForm> form_of(Graph& graph, Expr e) {
  if (graph.kind(e) == NodeKind::select) {
    const bool is_order = graph.relation(e) == Relation::less || graph.relation(e) == Relation::less_equal;
    if (!is_order) return std::nullopt;
    return JumpForm{Jump::Kind::selection, graph.sub(graph.args(e)[0], graph.args(e)[1])};
  }
  if (graph.kind(e) != NodeKind::function) return std::nullopt;
  const Expr u = graph.args(e)[0];
  switch (graph.function(e)) {
  case Function::sign:
    return JumpForm{Jump::Kind::sign, u};
  case Function::heaviside:
    return JumpForm{Jump::Kind::step, u};
  case Function::floor:
    return JumpForm{Jump::Kind::stairs, u};
  case Function::round:
    return JumpForm{Jump::Kind::stairs, graph.add(u, graph.number(Rational(1, 2)))};
  case Function::ceil:
    return JumpForm{Jump::Kind::stairs, graph.neg(u), true};
  default:
    return std::nullopt;
  }
}

std::vector<Expr> moving_parts(const System& system) {
  std::vector<Expr> out = system.positions();
  append(out, system.rates());
  return out;
}

/// Nodes whose jumps cannot be held: what inertia, constraints, slips and loads are made of.
std::vector<Expr> nodes_of_other_parts(const Equations& equations) {
  // Momenta hold all that M does.
  std::vector<Expr> parts = equations.inertia.is_late() ? equations.momenta : equations.mass().entries;
  append(parts, equations.constraint_matrix.entries);
  append(parts, equations.constraint_forcing);
  for (const FrictionBlock& block : equations.frictions) {
    parts.push_back(block.slip);
    append(parts, block.column);
    append(parts, block.normal);
  }
  return reachable(*equations.system->graph, parts);
}

/// Those of the forces, and of the coefficients of frictions, that are nowhere else, children before parents. Of a
/// coefficient those that jump at positions or in time: nothing slides along a surface of rates there.
std::vector<Expr> jumping_nodes(const Equations& equations) {
  const System& system = *equations.system;
  Graph& graph = *system.graph;
  const std::vector<Expr> moving = moving_parts(system);
  const std::vector<Expr> rates = system.rates();
  const std::vector<Expr> of_forces = reachable(graph, equations.forcing);
  const std::set<Expr> in_forces(of_forces.begin(), of_forces.end());
  std::vector<Expr> roots = equations.forcing;
  for (const FrictionBlock& block : equations.frictions)
    roots.push_back(block.coefficient);
  std::vector<Expr> out;
  for (const Expr e : reachable(graph, roots)) {
    const std::optional<JumpForm> form = form_of(graph, e);
    if (!form || !depends(graph, form->argument, moving)) continue;
    if (in_forces.contains(e) || !depends(graph, form->argument, rates)) out.push_back(e);
  }
  if (out.empty()) return out;
  const std::vector<Expr> kept = nodes_of_other_parts(equations);
  std::erase_if(out, [&kept](Expr e) { return std::ranges::find(kept, e) != kept.end(); });
  if (out.size() > most_jumps_held) out.clear();
  return out;
}

} // namespace

JumpNodes::JumpNodes(const Equations& equations) {
  for (const Expr e : jumping_nodes(equations))
    add(*equations.system, e);
}

void JumpNodes::add(const System& system, Expr node) {
  constexpr std::size_t longest = 60;
  Graph& graph = *system.graph;
  const JumpForm form = *form_of(graph, node);
  const Expr symbol = graph.symbol(fmt::format("jump.{}", nodes_.size()));
  Expr by = form.is_negated ? graph.neg(symbol) : symbol;
  Expr value = form.is_negated ? graph.neg(node) : node;
  if (form.kind == Jump::Kind::selection) { // of the two cases only the one that holds is to be evaluated
    const Expr then = substitute(graph, graph.args(node)[2], replacements_);
    const Expr otherwise = substitute(graph, graph.args(node)[3], replacements_);
    const Expr between = graph.add(otherwise, graph.mul(symbol, graph.sub(then, otherwise)));
    by = graph.select(Relation::equal, symbol, graph.one(), then,
                      graph.select(Relation::equal, symbol, graph.zero(), otherwise, between));
    value = graph.select(graph.relation(node), graph.args(node)[0], graph.args(node)[1], graph.one(), graph.zero());
  }
  nodes_.push_back(
      {{form.kind, text(graph, node, longest), text(graph, form.argument, longest)}, form.argument, value});
  symbols_.push_back(symbol);
  replacements_.push_back({node, by});
}

std::vector<Expr> JumpNodes::arguments() const {
  std::vector<Expr> out;
  for (const Node& node : nodes_)
    out.push_back(node.argument);
  return out;
}

JumpProgram JumpNodes::program(const System& system, std::span<const Expr> state) const {
  Graph& graph = *system.graph;
  std::vector<Seed> moving{{system.time, graph.one()}};
  for (const Coordinate& q : system.coordinates)
    moving.push_back({q.position, q.rate});
  const std::vector<Expr> rates = system.rates();
  JumpProgram out;
  std::vector<Expr> outputs;
  for (const Node& node : nodes_) {
    out.jumps.push_back(node.jump);
    outputs.push_back(node.argument);
    append(outputs, gradient(graph, node.argument, rates));
    outputs.push_back(directional(graph, node.argument, moving));
    outputs.push_back(node.value);
  }
  out.tape = build_tape(graph, state, outputs);
  return out;
}

bool has_jumps(const Equations& equations) {
  return !jumping_nodes(equations).empty();
}

} // namespace lowering
} // namespace dalembert

#include <dalembert/expr/depends.h>
#include <dalembert/expr/text.h>
#include <dalembert/report/equation_text.h>

#include <algorithm>
#include <unordered_map>

namespace dalembert {

namespace {

constexpr std::size_t unbounded = std::size_t{1} << 40U;

/// Splits an equation `residual = 0`: terms that hold one of `forcing` go to the right with their sign turned.
struct Sides {
  std::vector<Expr> left;
  std::vector<Expr> right;
};

void place(Graph& graph, Expr term, const std::vector<Expr>& forcing, Sides& sides) {
  if (depends(graph, term, forcing))
    sides.right.push_back(graph.neg(term));
  else
    sides.left.push_back(term);
}

void split(Graph& graph, Expr e, bool is_negative, const std::vector<Expr>& forcing, Sides& sides) {
  if (graph.kind(e) == NodeKind::sum) {
    const std::vector<Term> terms(graph.terms(e).begin(), graph.terms(e).end());
    for (const Term& term : terms) {
      const Rational c = graph.value(term.coefficient);
      const bool is_unit = c == Rational(1) || c == Rational(-1);
      if (is_unit && graph.kind(term.expr) == NodeKind::sum) {
        split(graph, term.expr, is_negative != (c.sign() < 0), forcing, sides);
        continue;
      }
      place(graph, graph.scale(is_negative ? -c : c, term.expr), forcing, sides);
    }
    return;
  }
  place(graph, is_negative ? graph.neg(e) : e, forcing, sides);
}

Expr total(Graph& graph, const std::vector<Expr>& parts) {
  std::vector<Term> terms;
  terms.reserve(parts.size());
  for (const Expr part : parts)
    terms.push_back({part, graph.intern(Rational(1))});
  return graph.sum(terms);
}

} // namespace

std::size_t printed_size(const Graph& graph, Expr e) {
  std::unordered_map<std::uint32_t, std::size_t> size;
  for (const Expr node : reachable(graph, std::vector<Expr>{e})) {
    std::size_t characters = 1;
    graph.for_children(node, [&](Expr child) { characters += size[child.id] + 1; });
    size[node.id] = std::min(characters, unbounded);
  }
  return size[e.id];
}

std::vector<EquationLine> equation_lines(const Equations& equations, std::size_t budget) {
  const System& system = *equations.system;
  Graph& graph = *system.graph;
  std::vector<Expr> forcing = system.multipliers();
  for (const Friction& friction : system.frictions)
    forcing.push_back(friction.symbol);
  std::vector<EquationLine> lines;
  for (std::size_t i = 0; i < equations.residual.size(); ++i) {
    EquationLine line{system.coordinates[i].name, {}, {}};
    if (printed_size(graph, equations.residual[i]) <= budget) {
      Sides sides;
      split(graph, equations.residual[i], false, forcing, sides);
      line.left = text(graph, total(graph, sides.left));
      line.right = text(graph, total(graph, sides.right));
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

std::string reaction_formula(const Equations& equations, std::size_t index) {
  const System& system = *equations.system;
  Graph& graph = *system.graph;
  const ReactionRow& reaction = equations.reactions.at(index);
  Expr sum = graph.zero();
  for (std::size_t k = 0; k < reaction.row.size(); ++k)
    sum = graph.add(sum, graph.mul(reaction.row[k], system.constraints[k].multiplier));
  return text(graph, sum);
}

} // namespace dalembert

#include <dalembert/expr/depends.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/lowering/sawtooth.h>

#include <optional>

namespace dalembert {
inline namespace lowering {

namespace {

/// The angle of a sine or cosine, shifted so that it is a cosine.
std::optional<Expr> cosine_angle(Graph& graph, Expr e) {
  if (graph.kind(e) != NodeKind::function) return std::nullopt;
  const Expr u = graph.args(e)[0];
  if (graph.function(e) == Function::cos) return u;
  if (graph.function(e) == Function::sin) return graph.sub(u, graph.scale(Rational(1, 2), graph.pi()));
  return std::nullopt;
}

/// u less the nearest multiple of `period`.
Expr remainder_of(Graph& graph, Expr u, Expr period) {
  const Expr turns = graph.apply(Function::round, graph.div(u, period));
  return graph.sub(u, graph.mul(turns, period));
}

std::optional<Expr> sawtooth(Graph& graph, Expr e) {
  if (graph.kind(e) != NodeKind::function) return std::nullopt;
  const Expr first = graph.args(e)[0];
  const Expr turn = graph.scale(Rational(2), graph.pi());
  const bool is_function = graph.kind(first) == NodeKind::function;
  switch (graph.function(e)) {
  case Function::acos:
  case Function::asin: {
    const std::optional<Expr> angle = cosine_angle(graph, first);
    if (!angle) return std::nullopt;
    const Expr arc = graph.apply(Function::abs, remainder_of(graph, *angle, turn));
    if (graph.function(e) == Function::acos) return arc;
    return graph.sub(graph.scale(Rational(1, 2), graph.pi()), arc);
  }
  case Function::atan:
    if (!is_function || graph.function(first) != Function::tan) return std::nullopt;
    return remainder_of(graph, graph.args(first)[0], graph.pi());
  case Function::atan2: {
    if (!is_function || graph.function(first) != Function::sin) return std::nullopt;
    const Expr angle = graph.args(first)[0];
    if (graph.args(e)[1] != graph.cos(angle)) return std::nullopt;
    return remainder_of(graph, angle, turn);
  }
  default:
    return std::nullopt;
  }
}

} // namespace

std::vector<Expr> with_sawtooths(Graph& graph, std::span<const Expr> roots) {
  constexpr int deepest = 4; // of saw-teeth inside one another
  std::vector<Expr> out(roots.begin(), roots.end());
  for (int depth = 0; depth < deepest; ++depth) {
    std::vector<Replacement> replacements;
    for (const Expr e : reachable(graph, out))
      if (const std::optional<Expr> tooth = sawtooth(graph, e)) replacements.push_back({e, *tooth});
    if (replacements.empty()) break;
    out = substitute(graph, out, replacements);
  }
  return out;
}

} // namespace lowering
} // namespace dalembert

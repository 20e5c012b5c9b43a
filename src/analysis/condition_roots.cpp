#include <dalembert/analysis/condition_roots.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/expr/zero_test.h>

#include <vector>

namespace dalembert {

namespace {

Expr slope(Graph& graph, Expr e, Expr symbol) {
  return gradient(graph, e, std::vector<Expr>{symbol}).front();
}

Expr at_zero(Graph& graph, Expr e, Expr symbol) {
  return substitute(graph, e, std::vector<Replacement>{{symbol, graph.zero()}});
}

/// The value of x in F(x, y) = 0 where F is α·x + β, or that times y; nothing where it is neither.
std::optional<Expr> linear_root(Graph& graph, Expr condition, Expr x, Expr y) {
  const Expr by_y = slope(graph, condition, y);
  Expr rest = condition;
  if (!is_zero(graph, by_y)) {
    if (!is_zero(graph, at_zero(graph, condition, y)) || !is_zero(graph, slope(graph, by_y, y))) return std::nullopt;
    rest = at_zero(graph, by_y, y);
  }
  const Expr factor = slope(graph, rest, x);
  if (!is_zero(graph, slope(graph, factor, x)) || is_zero(graph, factor)) return std::nullopt;
  const Expr constant = at_zero(graph, at_zero(graph, rest, x), y);
  if (is_zero(graph, constant)) return std::nullopt;
  return graph.neg(graph.div(constant, at_zero(graph, at_zero(graph, factor, x), y)));
}

Expr other_side(Graph& graph, Expr e) {
  return graph.sqrt(graph.sub(graph.one(), graph.square(e)));
}

} // namespace

std::optional<Expr> speed_root(Graph& graph, Expr condition, Expr speed) {
  const Expr first = slope(graph, condition, speed);
  const Expr square = graph.scale(Rational(1, 2), slope(graph, first, speed));
  if (depends(graph, square, speed)) return std::nullopt;
  const Expr linear = at_zero(graph, first, speed);
  const Expr rest = at_zero(graph, condition, speed);
  const bool has_square = !is_zero(graph, square);
  const bool has_linear = !is_zero(graph, linear);
  const bool has_rest = !is_zero(graph, rest);
  if (!has_square && has_linear && has_rest) return graph.neg(graph.div(rest, linear));
  if (has_square && has_linear && !has_rest) return graph.neg(graph.div(linear, square));
  if (has_square && !has_linear && has_rest) return graph.sqrt(graph.neg(graph.div(rest, square)));
  return std::nullopt;
}

std::optional<AngleRoot> angle_root(Graph& graph, Expr condition, Expr angle) {
  const Expr cosine = graph.symbol("cosine");
  const Expr sine = graph.symbol("sine");
  const std::vector<Replacement> waves{{graph.cos(angle), cosine}, {graph.sin(angle), sine}};
  const Expr algebraic = substitute(graph, condition, waves);
  if (depends(graph, algebraic, angle)) return std::nullopt;
  if (const auto c = linear_root(graph, algebraic, cosine, sine))
    return AngleRoot{graph.apply(Function::acos, *c), *c, other_side(graph, *c)};
  if (const auto s = linear_root(graph, algebraic, sine, cosine))
    return AngleRoot{graph.apply(Function::asin, *s), other_side(graph, *s), *s};
  return std::nullopt;
}

} // namespace dalembert

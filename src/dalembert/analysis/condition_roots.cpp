#include <dalembert/analysis/condition_roots.h>
#include <dalembert/expr/common_factors.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/expr/zero_test.h>

#include <vector>

namespace dalembert {
inline namespace analysis {

namespace {

Expr slope(Graph& graph, Expr e, Expr symbol) {
  return gradient(graph, e, std::vector<Expr>{symbol}).front();
}

Expr at_zero(Graph& graph, Expr e, Expr symbol) {
  return substitute(graph, e, std::vector<Replacement>{{symbol, graph.zero()}});
}

/// −a/b without the factors that both share.
Expr minus_quotient(Graph& graph, Expr a, Expr b) {
  return graph.neg(graph.div(with_common_factors_out(graph, a), with_common_factors_out(graph, b)));
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
  return minus_quotient(graph, constant, at_zero(graph, at_zero(graph, factor, x), y));
}

/// Takes a·(x² + y² − 1) away where y² stands with a factor a free of both.
Expr on_circle(Graph& graph, Expr e, Expr x, Expr y) {
  const Expr factor = graph.scale(Rational(1, 2), slope(graph, slope(graph, e, y), y));
  if (is_zero(graph, factor) || !is_zero(graph, slope(graph, factor, x)) || !is_zero(graph, slope(graph, factor, y)))
    return e;
  const Expr circle = graph.sub(graph.add(graph.square(x), graph.square(y)), graph.one());
  return graph.sub(e, graph.mul(at_zero(graph, at_zero(graph, factor, x), y), circle));
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
  if (!has_square && has_linear && has_rest) return minus_quotient(graph, rest, linear);
  if (has_square && has_linear && !has_rest) return minus_quotient(graph, linear, square);
  if (has_square && !has_linear && has_rest) return graph.sqrt(minus_quotient(graph, rest, square));
  return std::nullopt;
}

std::vector<Expr> with_sinusoids_apart(Graph& graph, const std::vector<Expr>& expressions, Expr angle) {
  std::vector<Replacement> parts;
  for (const Expr node : reachable(graph, expressions)) {
    if (graph.kind(node) != NodeKind::function || !depends(graph, node, angle)) continue;
    const Function f = graph.function(node);
    const Expr inner = graph.args(node)[0];
    const Expr times = slope(graph, inner, angle);
    const bool is_minus = graph.is_number(times) && graph.number(times) == Rational(-1);
    if ((f != Function::sin && f != Function::cos) || (!graph.is_one(times) && !is_minus)) continue;
    const Expr rest = at_zero(graph, inner, angle);
    if (graph.is_zero(rest)) continue;
    const Expr sine = is_minus ? graph.neg(graph.sin(angle)) : graph.sin(angle);
    const Expr cosine = graph.cos(angle);
    const Expr c = graph.cos(rest);
    const Expr s = graph.sin(rest);
    parts.push_back({node, f == Function::sin ? graph.add(graph.mul(sine, c), graph.mul(cosine, s))
                                              : graph.sub(graph.mul(cosine, c), graph.mul(sine, s))});
  }
  return parts.empty() ? expressions : substitute(graph, expressions, parts);
}

std::optional<AngleRoot> angle_root(Graph& graph, Expr condition, Expr angle) {
  const Expr cosine = graph.symbol("cosine");
  const Expr sine = graph.symbol("sine");
  const std::vector<Replacement> sinusoids{{graph.cos(angle), cosine}, {graph.sin(angle), sine}};
  const Expr written = substitute(graph, condition, sinusoids);
  if (depends(graph, written, angle)) return std::nullopt;
  const Expr algebraic = on_circle(graph, written, cosine, sine);
  if (const auto c = linear_root(graph, algebraic, cosine, sine))
    return AngleRoot{graph.apply(Function::acos, *c), *c, other_side(graph, *c)};
  if (const auto s = linear_root(graph, algebraic, sine, cosine))
    return AngleRoot{graph.apply(Function::asin, *s), other_side(graph, *s), *s};
  return std::nullopt;
}

} // namespace analysis
} // namespace dalembert

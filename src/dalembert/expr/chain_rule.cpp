#include <dalembert/expr/chain_rule.h>

namespace dalembert {
inline namespace expr {

std::size_t ChainRule::children(Expr e) const {
  switch (graph_.kind(e)) {
  case NodeKind::sum:
    return graph_.terms(e).size();
  case NodeKind::product:
    return graph_.factors(e).size();
  case NodeKind::function:
  case NodeKind::select:
    return graph_.args(e).size();
  case NodeKind::unknown:
    return graph_.arguments(e).size();
  case NodeKind::number:
  case NodeKind::pi:
  case NodeKind::symbol:
    return 0;
  }
  return 0;
}

Expr ChainRule::child(Expr e, std::size_t i) const {
  switch (graph_.kind(e)) {
  case NodeKind::sum:
    return graph_.terms(e)[i].expr;
  case NodeKind::product:
    return graph_.factors(e)[i].base;
  case NodeKind::unknown:
    return graph_.arguments(e)[i].expr;
  default:
    return graph_.args(e)[i];
  }
}

Term ChainRule::apply(Expr e, std::size_t i, Expr with) {
  switch (graph_.kind(e)) {
  case NodeKind::sum:
    return {with, graph_.terms(e)[i].coefficient};
  case NodeKind::product:
    return of_product(e, i, with);
  case NodeKind::function:
    return {of_function(e, i, with), one_id};
  case NodeKind::unknown: {
    const auto stored = graph_.arguments(e);
    std::vector<Argument> arguments(stored.begin(), stored.end());
    ++arguments[i].order;
    return {graph_.mul(graph_.unknown(graph_.unknown_id(e), arguments), with), one_id};
  }
  case NodeKind::select: {
    if (i < 2) return {graph_.zero(), one_id}; // the switch itself has no slope
    const Expr left = graph_.args(e)[0];
    const Expr right = graph_.args(e)[1];
    const Expr then = i == 2 ? with : graph_.zero();
    const Expr otherwise = i == 3 ? with : graph_.zero();
    return {graph_.select(graph_.relation(e), left, right, then, otherwise), one_id};
  }
  case NodeKind::number:
  case NodeKind::pi:
  case NodeKind::symbol:
    break;
  }
  return {graph_.zero(), one_id};
}

/// ∂(Π bⱼ^eⱼ)/∂bᵢ = eᵢ · bᵢ^(eᵢ−1) · Π of the others
Term ChainRule::of_product(Expr e, std::size_t i, Expr with) {
  const auto stored = graph_.factors(e);
  factors_.assign(stored.begin(), stored.end());
  const NumberId exponent = factors_[i].exponent;
  factors_[i].exponent = graph_.plus(exponent, minus_one_id);
  factors_.push_back({with, one_id});
  return {graph_.product(factors_), exponent};
}

Expr ChainRule::of_function(Expr e, std::size_t i, Expr with) {
  const Function f = graph_.function(e);
  const Expr a = graph_.args(e)[0];
  if (arity(f) == 1) return graph_.mul(unary(e, f, a), with);
  const Expr b = graph_.args(e)[1];
  switch (f) {
  case Function::atan2: {
    const Expr distance = graph_.add(graph_.square(a), graph_.square(b));
    return graph_.product({i == 0 ? b : graph_.neg(a), graph_.inverse(distance), with});
  }
  case Function::min:
  case Function::max: {
    const Relation relation = Relation::less_equal;
    const bool first = (i == 0) == (f == Function::min); // taken where a ≤ b
    return graph_.select(relation, a, b, first ? with : graph_.zero(), first ? graph_.zero() : with);
  }
  case Function::pow:
    if (i == 0) return graph_.product({b, graph_.apply(f, a, graph_.sub(b, graph_.one())), with});
    return graph_.product({e, graph_.apply(Function::log, a), with});
  case Function::fmod:
    if (i == 0) return with;
    return graph_.neg(graph_.mul(graph_.apply(Function::trunc, graph_.div(a, b)), with));
  default:
    return graph_.zero();
  }
}

/// 1/√(1 − a²); of a = sin u it is 1/|cos u|, written as sign(cos u)/cos u, which cancels the cos u of the inner
/// derivative: the slope of asin(sin u) is seen to jump.
Expr ChainRule::arc_slope(Expr a) {
  const bool is_function = graph_.kind(a) == NodeKind::function;
  if (is_function && (graph_.function(a) == Function::sin || graph_.function(a) == Function::cos)) {
    const Expr u = graph_.args(a)[0];
    const Expr other = graph_.function(a) == Function::sin ? graph_.cos(u) : graph_.sin(u);
    return graph_.div(graph_.apply(Function::sign, other), other);
  }
  return inverse_root(graph_.sub(graph_.one(), graph_.square(a)));
}

Expr ChainRule::unary(Expr e, Function f, Expr a) {
  Graph& g = graph_;
  const auto one_plus = [&g](Expr x) { return g.add(g.one(), x); };
  const auto one_minus = [&g](Expr x) { return g.sub(g.one(), x); };
  switch (f) {
  case Function::sin:
    return g.cos(a);
  case Function::cos:
    return g.neg(g.sin(a));
  case Function::tan:
    return one_plus(g.square(e));
  case Function::asin:
    return arc_slope(a);
  case Function::acos:
    return g.neg(arc_slope(a));
  case Function::atan:
    return g.inverse(one_plus(g.square(a)));
  case Function::sinh:
    return g.apply(Function::cosh, a);
  case Function::cosh:
    return g.apply(Function::sinh, a);
  case Function::tanh:
    return one_minus(g.square(e));
  case Function::asinh:
    return inverse_root(one_plus(g.square(a)));
  case Function::acosh:
    return inverse_root(g.sub(g.square(a), g.one()));
  case Function::atanh:
    return g.inverse(one_minus(g.square(a)));
  case Function::exp:
    return e;
  case Function::log:
    return g.inverse(a);
  case Function::abs:
    return g.apply(Function::sign, a);
  case Function::erf: // 2/√π · exp(−a²)
    return g.scale(Rational(2), g.mul(inverse_root(g.pi()), g.apply(Function::exp, g.neg(g.square(a)))));
  default:
    return g.zero(); // sign, heaviside and the roundings are flat
  }
}

} // namespace expr
} // namespace dalembert

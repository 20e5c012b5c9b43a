#include <dalembert/algebra/outer_function.h>

#include <algorithm>

namespace dalembert {
inline namespace algebra {

namespace {

std::optional<OuterFunction> as_inverse(Graph& graph, Expr e, bool is_negative) {
  if (graph.kind(e) != NodeKind::function) return std::nullopt;
  const Expr argument = graph.args(e)[0];
  switch (graph.function(e)) {
  case Function::asin:
    return OuterFunction{false, "asin", is_negative ? graph.neg(argument) : argument};
  case Function::atan:
    return OuterFunction{false, "atan", is_negative ? graph.neg(argument) : argument};
  case Function::acos:
    return OuterFunction{is_negative, "acos", argument};
  default:
    return std::nullopt;
  }
}

} // namespace

std::optional<OuterFunction> outer_function(Graph& graph, Expr e) {
  const Term scaled = graph.as_term(e);
  const Rational number = graph.value(scaled.coefficient);
  const bool is_negative = number.sign() < 0;
  if (number.abs().is_one())
    if (auto inverse = as_inverse(graph, scaled.expr, is_negative)) return inverse;
  if (graph.kind(scaled.expr) != NodeKind::product) return std::nullopt;
  const Rational two(2);
  const auto factors = graph.factors(scaled.expr);
  if (!std::ranges::all_of(factors, [&](const Factor& f) { return graph.value(f.exponent).denominator() == two; }))
    return std::nullopt;
  return OuterFunction{is_negative, "sqrt", graph.square(e)};
}

} // namespace algebra
} // namespace dalembert

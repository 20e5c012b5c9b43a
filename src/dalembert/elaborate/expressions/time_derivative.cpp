#include <dalembert/elaborate/expressions/time_derivative.h>
#include <dalembert/expr/branches.h>
#include <dalembert/expr/depends.h>

#include <fmt/format.h>

#include <algorithm>

namespace dalembert {
inline namespace elaboration {

namespace {

/// True where a function below `e` jumps, or may jump.
bool steps(const Graph& graph, Expr e) {
  return std::ranges::any_of(reachable(graph, {&e, 1}), [&](Expr node) { return is_switching(graph, node); });
}

} // namespace

Value time_derivative(Context& context, const Value& operand, SourceSpan span) {
  if (operand.failed()) return {};
  const auto rate = [&](const Scalar& x) -> std::optional<Scalar> {
    const Content content = context.content.of(x.expr);
    if ((content & (holds::reaction | holds::history)) != 0) {
      context.complaints.error("E0508", span, fmt::format("`{}` has no time derivative here", context.text(span)))
          .help = "multipliers, reactions, frictions and integrals along a run are values, not functions of the "
                  "state that can be differentiated";
      return std::nullopt;
    }
    if ((content & holds::acceleration) != 0) {
      context.complaints
          .error("E0508", span, fmt::format("`{}` needs third derivatives of the coordinates", context.text(span)))
          .help = "the equations of motion give accelerations, no higher derivatives";
      return std::nullopt;
    }
    if (!context.complaints.is_silent() && steps(context.graph, x.expr))
      context.differentiated.push_back({x.expr, span});
    Scalar out = x;
    out.expr = context.rates.of(x.expr);
    out.dimension = context.dimensions.divide(x.dimension, context.dimensions.of(Dimension::time()));
    return out;
  };
  if (operand.is_scalar()) {
    const auto out = rate(operand.scalar());
    return out ? Value(*out) : Value();
  }
  std::vector<Scalar> items;
  for (const Scalar& item : operand.items()) {
    const auto out = rate(item);
    if (!out) return {};
    items.push_back(*out);
  }
  return Value(std::move(items));
}

} // namespace elaboration
} // namespace dalembert

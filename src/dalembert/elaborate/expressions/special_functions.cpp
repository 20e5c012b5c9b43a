// Vectors and partial derivatives.
#include <dalembert/elaborate/expressions/functions.h>
#include <dalembert/expr/differentiate.h>

#include <fmt/format.h>

namespace dalembert {
inline namespace elaboration {

std::optional<Scalar> FunctionCalls::dot(const std::vector<Scalar>& a, const std::vector<Scalar>& b, SourceSpan span) {
  Scalar sum{graph_.zero(), context_.dimensions.one(), false, true, nullptr};
  for (std::size_t i = 0; i < a.size(); ++i) {
    Scalar next{graph_.mul(a[i].expr, b[i].expr), context_.dimensions.multiply(a[i].dimension, b[i].dimension), false,
                a[i].fits_any || b[i].fits_any, nullptr};
    if (!context_.fit(sum, next)) {
      context_.complaints.error("E0402", span, "the components of these vectors have incompatible units").note =
          fmt::format("products in {} and {}", context_.unit_text(sum), context_.unit_text(next));
      return std::nullopt;
    }
    if (sum.fits_any) sum.dimension = next.dimension;
    sum.fits_any = sum.fits_any && next.fits_any;
    sum.expr = graph_.add(sum.expr, next.expr);
  }
  return sum;
}

Value FunctionCalls::cross(const std::vector<Scalar>& a, const std::vector<Scalar>& b) {
  const auto part = [&](std::size_t i, std::size_t k) {
    const Expr difference = graph_.sub(graph_.mul(a[i].expr, b[k].expr), graph_.mul(a[k].expr, b[i].expr));
    return Scalar{difference, context_.dimensions.multiply(a[i].dimension, b[k].dimension), false, false, nullptr};
  };
  return Value(std::vector<Scalar>{part(1, 2), part(2, 0), part(0, 1)});
}

Value FunctionCalls::vector(std::string_view name, const ast::Expr& whole, const ast::Call& call, const Scope* scope) {
  const bool takes_two = name == "dot" || name == "cross";
  if (!takes(name, takes_two ? 2 : 1, whole, call, context_)) return {};
  std::vector<Value> vectors;
  for (const ast::Expr* argument : call.arguments) {
    vectors.push_back(evaluator_.value(*argument, scope));
    if (vectors.back().failed()) return {};
    if (vectors.back().is_tuple()) continue;
    context_.complaints.error("E0504", argument->span, fmt::format("`{}` takes a vector: `(x, y, z)`", name));
    return {};
  }
  const auto& a = vectors.front().items();
  const auto& b = vectors.back().items();
  if (a.size() != b.size() || (name == "cross" && a.size() != 3)) {
    context_.complaints.error("E0504", whole.span,
                              name == "cross" ? "`cross` takes two vectors of three components"
                                              : "the two vectors differ in their number of components");
    return {};
  }
  if (name == "cross") return cross(a, b);
  const auto product = dot(a, name == "dot" ? b : a, whole.span);
  if (!product) return {};
  if (name == "dot") return Value(*product);
  Scalar length = *product;
  length.expr = graph_.sqrt(product->expr);
  length.dimension = context_.dimensions.power(product->dimension, {1, 2});
  if (name == "norm") return Value(length);
  if (graph_.is_zero(length.expr)) {
    context_.complaints.error("E0506", whole.span, "a vector of length 0 has no direction");
    return {};
  }
  std::vector<Scalar> items;
  items.reserve(a.size());
  for (const Scalar& item : a)
    items.push_back({graph_.div(item.expr, length.expr), context_.dimensions.one(), false, false, nullptr});
  return Value(std::move(items));
}

Value FunctionCalls::partial(const ast::Expr& whole, const ast::Call& call, const Scope* scope) {
  if (!takes("d", 2, whole, call, context_)) return {};
  const auto of = evaluator_.scalar(*call.arguments[0], scope);
  const auto by = evaluator_.scalar(*call.arguments[1], scope);
  if (!of || !by) return {};
  if (graph_.kind(by->expr) != NodeKind::symbol || context_.content.has(by->expr, holds::history)) {
    context_.complaints
        .error("E0505", call.arguments[1]->span,
               fmt::format("cannot differentiate with respect to `{}`", context_.text(call.arguments[1]->span)))
        .help = "a partial derivative is taken with respect to a coordinate, a rate, a parameter or t";
    return {};
  }
  const Expr symbol = by->expr;
  const Expr slope = gradient(graph_, of->expr, std::span<const Expr>(&symbol, 1)).front();
  return Value(Scalar{slope, context_.dimensions.divide(of->dimension, by->dimension), false, false, nullptr});
}

} // namespace elaboration
} // namespace dalembert

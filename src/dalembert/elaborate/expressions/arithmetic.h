#pragma once

#include <dalembert/elaborate/expressions/evaluator.h>

#include <optional>
#include <vector>

namespace dalembert {
inline namespace elaboration {

/// Adds, multiplies and raises what the user wrote, numbers and vectors, and says where units do not fit.
class Arithmetic {
public:
  Arithmetic(Context& context, Evaluator& evaluator)
      : context_(context), graph_(context.graph), evaluator_(evaluator) {}

  [[nodiscard]] Value chain(const ast::Expr& whole, const ast::Chain& chain, const Scope* scope);
  [[nodiscard]] Value power(const ast::Expr& whole, const ast::Power& power, const Scope* scope);
  /// Returns base^exponent, which stands at `whole`.
  [[nodiscard]] Value raise(const ast::Expr& whole, const Scalar& base, SourceSpan base_span, const Scalar& exponent,
                            SourceSpan exponent_span);
  [[nodiscard]] Value negate(const Value& operand);
  /// Returns the absolute value of a scalar, the length of a vector.
  [[nodiscard]] Value magnitude(const ast::Abs& abs, const Scope* scope);

private:
  Value add(const ast::Expr& whole, const ast::Chain& chain, const Scope* scope);
  Value add_tuples(const ast::Expr& whole, const ast::Chain& chain, const std::vector<Value>& operands);
  Value multiply(const ast::Expr& whole, const ast::Chain& chain, const Scope* scope);
  std::optional<Scalar> product(const ast::Chain& chain, const std::vector<Value>& operands, const Scalar* item);
  void warn_unit_of_fraction(const ast::Chain& chain);

  Context& context_;
  Graph& graph_;
  Evaluator& evaluator_;
};

} // namespace elaboration
} // namespace dalembert

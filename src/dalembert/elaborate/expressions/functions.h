#pragma once

#include <dalembert/elaborate/expressions/evaluator.h>

#include <string>
#include <string_view>
#include <vector>

namespace dalembert {
inline namespace elaboration {

/// True where `call` has `wanted` arguments; else reports E0503.
bool takes(std::string_view name, std::size_t wanted, const ast::Expr& whole, const ast::Call& call, Context& context);

/// Applies the functions of the language to the user's arguments, with their units.
class FunctionCalls {
public:
  FunctionCalls(Context& context, Evaluator& evaluator)
      : context_(context), graph_(context.graph), evaluator_(evaluator) {}

  [[nodiscard]] Value call(std::string_view name, const ast::Expr& whole, const ast::Call& call, const Scope* scope);

private:
  using Arguments = std::vector<Scalar>;
  Value real(std::string_view name, const ast::Expr& whole, const ast::Call& call, const Arguments& arguments,
             const Scope* scope);
  Value root(std::string_view name, const ast::Expr& whole, const ast::Call& call, const Arguments& arguments);
  [[nodiscard]] bool is_undefined(Function function, Expr argument);
  Value plain(Function function, const ast::Expr& whole, const ast::Call& call, const Arguments& arguments,
              const Scope* scope);
  Value alike(Function function, const ast::Expr& whole, const ast::Call& call, const Arguments& arguments,
              const Scope* scope);
  Value vector(std::string_view name, const ast::Expr& whole, const ast::Call& call, const Scope* scope);
  Value cross(const std::vector<Scalar>& a, const std::vector<Scalar>& b);
  std::optional<Scalar> dot(const std::vector<Scalar>& a, const std::vector<Scalar>& b, SourceSpan span);
  Value partial(const ast::Expr& whole, const ast::Call& call, const Scope* scope);
  bool is_number(std::string_view name, const ast::Expr& argument, const Scalar& value, const Scope* scope);

  Context& context_;
  Graph& graph_;
  Evaluator& evaluator_;
};

} // namespace elaboration
} // namespace dalembert

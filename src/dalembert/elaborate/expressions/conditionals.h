#pragma once

#include <dalembert/elaborate/expressions/evaluator.h>

#include <functional>

namespace dalembert {
inline namespace elaboration {

/// Gives `if condition then yes else no` its meaning. Where the condition is known now, only the branch that it takes
/// is looked at.
class Conditionals {
public:
  Conditionals(Context& context, Evaluator& evaluator)
      : context_(context), graph_(context.graph), evaluator_(evaluator) {}

  [[nodiscard]] Value conditional(const ast::Expr& whole, const ast::Conditional& conditional, const Scope* scope);

private:
  using Branch = std::function<Value()>;
  Value choose(const ast::Condition& condition, const Scope* scope, const Branch& yes, const Branch& no,
               SourceSpan span);
  Value choose_relation(const ast::Relation& relation, const Scope* scope, const Branch& yes, const Branch& no,
                        SourceSpan span);
  /// A relation that a run decides.
  struct Test {
    Relation relation = Relation::equal;
    Expr left;
    Expr right;
  };
  Value either(const Test& test, const Value& yes, const Value& no, SourceSpan span);

  Context& context_;
  Graph& graph_;
  Evaluator& evaluator_;
};

} // namespace elaboration
} // namespace dalembert

#include <dalembert/elaborate/expressions/agreement.h>
#include <dalembert/elaborate/expressions/conditionals.h>

#include <fmt/format.h>

namespace dalembert {
inline namespace elaboration {

Value Conditionals::conditional(const ast::Expr& whole, const ast::Conditional& conditional, const Scope* scope) {
  const auto remembered = [&](const ast::Expr& branch) -> Branch {
    auto kept = std::make_shared<std::optional<Value>>();
    return [this, kept, &branch, scope] {
      if (!*kept) *kept = evaluator_.value(branch, scope);
      return **kept;
    };
  };
  return choose(*conditional.condition, scope, remembered(*conditional.yes), remembered(*conditional.no), whole.span);
}

Value Conditionals::choose(const ast::Condition& condition, const Scope* scope, const Branch& yes, const Branch& no,
                           SourceSpan span) {
  using Kind = ast::Condition::Kind;
  if (condition.kind == Kind::relation) return choose_relation(*condition.relation, scope, yes, no, span);
  if (condition.kind == Kind::negation) return choose(*condition.parts.front(), scope, no, yes, span);
  // all_of asks the next part where this one holds, any_of where it does not.
  const bool is_all = condition.kind == Kind::all_of;
  const std::function<Value(std::size_t)> ask = [&](std::size_t part) -> Value {
    if (part == condition.parts.size()) return is_all ? yes() : no();
    const Branch next = [&ask, part] { return ask(part + 1); };
    return choose(*condition.parts[part], scope, is_all ? next : yes, is_all ? no : next, span);
  };
  return ask(0);
}

Value Conditionals::choose_relation(const ast::Relation& relation, const Scope* scope, const Branch& yes,
                                    const Branch& no, SourceSpan span) {
  const auto left = evaluator_.scalar(*relation.left, scope);
  const auto right = evaluator_.scalar(*relation.right, scope);
  if (!left || !right) return {};
  if (!same_dimension(evaluator_, {*relation.left, *left}, {*relation.right, *right}, scope)) return {};
  if (graph_.is_number(left->expr) && graph_.is_number(right->expr)) {
    const auto order = graph_.number(left->expr) <=> graph_.number(right->expr);
    const bool holds = relation.op == ast::Relop::equal        ? order == 0
                       : relation.op == ast::Relop::less       ? order < 0
                       : relation.op == ast::Relop::less_equal ? order <= 0
                       : relation.op == ast::Relop::greater    ? order > 0
                                                               : order >= 0;
    return holds ? yes() : no();
  }
  const Value then = yes();
  const Value otherwise = no();
  if (then.failed() || otherwise.failed()) return {};
  switch (relation.op) {
  case ast::Relop::equal:
    return either({Relation::equal, left->expr, right->expr}, then, otherwise, span);
  case ast::Relop::less:
    return either({Relation::less, left->expr, right->expr}, then, otherwise, span);
  case ast::Relop::less_equal:
    return either({Relation::less_equal, left->expr, right->expr}, then, otherwise, span);
  case ast::Relop::greater:
    return either({Relation::less, right->expr, left->expr}, then, otherwise, span);
  case ast::Relop::greater_equal:
    return either({Relation::less_equal, right->expr, left->expr}, then, otherwise, span);
  }
  return {};
}

Value Conditionals::either(const Test& test, const Value& yes, const Value& no, SourceSpan span) {
  const auto one = [&](const Scalar& a, const Scalar& b) -> std::optional<Scalar> {
    if (!context_.fit(a, b)) {
      context_.complaints.error("E0412", span, "the two branches of `if` differ in dimension").note =
          fmt::format("`then` is in {}, `else` in {}", context_.unit_text(a), context_.unit_text(b));
      return std::nullopt;
    }
    Scalar out = a.fits_any ? b : a;
    out.fits_any = a.fits_any && b.fits_any;
    out.expr = graph_.select(test.relation, test.left, test.right, a.expr, b.expr);
    return out;
  };
  if (yes.is_scalar() && no.is_scalar()) {
    const auto out = one(yes.scalar(), no.scalar());
    return out ? Value(*out) : Value();
  }
  if (!yes.is_tuple() || !no.is_tuple() || yes.items().size() != no.items().size()) {
    context_.complaints.error("E0504", span, "the two branches of `if` differ in their number of components");
    return {};
  }
  std::vector<Scalar> items;
  for (std::size_t i = 0; i < yes.items().size(); ++i) {
    const auto out = one(yes.items()[i], no.items()[i]);
    if (!out) return {};
    items.push_back(*out);
  }
  return Value(std::move(items));
}

} // namespace elaboration
} // namespace dalembert

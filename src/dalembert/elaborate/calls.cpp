#include <dalembert/elaborate/derived_names.h>
#include <dalembert/elaborate/evaluator.h>
#include <dalembert/elaborate/functions.h>
#include <dalembert/elaborate/notations.h>
#include <dalembert/elaborate/table_inputs.h>

#include <fmt/format.h>

#include <algorithm>

namespace dalembert::elaboration {

Evaluator::~Evaluator() = default;

Value Evaluator::call(const ast::Expr& whole, const ast::Call& call, const Scope* scope) {
  if (std::optional<Value> of_table = tables_->call(whole, call, scope)) return std::move(*of_table);
  if (Notations(context_).call(whole, call, scope)) return {};
  const auto* callee = std::get_if<ast::Name>(&call.callee->node);
  if (callee == nullptr) {
    context_.complaints
        .error("E0505", whole.span, fmt::format("`{}` cannot be called", context_.text(call.callee->span)))
        .help = "to multiply, write `*`";
    return {};
  }
  Symbol* symbol = context_.symbols.find(callee->text);
  const bool is_let = symbol != nullptr && symbol->kind == SymbolKind::function_let;
  const bool is_unknown = symbol != nullptr && symbol->kind == SymbolKind::unknown_function;
  if (is_let) return call_let(whole, call, *symbol, scope);
  if (is_unknown) {
    symbol->is_used = true;
    std::vector<Value> arguments;
    for (const ast::Expr* argument : call.arguments) {
      const auto value = scalar(*argument, scope);
      if (!value) return {};
      arguments.emplace_back(*value);
    }
    return call_unknown(whole, arguments, *symbol);
  }
  if (is_function(callee->text)) return FunctionCalls(context_, *this).call(callee->text, whole, call, scope);
  if (callee->text == "table") {
    context_.complaints.error("E0503", whole.span, "a table is read from a file").help =
        "write `table(\"file.csv\", x)`, with the name of the file in double quotes";
    return {};
  }
  unknown_name(callee->text, call.callee->span, "function");
  return {};
}

Value Evaluator::call_let(const ast::Expr& whole, const ast::Call& call, Symbol& symbol, const Scope* scope) {
  symbol.is_used = true;
  const Definition& definition = symbol.members.front();
  const auto& parameters = definition.let->parameters;
  if (parameters.size() != call.arguments.size()) {
    context_.complaints
        .error("E0503", whole.span,
               fmt::format("`{}` takes {} argument{}, not {}", symbol.name, parameters.size(),
                           parameters.size() == 1 ? "" : "s", call.arguments.size()))
        .labels.push_back({symbol.span, "declared here"});
    return {};
  }
  // Inside, a name is an argument or global: what is bound at the call stays outside.
  std::vector<Scope> bound;
  bound.reserve(parameters.size());
  const Scope* inside = definition.scope;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    Value argument = value(*call.arguments[i], scope);
    if (argument.failed()) return {};
    inside = &bound.emplace_back(Scope{inside, parameters[i].text, nullptr, std::move(argument)});
  }
  return value(*definition.let->value, inside);
}

Value Evaluator::call_unknown(const ast::Expr& whole, const std::vector<Value>& arguments, Symbol& symbol) {
  const Definition& definition = symbol.members.front();
  const UnknownFunction& function = context_.study.system.functions.at(static_cast<std::size_t>(definition.slot));
  if (arguments.size() != function.arguments.size()) {
    context_.complaints
        .error("E0503", whole.span,
               fmt::format("`{}` takes {} argument{}, not {}", symbol.name, function.arguments.size(),
                           function.arguments.size() == 1 ? "" : "s", arguments.size()))
        .labels.push_back({symbol.span, "declared here"});
    return {};
  }
  std::vector<Argument> at;
  at.reserve(arguments.size());
  for (const Value& argument : arguments)
    at.push_back({argument.scalar().expr, 0});
  Scalar out = definition.value.scalar();
  out.expr = graph_.unknown(function.id, at);
  return Value(out);
}

// ---- if

Value Evaluator::conditional(const ast::Expr& whole, const ast::Conditional& conditional, const Scope* scope) {
  const auto remembered = [&](const ast::Expr& branch) -> Branch {
    auto kept = std::make_shared<std::optional<Value>>();
    return [this, kept, &branch, scope] {
      if (!*kept) *kept = value(branch, scope);
      return **kept;
    };
  };
  return choose(*conditional.condition, scope, remembered(*conditional.yes), remembered(*conditional.no), whole.span);
}

Value Evaluator::choose(const ast::Condition& condition, const Scope* scope, const Branch& yes, const Branch& no,
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

Value Evaluator::choose_relation(const ast::Relation& relation, const Scope* scope, const Branch& yes, const Branch& no,
                                 SourceSpan span) {
  const auto left = scalar(*relation.left, scope);
  const auto right = scalar(*relation.right, scope);
  if (!left || !right) return {};
  if (!same_dimension(*relation.left, *left, *relation.right, *right, scope)) return {};
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
    return either(Relation::equal, left->expr, right->expr, then, otherwise, span);
  case ast::Relop::less:
    return either(Relation::less, left->expr, right->expr, then, otherwise, span);
  case ast::Relop::less_equal:
    return either(Relation::less_equal, left->expr, right->expr, then, otherwise, span);
  case ast::Relop::greater:
    return either(Relation::less, right->expr, left->expr, then, otherwise, span);
  case ast::Relop::greater_equal:
    return either(Relation::less_equal, right->expr, left->expr, then, otherwise, span);
  }
  return {};
}

Value Evaluator::either(Relation relation, Expr left, Expr right, const Value& yes, const Value& no, SourceSpan span) {
  const auto one = [&](const Scalar& a, const Scalar& b) -> std::optional<Scalar> {
    if (!fit(a, b)) {
      context_.complaints.error("E0412", span, "the two branches of `if` differ in dimension").note =
          fmt::format("`then` is in {}, `else` in {}", unit_text(a), unit_text(b));
      return std::nullopt;
    }
    Scalar out = a.fits_any ? b : a;
    out.fits_any = a.fits_any && b.fits_any;
    out.expr = graph_.select(relation, left, right, a.expr, b.expr);
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

} // namespace dalembert::elaboration

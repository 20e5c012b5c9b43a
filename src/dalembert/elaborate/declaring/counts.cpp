#include <dalembert/elaborate/declaring/counts.h>
#include <dalembert/elaborate/expressions/name_lookup.h>

#include <fmt/format.h>

namespace dalembert {
inline namespace elaboration {

namespace {

/// The value that a declaration gives the count that `declared` declares; nothing of one that is refused.
std::optional<std::int64_t> given_count(const Symbol& symbol, const ast::Declaration& declared,
                                        const ast::Declaration& by, Evaluator& evaluator) {
  Complaints& complaints = evaluator.context().complaints;
  const ast::UnitText* unit = by.unit != nullptr ? by.unit : declared.unit;
  if (unit != nullptr) {
    complaints.error("E0207", unit->span, fmt::format("the count `{}` has no unit", symbol.name));
    return std::nullopt;
  }
  const auto whole = evaluator.integer(*by.value, nullptr, "a count");
  if (!whole || declared.range == nullptr) return whole;
  const auto range = evaluator.bounds(*declared.range, nullptr);
  if (!range) return std::nullopt;
  if (*whole >= range->lower && *whole <= range->upper) return whole;
  complaints
      .error("E0207", by.value->span,
             fmt::format("`{} = {}` lies outside {}..{}", symbol.name, *whole, range->lower, range->upper))
      .labels.push_back({declared.range->span, "its declared range"});
  return std::nullopt;
}

} // namespace

std::optional<std::int64_t> count_value(const Symbol& symbol, const DeclaredName& definition,
                                        const Overrides& overrides, Evaluator& evaluator) {
  Complaints& complaints = evaluator.context().complaints;
  const ast::Declaration& declaration = *definition.declaration;
  const ast::Declaration* replaced = overrides.find(symbol.name, {});
  if (replaced != nullptr && replaced->value != nullptr) {
    if (const auto out = given_count(symbol, declaration, *replaced, evaluator)) return out;
    if (declaration.value == nullptr) return std::nullopt;
    const Complaints::Silence reported(complaints); // the file is read on with the value that it has itself
    return given_count(symbol, declaration, declaration, evaluator);
  }
  if (declaration.value != nullptr) return given_count(symbol, declaration, declaration, evaluator);
  complaints.error("E0207", definition.span, fmt::format("the count `{}` has no value", symbol.name)).help =
      fmt::format("write `count {} = 5`", symbol.name);
  return std::nullopt;
}

std::optional<Value> CountNames::plain(std::string_view name, SourceSpan span, const Scope*) {
  Symbol* symbol = symbols_.find(name);
  if (symbol == nullptr) return constant(context_, name);
  symbol->is_used = true;
  if (symbol->kind == SymbolKind::count) return count(*symbol, symbol->members.front());
  context_.complaints
      .error("E0207", span,
             fmt::format("`{}` is {}: a range may contain only numbers, counts and indices", symbol->name,
                         phrase(symbol->kind)))
      .help = fmt::format("declare it as `count {} = …`", symbol->name);
  return Value();
}

Value CountNames::count(Symbol& symbol, DeclaredName& definition) {
  if (!definition.count && !definition.is_refused) {
    if (open_.report_circle(symbol, definition, context_.complaints)) return {};
    open_.open(symbol, definition);
    definition.count = count_value(symbol, definition, overrides_, evaluator_);
    open_.close();
    definition.is_refused = !definition.count && !context_.complaints.is_silent();
  }
  if (!definition.count) return {};
  return Value(Scalar{context_.graph.number(*definition.count), {}, false, false, nullptr});
}

void CountNames::settle() {
  const Complaints::Silence silence(context_.complaints);
  for (Symbol& symbol : symbols_.all())
    if (symbol.kind == SymbolKind::count) static_cast<void>(count(symbol, symbol.members.front()));
}

Value CountNames::refuse(SourceSpan span) {
  context_.complaints.error("E0207", span, "a range may contain only numbers, counts and indices");
  return {};
}

Value CountNames::indexed(const ast::Expr& whole, const ast::Index&, const Scope*) {
  return refuse(whole.span);
}

Value CountNames::part(std::string_view, const Symbol&, const DeclaredName&, SourceSpan span) {
  return refuse(span);
}

std::optional<Value> CountNames::call(const ast::Expr& whole, const ast::Call& call, const Scope* scope) {
  const auto* callee = std::get_if<ast::Name>(&call.callee->node);
  Symbol* symbol = callee == nullptr ? nullptr : symbols_.find(callee->text);
  if (symbol == nullptr) return std::nullopt;
  if (symbol->kind == SymbolKind::unknown_function) return refuse(whole.span);
  if (symbol->kind != SymbolKind::function_let) return std::nullopt;
  symbol->is_used = true;
  return call_let(evaluator_, whole, call, *symbol, scope);
}

Value CountNames::history(const ast::Expr& whole, const ast::Call&, const Scope*) {
  return refuse(whole.span);
}

Value CountNames::table(const ast::Expr& whole, const ast::Table&, const Scope*) {
  return refuse(whole.span);
}

} // namespace elaboration
} // namespace dalembert

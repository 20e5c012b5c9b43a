#include <dalembert/elaborate/meaning/symbol_table.h>

namespace dalembert {
inline namespace elaboration {

const Scope* find_name(const Scope* scope, std::string_view name) {
  while (scope != nullptr && scope->name != name)
    scope = scope->outer;
  return scope;
}

const Scope* find_item(const Scope* scope, const ast::IndexItem& item) {
  while (scope != nullptr && scope->item != &item)
    scope = scope->outer;
  return scope;
}

Value value_of(const Scope& bound, Graph& graph) {
  if (bound.argument != nullptr) return *bound.argument;
  return Value(Scalar{graph.number(bound.number), {}, false, false, nullptr});
}

std::string_view phrase(SymbolKind kind) {
  switch (kind) {
  case SymbolKind::count:
    return "a count";
  case SymbolKind::parameter:
    return "a parameter";
  case SymbolKind::input:
    return "an input";
  case SymbolKind::coordinate:
    return "a coordinate";
  case SymbolKind::speed:
    return "a speed";
  case SymbolKind::let:
    return "a `let`";
  case SymbolKind::function_let:
    return "a function";
  case SymbolKind::unknown_function:
    return "an unknown function";
  case SymbolKind::energy:
    return "an energy";
  case SymbolKind::force:
    return "a force";
  case SymbolKind::constraint:
    return "a constraint";
  case SymbolKind::reaction:
    return "a reaction";
  case SymbolKind::friction:
    return "a friction";
  case SymbolKind::impact:
    return "an impact";
  case SymbolKind::event:
    return "an event";
  }
  return "a name";
}

const DeclaredName* Symbol::member(const std::vector<int>& index) const {
  const auto found = by_index.find(index);
  return found == by_index.end() ? nullptr : found->second;
}

std::string member_name(std::string_view name, const std::vector<int>& index) {
  std::string text(name);
  if (index.empty()) return text;
  char separator = '[';
  for (const int i : index) {
    text += separator + std::to_string(i);
    separator = ',';
  }
  return text + ']';
}

Symbol* SymbolTable::find(std::string_view name) {
  const auto found = by_name_.find(std::string(name));
  return found == by_name_.end() ? nullptr : found->second;
}

const Symbol* SymbolTable::find(std::string_view name) const {
  const auto found = by_name_.find(std::string(name));
  return found == by_name_.end() ? nullptr : found->second;
}

Symbol& SymbolTable::add(std::string name, SymbolKind kind, SourceSpan span) {
  Symbol& made = symbols_.emplace_back();
  made.place = symbols_.size() - 1;
  made.kind = kind;
  made.span = span;
  made.name = std::move(name);
  by_name_.emplace(made.name, &made);
  return made;
}

DeclaredName& SymbolTable::define(Symbol& symbol, std::vector<int> index, SourceSpan span, const Scope* scope) {
  DeclaredName& made = symbol.members.emplace_back();
  made.place = definitions_++;
  made.index = std::move(index);
  made.span = span;
  made.scope = scope;
  symbol.by_index.emplace(made.index, &made);
  return made;
}

} // namespace elaboration
} // namespace dalembert

#include <dalembert/elaborate/expressions/name_lookup.h>
#include <dalembert/elaborate/expressions/notations.h>
#include <dalembert/elaborate/names/derived_names.h>
#include <dalembert/elaborate/names/model_names.h>
#include <dalembert/elaborate/names/table_inputs.h>

#include <fmt/format.h>

#include <algorithm>

namespace dalembert {
inline namespace elaboration {

namespace {

/// `1..3` for the members of a family.
std::string family_range(const Symbol& symbol) {
  if (symbol.members.empty()) return "i";
  const DeclaredName& first = symbol.members.front();
  const DeclaredName& last = symbol.members.back();
  std::string text;
  for (std::size_t k = 0; k < first.index.size(); ++k)
    text += fmt::format("{}{}..{}", k == 0 ? "" : ", ", first.index[k], last.index[k]);
  return text;
}

} // namespace

ModelNames::ModelNames(Draft& draft, const Declarations& declared, const Overrides& overrides)
    : draft_(draft),
      context_(draft.context),
      declared_(declared),
      evaluator_(context_, *this),
      definitions_(declared, overrides, evaluator_),
      derived_(std::make_unique<DerivedNames>(draft, declared, evaluator_, definitions_)),
      tables_(std::make_unique<TableInputs>(draft, evaluator_)) {}

ModelNames::~ModelNames() = default;

std::optional<Value> ModelNames::plain(std::string_view name, SourceSpan span, const Scope* scope) {
  if (const Symbol* symbol = symbols().find(name)) return named(*symbol, span, scope);
  if (std::optional<Value> found = constant(context_, name)) return found;
  return derived_->plain(name, span);
}

Value ModelNames::named(const Symbol& symbol, SourceSpan span, const Scope* scope) {
  definitions_.mark(symbol, true);
  if (symbol.is_broken) return {};
  if (symbol.is_family) {
    context_.complaints.error("E0208", span, fmt::format("`{}` is a family: which member?", symbol.name)).help =
        fmt::format("write one of `{}[{}]`", symbol.name, family_range(symbol));
    return {};
  }
  if (symbol.kind == SymbolKind::constraint) {
    context_.complaints.error("E0210", span, fmt::format("`{}` is a constraint, not a quantity", symbol.name)).help =
        fmt::format("its multiplier is `lambda.{}`", symbol.name);
    return {};
  }
  if (symbol.kind == SymbolKind::function_let) {
    context_.complaints.error("E0503", span, fmt::format("`{}` is a function: give it its arguments", symbol.name));
    return {};
  }
  if (symbol.kind == SymbolKind::unknown_function) {
    std::vector<Value> arguments;
    for (const ast::Name& parameter : symbol.members.front().function->parameters) {
      const ast::Expr argument{span, 1, parameter};
      arguments.push_back(evaluator_.value(argument, scope));
    }
    if (std::any_of(arguments.begin(), arguments.end(), [](const Value& v) { return !v.is_scalar(); })) return {};
    return call_unknown(span, arguments, symbol);
  }
  if (symbol.kind == SymbolKind::energy) {
    if (const auto total = derived_->total_named(symbol)) return *total;
  }
  return definitions_.meaning(symbol, symbol.members.front());
}

std::optional<ModelNames::Reference> ModelNames::reference(const ast::Expr& expr, const Scope* scope) {
  const auto* indexed = std::get_if<ast::Index>(&expr.node);
  const auto* name = std::get_if<ast::Name>(indexed != nullptr ? &indexed->base->node : &expr.node);
  if (name == nullptr) {
    context_.complaints.error("E0209", expr.span, fmt::format("`{}` is not a name", context_.text(expr.span)));
    return std::nullopt;
  }
  const Symbol* symbol = symbols().find(name->text);
  if (symbol == nullptr) {
    unknown_name(context_, symbols(), name->text, indexed != nullptr ? indexed->base->span : expr.span, "name");
    return std::nullopt;
  }
  definitions_.mark(*symbol, true);
  if (indexed == nullptr) return Reference{symbol, symbol->is_family ? nullptr : &symbol->members.front()};
  if (!symbol->is_family) {
    context_.complaints.error("E0209", expr.span, fmt::format("`{}` is not a family, it takes no index", symbol->name));
    return std::nullopt;
  }
  if (symbol->is_broken) return std::nullopt;
  const auto index = evaluator_.indices(*indexed->index, scope);
  if (!index) return std::nullopt;
  const DeclaredName* definition = symbol->member(*index);
  if (definition == nullptr) {
    const bool has_rank = symbol->members.empty() || symbol->members.front().index.size() == index->size();
    Diagnostic& made = context_.complaints.error(
        has_rank ? "E0205" : "E0206", expr.span,
        has_rank ? fmt::format("there is no `{}`", member_name(symbol->name, *index))
                 : fmt::format("`{}` takes {} {}, not {}", symbol->name, symbol->members.front().index.size(),
                               symbol->members.front().index.size() == 1 ? "index" : "indices", index->size()));
    made.labels.push_back(
        {symbol->span, fmt::format("`{}[{}]` is declared here", symbol->name, family_range(*symbol))});
    // `coord theta[3]` for three members
    const bool is_one = symbol->members.size() == 1 && symbol->members.front().index.size() == 1;
    if (const int last = is_one ? symbol->members.front().index.front() : 0; has_rank && last > 1)
      made.help = fmt::format("`{0}[{1}]` declares one member; members 1 to {1} are declared by `{0}[1..{1}]`",
                              symbol->name, last);
    return std::nullopt;
  }
  return Reference{symbol, definition};
}

Value ModelNames::indexed(const ast::Expr& whole, const ast::Index& index, const Scope* scope) {
  if (Notations(context_, symbols()).index(whole, index, scope)) return {};
  const auto found = reference(whole, scope);
  if (!found) return {};
  if (found->symbol->kind == SymbolKind::constraint) {
    context_.complaints
        .error("E0210", whole.span, fmt::format("`{}` is a constraint, not a quantity", context_.text(whole.span)))
        .help = fmt::format("its multiplier is `lambda.{}`", context_.text(whole.span));
    return {};
  }
  return definitions_.meaning(*found->symbol, *found->definition);
}

Value ModelNames::part(std::string_view base, const Symbol& symbol, const DeclaredName& of, SourceSpan span) {
  definitions_.mark(symbol, true);
  return derived_->part(base, of, span);
}

Value ModelNames::table(const ast::Expr& whole, const ast::Table& table, const Scope* scope) {
  return tables_->look_up(whole, table, scope);
}

std::optional<Value> ModelNames::call(const ast::Expr& whole, const ast::Call& call, const Scope* scope) {
  if (std::optional<Value> of_table = tables_->call(whole, call, scope)) return of_table;
  const auto* callee = std::get_if<ast::Name>(&call.callee->node);
  const Symbol* symbol = callee == nullptr ? nullptr : symbols().find(callee->text);
  if (symbol == nullptr) return std::nullopt;
  const bool is_let = symbol->kind == SymbolKind::function_let;
  if (!is_let && symbol->kind != SymbolKind::unknown_function) return std::nullopt;
  definitions_.mark(*symbol, true);
  if (is_let) return call_let(evaluator_, whole, call, *symbol, scope);
  std::vector<Value> arguments;
  for (const ast::Expr* argument : call.arguments) {
    const auto value = evaluator_.scalar(*argument, scope);
    if (!value) return Value();
    arguments.emplace_back(*value);
  }
  return call_unknown(whole.span, arguments, *symbol);
}

Value ModelNames::call_unknown(SourceSpan whole, const std::vector<Value>& arguments, const Symbol& symbol) {
  const Meaning& meaning = definitions_.of(symbol.members.front());
  const UnknownFunction& function = draft_.study.system.functions.at(static_cast<std::size_t>(meaning.slot));
  if (arguments.size() != function.arguments.size()) {
    context_.complaints
        .error("E0503", whole,
               fmt::format("`{}` takes {} argument{}, not {}", symbol.name, function.arguments.size(),
                           function.arguments.size() == 1 ? "" : "s", arguments.size()))
        .labels.push_back({symbol.span, "declared here"});
    return {};
  }
  std::vector<Argument> at;
  at.reserve(arguments.size());
  for (const Value& argument : arguments)
    at.push_back({argument.scalar().expr, 0});
  Scalar out = meaning.value.scalar();
  out.expr = context_.graph.unknown(function.id, at);
  return Value(out);
}

} // namespace elaboration
} // namespace dalembert

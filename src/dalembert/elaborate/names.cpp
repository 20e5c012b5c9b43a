#include <dalembert/elaborate/derived_names.h>
#include <dalembert/elaborate/evaluator.h>
#include <dalembert/elaborate/functions.h>
#include <dalembert/elaborate/notations.h>
#include <dalembert/elaborate/suggestion.h>

#include <fmt/format.h>

#include <algorithm>

namespace dalembert::elaboration {

namespace {

/// A rate as other tools write it, `xdot`, `x_ddot`, `dx`, `dxdt`: the coordinate's name with its primes, or nothing.
std::string meant_rate(const SymbolTable& symbols, std::string_view name) {
  const auto with = [&symbols](std::string_view base, std::string_view primes) {
    const Symbol* found = symbols.find(base);
    const bool is_coordinate = found != nullptr && found->kind == SymbolKind::coordinate && !found->is_family;
    return is_coordinate ? std::string(base) + std::string(primes) : std::string();
  };
  for (const auto& [ending, primes] : {std::pair<std::string_view, std::string_view>{"_ddot", "''"},
                                       {"ddot", "''"},
                                       {"_dot", "'"},
                                       {"dot", "'"},
                                       {"_dt", "'"},
                                       {"dt", "'"}}) {
    if (!name.ends_with(ending)) continue;
    std::string_view base = name.substr(0, name.size() - ending.size());
    if (ending.ends_with("dt") && base.starts_with("d")) base.remove_prefix(1);
    if (std::string rate = with(base, primes); !rate.empty()) return rate;
  }
  if (!name.starts_with("d")) return {};
  if (name.starts_with("dd"))
    if (std::string rate = with(name.substr(2), "''"); !rate.empty()) return rate;
  return with(name.substr(1), "'");
}

} // namespace

Diagnostic& Evaluator::unknown_name(std::string_view name, SourceSpan span, std::string_view what) {
  Diagnostic& made = context_.complaints.error("E0201", span, fmt::format("there is no {} `{}`", what, name));
  constexpr std::size_t worth_a_search = 50; // errors; a file with more has another trouble than a slip
  if (context_.complaints.errors() > worth_a_search) return made;
  std::vector<std::string> candidates;
  for (const Symbol& symbol : context_.symbols.all())
    candidates.push_back(symbol.name);
  if (what == "function" && (name == "sum" || name == "prod")) {
    made.help = fmt::format("write {0}(i in 1..n: …)", name);
    return made;
  }
  if (what == "function") {
    candidates = function_names();
    for (const Symbol& symbol : context_.symbols.all())
      if (symbol.kind == SymbolKind::function_let || symbol.kind == SymbolKind::unknown_function)
        candidates.push_back(symbol.name);
  }
  if (const std::string rate = meant_rate(context_.symbols, name); !rate.empty() && what == "name") {
    made.help = fmt::format("a rate is written with a prime: `{}`", rate);
    made.edit = Edit{span, rate};
    return made;
  }
  // Short names of functions are close to one another and mean different things: cot, cos.
  constexpr std::size_t long_enough = 4;
  const std::string nearest =
      what == "function" && name.size() < long_enough ? std::string() : nearest_name(name, candidates);
  if (!nearest.empty()) {
    made.help = fmt::format("did you mean `{}`?", nearest);
    made.edit = Edit{span, nearest};
  }
  return made;
}

Value Evaluator::name(const ast::Name& name, SourceSpan span, const Scope* scope) {
  if (const Scope* bound = find_name(scope, name.text)) return bound->value;
  if (Symbol* symbol = context_.symbols.find(name.text)) return named(*symbol, span, scope);
  if (std::optional<Value> built_in = derived_->plain(name.text, span)) return *built_in;
  if (name.text == "lambda") {
    context_.complaints.error("E0210", span, "`lambda` is the multiplier of a constraint: which one?").help =
        "write `lambda.NAME` with the name of the constraint";
    return {};
  }
  if (name.text == "const") {
    context_.complaints.error("E0210", span, "`const` stands alone on the right of a check: `check X = const`");
    return {};
  }
  if (name.text == "O" || name.text == "ground") {
    context_.complaints.error("E0901", span,
                              fmt::format("`{}` belongs to bodies, which are not supported yet", name.text));
    return {};
  }
  if (is_function(name.text)) {
    context_.complaints.error("E0503", span, fmt::format("`{}` is a function: give it an argument", name.text)).help =
        fmt::format("write `{}(…)`", name.text);
    return {};
  }
  if (!Notations(context_).name(name.text, span)) unknown_name(name.text, span, is_counting_ ? "count" : "name");
  return {};
}

Value Evaluator::named(Symbol& symbol, SourceSpan span, const Scope* scope) {
  symbol.is_used = true;
  if (is_counting_ && symbol.kind != SymbolKind::count) {
    context_.complaints
        .error("E0207", span,
               fmt::format("`{}` is {}: a range may contain only numbers, counts and indices", symbol.name,
                           phrase(symbol.kind)))
        .help = fmt::format("declare it as `count {} = …`", symbol.name);
    return {};
  }
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
    for (const ast::Name& parameter : symbol.members.front().function->parameters)
      arguments.push_back(name(parameter, span, scope));
    if (std::any_of(arguments.begin(), arguments.end(), [](const Value& v) { return !v.is_scalar(); })) return {};
    const auto* function = symbol.members.front().function;
    const ast::Expr whole{span, 1, ast::Name{function->name.text, span}};
    return call_unknown(whole, arguments, symbol);
  }
  if (symbol.kind == SymbolKind::energy) {
    if (const auto total = derived_->total_named(symbol)) return *total;
  }
  return meaning(symbol, symbol.members.front(), span);
}

std::string Evaluator::family_range(const Symbol& symbol) const {
  if (symbol.members.empty()) return "i";
  const Definition& first = symbol.members.front();
  const Definition& last = symbol.members.back();
  std::string text;
  for (std::size_t k = 0; k < first.index.size(); ++k)
    text += fmt::format("{}{}..{}", k == 0 ? "" : ", ", first.index[k], last.index[k]);
  return text;
}

std::optional<std::vector<int>> Evaluator::indices(const ast::IndexList& list, const Scope* scope) {
  std::vector<int> out;
  for (const ast::IndexItem& item : list.items) {
    if (item.value == nullptr) {
      const Scope* bound = find_item(scope, item);
      if (bound == nullptr) {
        context_.complaints.error("E0206", item.span, "one index is needed here, not a range");
        return std::nullopt;
      }
      out.push_back(static_cast<int>(*graph_.number(bound->value.scalar().expr).as_integer()));
      continue;
    }
    const auto index = integer(*item.value, scope, "an index");
    if (!index) return std::nullopt;
    out.push_back(static_cast<int>(*index));
  }
  return out;
}

std::optional<Evaluator::Reference> Evaluator::reference(const ast::Expr& expr, const Scope* scope) {
  const auto* indexed = std::get_if<ast::Index>(&expr.node);
  const auto* name = std::get_if<ast::Name>(indexed != nullptr ? &indexed->base->node : &expr.node);
  if (name == nullptr) {
    context_.complaints.error("E0209", expr.span, fmt::format("`{}` is not a name", context_.text(expr.span)));
    return std::nullopt;
  }
  Symbol* symbol = context_.symbols.find(name->text);
  if (symbol == nullptr) {
    unknown_name(name->text, indexed != nullptr ? indexed->base->span : expr.span, "name");
    return std::nullopt;
  }
  symbol->is_used = true;
  if (indexed == nullptr) return Reference{symbol, symbol->is_family ? nullptr : &symbol->members.front()};
  if (!symbol->is_family) {
    context_.complaints.error("E0209", expr.span, fmt::format("`{}` is not a family, it takes no index", symbol->name));
    return std::nullopt;
  }
  if (symbol->is_broken) return std::nullopt;
  const auto index = indices(*indexed->index, scope);
  if (!index) return std::nullopt;
  Definition* definition = symbol->member(*index);
  if (definition == nullptr) {
    const bool has_rank = symbol->members.empty() || symbol->members.front().index.size() == index->size();
    Diagnostic& made = context_.complaints.error(
        has_rank ? "E0205" : "E0206", expr.span,
        has_rank ? fmt::format("there is no `{}`", member_name(symbol->name, *index))
                 : fmt::format("`{}` takes {} {}, not {}", symbol->name, symbol->members.front().index.size(),
                               symbol->members.front().index.size() == 1 ? "index" : "indices", index->size()));
    made.labels.push_back(
        {symbol->span, fmt::format("`{}[{}]` is declared here", symbol->name, family_range(*symbol))});
    return std::nullopt;
  }
  return Reference{symbol, definition};
}

Value Evaluator::index(const ast::Expr& whole, const ast::Index& index, const Scope* scope) {
  if (const auto* inner = std::get_if<ast::Member>(&index.base->node)) return member(whole, *inner, index.index, scope);
  if (const auto* name = std::get_if<ast::Name>(&index.base->node)) {
    const Scope* bound = find_name(scope, name->text);
    if (bound != nullptr && bound->value.is_tuple()) {
      const auto place = indices(*index.index, scope);
      if (!place) return {};
      const auto& items = bound->value.items();
      if (place->size() == 1 && place->front() >= 1 && static_cast<std::size_t>(place->front()) <= items.size())
        return Value(items[static_cast<std::size_t>(place->front()) - 1]);
      context_.complaints.error("E0205", whole.span,
                                fmt::format("`{}` has components 1..{}", name->text, items.size()));
      return {};
    }
  }
  if (is_counting_) {
    context_.complaints.error("E0207", whole.span, "a range may contain only numbers, counts and indices");
    return {};
  }
  if (Notations(context_).index(whole, index, scope)) return {};
  const auto found = reference(whole, scope);
  if (!found) return {};
  if (found->symbol->kind == SymbolKind::constraint) {
    context_.complaints
        .error("E0210", whole.span, fmt::format("`{}` is a constraint, not a quantity", context_.text(whole.span)))
        .help = fmt::format("its multiplier is `lambda.{}`", context_.text(whole.span));
    return {};
  }
  return meaning(*found->symbol, *found->definition, whole.span);
}

Value Evaluator::member(const ast::Expr& whole, const ast::Member& member, const ast::IndexList* list,
                        const Scope* scope) {
  const auto* base = std::get_if<ast::Name>(&member.base->node);
  if (base == nullptr || (base->text != "lambda" && base->text != "p" && base->text != "Qc")) {
    if (Notations(context_).member(whole, member)) return {};
    const std::string text = context_.text(member.base->span);
    Diagnostic& made =
        context_.complaints.error("E0210", whole.span, fmt::format("`{}` has no part `.{}`", text, member.member.text));
    made.help = "known parts are `lambda.CONSTRAINT`, `p.COORDINATE` (momentum) and `Qc.COORDINATE` (force of the "
                "constraints); parts of bodies and joints are not supported yet";
    return {};
  }
  Symbol* symbol = context_.symbols.find(member.member.text);
  const bool wants_constraint = base->text == "lambda";
  const SymbolKind wanted = wants_constraint ? SymbolKind::constraint : SymbolKind::coordinate;
  if (symbol == nullptr || symbol->kind != wanted) {
    Diagnostic& made = context_.complaints.error(
        "E0210", member.member.span,
        fmt::format("there is no {} `{}`", wants_constraint ? "constraint" : "coordinate", member.member.text));
    std::vector<std::string> candidates;
    for (const Symbol& candidate : context_.symbols.all())
      if (candidate.kind == wanted) candidates.push_back(candidate.name);
    const std::string nearest = nearest_name(member.member.text, candidates);
    if (!nearest.empty()) {
      made.help = fmt::format("did you mean `{}.{}`?", base->text, nearest);
      made.edit = Edit{member.member.span, nearest};
    }
    return {};
  }
  symbol->is_used = true;
  std::vector<int> index;
  if (list != nullptr) {
    const auto given = indices(*list, scope);
    if (!given) return {};
    index = *given;
  }
  const Definition* definition = symbol->member(index);
  if (definition == nullptr) {
    context_.complaints
        .error("E0205", whole.span, fmt::format("there is no `{}.{}`", base->text, member_name(symbol->name, index)))
        .labels.push_back({symbol->span, "declared here"});
    return {};
  }
  return derived_->part(base->text, *definition, whole.span);
}

} // namespace dalembert::elaboration

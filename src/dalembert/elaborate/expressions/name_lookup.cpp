#include <dalembert/elaborate/expressions/name_lookup.h>
#include <dalembert/elaborate/expressions/notations.h>
#include <dalembert/elaborate/meaning/function_names.h>
#include <dalembert/elaborate/meaning/suggestion.h>

#include <fmt/format.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace dalembert {
inline namespace elaboration {

namespace {

/// A rate as other tools write it, `xdot`, `x_ddot`, `dx`, `dxdt`, `vx`: the coordinate's name with its primes, or
/// nothing.
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
  if (name.starts_with("v")) // vx, v_x
    if (std::string rate = with(name.substr(name.starts_with("v_") ? 2 : 1), "'"); !rate.empty()) return rate;
  if (!name.starts_with("d")) return {};
  if (name.starts_with("dd"))
    if (std::string rate = with(name.substr(2), "''"); !rate.empty()) return rate;
  return with(name.substr(1), "'");
}

/// A coordinate and its rate that a name with an ending of its own may stand for: `thd` for th' or a slip of th, `thdd`
/// for th''. Nothing where no coordinate is named so.
std::optional<std::pair<std::string, std::string>> perhaps_rate(const SymbolTable& symbols, std::string_view name) {
  for (const auto& [ending, primes] :
       {std::pair<std::string_view, std::string_view>{"_dd", "''"}, {"dd", "''"}, {"_d", "'"}, {"d", "'"}}) {
    if (!name.ends_with(ending)) continue;
    const std::string_view base = name.substr(0, name.size() - ending.size());
    const Symbol* found = symbols.find(base);
    if (found != nullptr && found->kind == SymbolKind::coordinate && !found->is_family)
      return std::pair(std::string(base), std::string(base) + std::string(primes));
  }
  return std::nullopt;
}

/// What to do about a name that resembles no other.
std::string how_to_declare(const SymbolTable& symbols, std::string_view name) {
  std::vector<std::string> coordinates;
  for (const Symbol& symbol : symbols.all())
    if (symbol.kind == SymbolKind::coordinate && !symbol.is_family) coordinates.push_back(symbol.name);
  if (name == "v" && coordinates.size() == 1)
    return fmt::format("the rate of `{0}` is written `{0}'`; `speed v = {0}'` names it", coordinates.front());
  return fmt::format("declare it, as a parameter: param {0} = 1 [UNIT]; as a coordinate: coord {0} [UNIT]", name);
}

} // namespace

std::optional<Value> constant(Context& context, std::string_view name) {
  if (name == "t") return Value(Scalar{context.time, context.dimensions.of(Dimension::time()), false, false, nullptr});
  if (name == "pi") return Value(Scalar{context.graph.pi(), context.dimensions.one(), true, false, nullptr});
  return std::nullopt;
}

Diagnostic& unknown_name(Context& context, const SymbolTable& symbols, std::string_view name, SourceSpan span,
                         std::string_view what) {
  Diagnostic& made = context.complaints.error("E0201", span, fmt::format("there is no {} `{}`", what, name));
  constexpr std::size_t worth_a_search = 50; // errors; a file with more has another trouble than a slip
  if (context.complaints.errors() > worth_a_search) return made;
  std::vector<std::string> candidates;
  for (const Symbol& symbol : symbols.all()) // `v` is a speed, not a slip of the energy `V`
    if (name.size() > 1 || symbol.kind != SymbolKind::energy) candidates.push_back(symbol.name);
  if (what == "function" && (name == "sum" || name == "prod")) {
    made.help = fmt::format("write {0}(i in 1..n: …)", name);
    return made;
  }
  if (what == "function") {
    candidates = function_names();
    for (const Symbol& symbol : symbols.all())
      if (symbol.kind == SymbolKind::function_let || symbol.kind == SymbolKind::unknown_function)
        candidates.push_back(symbol.name);
  }
  if (const std::string rate = meant_rate(symbols, name); !rate.empty() && what == "name") {
    made.help = fmt::format("a rate is written with a prime: `{}`", rate);
    made.edit = Edit{span, rate};
    return made;
  }
  if (const auto found = perhaps_rate(symbols, name); found && what == "name") {
    const auto& [coordinate, rate] = *found;
    made.help = fmt::format("did you mean `{}`, {} of `{}`, or `{}` itself?", rate,
                            rate.ends_with("''") ? "the acceleration" : "the rate", coordinate, coordinate);
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
  } else if (what == "name") {
    made.help = how_to_declare(symbols, name);
  } else if (what == "count") {
    made.help = fmt::format("declare it: count {} = 3", name);
  }
  return made;
}

Value member(Evaluator& evaluator, const ast::Expr& whole, const ast::Member& member, const ast::IndexList* list,
             const Scope* scope) {
  Context& context = evaluator.context();
  const SymbolTable& symbols = evaluator.names().symbols();
  const auto* base = std::get_if<ast::Name>(&member.base->node);
  if (base == nullptr || (base->text != "lambda" && base->text != "p" && base->text != "Qc")) {
    if (Notations(context, symbols).member(whole, member)) return {};
    const std::string text = context.text(member.base->span);
    Diagnostic& made =
        context.complaints.error("E0210", whole.span, fmt::format("`{}` has no part `.{}`", text, member.member.text));
    made.help = "known parts are `lambda.CONSTRAINT`, `p.COORDINATE` (momentum) and `Qc.COORDINATE` (force of the "
                "constraints); parts of bodies and joints are not supported yet";
    return {};
  }
  const Symbol* symbol = symbols.find(member.member.text);
  const bool wants_constraint = base->text == "lambda";
  const SymbolKind wanted = wants_constraint ? SymbolKind::constraint : SymbolKind::coordinate;
  if (symbol == nullptr || symbol->kind != wanted) {
    Diagnostic& made = context.complaints.error(
        "E0210", member.member.span,
        fmt::format("there is no {} `{}`", wants_constraint ? "constraint" : "coordinate", member.member.text));
    std::vector<std::string> candidates;
    for (const Symbol& candidate : symbols.all())
      if (candidate.kind == wanted) candidates.push_back(candidate.name);
    const std::string nearest = nearest_name(member.member.text, candidates);
    if (!nearest.empty()) {
      made.help = fmt::format("did you mean `{}.{}`?", base->text, nearest);
      made.edit = Edit{member.member.span, nearest};
    }
    return {};
  }
  std::vector<int> index;
  if (list != nullptr) {
    const auto given = evaluator.indices(*list, scope);
    if (!given) return {};
    index = *given;
  }
  const DeclaredName* definition = symbol->member(index);
  if (definition == nullptr) {
    context.complaints
        .error("E0205", whole.span, fmt::format("there is no `{}.{}`", base->text, member_name(symbol->name, index)))
        .labels.push_back({symbol->span, "declared here"});
    return {};
  }
  return evaluator.names().part(base->text, *symbol, *definition, whole.span);
}

Value call_let(Evaluator& evaluator, const ast::Expr& whole, const ast::Call& call, const Symbol& symbol,
               const Scope* scope) {
  const DeclaredName& definition = symbol.members.front();
  const auto& parameters = definition.let->parameters;
  if (parameters.size() != call.arguments.size()) {
    evaluator.context()
        .complaints
        .error("E0503", whole.span,
               fmt::format("`{}` takes {} argument{}, not {}", symbol.name, parameters.size(),
                           parameters.size() == 1 ? "" : "s", call.arguments.size()))
        .labels.push_back({symbol.span, "declared here"});
    return {};
  }
  // Inside, a name is an argument or global: what is bound at the call stays outside.
  std::vector<Value> arguments;
  std::vector<Scope> bound;
  arguments.reserve(parameters.size());
  bound.reserve(parameters.size());
  const Scope* inside = definition.scope;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const Value& argument = arguments.emplace_back(evaluator.value(*call.arguments[i], scope));
    if (argument.failed()) return {};
    inside = &bound.emplace_back(Scope{inside, parameters[i].text, nullptr, 0, &argument});
  }
  return evaluator.value(*definition.let->value, inside);
}

} // namespace elaboration
} // namespace dalembert

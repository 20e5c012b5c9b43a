#include <dalembert/elaborate/expressions/evaluator.h>
#include <dalembert/elaborate/expressions/notations.h>
#include <dalembert/elaborate/expressions/syntax.h>
#include <dalembert/elaborate/meaning/function_names.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace dalembert {
inline namespace elaboration {

namespace {

const ast::Name* name_of(const ast::Expr& expr) {
  return std::get_if<ast::Name>(&expr.node);
}

std::string lower_case(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return out;
}

/// What other tools call functions of the language, in small letters; `{}` is the argument.
std::string_view translation(std::string_view function) {
  constexpr auto table =
      std::to_array<std::pair<std::string_view, std::string_view>>({{"tg", "tan{}"},
                                                                    {"sen", "sin{}"},
                                                                    {"arcsin", "asin{}"},
                                                                    {"arccos", "acos{}"},
                                                                    {"arctan", "atan{}"},
                                                                    {"arctg", "atan{}"},
                                                                    {"arctan2", "atan2{}"},
                                                                    {"arcsinh", "asinh{}"},
                                                                    {"arccosh", "acosh{}"},
                                                                    {"arctanh", "atanh{}"},
                                                                    {"cot", "(1/tan{})"},
                                                                    {"ctg", "(1/tan{})"},
                                                                    {"cotg", "(1/tan{})"},
                                                                    {"cotan", "(1/tan{})"},
                                                                    {"sec", "(1/cos{})"},
                                                                    {"csc", "(1/sin{})"},
                                                                    {"cosec", "(1/sin{})"},
                                                                    {"square", "({})^2"},
                                                                    {"lg", "log10{}"},
                                                                    {"signum", "sign{}"},
                                                                    {"heavisidetheta", "heaviside{}"},
                                                                    {"unitstep", "heaviside{}"},
                                                                    {"power", "pow{}"},
                                                                    {"root", "sqrt{}"}});
  for (const auto& [other, ours] : table)
    if (other == function) return ours;
  return {};
}

bool is_derivative_word(std::string_view name) {
  constexpr auto words = std::to_array<std::string_view>(
      {"diff", "Diff", "D", "Dt", "Derivative", "derivative", "deriv", "der", "ddt", "dot", "ddot"});
  return std::ranges::find(words, name) != words.end();
}

std::optional<int> small_number(const ast::Expr& expr) {
  const auto* number = std::get_if<ast::Number>(&expr.node);
  if (number == nullptr || number->unit != nullptr || number->text.size() != 1) return std::nullopt;
  return number->text.front() - '0';
}

} // namespace

bool Notations::report(std::string code, SourceSpan span, std::string message, std::string text) {
  Diagnostic& made = context_.complaints.error(std::move(code), span, std::move(message));
  made.help = fmt::format("write `{}`", text);
  made.edit = Edit{span, std::move(text)};
  return true;
}

bool Notations::is_known(std::string_view name, const Scope* scope) const {
  return symbols_.find(name) != nullptr || find_name(scope, name) != nullptr;
}

bool Notations::is_time(const ast::Expr& expr) const {
  const ast::Name* name = name_of(expr);
  return name != nullptr && name->text == "t";
}

/// `theta''` for theta or theta(t), `(x*y)'` for anything else.
std::string Notations::rate(const ast::Expr& of, int order) const {
  const std::string primes(static_cast<std::size_t>(order), '\'');
  const auto* call = std::get_if<ast::Call>(&of.node);
  const bool is_call_of_t = call != nullptr && call->arguments.size() == 1 && is_time(*call->arguments[0]);
  const ast::Expr& inner = is_call_of_t ? *call->callee : of;
  const bool is_short =
      std::holds_alternative<ast::Name>(inner.node) || std::holds_alternative<ast::Prime>(inner.node) ||
      std::holds_alternative<ast::Index>(inner.node) || std::holds_alternative<ast::Group>(inner.node);
  const std::string text = context_.text(inner.span);
  return (is_short ? text : "(" + text + ")") + primes;
}

/// The derivative of which `expr` is the numerator: `dtheta`, `d2theta`, `d(x*y)`.
std::optional<std::string> Notations::differential(const ast::Expr& expr, int order, const Scope* scope) const {
  const std::string prefix = order == 1 ? "d" : "d2";
  const auto* call = std::get_if<ast::Call>(&expr.node);
  if (call != nullptr && call->arguments.size() == 1) {
    const ast::Name* head = name_of(*call->callee);
    if (head != nullptr && head->text == prefix) return rate(*call->arguments[0], order);
  }
  const ast::Name* name = name_of(expr);
  if (name == nullptr || is_known(name->text, scope)) return std::nullopt;
  for (const std::string_view start : {std::string_view(prefix), std::string_view(order == 2 ? "dd" : "d")}) {
    if (!name->text.starts_with(start)) continue;
    const std::string_view base = name->text.substr(start.size());
    if (symbols_.find(base) != nullptr) return std::string(base) + std::string(static_cast<std::size_t>(order), '\'');
  }
  return std::nullopt;
}

bool Notations::chain(const ast::Chain& chain, const Scope* scope) {
  constexpr const char* message = "a time derivative is written with a prime";
  const ast::Expr* before = chain.first;
  bool is_divided = false; // `before` stands below a bar itself
  for (std::size_t k = 0; k < chain.rest.size(); ++k) {
    const ast::Link& link = chain.rest[k];
    const ast::Expr& operand = *link.operand;
    if (link.op == ast::Operator::multiply && !is_divided && unit_as_factor(*before, operand, scope)) return true;
    if (link.op == ast::Operator::divide && !is_divided) {
      const auto* power = std::get_if<ast::Power>(&operand.node);
      const auto* call = std::get_if<ast::Call>(&operand.node);
      const ast::Name* below = name_of(power != nullptr ? *power->base : call != nullptr ? *call->callee : operand);
      const bool is_second =
          power != nullptr ? small_number(*power->exponent) == 2 : below != nullptr && below->text == "dt2";
      const bool is_by_time =
          below != nullptr && !is_known(below->text, scope) && (below->text == "dt" || below->text == "dt2");
      if (is_by_time && (power == nullptr || is_second)) {
        const ast::Name* head = name_of(*before);
        const SourceSpan span = join(before->span, operand.span);
        if (head != nullptr && head->text == "d" && call != nullptr && call->arguments.size() == 1)
          return report("E0201", span, message, rate(*call->arguments[0], 1));
        if (const auto derivative = differential(*before, is_second ? 2 : 1, scope); derivative && call == nullptr)
          return report("E0201", span, message, *derivative);
        if (head != nullptr && head->text == "d" && call == nullptr && k + 1 < chain.rest.size() &&
            chain.rest[k + 1].op == ast::Operator::multiply)
          return report("E0201", join(before->span, chain.rest[k + 1].operand->span), message,
                        rate(*chain.rest[k + 1].operand, 1));
      }
    }
    is_divided = link.op == ast::Operator::divide;
    before = &operand;
  }
  return false;
}

/// `30*deg`: the name of a unit as a factor.
bool Notations::unit_as_factor(const ast::Expr& number, const ast::Expr& factor, const Scope* scope) {
  const auto* value = std::get_if<ast::Number>(&number.node);
  const ast::Name* name = name_of(factor);
  UnitError error;
  const bool is_unit = value != nullptr && value->unit == nullptr && name != nullptr && name->text.size() > 1 &&
                       !is_known(name->text, scope) && parse_unit(name->text, error).has_value();
  return is_unit &&
         report("E0201", join(number.span, factor.span), fmt::format("`{}` is a unit, not a name", name->text),
                fmt::format("{} [{}]", value->text, name->text));
}

/// `diff(x, t)` and its relatives; the partial derivative where it is not by the time.
bool Notations::derivative(const ast::Expr& whole, const ast::Call& call, std::string_view name) {
  const auto& arguments = call.arguments;
  if (arguments.empty() || arguments.size() > 3 || std::holds_alternative<ast::Tuple>(arguments[0]->node)) return false;
  const bool takes_one = name == "der" || name == "ddt";
  if (arguments.size() == 1) {
    if (takes_one) return false;
    return report("E0503", whole.span, "a time derivative is written with a prime",
                  rate(*arguments[0], name == "ddot" ? 2 : 1));
  }
  if (name == "dot" || name == "ddot") return false;
  std::optional<int> order = is_time(*arguments[1]) ? std::optional(1) : std::nullopt;
  if (arguments.size() == 2) {
    if (const std::optional<int> given = small_number(*arguments[1]); given && takes_one) order = given;
    if (const auto* pair = std::get_if<ast::Tuple>(&arguments[1]->node);
        pair != nullptr && pair->items.size() == 2 && is_time(*pair->items[0]))
      order = small_number(*pair->items[1]);
  } else if (order) {
    order = is_time(*arguments[2]) ? std::optional(2) : small_number(*arguments[2]);
  }
  if (order && (*order == 1 || *order == 2))
    return report("E0503", whole.span, "a time derivative is written with a prime", rate(*arguments[0], *order));
  if (order || arguments.size() != 2 || takes_one) return false;
  return report("E0503", whole.span, "a partial derivative is written `d(…, …)`",
                fmt::format("d({}, {})", context_.text(arguments[0]->span), context_.text(arguments[1]->span)));
}

/// A function under another name, applied to `arguments`, which have no brackets round them.
bool Notations::synonym(const ast::Expr& whole, std::string_view name, const std::string& arguments) {
  const std::string small = lower_case(name);
  const std::string_view ours = translation(small);
  if (ours.empty() && (!is_function(small) || small == "d")) return false;
  if (ours.empty() && small == name && context_.text(whole.span).find('[') == std::string::npos) return false;
  const std::string pattern = ours.empty() ? small + "{}" : std::string(ours);
  const std::size_t place = pattern.find("{}");
  const bool has_brackets = place > 0 && pattern[place - 1] == '(' && pattern.starts_with("({})");
  const std::string argument = has_brackets ? arguments : "(" + arguments + ")";
  std::string text = pattern;
  text.replace(place, 2, argument);
  return report("E0201", whole.span, fmt::format("there is no function `{}`", name), text);
}

/// `theta(t)`, `theta'(t)`, `2(x + y)`: what is no function behind no operator.
bool Notations::call_of_a_quantity(const ast::Expr& whole, const ast::Call& call) {
  const std::string text = context_.text(call.callee->span);
  const SourceSpan brackets{whole.span.file, call.callee->span.end, whole.span.end};
  const ast::Expr* inner = call.callee;
  while (const auto* prime = std::get_if<ast::Prime>(&inner->node))
    inner = prime->operand;
  const bool is_quantity = name_of(*inner) != nullptr || std::holds_alternative<ast::Index>(inner->node);
  const bool is_one = call.arguments.size() == 1;
  if (is_quantity && is_one && is_time(*call.arguments[0])) {
    Diagnostic& made =
        context_.complaints.error("E0505", whole.span, fmt::format("`{}` is written without its argument `t`", text));
    made.help = fmt::format("write `{}`", text);
    made.edit = Edit{brackets, ""};
    return true;
  }
  const bool is_at_start = is_quantity && is_one && small_number(*call.arguments[0]) == 0;
  const std::string_view what = name_of(*call.callee) != nullptr ? "is not a function" : "cannot be called";
  Diagnostic& made = context_.complaints.error("E0505", whole.span, fmt::format("`{}` {}", text, what));
  if (is_at_start) {
    made.help = fmt::format("an initial value is written `initial {} = …`", text);
    return true;
  }
  made.help = fmt::format("to multiply, write `{}*(…)`", text);
  if (is_one) made.edit = Edit{SourceSpan{whole.span.file, call.callee->span.end, call.callee->span.end}, "*"};
  return true;
}

bool Notations::call(const ast::Expr& whole, const ast::Call& call, const Scope* scope) {
  if (const auto* member = std::get_if<ast::Member>(&call.callee->node)) {
    const bool is_diff = member->member.text == "diff" || member->member.text == "dt";
    const bool is_by_time = call.arguments.empty() || is_time(*call.arguments[0]);
    if (!is_diff || !is_by_time || call.arguments.size() > 2) return false;
    const bool is_second = call.arguments.size() == 2;
    if (is_second && !is_time(*call.arguments[1]) && small_number(*call.arguments[1]) != 2) return false;
    return report("E0505", whole.span, "a time derivative is written with a prime",
                  rate(*member->base, is_second ? 2 : 1));
  }
  const ast::Name* callee = name_of(*call.callee);
  if (callee == nullptr) return call_of_a_quantity(whole, call);
  if (is_known(callee->text, scope)) {
    const Symbol* symbol = symbols_.find(callee->text);
    const bool is_callable =
        symbol != nullptr && (symbol->kind == SymbolKind::function_let || symbol->kind == SymbolKind::unknown_function);
    const bool is_shadowed = is_function(callee->text) && find_name(scope, callee->text) == nullptr;
    return !is_callable && !is_shadowed && call_of_a_quantity(whole, call);
  }
  if (is_derivative_word(callee->text) && derivative(whole, call, callee->text)) return true;
  if (is_function(callee->text) || call.arguments.empty()) return false;
  const SourceSpan arguments = join(call.arguments.front()->span, call.arguments.back()->span);
  return synonym(whole, callee->text, context_.text(arguments));
}

bool Notations::index(const ast::Expr& whole, const ast::Index& index, const Scope* scope) {
  if (index.index->items.empty()) return false;
  const ast::IndexItem& first = index.index->items.front();
  const ast::Name* name = name_of(*index.base);
  if (name != nullptr && !is_known(name->text, scope)) {
    const SourceSpan inside = join(first.span, index.index->items.back().span);
    const bool has_two = index.index->items.size() == 2 && index.index->items[1].value != nullptr;
    if (is_derivative_word(name->text) && has_two && is_time(*index.index->items[1].value) && first.value != nullptr)
      return report("E0201", whole.span, "a time derivative is written with a prime", rate(*first.value, 1));
    return synonym(whole, name->text, context_.text(inside));
  }
  const Symbol* symbol = name != nullptr ? symbols_.find(name->text) : nullptr;
  const bool is_family = symbol != nullptr && symbol->is_family;
  const bool is_at_t = index.index->items.size() == 1 && first.value != nullptr && is_time(*first.value);
  if (is_family || !is_at_t) return false;
  const std::string text = context_.text(index.base->span);
  return report("E0209", whole.span, fmt::format("`{}` is written without its argument `t`", text), text);
}

bool Notations::power(const ast::Expr& whole, const ast::Power& power, const Scope* scope) {
  if (const auto* prime = std::get_if<ast::Prime>(&power.exponent->node)) {
    const ast::Expr* inner = prime->operand;
    std::string primes = "'";
    while (const auto* next = std::get_if<ast::Prime>(&inner->node)) {
      inner = next->operand;
      primes += '\'';
    }
    if (!std::holds_alternative<ast::Number>(inner->node)) return false;
    return report("E0404", whole.span, "the prime belongs to the exponent alone",
                  fmt::format("({}^{}){}", context_.text(power.base->span), context_.text(inner->span), primes));
  }
  const ast::Name* base = name_of(*power.base);
  const bool is_exponential =
      base != nullptr && !is_known(base->text, scope) && (base->text == "e" || base->text == "exp");
  if (!is_exponential) return false;
  return report("E0201", whole.span, "the exponential function is written `exp(…)`",
                fmt::format("exp({})", context_.text(without_brackets(*power.exponent).span)));
}

bool Notations::name(std::string_view name, SourceSpan span) {
  return lower_case(name) == "pi" && report("E0201", span, fmt::format("there is no name `{}`", name), "pi");
}

bool Notations::initial(const ast::Expr& left) {
  const auto* call = std::get_if<ast::Call>(&left.node);
  const bool is_at_start = call != nullptr && call->arguments.size() == 1 && small_number(*call->arguments[0]) == 0;
  if (!is_at_start) return false;
  return report("E0505", left.span, "an initial value is given without the time", context_.text(call->callee->span));
}

bool Notations::member(const ast::Expr& whole, const ast::Member& member) {
  const std::string_view part = member.member.text;
  if (part != "dot" && part != "ddot" && part != "dt") return false;
  return report("E0210", whole.span, "a time derivative is written with a prime",
                rate(*member.base, part == "ddot" ? 2 : 1));
}

} // namespace elaboration
} // namespace dalembert

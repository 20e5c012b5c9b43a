#include <dalembert/elaborate/expressions/agreement.h>
#include <dalembert/elaborate/expressions/syntax.h>

#include <fmt/format.h>

#include <algorithm>

namespace dalembert {
inline namespace elaboration {

namespace {

constexpr std::string_view vowels = "aeiou";

std::string with_article(std::string_view noun) {
  const bool is_vowel = !noun.empty() && vowels.find(noun.front()) != std::string_view::npos;
  return fmt::format("{} {}", is_vowel ? "an" : "a", noun);
}

} // namespace

std::string describe(Evaluator& evaluator, const ast::Expr& expr, const Scope* scope, const Scalar& scalar) {
  Context& context = evaluator.context();
  if (!context.dimensions.checks()) return {};
  const Complaints::Silence silence(context.complaints);
  const std::string_view quantity = context.dimensions.known(scalar.dimension).quantity();
  std::string text = "this is ";
  const bool is_angle = scalar.angular && context.dimensions.known(scalar.dimension).is_one();
  if (is_angle && !std::holds_alternative<ast::Chain>(without_brackets(expr).node)) return text + "an angle [rad]";
  const bool is_turning = is_moment(scalar) && context.dimensions.known(scalar.dimension) == Dimension::energy();
  if (!quantity.empty()) text += (is_turning ? "a moment" : with_article(quantity)) + ' ';
  text += context.unit_text(scalar);
  const auto* chain = std::get_if<ast::Chain>(&without_brackets(expr).node);
  const bool is_product = chain != nullptr && (chain->rest.front().op == ast::Operator::multiply ||
                                               chain->rest.front().op == ast::Operator::divide);
  if (!is_product) return text;
  const auto factor = [&](const ast::Expr& part) {
    const Value out = evaluator.value(part, scope);
    const bool has_unit = out.is_scalar() && !context.graph.is_number(out.scalar().expr);
    return context.text(part.span) + (has_unit ? ' ' + context.unit_text(out.scalar()) : std::string());
  };
  text += ": " + factor(*chain->first);
  for (const ast::Link& link : chain->rest)
    text += (link.op == ast::Operator::divide ? " / " : " · ") + factor(*link.operand);
  return text;
}

bool same_scale(Context& context, const ast::Expr& number, const Scalar& named) {
  if (named.written_in == nullptr || !is_bare_number(number)) return true;
  if (!context.dimensions.known(named.dimension).is_one()) return true; // the dimensions will not fit
  const std::string text = context.text(number.span);
  const std::string coherent = named.angular ? "rad" : "1";
  Diagnostic& made = context.complaints.error(
      "E0411", number.span,
      fmt::format("`{}` has no unit, but is combined with a quantity given in [{}]", text, named.written_in->text));
  made.help = fmt::format("write `{0} [{1}]` or `{0} [{2}]`", text, named.written_in->text, coherent);
  return false;
}

namespace {

/// The unit in which the user thinks of a value that was written with a unit of its own, or of a rate of it: `deg/s`.
std::string familiar_unit(Context& context, const Scalar& value) {
  const Dimension written = context.dimensions.known(value.written_in->dimension);
  const Dimension own = context.dimensions.known(value.dimension);
  if (own == written / Dimension::time()) return value.written_in->text + "/s";
  if (own == written / (Dimension::time() * Dimension::time())) return value.written_in->text + "/s^2";
  return value.written_in->text;
}

} // namespace

bool same_dimension(Evaluator& evaluator, const Side& left, const Side& right, const Scope* scope) {
  Context& context = evaluator.context();
  const Scalar& l = left.value;
  const Scalar& r = right.value;
  if (!same_scale(context, right.written, l) || !same_scale(context, left.written, r)) return false;
  if (context.fit(l, r)) return true;
  const SourceSpan place = right.written.span;
  Diagnostic& made = context.complaints.error("E0412", place, "the two sides differ in dimension");
  made.note = describe(evaluator, right.written, scope, r);
  made.labels.push_back({left.written.span, describe(evaluator, left.written, scope, l)});
  if (!is_bare_number(right.written)) return false;
  const std::string text = context.text(place);
  if (l.written_in != nullptr) {
    const Dimension known = context.dimensions.known(l.dimension);
    made.help = fmt::format("give the number a unit: `{0} [{1}]` or `{0} [{2}]`", text, familiar_unit(context, l),
                            known.text(is_moment(l) ? Dimension::Spelling::moment : Dimension::Spelling::plain));
    return false;
  }
  std::string unit = context.unit_text(l);
  if (l.angular) unit = '[' + context.measure(l.dimension, true).unit() + ']';
  made.help = fmt::format("give the number its unit: `{} {}`", text, unit);
  made.edit = Edit{place, fmt::format("{} {}", text, unit)};
  return false;
}

} // namespace elaboration
} // namespace dalembert

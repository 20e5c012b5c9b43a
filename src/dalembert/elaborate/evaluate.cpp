#include <dalembert/elaborate/derived_names.h>
#include <dalembert/elaborate/evaluator.h>
#include <dalembert/elaborate/table_inputs.h>

#include <fmt/format.h>

#include <cmath>

namespace dalembert::elaboration {

namespace {

constexpr int deepest = 1000; // looks inside each other; each takes at most 4 kB of stack, with sanitizers
constexpr std::size_t longest_number = 2000; // digits

/// Zero, or of a size that a double holds with all its digits.
bool is_held_by_a_double(const Rational& value) {
  if (value.is_zero() || !value.is_promoted()) return true;
  return std::isnormal(value.to_double());
}

} // namespace

Evaluator::Evaluator(Context& context, const Overrides* overrides)
    : context_(context),
      graph_(context.graph),
      overrides_(overrides),
      derived_(std::make_unique<DerivedNames>(context, *this)),
      tables_(std::make_unique<TableInputs>(context, *this)) {}

Value Evaluator::value(const ast::Expr& expr, const Scope* scope) {
  if (has_given_up_ || depth_ >= deepest || steps_ >= context_.options.largest_expansion) return fail_depth(expr.span);
  ++depth_;
  ++steps_;
  Value out = dispatch(expr, scope);
  --depth_;
  if (out.is_scalar() && !check_size(out.scalar().expr, expr.span)) return {};
  if (probe_ != 0 && !probed_ && out.is_scalar() && context_.content.has(out.scalar().expr, probe_))
    probed_ = expr.span;
  return out;
}

/// False, which is reported, for a number that no double holds.
bool Evaluator::check_size(Expr e, SourceSpan span) {
  if (!graph_.is_number(e) || is_held_by_a_double(graph_.number(e))) return true;
  context_.complaints.error("E0507", span, "this number is too large or too small").note =
      "numbers lie between 2.3e-308 and 1.8e308";
  return false;
}

/// Says once that the model is too deep or too large; what is asked for afterwards fails in silence.
Value Evaluator::fail_depth(SourceSpan span) {
  if (has_given_up_) return {};
  if (depth_ >= deepest) {
    context_.complaints.error("E0213", span, "definitions refer to one another too deeply here").help =
        "write a family in terms of its earlier members, `x[i-1]`, or the definitions in order";
  } else {
    context_.complaints.error("E0214", span, "the model grows too large here").help =
        "make the counts smaller, or write the sum with a running `let`";
  }
  has_given_up_ = true;
  return {};
}

Value Evaluator::dispatch(const ast::Expr& expr, const Scope* scope) {
  using namespace ast;
  if (const auto* n = std::get_if<Number>(&expr.node)) return number(*n);
  if (const auto* n = std::get_if<Name>(&expr.node)) return name(*n, expr.span, scope);
  if (const auto* c = std::get_if<Chain>(&expr.node)) return chain(expr, *c, scope);
  if (const auto* g = std::get_if<Group>(&expr.node)) return value(*g->inner, scope);
  if (const auto* p = std::get_if<Prime>(&expr.node)) return time_derivative(value(*p->operand, scope), expr.span);
  if (const auto* p = std::get_if<ast::Power>(&expr.node)) return power(expr, *p, scope);
  if (const auto* i = std::get_if<Index>(&expr.node)) return index(expr, *i, scope);
  if (const auto* c = std::get_if<Call>(&expr.node)) return call(expr, *c, scope);
  if (const auto* t = std::get_if<ast::Table>(&expr.node)) return tables_->look_up(expr, *t, scope);
  if (const auto* m = std::get_if<Member>(&expr.node)) return member(expr, *m, nullptr, scope);
  if (const auto* c = std::get_if<Conditional>(&expr.node)) return conditional(expr, *c, scope);
  if (const auto* f = std::get_if<Fold>(&expr.node)) return fold(expr, *f, scope);
  if (const auto* t = std::get_if<Tuple>(&expr.node)) return tuple(*t, scope);
  if (const auto* a = std::get_if<Abs>(&expr.node)) return magnitude(*a, scope);
  if (const auto* u = std::get_if<Unary>(&expr.node)) {
    Value operand = value(*u->operand, scope);
    return u->sign == Sign::minus ? negate(operand) : operand;
  }
  context_.complaints.error("E0901", expr.span, "frames are not supported yet: `in` a frame").help =
      "write the components out";
  return {};
}

std::optional<Scalar> Evaluator::scalar(const ast::Expr& expr, const Scope* scope) {
  const Value out = value(expr, scope);
  if (out.is_scalar()) return out.scalar();
  if (out.is_tuple())
    context_.complaints.error("E0504", expr.span, fmt::format("one number is needed here, not {}", out.items().size()));
  return std::nullopt;
}

std::optional<std::int64_t> Evaluator::integer(const ast::Expr& expr, const Scope* scope, std::string_view what) {
  const std::optional<Scalar> out = scalar(expr, scope);
  if (!out) return std::nullopt;
  if (out->dimension.id != 0 && !out->fits_any) {
    context_.complaints.error("E0207", expr.span, fmt::format("{} has no unit", what)).note =
        fmt::format("this is in {}", unit_text(out->dimension));
    return std::nullopt;
  }
  constexpr std::int64_t largest = 1'000'000'000;
  if (graph_.is_number(out->expr)) {
    const std::optional<std::int64_t> whole = graph_.number(out->expr).as_integer();
    if (whole && *whole >= -largest && *whole <= largest) return whole;
  }
  Diagnostic& made = context_.complaints.error(
      "E0207", expr.span,
      fmt::format("`{}` must be a whole number that is known now: it is {}", context_.text(expr.span), what));
  if (!graph_.is_number(out->expr))
    made.help = "only numbers, counts and indices are allowed here; declare `count n = 5`";
  return std::nullopt;
}

std::optional<Evaluator::Bounds> Evaluator::bounds(const ast::Range& range, const Scope* scope) {
  const auto lower = integer(*range.lower, scope, "the first index of a range");
  const auto upper = integer(*range.upper, scope, "the last index of a range");
  if (!lower || !upper) return std::nullopt;
  return Bounds{*lower, *upper};
}

Value Evaluator::number(const ast::Number& number) {
  const auto exact = number.text.size() <= longest_number ? Rational::parse(number.text) : std::nullopt;
  if (!exact) {
    context_.complaints.error("E0507", number.span, "this number is too long or too large to be read");
    return {};
  }
  Scalar out{graph_.number(*exact), context_.dimensions.one(), false, false, nullptr};
  if (number.unit == nullptr) {
    out.fits_any = exact->is_zero();
    return Value(out);
  }
  const ReadUnit* unit = context_.units.read(*number.unit);
  if (unit == nullptr) return {};
  out.expr = graph_.mul(out.expr, context_.units.factor(unit->unit));
  out.dimension = unit->dimension;
  out.angular = unit->angular;
  out.per_angle = unit->per_angle;
  return Value(out);
}

Value Evaluator::tuple(const ast::Tuple& tuple, const Scope* scope) {
  std::vector<Scalar> items;
  bool is_whole = true;
  for (const ast::Expr* item : tuple.items) {
    const auto out = scalar(*item, scope);
    is_whole = is_whole && out.has_value();
    if (out) items.push_back(*out);
  }
  return is_whole ? Value(std::move(items)) : Value();
}

Value Evaluator::time_derivative(const Value& operand, SourceSpan span) {
  if (operand.failed()) return {};
  const auto rate = [&](const Scalar& x) -> std::optional<Scalar> {
    const Content content = context_.content.of(x.expr);
    if ((content & (holds::reaction | holds::history)) != 0) {
      context_.complaints.error("E0508", span, fmt::format("`{}` has no time derivative here", context_.text(span)))
          .help = "multipliers, reactions, frictions and integrals along a run are values, not functions of the "
                  "state that can be differentiated";
      return std::nullopt;
    }
    if ((content & holds::acceleration) != 0) {
      context_.complaints
          .error("E0508", span, fmt::format("`{}` needs third derivatives of the coordinates", context_.text(span)))
          .help = "the equations of motion give accelerations, no higher derivatives";
      return std::nullopt;
    }
    Scalar out = x;
    out.expr = context_.rates.of(x.expr);
    out.dimension = context_.dimensions.divide(x.dimension, context_.dimensions.of(Dimension::time()));
    return out;
  };
  if (operand.is_scalar()) {
    const auto out = rate(operand.scalar());
    return out ? Value(*out) : Value();
  }
  std::vector<Scalar> items;
  for (const Scalar& item : operand.items()) {
    const auto out = rate(item);
    if (!out) return {};
    items.push_back(*out);
  }
  return Value(std::move(items));
}

SourceSpan Evaluator::place_of(const ast::Expr& expr, const Scope* scope, Content unwanted) {
  const Complaints::Silence silence(context_.complaints);
  probe_ = unwanted;
  probed_.reset();
  static_cast<void>(value(expr, scope));
  probe_ = 0;
  return probed_.value_or(expr.span);
}

} // namespace dalembert::elaboration

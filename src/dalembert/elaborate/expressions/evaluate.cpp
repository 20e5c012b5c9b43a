#include <dalembert/elaborate/expressions/arithmetic.h>
#include <dalembert/elaborate/expressions/conditionals.h>
#include <dalembert/elaborate/expressions/evaluator.h>
#include <dalembert/elaborate/expressions/folds.h>
#include <dalembert/elaborate/expressions/functions.h>
#include <dalembert/elaborate/expressions/name_lookup.h>
#include <dalembert/elaborate/expressions/names.h>
#include <dalembert/elaborate/expressions/notations.h>
#include <dalembert/elaborate/expressions/time_derivative.h>
#include <dalembert/elaborate/meaning/function_names.h>

#include <fmt/format.h>

#include <cmath>

namespace dalembert {
inline namespace elaboration {

namespace {

constexpr int deepest = 1000; // looks inside each other; each takes at most 4 kB of stack, with sanitizers
constexpr std::size_t longest_number = 2000; // digits

/// Zero, or of a size that a double holds with all its digits.
bool is_held_by_a_double(const Rational& value) {
  if (value.is_zero() || !value.is_promoted()) return true;
  return std::isnormal(value.to_double());
}

} // namespace

Evaluator::Evaluator(Context& context, Names& names)
    : context_(context), names_(names), folds_(std::make_unique<Folds>(context, *this)) {}

Evaluator::~Evaluator() = default;

Value Evaluator::value(const ast::Expr& expr, const Scope* scope) {
  if (context_.work_done.has_given_up || depth_ >= deepest ||
      context_.work_done.steps >= context_.options.largest_expansion)
    return fail_depth(expr.span);
  ++depth_;
  ++context_.work_done.steps;
  Value out = dispatch(expr, scope);
  --depth_;
  if (out.is_scalar() && !check_size(out.scalar().expr, expr.span)) return {};
  if (probe_ != 0 && !probed_ && out.is_scalar() && context_.content.has(out.scalar().expr, probe_))
    probed_ = expr.span;
  return out;
}

/// False, which is reported, for a number that no double holds.
bool Evaluator::check_size(Expr e, SourceSpan span) {
  if (!context_.graph.is_number(e) || is_held_by_a_double(context_.graph.number(e))) return true;
  context_.complaints.error("E0507", span, "this number is too large or too small").note =
      "numbers lie between 2.3e-308 and 1.8e308";
  return false;
}

/// Says once that the model is too deep or too large; what is asked for afterwards fails in silence.
Value Evaluator::fail_depth(SourceSpan span) {
  if (context_.work_done.has_given_up) return {};
  if (depth_ >= deepest) {
    context_.complaints.error("E0213", span, "definitions are nested too deeply here").help =
        "write a family in terms of its earlier members, `x[i-1]`, or the definitions in order";
  } else {
    context_.complaints.error("E0214", span, "the model grows too large here").help =
        "make the counts smaller, or write the sum with a running `let`";
  }
  context_.work_done.has_given_up = true;
  return {};
}

Value Evaluator::dispatch(const ast::Expr& expr, const Scope* scope) {
  using namespace ast;
  if (const auto* n = std::get_if<Number>(&expr.node)) return number(*n);
  if (const auto* n = std::get_if<Name>(&expr.node)) return name(*n, expr.span, scope);
  if (const auto* c = std::get_if<Chain>(&expr.node)) return Arithmetic(context_, *this).chain(expr, *c, scope);
  if (const auto* g = std::get_if<Group>(&expr.node)) return value(*g->inner, scope);
  if (const auto* p = std::get_if<Prime>(&expr.node))
    return time_derivative(context_, value(*p->operand, scope), expr.span);
  if (const auto* p = std::get_if<ast::Power>(&expr.node)) return Arithmetic(context_, *this).power(expr, *p, scope);
  if (const auto* i = std::get_if<Index>(&expr.node)) return index(expr, *i, scope);
  if (const auto* c = std::get_if<Call>(&expr.node)) return call(expr, *c, scope);
  if (const auto* t = std::get_if<ast::Table>(&expr.node)) return names_.table(expr, *t, scope);
  if (const auto* m = std::get_if<Member>(&expr.node)) return member(*this, expr, *m, nullptr, scope);
  if (const auto* c = std::get_if<Conditional>(&expr.node))
    return Conditionals(context_, *this).conditional(expr, *c, scope);
  if (const auto* f = std::get_if<Fold>(&expr.node)) return folds_->fold(expr, *f, scope);
  if (const auto* t = std::get_if<Tuple>(&expr.node)) return tuple(*t, scope);
  if (const auto* a = std::get_if<Abs>(&expr.node)) return Arithmetic(context_, *this).magnitude(*a, scope);
  if (const auto* u = std::get_if<Unary>(&expr.node)) {
    Value operand = value(*u->operand, scope);
    return u->sign == Sign::minus ? Arithmetic(context_, *this).negate(operand) : operand;
  }
  context_.complaints.error("E0901", expr.span, "frames are not supported yet: `in` a frame").help =
      "write out the components";
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
        fmt::format("this is in {}", context_.unit_text(out->dimension));
    return std::nullopt;
  }
  constexpr std::int64_t largest = 1'000'000'000;
  if (context_.graph.is_number(out->expr)) {
    const std::optional<std::int64_t> whole = context_.graph.number(out->expr).as_integer();
    if (whole && *whole >= -largest && *whole <= largest) return whole;
  }
  Diagnostic& made = context_.complaints.error(
      "E0207", expr.span,
      fmt::format("`{}` must be a whole number that is known in advance: it is {}", context_.text(expr.span), what));
  if (!context_.graph.is_number(out->expr))
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
  Scalar out{context_.graph.number(*exact), context_.dimensions.one(), false, false, nullptr};
  if (number.unit == nullptr) {
    out.fits_any = exact->is_zero();
    return Value(out);
  }
  const ReadUnit* unit = context_.units.read(*number.unit);
  if (unit == nullptr) return {};
  out.expr = context_.graph.mul(out.expr, context_.units.factor(unit->unit));
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

// ---- names

Value Evaluator::name(const ast::Name& name, SourceSpan span, const Scope* scope) {
  if (const Scope* bound = find_name(scope, name.text)) return value_of(*bound, context_.graph);
  if (std::optional<Value> found = names_.plain(name.text, span, scope)) return *found;
  if (name.text == "lambda") {
    context_.complaints.error("E0210", span, "`lambda` is the multiplier of a constraint: which one?").help =
        "write `lambda.NAME` with the name of the constraint";
    return {};
  }
  if (name.text == "const") {
    context_.complaints.error("E0210", span,
                              "`const` must stand alone on the right-hand side of a check: `check X = const`");
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
  if (!Notations(context_, names_.symbols()).name(name.text, span))
    unknown_name(context_, names_.symbols(), name.text, span, names_.wanted());
  return {};
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
      out.push_back(static_cast<int>(bound->number));
      continue;
    }
    const auto index = integer(*item.value, scope, "an index");
    if (!index) return std::nullopt;
    out.push_back(static_cast<int>(*index));
  }
  return out;
}

Value Evaluator::index(const ast::Expr& whole, const ast::Index& index, const Scope* scope) {
  if (const auto* inner = std::get_if<ast::Member>(&index.base->node))
    return member(*this, whole, *inner, index.index, scope);
  if (const auto* name = std::get_if<ast::Name>(&index.base->node)) {
    const Scope* bound = find_name(scope, name->text);
    if (bound != nullptr && bound->argument != nullptr && bound->argument->is_tuple()) {
      const auto place = indices(*index.index, scope);
      if (!place) return {};
      const auto& items = bound->argument->items();
      if (place->size() == 1 && place->front() >= 1 && static_cast<std::size_t>(place->front()) <= items.size())
        return Value(items[static_cast<std::size_t>(place->front()) - 1]);
      context_.complaints.error("E0205", whole.span,
                                fmt::format("`{}` has components 1..{}", name->text, items.size()));
      return {};
    }
  }
  return names_.indexed(whole, index, scope);
}

Value Evaluator::call(const ast::Expr& whole, const ast::Call& call, const Scope* scope) {
  if (std::optional<Value> declared = names_.call(whole, call, scope)) return std::move(*declared);
  if (Notations(context_, names_.symbols()).call(whole, call, scope)) return {};
  const auto* callee = std::get_if<ast::Name>(&call.callee->node);
  if (callee == nullptr) {
    context_.complaints
        .error("E0505", whole.span, fmt::format("`{}` cannot be called", context_.text(call.callee->span)))
        .help = "to multiply, write `*`";
    return {};
  }
  if (is_function(callee->text)) return FunctionCalls(context_, *this).call(callee->text, whole, call, scope);
  if (callee->text == "table") {
    context_.complaints.error("E0503", whole.span, "a table is read from a file").help =
        "write `table(\"file.csv\", x)`, with the name of the file in double quotes";
    return {};
  }
  unknown_name(context_, names_.symbols(), callee->text, call.callee->span, "function");
  return {};
}

SourceSpan Evaluator::place_of(const ast::Expr& expr, const Scope* scope, Content unwanted) {
  const Complaints::Silence silence(context_.complaints);
  probe_ = unwanted;
  probed_.reset();
  static_cast<void>(value(expr, scope));
  probe_ = 0;
  return probed_.value_or(expr.span);
}

} // namespace elaboration
} // namespace dalembert

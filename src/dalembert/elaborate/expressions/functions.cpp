#include <dalembert/elaborate/expressions/agreement.h>
#include <dalembert/elaborate/expressions/arithmetic.h>
#include <dalembert/elaborate/expressions/functions.h>
#include <dalembert/elaborate/expressions/names.h>
#include <dalembert/elaborate/expressions/syntax.h>
#include <dalembert/elaborate/expressions/time_derivative.h>
#include <dalembert/elaborate/meaning/function_names.h>

#include <fmt/format.h>

namespace dalembert {
inline namespace elaboration {

namespace {

/// Functions whose value keeps the unit of their arguments, which all have one.
bool keeps_unit(Function f) {
  return f == Function::abs || f == Function::min || f == Function::max || f == Function::fmod;
}
/// Functions that ask only which of two comparable things is larger.
bool drops_unit(Function f) {
  return f == Function::sign || f == Function::heaviside || f == Function::atan2;
}

bool gives_angle(Function f) {
  return f == Function::asin || f == Function::acos || f == Function::atan || f == Function::atan2;
}

} // namespace

Value FunctionCalls::call(std::string_view name, const ast::Expr& whole, const ast::Call& call, const Scope* scope) {
  if (name == "der" || name == "ddt") {
    if (!takes(name, 1, whole, call, context_)) return {};
    return time_derivative(context_, evaluator_.value(*call.arguments[0], scope), whole.span);
  }
  const FunctionKind kind = function_kind(name);
  if (kind == FunctionKind::derivative) return partial(whole, call, scope);
  if (kind == FunctionKind::history) return evaluator_.names().history(whole, call, scope);
  if (kind == FunctionKind::vector) return vector(name, whole, call, scope);
  if (kind == FunctionKind::of_bodies) {
    context_.complaints.error("E0901", whole.span,
                              fmt::format("`{}` needs bodies and frames, which are not supported yet", name));
    return {};
  }
  Arguments arguments;
  for (const ast::Expr* argument : call.arguments) {
    const auto value = evaluator_.scalar(*argument, scope);
    if (!value) return {};
    arguments.push_back(*value);
  }
  return real(name, whole, call, arguments, scope);
}

bool takes(std::string_view name, std::size_t wanted, const ast::Expr& whole, const ast::Call& call, Context& context) {
  if (call.arguments.size() == wanted) return true;
  context.complaints.error(
      "E0503", whole.span,
      fmt::format("`{}` takes {} argument{}, not {}", name, wanted, wanted == 1 ? "" : "s", call.arguments.size()));
  return false;
}

bool FunctionCalls::is_number(std::string_view name, const ast::Expr& argument, const Scalar& value,
                              const Scope* scope) {
  const Scalar number{graph_.one(), context_.dimensions.one(), false, false, nullptr};
  if (context_.fit(value, number)) return true;
  Diagnostic& made =
      context_.complaints.error("E0403", argument.span, fmt::format("the argument of `{}` must be a number", name));
  made.note = describe(evaluator_, argument, scope, value);
  if (const ast::Expr* factor = bare_factor(argument)) { // 3*t: the 3 is a rate
    const DimensionId missing = context_.dimensions.divide(context_.dimensions.one(), value.dimension);
    const std::string with_unit = context_.text(factor->span) + ' ' + context_.unit_text(missing);
    made.help = fmt::format("give the number its unit: `{}`", with_unit);
    made.edit = Edit{factor->span, with_unit};
  }
  return false;
}

Value FunctionCalls::real(std::string_view name, const ast::Expr& whole, const ast::Call& call,
                          const Arguments& arguments, const Scope* scope) {
  if (function_kind(name) == FunctionKind::root) {
    if (!takes(name, name == "hypot" || name == "pow" ? 2 : 1, whole, call, context_)) return {};
    if (name == "log10" || name == "log2" || name == "exp2" || name == "expm1") {
      if (!is_number(name, *call.arguments[0], arguments[0], scope)) return {};
    }
    return root(name, whole, call, arguments);
  }
  const std::optional<Function> function = function_named(name);
  if (!function) return {};
  if (!takes(name, static_cast<std::size_t>(arity(*function)), whole, call, context_)) return {};
  if (keeps_unit(*function) || drops_unit(*function)) return alike(*function, whole, call, arguments, scope);
  return plain(*function, whole, call, arguments, scope);
}

Value FunctionCalls::root(std::string_view name, const ast::Expr& whole, const ast::Call& call,
                          const Arguments& arguments) {
  const auto number = [&](const Rational& value) {
    return Scalar{graph_.number(value), context_.dimensions.one(), false, false, nullptr};
  };
  const SourceSpan first = call.arguments[0]->span;
  if (name == "sqrt")
    return Arithmetic(context_, evaluator_).raise(whole, arguments[0], first, number(Rational(1, 2)), whole.span);
  if (name == "cbrt")
    return Arithmetic(context_, evaluator_).raise(whole, arguments[0], first, number(Rational(1, 3)), whole.span);
  if (name == "pow")
    return Arithmetic(context_, evaluator_).raise(whole, arguments[0], first, arguments[1], call.arguments[1]->span);
  Scalar out = number(Rational(0));
  if (name == "exp2")
    return Arithmetic(context_, evaluator_).raise(whole, number(Rational(2)), whole.span, arguments[0], first);
  if (name == "expm1") {
    out.expr = graph_.sub(graph_.apply(Function::exp, arguments[0].expr), graph_.one());
    return Value(out);
  }
  if (name == "hypot") {
    if (!context_.fit(arguments[0], arguments[1])) {
      context_.complaints.error("E0402", whole.span, "the two sides of a right triangle must have the same unit").note =
          fmt::format("they are in {} and {}", context_.unit_text(arguments[0]), context_.unit_text(arguments[1]));
      return {};
    }
    out.dimension = arguments[0].dimension;
    out.expr = graph_.sqrt(graph_.add(graph_.square(arguments[0].expr), graph_.square(arguments[1].expr)));
    return Value(out);
  }
  const Expr base = graph_.number(name == "log10" ? 10 : 2);
  out.expr = graph_.div(graph_.apply(Function::log, arguments[0].expr), graph_.apply(Function::log, base));
  return Value(out);
}

/// True where a function of one constant has no value: at a pole, or outside of its domain.
bool FunctionCalls::is_undefined(Function function, Expr argument) {
  if (function == Function::tan) return graph_.is_zero(graph_.apply(Function::cos, argument));
  if (!graph_.is_number(argument)) return false;
  const Rational x = graph_.number(argument);
  const Rational one(1);
  switch (function) {
  case Function::log:
    return x.sign() <= 0;
  case Function::asin:
  case Function::acos:
    return one < x.abs();
  case Function::acosh:
    return x < one;
  case Function::atanh:
    return one <= x.abs();
  default:
    return false;
  }
}

Value FunctionCalls::plain(Function function, const ast::Expr& whole, const ast::Call& call, const Arguments& arguments,
                           const Scope* scope) {
  for (std::size_t i = 0; i < arguments.size(); ++i)
    if (!is_number(dalembert::name(function), *call.arguments[i], arguments[i], scope)) return {};
  if (arguments.size() == 1 && is_undefined(function, arguments[0].expr)) {
    context_.complaints.error("E0506", whole.span, fmt::format("`{}` has no value", context_.text(whole.span)));
    return {};
  }
  Scalar out{graph_.zero(), context_.dimensions.one(), gives_angle(function), false, nullptr};
  out.expr = arguments.size() == 1 ? graph_.apply(function, arguments[0].expr)
                                   : graph_.apply(function, arguments[0].expr, arguments[1].expr);
  return Value(out);
}

Value FunctionCalls::alike(Function function, const ast::Expr& whole, const ast::Call& call, const Arguments& arguments,
                           const Scope* scope) {
  Scalar out = arguments[0];
  if (arguments.size() == 2) {
    if (!context_.fit(arguments[0], arguments[1])) {
      Diagnostic& made = context_.complaints.error(
          "E0402", call.arguments[1]->span,
          fmt::format("the arguments of `{}` differ in dimension", dalembert::name(function)));
      made.note = describe(evaluator_, *call.arguments[1], scope, arguments[1]);
      made.labels.push_back({call.arguments[0]->span, describe(evaluator_, *call.arguments[0], scope, arguments[0])});
      return {};
    }
    if (function == Function::fmod && graph_.is_zero(arguments[1].expr)) {
      context_.complaints.error("E0506", whole.span, "division by zero");
      return {};
    }
    if (out.fits_any) out.dimension = arguments[1].dimension;
    out.fits_any = out.fits_any && arguments[1].fits_any;
    out.expr = graph_.apply(function, arguments[0].expr, arguments[1].expr);
  } else {
    out.expr = graph_.apply(function, arguments[0].expr);
  }
  if (!keeps_unit(function)) out = Scalar{out.expr, context_.dimensions.one(), gives_angle(function), false, nullptr};
  return Value(out);
}

} // namespace elaboration
} // namespace dalembert

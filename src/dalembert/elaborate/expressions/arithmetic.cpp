#include <dalembert/elaborate/expressions/agreement.h>
#include <dalembert/elaborate/expressions/arithmetic.h>
#include <dalembert/elaborate/expressions/names.h>
#include <dalembert/elaborate/expressions/notations.h>
#include <dalembert/elaborate/expressions/syntax.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace dalembert {
inline namespace elaboration {

namespace {

constexpr NumberId one_id{1};
constexpr NumberId minus_one_id{2};
constexpr std::size_t largest_power_digits = 20000; // of an exact power of a number

/// True where base^exponent can be written out exactly without filling the memory.
bool is_modest_power(const Rational& base, const Rational& exponent) {
  const std::optional<std::int64_t> top = exponent.numerator().as_integer();
  if (!top) return false;
  const std::size_t size = base.is_promoted() ? base.text().size() : 19;
  const auto times = static_cast<std::size_t>(std::abs(static_cast<double>(*top)) < 1e6 ? std::abs(*top) : 1'000'000);
  const std::optional<std::int64_t> below = exponent.denominator().as_integer();
  return below && *below <= 1000 && size * times <= largest_power_digits;
}

std::optional<Exponent> as_exponent(const Rational& value) {
  const auto top = value.numerator().as_integer();
  const auto below = value.denominator().as_integer();
  constexpr std::int64_t largest = 1000;
  if (!top || !below || std::abs(*top) > largest || *below > largest) return std::nullopt;
  return reduced(*top, *below);
}

/// Roots of a degree that proofs in whole numbers can take, also where two of them are multiplied.
bool is_usable_exponent(const Rational& value) {
  constexpr std::int64_t largest = 1'000'000;
  const auto below = value.denominator().as_integer();
  return below && *below <= largest;
}

const ast::Number* plain_number(const ast::Expr& expr) {
  return std::get_if<ast::Number>(&expr.node);
}

/// Says what to write for the real odd root of a negative number.
void complain_of_root(Context& context, SourceSpan whole, SourceSpan base, const Rational& exponent) {
  Diagnostic& made = context.complaints.error("E0507", whole, "a fractional power of a negative number");
  if ((exponent.denominator() / Rational(2)).is_integer()) {
    made.help = "it has no real value";
    return;
  }
  const std::string root(context.text(whole));
  std::string under(context.text(base));
  if (under.starts_with('(') && under.ends_with(')')) under = under.substr(1, under.size() - 2);
  const bool is_literal = under.starts_with('-') && under.find_first_of(" +*/(") == std::string::npos;
  const std::string size = is_literal ? under.substr(1) : fmt::format("abs({})", under);
  const bool is_even = (exponent.numerator() / Rational(2)).is_integer();
  const std::string power =
      root.starts_with("cbrt") ? fmt::format("cbrt({})", size) : fmt::format("{}^({})", size, exponent.text());
  made.help = fmt::format("the real root is `{}{}`", is_even ? "" : "-", power);
  made.edit = Edit{whole, is_even ? power : fmt::format("(-{})", power)};
}

} // namespace

Value Arithmetic::negate(const Value& operand) {
  const auto minus = [&](Scalar x) {
    x.expr = graph_.neg(x.expr);
    return x;
  };
  if (operand.failed()) return {};
  if (operand.is_scalar()) return Value(minus(operand.scalar()));
  std::vector<Scalar> items;
  for (const Scalar& item : operand.items())
    items.push_back(minus(item));
  return Value(std::move(items));
}

Value Arithmetic::chain(const ast::Expr& whole, const ast::Chain& chain, const Scope* scope) {
  const ast::Operator op = chain.rest.front().op;
  const bool is_sum = op == ast::Operator::add || op == ast::Operator::subtract;
  return is_sum ? add(whole, chain, scope) : multiply(whole, chain, scope);
}

// ---- sums

Value Arithmetic::add(const ast::Expr& whole, const ast::Chain& chain, const Scope* scope) {
  std::vector<Value> operands{evaluator_.value(*chain.first, scope)};
  std::vector<const ast::Expr*> written{chain.first};
  for (const ast::Link& link : chain.rest) {
    operands.push_back(evaluator_.value(*link.operand, scope));
    written.push_back(link.operand);
  }
  if (std::any_of(operands.begin(), operands.end(), [](const Value& v) { return v.failed(); })) return {};
  if (std::any_of(operands.begin(), operands.end(), [](const Value& v) { return v.is_tuple(); }))
    return add_tuples(whole, chain, operands);

  Scalar sum = operands.front().scalar();
  std::size_t reference = 0;
  std::vector<Term> terms{{sum.expr, one_id}};
  for (std::size_t i = 1; i < operands.size(); ++i) {
    const Scalar& next = operands[i].scalar();
    if (!same_scale(context_, *written[i], sum) || !same_scale(context_, *written[reference], next)) return {};
    if (!context_.fit(sum, next)) {
      Diagnostic& made = context_.complaints.error(
          "E0402", written[i]->span,
          fmt::format("cannot {} {} and {}", chain.rest[i - 1].op == ast::Operator::add ? "add" : "subtract",
                      context_.unit_text(sum), context_.unit_text(next)));
      made.note = describe(evaluator_, *written[i], scope, next);
      made.labels.push_back(
          {written[reference]->span, describe(evaluator_, *written[reference], scope, operands[reference].scalar())});
      return {};
    }
    terms.push_back({next.expr, chain.rest[i - 1].op == ast::Operator::subtract ? minus_one_id : one_id});
    sum.angular = sum.angular || next.angular;
    if (sum.per_angle == 0) sum.per_angle = next.per_angle;
    if (sum.written_in == nullptr) sum.written_in = next.written_in;
    if (!sum.fits_any || next.fits_any) continue;
    sum.fits_any = false;
    sum.dimension = next.dimension;
    reference = i;
  }
  sum.expr = graph_.sum(terms);
  return Value(sum);
}

Value Arithmetic::add_tuples(const ast::Expr& whole, const ast::Chain& chain, const std::vector<Value>& operands) {
  const auto size_of = [](const Value& v) { return v.is_tuple() ? v.items().size() : std::size_t{1}; };
  std::vector<Scalar> sum;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    if (!operands[i].is_tuple() || size_of(operands[i]) != size_of(operands.front())) {
      context_.complaints.error(
          "E0504", whole.span,
          fmt::format("cannot add {} and {} components", size_of(operands.front()), size_of(operands[i])));
      return {};
    }
    const bool is_minus = i > 0 && chain.rest[i - 1].op == ast::Operator::subtract;
    for (std::size_t k = 0; k < size_of(operands[i]); ++k) {
      const Scalar& next = operands[i].items()[k];
      if (i == 0) {
        sum.push_back(next);
        continue;
      }
      if (!context_.fit(sum[k], next)) {
        context_.complaints.error("E0402", whole.span,
                                  fmt::format("component {}: cannot add {} and {}", k + 1, context_.unit_text(sum[k]),
                                              context_.unit_text(next)));
        return {};
      }
      sum[k].expr = is_minus ? graph_.sub(sum[k].expr, next.expr) : graph_.add(sum[k].expr, next.expr);
      if (sum[k].fits_any) sum[k].dimension = next.dimension;
      sum[k].fits_any = sum[k].fits_any && next.fits_any;
    }
  }
  return Value(std::move(sum));
}

// ---- products

Value Arithmetic::multiply(const ast::Expr& whole, const ast::Chain& chain, const Scope* scope) {
  if (Notations(context_, evaluator_.names().symbols()).chain(chain, scope)) return {};
  warn_unit_of_fraction(chain);
  std::vector<Value> operands{evaluator_.value(*chain.first, scope)};
  for (const ast::Link& link : chain.rest)
    operands.push_back(evaluator_.value(*link.operand, scope));
  const Value* tuple = nullptr;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    if (operands[i].failed()) return {};
    if (!operands[i].is_tuple()) continue;
    if (tuple != nullptr || (i > 0 && chain.rest[i - 1].op == ast::Operator::divide)) {
      context_.complaints.error("E0504", whole.span,
                                tuple != nullptr ? "two vectors are multiplied by `dot` or `cross`"
                                                 : "cannot divide by a vector");
      return {};
    }
    tuple = &operands[i];
  }
  if (tuple == nullptr) {
    const auto out = product(chain, operands, nullptr);
    return out ? Value(*out) : Value();
  }
  std::vector<Scalar> items;
  for (const Scalar& item : tuple->items()) {
    const auto out = product(chain, operands, &item);
    if (!out) return {};
    items.push_back(*out);
  }
  return Value(std::move(items));
}

std::optional<Scalar> Arithmetic::product(const ast::Chain& chain, const std::vector<Value>& operands,
                                          const Scalar* item) {
  Scalar out{graph_.one(), context_.dimensions.one(), false, false, nullptr};
  std::vector<Factor> factors;
  bool divides_by_angle = false;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const Scalar& next = operands[i].is_tuple() ? *item : operands[i].scalar();
    const bool is_divisor = i > 0 && chain.rest[i - 1].op == ast::Operator::divide;
    if (is_divisor && graph_.is_zero(next.expr)) {
      context_.complaints.error("E0506", chain.rest[i - 1].operand->span, "division by zero");
      return std::nullopt;
    }
    factors.push_back({next.expr, is_divisor ? minus_one_id : one_id});
    out.dimension = is_divisor ? context_.dimensions.divide(out.dimension, next.dimension)
                               : context_.dimensions.multiply(out.dimension, next.dimension);
    (is_divisor ? divides_by_angle : out.angular) |= next.angular;
    out.fits_any = out.fits_any || (!is_divisor && next.fits_any); // a product with a literal 0 is one
    const int count = graph_.kind(next.expr) == NodeKind::pi ? 0 : per_angle(next);
    out.per_angle += is_divisor ? -count : count;
  }
  out.angular = out.angular && !divides_by_angle;
  out.expr = graph_.product(factors);
  return out;
}

void Arithmetic::warn_unit_of_fraction(const ast::Chain& chain) {
  const ast::Expr* before = chain.first;
  for (const ast::Link& link : chain.rest) {
    const ast::Number* top = plain_number(*before);
    const ast::Number* below = plain_number(*link.operand);
    before = link.operand;
    if (link.op != ast::Operator::divide || top == nullptr || below == nullptr) continue;
    if (top->unit != nullptr || below->unit == nullptr) continue;
    const SourceSpan whole = join(top->span, link.operand->span);
    const std::string unit = context_.text(below->unit->span);
    Diagnostic& made = context_.complaints.warning(
        "W0401", whole,
        fmt::format("the unit belongs to `{}` alone: this is {}/({} {})", below->text, top->text, below->text, unit));
    const auto numerator = Rational::parse(top->text);
    const auto denominator = Rational::parse(below->text);
    if (!numerator || !denominator || denominator->is_zero()) continue;
    const std::string quotient = (*numerator / *denominator).decimal_text();
    const std::string edit = quotient.find('/') == std::string::npos
                                 ? fmt::format("{} {}", quotient, unit)
                                 : fmt::format("{} {}/{}", top->text, unit, below->text);
    made.help = fmt::format("write `{}`", edit);
    made.edit = Edit{whole, edit};
  }
}

// ---- powers

Value Arithmetic::power(const ast::Expr& whole, const ast::Power& power, const Scope* scope) {
  if (Notations(context_, evaluator_.names().symbols()).power(whole, power, scope)) return {};
  const auto base = evaluator_.scalar(*power.base, scope);
  const auto exponent = evaluator_.scalar(*power.exponent, scope);
  if (!base || !exponent) return {};
  return raise(whole, *base, power.base->span, *exponent, power.exponent->span);
}

Value Arithmetic::raise(const ast::Expr& whole, const Scalar& base, SourceSpan base_span, const Scalar& exponent,
                        SourceSpan exponent_span) {
  const Scalar number{graph_.one(), context_.dimensions.one(), false, false, nullptr};
  if (!context_.fit(exponent, number)) {
    context_.complaints.error("E0404", exponent_span, "an exponent must be a number").note =
        fmt::format("this has the unit {}", context_.unit_text(exponent.dimension));
    return {};
  }
  Scalar out{graph_.one(), context_.dimensions.one(), false, false, nullptr};
  if (!graph_.is_number(exponent.expr)) {
    if (!context_.fit(base, number)) {
      Diagnostic& made = context_.complaints.error(
          "E0404", exponent_span,
          fmt::format("the exponent of a quantity in {} must be a plain number", context_.unit_text(base.dimension)));
      made.labels.push_back({base_span, "has the unit " + context_.unit_text(base.dimension)});
      made.help =
          fmt::format("make the base dimensionless, `({}/(1 {}))^{}`, and give the factor before it the unit of "
                      "the whole",
                      context_.text(base_span), context_.unit_text(base.dimension), context_.text(exponent_span));
      return {};
    }
    if (graph_.is_zero(base.expr)) {
      context_.complaints.error("E0506", whole.span, "0 raised to a symbolic power").help =
          "0^n is 0 for positive n and undefined for negative n: write the number that is meant";
      return {};
    }
    out.expr = graph_.pow(base.expr, exponent.expr);
    return Value(out);
  }
  const Rational e = graph_.number(exponent.expr);
  if (graph_.is_zero(base.expr) && e.sign() < 0) {
    context_.complaints.error("E0506", whole.span, "division by zero: a negative power of 0");
    return {};
  }
  if (graph_.is_number(base.expr) && graph_.number(base.expr).sign() < 0 && !e.is_integer()) {
    complain_of_root(context_, whole.span, base_span, e);
    return {};
  }
  if (graph_.is_number(base.expr) && !is_modest_power(graph_.number(base.expr), e)) {
    context_.complaints.error("E0507", whole.span, "this power is too large to be written exactly");
    return {};
  }
  if (!is_usable_exponent(e)) {
    context_.complaints.error("E0404", exponent_span, "the denominator of this exponent is too large").help =
        "an exponent is a whole number or a fraction with a denominator up to 1000000";
    return {};
  }
  const std::optional<Exponent> small = as_exponent(e);
  if (!small && base.dimension.id != 0) {
    context_.complaints.error("E0404", exponent_span,
                              fmt::format("no unit has the power {}", graph_.number(exponent.expr).text()));
    return {};
  }
  out.expr = graph_.pow(base.expr, e);
  if (small) out.dimension = context_.dimensions.power(base.dimension, *small);
  out.angular = base.angular && e.is_one();
  out.fits_any = base.fits_any && e.sign() > 0;
  const std::optional<std::int64_t> copies = e.as_integer();
  constexpr std::int64_t largest = 8;
  if (copies && std::abs(*copies) <= largest) out.per_angle = static_cast<int>(*copies) * per_angle(base);
  return Value(out);
}

Value Arithmetic::magnitude(const ast::Abs& abs, const Scope* scope) {
  const Value inner = evaluator_.value(*abs.inner, scope);
  if (inner.failed()) return {};
  if (inner.is_scalar()) {
    Scalar out = inner.scalar();
    out.expr = graph_.apply(Function::abs, out.expr);
    return Value(out);
  }
  std::vector<Term> squares;
  for (const Scalar& item : inner.items()) {
    if (!context_.fit(inner.items().front(), item)) {
      context_.complaints.error("E0402", abs.inner->span, "the components of a vector have one unit");
      return {};
    }
    squares.push_back({graph_.square(item.expr), one_id});
  }
  Scalar out = inner.items().front();
  out.expr = graph_.sqrt(graph_.sum(squares));
  return Value(out);
}

} // namespace elaboration
} // namespace dalembert

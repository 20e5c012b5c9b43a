#include <dalembert/base/errors.h>
#include <dalembert/expr/tabulated.h>
#include <dalembert/program/interval.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <numbers>

namespace dalembert {
inline namespace program {

namespace {

constexpr double unbounded = std::numeric_limits<double>::infinity();
constexpr double full_turn = 2 * std::numbers::pi;

RealInterval hull(std::initializer_list<double> values) {
  for (const double v : values)
    if (std::isnan(v)) return all_reals;
  return widened(std::min(values), std::max(values));
}

/// 0·∞ is 0 here: an end of an interval is a limit, and 0 is exactly that.
double times(double a, double b) {
  return a == 0 || b == 0 ? 0 : a * b;
}

RealInterval quotient(const RealInterval& a, const RealInterval& b) {
  if (b.lo < 0 && b.hi > 0) return all_reals;
  if (b.lo == 0 && b.hi == 0) return all_reals;
  const RealInterval inverse{b.hi == 0 ? -unbounded : 1 / b.hi, b.lo == 0 ? unbounded : 1 / b.lo};
  const double low = b.hi == 0 ? -unbounded : std::min(inverse.lo, inverse.hi);
  const double high = b.lo == 0 ? unbounded : std::max(inverse.lo, inverse.hi);
  return a * widened(low, high);
}

/// Of sin(x + shift): largest where x + shift is π/2 + 2πk.
RealInterval sine(const RealInterval& a, double shift) {
  if (!(a.width() < full_turn) || std::abs(a.lo) > 1e15) return {-1, 1};
  const auto reaches = [&](double peak) {
    const double first = std::ceil((a.lo + shift - peak) / full_turn - 1e-12);
    return peak + first * full_turn <= a.hi + shift + 1e-12 * (1 + std::abs(a.hi));
  };
  const double left = shift == 0 ? std::sin(a.lo) : std::cos(a.lo);
  const double right = shift == 0 ? std::sin(a.hi) : std::cos(a.hi);
  RealInterval out = hull({left, right});
  if (reaches(std::numbers::pi / 2)) out.hi = 1;
  if (reaches(-std::numbers::pi / 2)) out.lo = -1;
  return {std::max(out.lo, -1.0), std::min(out.hi, 1.0)};
}

RealInterval tangent(const RealInterval& a) {
  const double half = std::numbers::pi / 2;
  if (!(a.width() < std::numbers::pi) ||
      std::floor((a.lo - half) / std::numbers::pi - 1e-12) != std::floor((a.hi - half) / std::numbers::pi + 1e-12))
    return all_reals;
  return hull({std::tan(a.lo), std::tan(a.hi)});
}

RealInterval power(const RealInterval& a, const RealInterval& b) {
  const bool is_whole_exponent = b.lo == b.hi && b.lo == std::floor(b.lo);
  if (is_whole_exponent && a.lo < 0) {
    const bool is_even = std::fmod(b.lo, 2) == 0;
    if (b.lo < 0 && a.contains(0)) return is_even ? RealInterval{0, unbounded} : all_reals;
    const RealInterval ends = hull({std::pow(a.lo, b.lo), std::pow(a.hi, b.lo)});
    return is_even && a.contains(0) ? RealInterval{0, ends.hi} : ends;
  }
  const double low = std::max(a.lo, 0.0);
  if (a.hi < 0) return all_reals;
  return hull({std::pow(low, b.lo), std::pow(low, b.hi), std::pow(a.hi, b.lo), std::pow(a.hi, b.hi)});
}

RealInterval remainder(const RealInterval& a, const RealInterval& b) {
  if (b.lo == b.hi && b.lo != 0 && std::trunc(a.lo / b.lo) == std::trunc(a.hi / b.lo) && std::isfinite(a.width()))
    return hull({std::fmod(a.lo, b.lo), std::fmod(a.hi, b.lo)});
  const double most = std::max(std::abs(b.lo), std::abs(b.hi));
  return {a.lo < 0 ? -most : 0, a.hi > 0 ? most : 0};
}

/// Of a function that rises wherever it is defined, [lowest, highest] being where it is.
RealInterval rising(Function f, const RealInterval& a, double lowest = -unbounded, double highest = unbounded) {
  if (a.hi < lowest || a.lo > highest) return all_reals;
  return hull({evaluate(f, std::max(a.lo, lowest), 0), evaluate(f, std::min(a.hi, highest), 0)});
}

RealInterval of_one(Function f, const RealInterval& a) {
  switch (f) {
  case Function::sin:
    return sine(a, 0);
  case Function::cos:
    return sine(a, std::numbers::pi / 2);
  case Function::tan:
    return tangent(a);
  case Function::asin:
    return rising(f, a, -1, 1);
  case Function::acos:
    if (a.hi < -1 || a.lo > 1) return all_reals;
    return hull({std::acos(std::max(a.lo, -1.0)), std::acos(std::min(a.hi, 1.0))});
  case Function::cosh:
    return widened(a.contains(0) ? 1 : std::cosh(std::min(std::abs(a.lo), std::abs(a.hi))),
                   std::cosh(std::max(std::abs(a.lo), std::abs(a.hi))));
  case Function::acosh:
    return rising(f, a, 1);
  case Function::atanh:
    return rising(f, a, -1, 1);
  case Function::log:
    return rising(f, a, 0);
  case Function::abs:
    return {a.contains(0) ? 0 : std::min(std::abs(a.lo), std::abs(a.hi)), std::max(std::abs(a.lo), std::abs(a.hi))};
  case Function::sign:
  case Function::heaviside:
  case Function::floor:
  case Function::ceil:
  case Function::round:
  case Function::trunc:
    return {evaluate(f, a.lo, 0), evaluate(f, a.hi, 0)}; // exact
  case Function::atan:
  case Function::sinh:
  case Function::tanh:
  case Function::asinh:
  case Function::exp:
  case Function::erf:
    return rising(f, a);
  default:
    return all_reals;
  }
}

RealInterval of_two(Function f, const RealInterval& a, const RealInterval& b) {
  switch (f) {
  case Function::min:
    return {std::min(a.lo, b.lo), std::min(a.hi, b.hi)};
  case Function::max:
    return {std::max(a.lo, b.lo), std::max(a.hi, b.hi)};
  case Function::pow:
    return power(a, b);
  case Function::fmod:
    return remainder(a, b);
  case Function::atan2:
    if (b.lo > 0)
      return hull({std::atan2(a.lo, b.lo), std::atan2(a.lo, b.hi), std::atan2(a.hi, b.lo), std::atan2(a.hi, b.hi)});
    return {-std::numbers::pi, std::numbers::pi};
  default:
    return all_reals;
  }
}

RealInterval looked_up(const TabulatedFunction& table, std::uint32_t order, const RealInterval& a) {
  const TabulatedFunction::Range range = table.over(order, a.lo, a.hi);
  return {range.low, range.high};
}

constexpr RealInterval never{0, 0};
constexpr RealInterval always{1, 1};
constexpr RealInterval sometimes{0, 1};

RealInterval compared(Operation operation, const RealInterval& a, const RealInterval& b) {
  switch (operation) {
  case Operation::less:
    return a.hi < b.lo ? always : a.lo >= b.hi ? never : sometimes;
  case Operation::less_equal:
    return a.hi <= b.lo ? always : a.lo > b.hi ? never : sometimes;
  default: {
    const bool is_apart = a.hi < b.lo || b.hi < a.lo;
    const bool is_same = a.lo == a.hi && a == b;
    if (!is_apart && !is_same) return sometimes;
    return is_same == (operation == Operation::equal) ? always : never;
  }
  }
}

} // namespace

RealInterval unbounded_product(const RealInterval& a, const RealInterval& b) {
  const double first = times(a.lo, b.lo);
  const double second = times(a.lo, b.hi);
  const double third = times(a.hi, b.lo);
  const double fourth = times(a.hi, b.hi);
  if (std::isnan(first) || std::isnan(second) || std::isnan(third) || std::isnan(fourth)) return all_reals;
  return widened(std::min(std::min(std::min(first, second), third), fourth),
                 std::max(std::max(std::max(first, second), third), fourth));
}

RealInterval apply(Operation operation, Function function, const RealInterval& a, const RealInterval& b,
                   const RealInterval& c) {
  switch (operation) {
  case Operation::add:
    return a + b;
  case Operation::sub:
    return a - b;
  case Operation::mul:
    return a * b;
  case Operation::div:
    return quotient(a, b);
  case Operation::neg:
    return -a;
  case Operation::fma:
  case Operation::fms:
  case Operation::fnma:
  case Operation::fnms: {
    const RealInterval p = a * b;
    if (operation == Operation::fma) return p + c;
    if (operation == Operation::fms) return p - c;
    if (operation == Operation::fnma) return c - p;
    return -p - c;
  }
  case Operation::sqrt:
    return a.hi < 0 ? all_reals : widened(std::sqrt(std::max(a.lo, 0.0)), std::sqrt(a.hi));
  case Operation::sincos:
  case Operation::sin:
    return of_one(Function::sin, a);
  case Operation::cos:
    return of_one(Function::cos, a);
  case Operation::exp:
    return of_one(Function::exp, a);
  case Operation::unary:
    return of_one(function, a);
  case Operation::binary:
    return of_two(function, a, b);
  case Operation::table: // its values belong to the tape
    break;
  case Operation::less:
  case Operation::less_equal:
  case Operation::equal:
  case Operation::not_equal:
    return compared(operation, a, b);
  case Operation::select:
    if (!a.contains(0)) return b;
    if (a == never) return c;
    return {std::min(b.lo, c.lo), std::max(b.hi, c.hi)};
  }
  return all_reals;
}

void evaluate_over(const Tape& tape, std::span<const RealInterval> in, std::vector<RealInterval>& values,
                   std::span<RealInterval> out) {
  ENSURE(in.size() == tape.inputs() && out.size() == tape.outputs());
  values.resize(tape.values());
  const std::span<const double> constants = tape.constants();
  for (std::size_t i = 0; i < constants.size(); ++i)
    values[i] = {constants[i], constants[i]};
  std::copy(in.begin(), in.end(), values.begin() + static_cast<std::ptrdiff_t>(constants.size()));
  std::size_t next = tape.first_result();
  for (const Instruction& i : tape.instructions()) {
    const int operands = operand_count(i.operation);
    const RealInterval a = values[i.a];
    const RealInterval b = operands > 1 ? values[i.b] : RealInterval{};
    const RealInterval c = operands > 2 ? values[i.c] : RealInterval{};
    const bool multiplies = i.operation >= Operation::fma && i.operation <= Operation::fnms;
    if (i.operation == Operation::mul && i.a == i.b)
      values[next] = squared(a);
    else if (i.operation == Operation::table)
      values[next] = looked_up(*tape.tables()[i.b], i.c, a);
    else if (multiplies && i.a == i.b)
      values[next] = apply(i.operation, {}, squared(a), always, c);
    else
      values[next] = apply(
          i.operation,
          i.operation == Operation::unary || i.operation == Operation::binary ? i.function() : Function::sin, a, b, c);
    if (i.operation == Operation::sincos) values[next + 1] = of_one(Function::cos, a);
    next += i.results();
  }
  for (std::size_t k = 0; k < out.size(); ++k)
    out[k] = values[tape.output_values()[k]];
}

} // namespace program
} // namespace dalembert

#include <dalembert/program/jet_rules.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace dalembert {
inline namespace program {

RealInterval operator/(const RealInterval& a, const RealInterval& b) {
  return apply(Operation::div, {}, a, b, {});
}
RealInterval over(Function f, const RealInterval& a, const RealInterval& b) {
  return apply(arity(f) == 1 ? Operation::unary : Operation::binary, f, a, b, {});
}
RealInterval root(const RealInterval& a) {
  return apply(Operation::sqrt, {}, a, {}, {});
}
RealInterval joined(const RealInterval& a, const RealInterval& b) {
  return {std::min(a.lo, b.lo), std::max(a.hi, b.hi)};
}
RealInterval common(const RealInterval& a, const RealInterval& b) {
  const RealInterval out{std::max(a.lo, b.lo), std::min(a.hi, b.hi)};
  return out.lo <= out.hi ? out : a;
}

std::array<RealInterval, 2> slopes_of(Function function, const RealInterval& u, const RealInterval& f) {
  const RealInterval two = point(2);
  switch (function) {
  case Function::sin: {
    return {over(Function::cos, u), -f};
  }
  case Function::cos:
    return {-over(Function::sin, u), -f};
  case Function::tan: {
    const RealInterval slope = exactly_one + squared(f);
    return {slope, two * f * slope};
  }
  case Function::asin:
  case Function::acos: {
    const RealInterval rest = exactly_one - squared(u);
    const RealInterval slope = exactly_one / root(rest);
    const RealInterval curve = u / (rest * root(rest));
    if (function == Function::asin) return {slope, curve};
    return {-slope, -curve};
  }
  case Function::atan: {
    const RealInterval slope = exactly_one / (exactly_one + squared(u));
    return {slope, -two * u * squared(slope)};
  }
  case Function::sinh:
    return {over(Function::cosh, u), f};
  case Function::cosh:
    return {over(Function::sinh, u), f};
  case Function::tanh: {
    const RealInterval slope = common(exactly_one - squared(f), exactly_one / squared(over(Function::cosh, u)));
    return {slope, -two * f * slope};
  }
  case Function::asinh: {
    const RealInterval rest = exactly_one + squared(u);
    return {exactly_one / root(rest), -u / (rest * root(rest))};
  }
  case Function::acosh: {
    const RealInterval rest = squared(u) - exactly_one;
    return {exactly_one / root(rest), -u / (rest * root(rest))};
  }
  case Function::atanh: {
    const RealInterval slope = exactly_one / (exactly_one - squared(u));
    return {slope, two * u * squared(slope)};
  }
  case Function::exp:
    return {f, f};
  case Function::log: {
    const RealInterval slope = exactly_one / u;
    return {slope, -squared(slope)};
  }
  case Function::erf: {
    const RealInterval slope = point(2 * std::numbers::inv_sqrtpi) * over(Function::exp, -squared(u));
    return {slope, -two * u * slope};
  }
  default:
    return {all_reals, all_reals};
  }
}

IntervalJet chained(const RealInterval& f, const std::array<RealInterval, 2>& slopes, const IntervalJet& u) {
  return {f, slopes[0] * u.first, slopes[1] * squared(u.first) + slopes[0] * u.second};
}

IntervalJet sum(const IntervalJet& a, const IntervalJet& b) {
  return {a.value + b.value, a.first + b.first, a.second + b.second};
}
IntervalJet negative(const IntervalJet& a) {
  return {-a.value, -a.first, -a.second};
}
IntervalJet squared(const IntervalJet& a) {
  return {squared(a.value), doubled(a.value * a.first), doubled(squared(a.first) + a.value * a.second)};
}
IntervalJet product(const IntervalJet& a, const IntervalJet& b) {
  if (is_constant(a)) return {a.value * b.value, a.value * b.first, a.value * b.second};
  if (is_constant(b)) return {a.value * b.value, a.first * b.value, a.second * b.value};
  return {a.value * b.value, a.first * b.value + a.value * b.first,
          a.second * b.value + doubled(a.first * b.first) + a.value * b.second};
}
IntervalJet quotient(const IntervalJet& a, const IntervalJet& b) {
  const RealInterval f = a.value / b.value;
  const RealInterval first = (a.first - f * b.first) / b.value;
  return {f, first, (a.second - doubled(first * b.first) - f * b.second) / b.value};
}

IntervalJet square_root(const IntervalJet& u) {
  const RealInterval f = root(u.value);
  const RealInterval slope = exactly_one / (point(2) * f);
  return chained(f, {slope, -slope / (point(2) * u.value)}, u);
}

bool is_constant(const IntervalJet& a) {
  return a.first == no_change && a.second == no_change;
}

IntervalJet power(const IntervalJet& u, const IntervalJet& exponent) {
  const RealInterval f = over(Function::pow, u.value, exponent.value);
  if (is_constant(exponent) && exponent.value.width() == 0) {
    const double p = exponent.value.lo;
    if (p == 2) return squared(u);
    return chained(f,
                   {point(p) * over(Function::pow, u.value, point(p - 1)),
                    point(p) * point(p - 1) * over(Function::pow, u.value, point(p - 2))},
                   u);
  }
  if (u.value.lo <= 0) return {f, all_reals, all_reals};
  const RealInterval log = over(Function::log, u.value);
  const IntervalJet way = product(exponent, chained(log, slopes_of(Function::log, u.value, log), u));
  return chained(f, {f, f}, way);
}

IntervalJet direction(const IntervalJet& y, const IntervalJet& x, bool is_smooth) {
  const RealInterval f = over(Function::atan2, y.value, x.value);
  if (!is_smooth && x.value.lo <= 0 && y.value.contains(0)) return {f, all_reals, all_reals};
  const RealInterval length = squared(x.value) + squared(y.value);
  const RealInterval first = (x.value * y.first - y.value * x.first) / length;
  const RealInterval stretch = point(2) * (x.value * x.first + y.value * y.first);
  return {f, first, (x.value * y.second - y.value * x.second - first * stretch) / length};
}

} // namespace program
} // namespace dalembert

#pragma once

#include <dalembert/program/tape.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

namespace dalembert {
inline namespace program {

/// A closed interval of real numbers, infinite ends included.
struct RealInterval {
  double lo = 0.0;
  double hi = 0.0;
  [[nodiscard]] bool contains(double x) const { return lo <= x && x <= hi; }
  [[nodiscard]] double width() const { return hi - lo; }
  friend bool operator==(const RealInterval&, const RealInterval&) = default;
};

/// Any number.
inline constexpr RealInterval all_reals{-std::numeric_limits<double>::infinity(),
                                        std::numeric_limits<double>::infinity()};

/// [lo, hi] with both ends moved outwards by two roundings; where one is no number, any may be meant.
[[nodiscard]] inline RealInterval widened(double lo, double hi) {
  constexpr double two_roundings = 2 * std::numeric_limits<double>::epsilon();
  const RealInterval out{lo - std::abs(lo) * two_roundings, hi + std::abs(hi) * two_roundings};
  if (!std::isnan(out.lo) && !std::isnan(out.hi)) return out;
  if (std::isnan(lo) || std::isnan(hi)) return all_reals;
  return {std::isfinite(lo) ? out.lo : lo, std::isfinite(hi) ? out.hi : hi}; // ∞ − ∞
}

/// Of a product with an infinite factor, or with one that is no number.
[[nodiscard]] RealInterval unbounded_product(const RealInterval& a, const RealInterval& b);

[[nodiscard]] inline RealInterval operator+(const RealInterval& a, const RealInterval& b) {
  return widened(a.lo + b.lo, a.hi + b.hi);
}
[[nodiscard]] inline RealInterval operator-(const RealInterval& a, const RealInterval& b) {
  return widened(a.lo - b.hi, a.hi - b.lo);
}
[[nodiscard]] inline RealInterval operator-(const RealInterval& a) {
  return {-a.hi, -a.lo};
}
[[nodiscard]] inline RealInterval operator*(const RealInterval& a, const RealInterval& b) {
  const double first = a.lo * b.lo;
  const double second = a.lo * b.hi;
  const double third = a.hi * b.lo;
  const double fourth = a.hi * b.hi;
  if (!std::isfinite((first + second) + (third + fourth))) return unbounded_product(a, b);
  return widened(std::min(std::min(first, second), std::min(third, fourth)),
                 std::max(std::max(first, second), std::max(third, fourth)));
}
/// 2·x for x in `a`, without rounding.
[[nodiscard]] inline RealInterval doubled(const RealInterval& a) {
  return {2 * a.lo, 2 * a.hi};
}
/// x·y for x in `a` and |y| ≤ `most`, which is finite.
[[nodiscard]] inline RealInterval times_at_most(const RealInterval& a, double most) {
  const double size = std::max(std::abs(a.lo), std::abs(a.hi)) * most;
  return std::isfinite(size) ? widened(-size, size) : unbounded_product(a, {-most, most});
}
/// The values of x² for x in `a`.
[[nodiscard]] inline RealInterval squared(const RealInterval& a) {
  const double low = a.lo * a.lo;
  const double high = a.hi * a.hi;
  return widened(a.contains(0) ? 0 : std::min(low, high), std::max(low, high));
}

/// Encloses the values of one operation over intervals of its operands; every end is moved outwards by two roundings.
/// What has no bound, or no value anywhere, is enclosed by the whole line.
[[nodiscard]] RealInterval apply(Operation operation, Function function, const RealInterval& a, const RealInterval& b,
                                 const RealInterval& c);

/// Writes an enclosure of each output of `tape` over a box of inputs. `values` is room that is used again. An operand
/// that stands twice in a product is a square; other dependencies widen the enclosure, which is never too narrow.
/// Cost: one interval operation an instruction.
void evaluate_over(const Tape& tape, std::span<const RealInterval> in, std::vector<RealInterval>& values,
                   std::span<RealInterval> out);

} // namespace program
} // namespace dalembert

#pragma once

#include <dalembert/program/tape.h>

#include <span>
#include <vector>

namespace dalembert::inline program {

/// A closed interval of real numbers, infinite ends included.
struct RealInterval {
  double lo = 0.0;
  double hi = 0.0;
  [[nodiscard]] bool contains(double x) const { return lo <= x && x <= hi; }
  [[nodiscard]] double width() const { return hi - lo; }
  friend bool operator==(const RealInterval&, const RealInterval&) = default;
};

/// Encloses the values of one operation over intervals of its operands; every end is moved outwards by two roundings.
/// What has no bound, or no value anywhere, is enclosed by the whole line.
[[nodiscard]] RealInterval apply(Operation operation, Function function, const RealInterval& a, const RealInterval& b,
                                 const RealInterval& c);

/// Writes an enclosure of each output of `tape` over a box of inputs. `values` is room that is used again. An operand
/// that stands twice in a product is a square; other dependencies widen the enclosure, which is never too narrow.
/// Cost: one interval operation an instruction.
void evaluate_over(const Tape& tape, std::span<const RealInterval> in, std::vector<RealInterval>& values,
                   std::span<RealInterval> out);

} // namespace dalembert::inline program

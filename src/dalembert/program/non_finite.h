#pragma once

#include <dalembert/program/tape.h>

#include <array>
#include <optional>
#include <span>

namespace dalembert {
inline namespace program {

/// Where a NaN or Inf was born: the first value that is not finite though all that it was computed from is.
struct NonFinite {
  Expr expr;                            ///< the node, or the one that the operation is a part of
  bool is_input = false;                ///< it came in with the inputs: `expr` is the input
  Operation operation = Operation::add; ///< what produced it, e.g. sqrt, div
  Function function = Function::sin;    ///< of unary and binary operations
  std::array<double, 3> operands = {};  ///< what it was computed from
  double value = 0;                     ///< NaN, or an infinity
};

/// Finds the origin of the first output that is not finite when the tape runs on `in`; nothing where all are finite.
/// Values that no output depends on in this run (the branch that a select did not take) are not blamed.
/// Cost: a few runs of the tape, with memory for every intermediate value.
[[nodiscard]] std::optional<NonFinite> first_non_finite(const Tape& tape, std::span<const double> in);

} // namespace program
} // namespace dalembert

#pragma once

#include <dalembert/program/value_graph.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace dalembert {
inline namespace program {

/// The solution of a minimisation, as values of a graph.
struct EliminatedValues {
  std::vector<Value> unknowns;    ///< z, the free ones
  std::vector<Value> multipliers; ///< λ of each row: M z = b + Aᵀλ
  /// The smallest pivot, each as a share of the sum of the positive terms it is the rest of (of a multiplier, of the
  /// negative ones): 1 where nothing cancels, of the size of rounding or below where M is singular or rows depend on
  /// one another. Early pivots do not count.
  Value smallest_pivot = 0;
  /// 1 where the refinement that early pivots need ended, else 0: where the equations are singular, or contradict
  /// each other. Nothing without early pivots.
  std::optional<Value> is_refined;
  /// a M⁻¹ aᵀ of each row a, 0 where its multiplier leaves early: how long it is in the metric of the inertia.
  std::vector<Value> row_sizes;
};

/// The smallest pivot, 0 where the refinement did not end.
[[nodiscard]] inline Value trusted_pivot(ValueGraph& values, const EliminatedValues& solved) {
  if (!solved.is_refined) return solved.smallest_pivot;
  return values.make(Operation::mul, solved.smallest_pivot, *solved.is_refined);
}

/// What a solution is corrected by, where no early pivot asks for more.
enum class Refinement : std::uint8_t {
  none,
  of_rows, ///< what rounding leaves of γ − a z: rows are met to the digits of z, however large the forces are
};

} // namespace program
} // namespace dalembert

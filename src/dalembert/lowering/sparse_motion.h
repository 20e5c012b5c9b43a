#pragma once

#include <dalembert/derivation/equations.h>
#include <dalembert/lowering/layout.h>
#include <dalembert/lowering/programs.h>
#include <dalembert/lowering/row_switches.h>
#include <dalembert/mechanics/study.h>
#include <dalembert/program/tape.h>

#include <cstddef>
#include <optional>
#include <span>

namespace dalembert {
inline namespace lowering {

/// True where the calls and checks of a solution by matrices take longer than its multiplications.
[[nodiscard]] bool is_small_system(std::size_t coordinates, std::size_t rows);

/// Lowers the solution of the equations of motion itself, where the structure of L and of the constraints makes it
/// cheaper than the matrices and their factors: for a chain of n links it costs O(n) operations, not O(n³).
///   structure inputs → v̇ n, λ m, the smallest pivot (EliminatedValues)
/// with the state, the values σ of jumps that are held, and for each constraint that does not act all the time
/// (`switched_rows`) 1 where it acts, else 0: the λ of one that does not is 0.
/// Of small systems with constraints the rows are met to the digits of v̇ (Refinement::of_rows), and the smallest pivot
/// is 0 where it is less than 10⁻⁴, the square of the angle between rows: there the matrices decide. Behind λ stand the
/// sizes of their rows (EliminatedValues::row_sizes), m; of other systems nothing.
/// The tape has no outputs where the matrices are the cheaper way, or the only one: one coordinate, M without
/// structure, frictions, L not quadratic in the rates, rows not linear in them.
/// @throws ModelError as `lower`
/// With inputs of all rows, multipliers leave before the last unknowns (MultiplierOrder::before_roots): where rows
/// repeat one another, or M is singular and the rows are not, that program is used.
[[nodiscard]] Tape lower_sparse_motion(const Study& study, const Equations& equations,
                                       JumpChoice jumps = JumpChoice::evaluated, RowInputs rows = RowInputs::of_some);

/// Lowers the solution of any system without frictions, however small: by its structure, or by the entries of M and A,
/// as they are or multiplied out, whichever takes fewest operations.
///   state → v̇ n, λ m
/// Nothing tells how near a state is to a singular one; what is singular divides by 0. Nothing at all for frictions.
/// @throws ModelError as `lower`
[[nodiscard]] std::optional<Tape> lower_solved_motion(const Study& study, const Equations& equations);

/// The same equations for any right-hand sides, M·x − Aᵀμ = forces, A·x = rows, in two programs: the matrices of a
/// state are eliminated once.
struct SolvedAgain {
  Tape factors = Tape({});  ///< structure inputs → the smallest pivot, then what `solution` reads of them
  Tape solution = Tape({}); ///< outputs of `factors`, forces n, rows m → x n, μ m, and with early pivots `is_refined`
};

/// Lowers these two where `lower_sparse_motion` has a tape; else they have no outputs.
/// @throws ModelError as `lower`
[[nodiscard]] SolvedAgain lower_solved_again(const Study& study, const Equations& equations,
                                             JumpChoice jumps = JumpChoice::evaluated,
                                             RowInputs rows = RowInputs::of_some);

/// Outputs of the tape of `lower_sparse_motion`.
struct SparseMotionView {
  SparseMotionView(const InputLayout& layout, std::span<const double> outputs)
      : accelerations(outputs.first(layout.coordinates)),
        multipliers(outputs.subspan(layout.coordinates, layout.multipliers)),
        row_sizes(outputs.first(outputs.size() - 1).subspan(layout.coordinates + layout.multipliers)),
        smallest_pivot(outputs.back()) {}

  std::span<const double> accelerations;
  std::span<const double> multipliers;
  std::span<const double> row_sizes; ///< of small systems with constraints, m; else empty
  double smallest_pivot;
};

} // namespace lowering
} // namespace dalembert

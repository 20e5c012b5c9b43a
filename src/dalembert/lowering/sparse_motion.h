#pragma once

#include <dalembert/derivation/equations.h>
#include <dalembert/lowering/layout.h>
#include <dalembert/lowering/programs.h>
#include <dalembert/lowering/row_switches.h>
#include <dalembert/mechanics/study.h>
#include <dalembert/program/tape.h>

#include <optional>
#include <span>

namespace dalembert::inline lowering {

/// Lowers the solution of the equations of motion itself, where the structure of L and of the constraints makes it
/// cheaper than the matrices and their factors: for a chain of n links it costs O(n) operations, not O(n³).
///   structure inputs → v̇ n, λ m, the smallest pivot (EliminatedValues)
/// with the state, the values σ of jumps that are held, and for each constraint that does not act all the time
/// (`switched_rows`) 1 where it acts, else 0: the λ of one that does not is 0.
/// The tape has no outputs where the matrices are the cheaper way, or the only one: one coordinate, few with
/// constraints, M without structure, frictions, L not quadratic in the rates, rows not linear in them.
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
        smallest_pivot(outputs.back()) {}

  std::span<const double> accelerations;
  std::span<const double> multipliers;
  double smallest_pivot;
};

} // namespace dalembert::inline lowering

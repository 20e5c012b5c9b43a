#pragma once

#include <dalembert/derivation/equations.h>
#include <dalembert/lowering/layout.h>
#include <dalembert/lowering/row_switches.h>
#include <dalembert/mechanics/study.h>
#include <dalembert/program/tape.h>

#include <cstddef>
#include <span>
#include <vector>

namespace dalembert {
inline namespace lowering {

/// One level of the constraints: φ of the holonomic ones (mh rows) or ψ of all (m rows). Both tapes have no outputs
/// where there are no rows, or where their structure does not make them cheaper than the matrices.
struct ProjectionTapes {
  Tape residual = Tape({}); ///< state, which rows act → r
  Tape step = Tape({});     ///< the same → r, s, Δx n, the smallest pivot (EliminatedValues)
};

/// Lowers Newton's step that puts a state onto the constraints, by the structure of T and of the rows
/// (inertia_structure.h): for a chain of n links it costs O(n) operations.
///   min ½ Δxᵀ M Δx  s.t.  r + A Δx = 0,        sₖ = Σᵢ |aₖᵢ| max(1, |xᵢ|)
/// x: q for φ, v for ψ. For each constraint that does not act all the time (`switched_rows`) an input is 1 where it
/// acts, else 0; rows that do not act have r = 0. Source: docs/theory/lagrange.md (11).
/// @throws ModelError as `lower`
struct SparseProjection {
  ProjectionTapes positions;
  ProjectionTapes rates;
};
/// `which`: the rows that have inputs; with all, multipliers leave before the last unknowns.
[[nodiscard]] SparseProjection lower_sparse_projection(const Study& study, const Equations& equations,
                                                       RowInputs which = RowInputs::of_some);

/// Outputs of `step` for `rows` rows.
struct ProjectionStepView {
  ProjectionStepView(std::size_t rows, std::span<const double> outputs)
      : residual(outputs.first(rows)),
        size(outputs.subspan(rows, rows)),
        change(outputs.subspan(2 * rows, outputs.size() - 2 * rows - 1)),
        smallest_pivot(outputs.back()) {}

  std::span<const double> residual;
  std::span<const double> size;
  std::span<const double> change;
  double smallest_pivot;
};

} // namespace lowering
} // namespace dalembert

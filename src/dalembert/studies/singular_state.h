#pragma once

#include <dalembert/results/result.h>
#include <dalembert/simulation/engine/engine.h>
#include <dalembert/simulation/solving/row_ranks.h>
#include <dalembert/studies/linearisation.h>
#include <dalembert/studies/reduced_flow.h>

namespace dalembert {
inline namespace studies {

/// Returns the determinant of the mass matrix on orthonormal directions that the constraints allow: the same for every
/// choice of independent rates, and 0 at a pole of the coordinates. Source: docs/theory/analysis.md.
[[nodiscard]] double inertia(const Linearisation& at, const Freedoms& freedoms);

/// True where the rows of the constraints have a lower rank than near by: a flat parallelogram.
[[nodiscard]] bool loses_rank(const Engine& engine, const State& state);

/// True where they nearly do, beside the margin of `usual`: Newton's method, whose Jacobian is singular there, ends
/// beside such a position, which need not be admissible for the branch on which the system moves.
[[nodiscard]] bool nearly_loses_rank(const Engine& engine, const State& state, const RowRanks& usual);

/// True where the row of a constraint is so much shorter than at `usual` that it is on its way to vanish: Newton's
/// method ends beside an apex or a cusp, where the row carries no force at all.
[[nodiscard]] bool nearly_loses_row(const Engine& engine, const State& state, const State& usual);

} // namespace studies
} // namespace dalembert

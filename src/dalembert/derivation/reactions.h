#pragma once

#include <dalembert/derivation/equations.h>

#include <vector>

namespace dalembert {
inline namespace derivation {

/// Solves Σⱼ Rⱼ·∂sⱼ/∂vᵢ = Σₖ λₖ·aₖᵢ (i = 1…n) for each connected group of reactions and constraints: R = K·λ.
///
/// Returns one row of K per declared reaction, over all multipliers, in declaration order.
/// Units: R is [J/s] per unit of its conjugate speed. Sign: R does the power R·s.
/// Where the speeds of a group are dependent, (4) has many solutions: the row belongs to one of them and is marked
/// `combination`.
/// Source: docs/theory/lagrange.md (4).
/// @throws ModelError E0603 for every reaction that its constraints cannot produce, with the constraint that could
[[nodiscard]] std::vector<ReactionRow> solve_reactions(const System& system, const ExprMatrix& constraint_matrix);

} // namespace derivation
} // namespace dalembert

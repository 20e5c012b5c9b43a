#pragma once

// What the methods of this room take where nobody gives another value. A threshold that one algorithm alone knows
// stands beside it.
namespace dalembert {
inline namespace numerics {

/// Relative error of a step; in the unit of a component also the absolute one.
inline constexpr double default_tolerance = 1e-9;

/// A row is met by a projection where it is less than this share of its terms: as exact as the steps by default.
inline constexpr double met_row = default_tolerance;

/// A direction of constraint rows counts as dependent when its singular value is below this share of the largest.
inline constexpr double rank_tolerance = 1e-10;

/// Smallest pivot of the mass matrix, scaled to unit diagonal, for which Cholesky's method is trusted.
inline constexpr double mass_pivot = 1e-11;

/// The same of A M⁻¹ Bᵀ, scaled likewise: the square of an angle between rows.
inline constexpr double row_pivot = 1e-8;

/// A singular value below this share of the largest counts as 0 in a solution of least norm.
inline constexpr double least_norm_rank = 1e-9;

} // namespace numerics
} // namespace dalembert

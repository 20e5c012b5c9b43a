#pragma once

#include <string_view>

namespace dalembert {
inline namespace exporting {

/// C that is the same for every model, of which the macros N, M and F give the sizes (coordinates, constraints,
/// frictions): `struct kkt` with factor and solve for [ M −Bᵀ; A 0 ], by Cholesky where rows and inertia are clearly
/// regular and by elimination with complete pivoting elsewhere. Of redundant rows it gives the multipliers of least
/// norm, rows scaled to length 1.
[[nodiscard]] std::string_view c_solver();

/// C that solves the outputs of `dynamics` with the directions of sliding friction.
[[nodiscard]] std::string_view c_motion();

/// C that moves positions and rates onto the constraints, the least way in the metric of the mass matrix.
[[nodiscard]] std::string_view c_projection();

} // namespace exporting
} // namespace dalembert

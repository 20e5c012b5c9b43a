#pragma once

#include <dalembert/numerics/linear/kkt_types.h>

#include <cstddef>

namespace dalembert {
inline namespace numerics {

/// The singular value σᵣ of the rows A beside the largest one, scaled as the rank is judged (row_spectrum): r is the
/// `rank` that they have in general, ≥ 1; a row of zeros counts for nothing; 0 where an entry is not finite. It falls
/// to 0 where the rank falls, in proportion to the distance. Cost: m²n/2 + 4m³/3 multiply-adds where σᵣ/σ₁ > 10⁻⁵ (by
/// the eigenvalues of A Aᵀ, to 10⁻⁶ of its size), about ten times that elsewhere.
[[nodiscard]] double singular_share(const KktMatrices& matrices, int n, int m, int rank);

} // namespace numerics
} // namespace dalembert

#pragma once

#include <dalembert/numerics/linear/big_matrix.h>
#include <dalembert/studies/steady_state.h>

namespace dalembert {
inline namespace studies {

/// Fills in the spectrum of `matrix`, what of it is 0, and what the linear motion does. Pivots below `nothing` of the
/// largest entry of the balanced matrix count as 0: its relative error.
void describe_spectrum(SteadyState& steady, const BigMatrix& matrix, double nothing);

/// True where a linear system grows: some eigenvalue has a positive real part.
[[nodiscard]] bool grows(const Spectrum& spectrum);

} // namespace studies
} // namespace dalembert

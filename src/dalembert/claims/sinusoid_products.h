#pragma once

#include <dalembert/exact/row_monomials.h>

namespace dalembert {
inline namespace claims {

/// Writes every product of sines and cosines as a sum of single ones of sums of angles:
///   cos a·cos b = ½ cos(a − b) + ½ cos(a + b), and so on.
/// Angles are multiplied out and lead with a positive number, so equal sums are equal polynomials. Powers of sines and
/// cosines below a fraction bar are left alone.
[[nodiscard]] MonomialSum as_sinusoids(Graph& graph, const MonomialSum& polynomial);

} // namespace claims
} // namespace dalembert

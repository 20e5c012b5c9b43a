#pragma once

#include <dalembert/mechanics/system.h>
#include <dalembert/numerics/linear/big_float.h>

#include <vector>

namespace dalembert {
inline namespace studies {

/// Returns the values of the parameters in the precision that is set: of the model's own expressions where these agree
/// with `rounded`, else `rounded` itself.
[[nodiscard]] std::vector<BigFloat> parameter_numbers(const System& system, const std::vector<double>& rounded);

} // namespace studies
} // namespace dalembert

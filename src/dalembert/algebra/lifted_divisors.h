#pragma once

#include <dalembert/algebra/atoms.h>

namespace dalembert {
inline namespace algebra {

/// Returns an equal sum in which brackets of parameters have no divisors inside, where that makes them no longer:
/// (m + M)/m·g for (M/m + 1)·g, while k/m + c stays.
[[nodiscard]] Sum with_lifted_divisors(AtomTable& atoms, const Sum& sum);

} // namespace algebra
} // namespace dalembert

#pragma once

#include <dalembert/algebra/atoms.h>

#include <cstddef>
#include <vector>

namespace dalembert {
inline namespace algebra {

/// Returns the factors worth taking out of a sum, at most `most`, best first: common factors of two terms and their
/// single atoms, by what they save; ties by atoms. The work on long sums is taken from the WorkBudget.
[[nodiscard]] std::vector<PowerProduct> common_factors(const AtomTable& atoms, const Sum& sum, std::size_t most);

} // namespace algebra
} // namespace dalembert

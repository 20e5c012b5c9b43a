#pragma once

#include <dalembert/claims/term_factors.h>

#include <optional>
#include <vector>

namespace dalembert {
inline namespace claims {

/// True for the written number 0.
[[nodiscard]] bool is_zero_number(const Graph& graph, const Written& w);

/// Returns the multiple that `term` of `work` should have where the residual is linear in it: k = R₀/(R₀ − R); none
/// where it does not matter. Source: docs/theory/prove.md (5)
[[nodiscard]] std::vector<Multiples> wanted_multiples(CorrectionSearch& search, const Claim& work, Written& term);

/// Returns the same for term `index` of a sum below a fraction bar, a root or a power: one for each root.
[[nodiscard]] std::vector<Multiples> wanted_multiples_below(CorrectionSearch& search, const Claim& work, Written& sum,
                                                            std::size_t index);

/// True where `value` is a small number times a term of the sum: then that term is wrong, and none is missing.
[[nodiscard]] bool is_multiple_of_part(CorrectionSearch& search, const Written& sum, Residue value);

} // namespace claims
} // namespace dalembert

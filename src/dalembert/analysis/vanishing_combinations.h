#pragma once

#include <dalembert/analysis/closure.h>
#include <dalembert/analysis/exact_form.h>

#include <vector>

namespace dalembert {
inline namespace analysis {

/// Returns independent combinations Σ cₖ(x)·ωₖ of `forms`, all over the same variables, that vanish on every one of
/// `fields`; they span all such combinations.
/// Factors that do not change with the variables are found as constants by the zero test, so that ω₂ − ω₁ comes out as
/// it stands. Source: docs/theory/constraints.md (3).
[[nodiscard]] std::vector<OneForm> vanishing_combinations(Graph& graph, const std::vector<OneForm>& forms,
                                                          const std::vector<Field>& fields);

} // namespace analysis
} // namespace dalembert

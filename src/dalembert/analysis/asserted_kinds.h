#pragma once

#include <dalembert/analysis/classify.h>
#include <dalembert/base/diagnostic.h>

#include <vector>

namespace dalembert {
inline namespace analysis {

/// Compares `{ kind = … }` of the constraints with their classes: an error E0304 with its edit where the class is
/// another one, a warning W0305 where it was not decided (rows that are nonlinear in the rates, or brackets given up).
/// `sources`: the texts of the model, where the asserted word is found.
[[nodiscard]] std::vector<Diagnostic> asserted_kinds(const System& system, const Classification& found,
                                                     const SourceMap& sources);

} // namespace analysis
} // namespace dalembert

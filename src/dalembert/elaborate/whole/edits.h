#pragma once

#include <dalembert/elaborate/whole/elaborate.h>

#include <cstdint>
#include <vector>

namespace dalembert {
inline namespace elaboration {

/// Takes the edit from every error of `file`, those of its picture included, that it does not correct: each is tried,
/// and must remove its error and add none. What an edit is beside (`help`) stays. Cost: one elaboration for each of the
/// first twenty edits; the others are taken away.
void confirm_edits(const SourceMap& sources, std::uint32_t file, const ElaborateOptions& options,
                   std::vector<Diagnostic>& diagnostics);

} // namespace elaboration
} // namespace dalembert

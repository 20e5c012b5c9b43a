#pragma once

#include <dalembert/elaborate/building/builder.h>

namespace dalembert {
inline namespace elaboration {

/// Refuses reactions of constraints that do not act at the same time (E0613).
void refuse_mixed_reactions(const Builder& builder);
/// Refuses claims that hold forces of contacts and of constraints that are imposed later (E0614): claims speak of the
/// system at its start, with all contacts open.
void refuse_claims_of_late_forces(const Builder& builder);
/// Returns the study at the start, with all contacts open, with the given one as Study::closed; the same where the same
/// constraints act all the time.
[[nodiscard]] Study opened(Study study);

} // namespace elaboration
} // namespace dalembert

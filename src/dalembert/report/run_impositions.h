#pragma once

#include <dalembert/report/pages.h>
#include <dalembert/typesetting/page.h>

#include <string>

namespace dalembert {
inline namespace report {

/// Constraints that were imposed or released along a run: for each instant what changes, the impulses of reactions and
/// of the constraints that have none, and the energy that they took.
void add_impositions(Page& page, const RunReport& report);
/// The same as comma separated values: t, what is imposed and released, the impulse of each constraint (Λ) and reaction
/// (N·s where it is a force), and the energy that was lost.
[[nodiscard]] std::string impositions_csv(const RunReport& report);

/// `from caught until 3 [s]`: when a constraint acts, as the model says.
[[nodiscard]] std::string moments_text(const Imposed& constraint, const Style& style);

} // namespace report
} // namespace dalembert

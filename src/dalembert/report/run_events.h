#pragma once

#include <dalembert/report/pages.h>
#include <dalembert/typesetting/page.h>

#include <string>

namespace dalembert {
inline namespace report {

// Prints the events that a run has located, in the formats of run_sections.h.

/// One row for each event of the model: its condition, and when it happened.
void add_events(Page& page, const RunReport& report);
/// A table of all of them with the states there; empty where there were none.
[[nodiscard]] std::string events_html(const RunReport& report);
/// The same as comma separated values: t, event, coordinates, rates.
[[nodiscard]] std::string events_csv(const RunReport& report);

} // namespace report
} // namespace dalembert

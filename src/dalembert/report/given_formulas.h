#pragma once

#include <dalembert/report/report_sections.h>

#include <string>

namespace dalembert {
inline namespace report {

// What the model gives, under headings of its own; empty where there is nothing of the kind.

/// The lets of the model; a long family as it was written; what is beyond a screen is counted.
[[nodiscard]] std::string definitions_html(const Overview& overview, FormulaWriter& writer);
/// Kinetic and potential energy, dissipation function, Lagrangian, as they were written.
[[nodiscard]] std::string energies_html(const Overview& overview, FormulaWriter& writer);
/// Each force with the speed that its power is taken with.
[[nodiscard]] std::string forces_html(const System& system, FormulaWriter& writer);

} // namespace report
} // namespace dalembert

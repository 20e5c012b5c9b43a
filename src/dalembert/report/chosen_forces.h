#pragma once

#include <dalembert/plot/figure.h>
#include <dalembert/report/overview.h>
#include <dalembert/results/force_choices.h>

#include <string>
#include <string_view>
#include <vector>

namespace dalembert {
inline namespace report {

/// True of a reaction, or behind these of a friction, whose value is one choice of many: redundant rows leave it open,
/// or its speed depends on those of other reactions of the same constraints.
[[nodiscard]] bool is_chosen_force(const Overview& overview, std::size_t reaction);
/// The names of such forces, multipliers first.
[[nodiscard]] std::vector<std::string> chosen_forces(const Overview& overview);
/// The same of a run: with those that frictions leave open (RunResult).
[[nodiscard]] std::vector<std::string> chosen_forces(const Overview& overview, const OpenForces& along);
/// ` (not determined)` behind the name of one of these, else nothing.
[[nodiscard]] std::string mark_of(const std::vector<std::string>& chosen, std::string_view force);
/// Values with 0 for each that is rounding beside the largest of its unit, `scales` with these counted too.
[[nodiscard]] std::vector<double> without_rounding(std::vector<double> values, const std::vector<std::string>& units,
                                                   const std::vector<double>& scales = {});
/// Names in the title the curves that are such forces.
void mark_chosen_forces(const std::vector<std::string>& chosen, Figure& figure);

} // namespace report
} // namespace dalembert

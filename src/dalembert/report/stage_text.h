#pragma once

#include <dalembert/analysis/classification.h>
#include <dalembert/analysis/integrals.h>
#include <dalembert/lowering/programs.h>
#include <dalembert/report/overview.h>
#include <dalembert/typesetting/style.h>

#include <optional>
#include <string>
#include <vector>

namespace dalembert {
inline namespace report {

// What a stage holds, for who looks for where something goes wrong: `check --dump STAGE`.

/// Coordinates, parameters, energies, forces, constraints, reactions and what is asked, as expressions of the graph.
[[nodiscard]] std::string study_text(const Study& study, const Style& style);
/// The class of each constraint, the ranks, and the growth vector of the velocity constraints.
[[nodiscard]] std::string classification_text(const System& system, const Classification& found, const Style& style);
/// The integrals of the velocity constraints, and how many were not found.
[[nodiscard]] std::string integrals_text(const Equations& equations, const ConstraintIntegrals& found,
                                         const Style& style);
/// One line for each family of equations, where the model has such.
[[nodiscard]] std::string families_text(const Overview& overview, const Style& style);
/// The classes of the constraints, their integrals, and the freedoms.
[[nodiscard]] std::string structure_text(const Overview& overview, const Style& style);
/// Each program: its inputs and outputs by name, then one instruction a line. A program without outputs is left out.
[[nodiscard]] std::string programs_text(const Study& study, const Programs& programs);
/// The consistent initial state, its freedoms, and what was moved.
[[nodiscard]] std::string initial_text(const Study& study, const InitialState& initial, const Style& style);
/// Each check with its verdict, where it has one without a run.
[[nodiscard]] std::string settled_text(const Study& study, const std::vector<std::optional<CheckResult>>& settled,
                                       const Style& style);

} // namespace report
} // namespace dalembert

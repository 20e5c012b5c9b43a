#pragma once

#include <dalembert/program/eliminated_values.h>
#include <dalembert/program/elimination_plan.h>
#include <dalembert/program/minimisation.h>
#include <dalembert/program/value_graph.h>

#include <span>

namespace dalembert {
inline namespace program {

/// Appends the elimination of `plan` to `values`, symmetric and without
/// exchanges. `coefficients` are the values that the places of `problem` refer
/// to. Divisions: one for each pivot, none for what is inserted or exchanged; one more for the unknowns of early
/// pivots' rows. With early pivots, which are shifted by 1e-8 of their scale, `early_refinements` steps of refinement
/// follow. Refinement of rows: the terms of the rows once more, and a solution whose forces are 0.
[[nodiscard]] EliminatedValues eliminate(ValueGraph& values, const Minimisation& problem, const EliminationPlan& plan,
                                         std::span<const Value> coefficients, Refinement refinement = Refinement::none);

} // namespace program
} // namespace dalembert

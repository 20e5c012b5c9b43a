#pragma once

#include <dalembert/mechanics/system.h>
#include <dalembert/results/result.h>
#include <dalembert/studies/reduced_flow.h>

#include <vector>

namespace dalembert {
inline namespace studies {

/// Returns states from which to search for equilibria: the initial one, and the first few angles at 0 and π.
[[nodiscard]] std::vector<State> steady_starts(const System& system, const State& initial, const Freedoms& freedoms);

/// Returns the initial state with one ignorable rate after another put to 1: where everything rests, a drive may run.
[[nodiscard]] std::vector<State> set_running(const State& initial, const Freedoms& freedoms);

/// Returns why the search for steady states is not begun, for its budget of work: the derivatives of the equations, or
/// a few linearisations, would take more operations than it has. Empty where it is begun.
[[nodiscard]] std::string excess_of_steady_search(const Equations& equations);

} // namespace studies
} // namespace dalembert

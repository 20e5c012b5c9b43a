#pragma once

#include <dalembert/printing/json.h>
#include <dalembert/studies/steady_states.h>

#include <vector>

namespace dalembert {
inline namespace findings {

/// `steady_states` of `analyse --json`: states, eigenvalues with modes, state space, small oscillations.
[[nodiscard]] Json steady_list(const System& system, const std::vector<SteadyState>& states);

} // namespace findings
} // namespace dalembert

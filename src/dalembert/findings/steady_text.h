#pragma once

#include <dalembert/mechanics/system.h>
#include <dalembert/studies/steady_state.h>
#include <dalembert/typesetting/page.h>

#include <vector>

namespace dalembert::inline findings {

/// Steady states as rows: each with its eigenvalues, its stability, and the modes of small oscillations.
void write_steady_states(Page& page, const System& system, const std::vector<SteadyState>& states);

} // namespace dalembert::inline findings

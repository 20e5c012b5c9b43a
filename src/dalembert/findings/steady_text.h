#pragma once

#include <dalembert/mechanics/system.h>
#include <dalembert/studies/steady_state.h>
#include <dalembert/typesetting/page.h>

#include <string>
#include <vector>

namespace dalembert::inline findings {

/// `0 (2 times; free: x), −0.7, ±3.1i`: the eigenvalues about a steady state, in s⁻¹.
[[nodiscard]] std::string spectrum_values(const SteadyState& steady, const Style& style);

/// The same with the unit behind it.
[[nodiscard]] std::string spectrum_text(const SteadyState& steady, const Style& style);

/// What the linear motion about a steady state does: `asymptotically stable`.
[[nodiscard]] std::string linear_verdict(const SteadyState& steady, const Style& style);

/// `classical: the principal coordinates stay uncoupled`.
[[nodiscard]] std::string damping_text(const SmallOscillations& small, const Style& style);

/// Steady states as rows: each with its eigenvalues, its stability, and the modes of small oscillations.
void write_steady_states(Page& page, const System& system, const std::vector<SteadyState>& states);

} // namespace dalembert::inline findings

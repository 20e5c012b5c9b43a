#pragma once

#include <dalembert/mechanics/system.h>
#include <dalembert/studies/steady_state.h>
#include <dalembert/typesetting/page.h>

#include <string>
#include <string_view>
#include <vector>

namespace dalembert {
inline namespace findings {

/// `0 (2 times; free: x), −0.7, ±3.1i`: the eigenvalues about a steady state, in s⁻¹.
[[nodiscard]] std::string spectrum_values(const SteadyState& steady, const Style& style);

/// The same with its unit, where the model has units.
[[nodiscard]] std::string spectrum_text(const System& system, const SteadyState& steady, const Style& style);

/// A sentence about states with its values and names set as formulas: `theta = 0.3` becomes `θ = 0.3 rad`.
[[nodiscard]] std::string set_sentence(const System& system, std::string_view sentence, const Style& style);

/// `ẋ, ẏ change along it, as the constraints require`; empty where all rates stay.
[[nodiscard]] std::string changing_text(const System& system, const SteadyState& steady, const Style& style);

/// What the linear motion about a steady state does: `asymptotically stable`.
[[nodiscard]] std::string linear_verdict(const SteadyState& steady, const Style& style);

/// `classical: the principal coordinates stay uncoupled`.
[[nodiscard]] std::string damping_text(const SmallOscillations& small, const Style& style);

/// Steady states as rows: each with its eigenvalues, its stability, and the modes of small oscillations.
void write_steady_states(Page& page, const System& system, const std::vector<SteadyState>& states);

} // namespace findings
} // namespace dalembert

#pragma once

#include <dalembert/claims/conditions.h>

#include <string>
#include <string_view>
#include <vector>

namespace dalembert {
inline namespace claims {

/// Returns the states at which a false equation is true, in words: at rest (`equilibrium (x'' = 0, x' = 0)`), or for
/// one value of the energy or of a momentum (`E = -m*g*l`). Nothing for `X = const`. Source: docs/theory/prove.md,
/// section 3.
[[nodiscard]] std::vector<std::string> special_states(CorrectionSearch& search);

/// True for a condition of these.
[[nodiscard]] bool is_about_states(std::string_view condition);

} // namespace claims
} // namespace dalembert

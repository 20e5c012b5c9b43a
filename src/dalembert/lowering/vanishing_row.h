#pragma once

#include <dalembert/lowering/numbers_at.h>
#include <dalembert/mechanics/system.h>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace dalembert {
inline namespace lowering {

/// What a row φ = 0 says whose derivatives vanish wherever it holds, as those of a square do: equations fᵢ = 0, which
/// together have the same solutions and gradients that do not vanish there.
struct RegularRows {
  std::vector<std::string> texts;             ///< `x - y = 0`; none where only places on the row were looked at
  std::vector<std::vector<double>> gradients; ///< ∂fᵢ/∂q at the state, n entries each
  std::vector<std::string> apart = {};        ///< factors of the row that are not 0 there, and may be so elsewhere
};

/// Finds them for the holonomic row `constraint` at an admissible state: of a power or a root f^e; of a sum of terms of
/// one sign, each a power or an absolute value, or 1 − cos u; of a semidefinite quadratic form; of a power that is
/// written expanded; and of products with such a factor, or of factors that vanish together. Nothing for a row of
/// another kind, as far as places on it show (sampled_zeros.h). Makes nodes: who asks has the graph for itself.
[[nodiscard]] std::optional<RegularRows> regular_rows(const System& system, std::size_t constraint,
                                                      const NumbersAt& at);

} // namespace lowering
} // namespace dalembert

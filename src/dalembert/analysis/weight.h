#pragma once

#include <dalembert/derivation/equations.h>

#include <optional>

namespace dalembert {
inline namespace analysis {

/// Returns the potential of the weight of one particle: the part V_w of V that is linear in a parameter (g, G), in the
/// mass of the particle, and a potential of gravity in empty space, Σᵢ (1/√M)·∂ᵢ(√M·∂ᵢV_w/Mᵢᵢ) = 0 with M = det of the
/// mass matrix. Two or three coordinates with a diagonal mass matrix that holds one parameter, the mass, as a factor.
/// A spring is no weight. Nothing for other systems. Source: docs/theory/analysis.md (4).
[[nodiscard]] std::optional<Expr> weight_potential(const Equations& equations);

} // namespace analysis
} // namespace dalembert

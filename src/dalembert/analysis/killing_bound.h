#pragma once

#include <dalembert/derivation/equations.h>

#include <cstddef>
#include <optional>

namespace dalembert {
inline namespace analysis {

/// Returns a number that those symmetries of L = ½v·M v + a·v − V do not exceed which change the positions alone, by
/// ξ(q), and L by df(q,t), with whatever functions: ξ keeps M (Killing's equation), the field strength
/// F = ∂ᵢaⱼ − ∂ⱼaᵢ and the force E = −∂V/∂q − ∂a/∂t,
///   L_ξ M = 0,  L_ξ F = 0,  L_ξ E = 0,
/// with them the curvature of M and all covariant derivatives. At one point these are linear equations for ξ and
/// ∂ξ/∂q there, which determine ξ. Derivatives are taken until the bound is `enough` or less, up to the fourth of M.
///
/// Nothing where M depends on rates or is singular, with more than 10 coordinates, where L has no exact values, or its
/// derivatives are too long. Source: docs/theory/analysis.md, "Symmetries and conserved quantities".
[[nodiscard]] std::optional<std::size_t> killing_bound(const Equations& equations, std::size_t enough);

} // namespace analysis
} // namespace dalembert

#pragma once

#include <dalembert/results/lyapunov_exponent.h>
#include <dalembert/results/result.h>
#include <dalembert/simulation/engine/engine.h>

#include <string>

namespace dalembert {
inline namespace simulation {

/// Why there is none for this study: the motion is not smooth. Empty where there is one.
[[nodiscard]] std::string why_no_exponent(const Engine& engine);

/// Follows the motion of `result` and a neighbour of it, from the same start to the same end, and takes
///     λ = Σ ln(dᵢ/d₀ᵢ) / Σ Δtᵢ
/// of their distance d in (q, v), SI units. Where d has grown or shrunk by some powers of ten, or now and then, the
/// neighbour is moved along the line between both to 10⁻⁶ of the size of the state, and put onto the constraints.
/// Source: Benettin, Galgani, Giorgilli, Strelcyn, Meccanica 15 (1980) 9; Sprott, Chaos and Time-Series Analysis, 5.6.
/// The first half of the run is left to the neighbour to turn into the direction that grows fastest; the error is that
/// of `DistanceGrowth::exponent`. It does not see what a longer run would find elsewhere.
[[nodiscard]] LyapunovExponent largest_exponent(const Engine& engine, const RunResult& result);

} // namespace simulation
} // namespace dalembert

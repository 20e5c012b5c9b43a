#pragma once

#include <dalembert/derivation/equations.h>

#include <cstddef>
#include <optional>
#include <vector>

namespace dalembert {
inline namespace analysis {

inline constexpr std::size_t most_reduced_coordinates = 8; ///< of a system whose motion is reduced in symbols

/// The motion on independent rates w, without multipliers:
///   v = N(q)·w + ν(q) with A·N = 0,   R(q, w, ẇ) = Nᵀ·(M·v̇ − h) = 0
/// w and ẇ are the rate and acceleration symbols of the independent coordinates.
struct ReducedResidual {
  std::vector<std::size_t> independent; ///< coordinates whose rates are w, k of them
  ExprMatrix directions;                ///< N, n×k
  std::vector<Expr> rates;              ///< v as functions of (q, w), n
  std::vector<Expr> residual;           ///< R, k
  /// Coordinates on which neither R nor the rate of a coordinate that is not ignorable depends.
  std::vector<bool> is_ignorable;
};

/// Forms the reduced residual of a system without holonomic rows and frictions whose rows are affine in the rates and
/// in which the time does not appear, or drops out; nothing for other systems, and for those with more than `most`
/// coordinates. Source: docs/theory/analysis.md (10).
[[nodiscard]] std::optional<ReducedResidual> reduced_residual(const Equations& equations,
                                                              std::size_t most = most_reduced_coordinates);

} // namespace analysis
} // namespace dalembert

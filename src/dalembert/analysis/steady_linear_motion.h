#pragma once

#include <dalembert/analysis/characteristic.h>
#include <dalembert/analysis/reduced_residual.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/mechanics/system.h>

#include <cstddef>
#include <optional>
#include <vector>

namespace dalembert {
inline namespace analysis {

/// The linear motion about a steady motion.
struct SteadyLinearMotion {
  SPolynomial characteristic;    ///< docs/theory/analysis.md (11)
  ExprMatrix constant;           ///< C of its matrix C + s·L
  ExprMatrix linear;             ///< L
  bool is_natural = false;       ///< M·q̈ + K·q = 0 with symmetric M and K
  std::vector<Expr> mass_minors; ///< the leading minors of that M
  /// −Kᵢᵢ/Mᵢᵢ, the squares s² of coordinates that no other one acts on; empty where the motion is natural.
  std::vector<Expr> likely_squares;
};

/// Forms it at `values` of the coordinates `kept`, which are not ignorable, and of the rates that run.
[[nodiscard]] SteadyLinearMotion steady_linear_motion(const System& system, const ReducedResidual& reduced,
                                                      const std::vector<std::size_t>& kept,
                                                      const std::vector<Replacement>& values);

/// The characteristic polynomial without its factors s.
struct SplitCharacteristic {
  SPolynomial rest;      ///< leading coefficient 1, or empty
  std::size_t zeros = 0; ///< how many factors s were taken off
  bool drifts = false;   ///< they have fewer eigenvectors: some deviations grow with t
};

/// Splits it; nothing where its degree is not the number of states: there is no inertia then.
[[nodiscard]] std::optional<SplitCharacteristic> split_characteristic(Graph& graph, const SteadyLinearMotion& linear);

} // namespace analysis
} // namespace dalembert

#pragma once

#include <dalembert/numerics/spectrum.h>
#include <dalembert/studies/reduced_flow.h>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace dalembert {

/// ẋ = A·x + B·u, y = C·x + D·u near a steady state; x and y are deviations, SI units.
struct StateSpace {
  std::vector<std::string> states;  ///< `theta`, `theta'`: independent positions, then independent rates
  std::vector<std::string> inputs;  ///< parameters declared as `input`
  std::vector<std::string> outputs; ///< coordinates, rates, reactions
  DenseMatrix a;
  DenseMatrix b;
  DenseMatrix c;
  DenseMatrix d;
};

/// M·ÿ + C·ẏ + K·y = 0 about an equilibrium without velocity constraints, on independent coordinates y.
struct SmallOscillations {
  std::vector<std::size_t> coordinates; ///< y
  DenseMatrix mass;
  DenseMatrix damping;
  DenseMatrix stiffness;
  PrincipalAxes axes; ///< K·x = ω²·M·x: the principal coordinates are η = xᵀM·y
  bool is_damped = false;
  /// ‖C M⁻¹ K − K M⁻¹ C‖ beside the size of its terms: 0 where the principal coordinates diagonalise C (Caughey).
  double caughey_defect = 0.0;
  [[nodiscard]] bool has_classical_damping() const { return caughey_defect < 1e-9; }
  std::vector<double> damping_ratios; ///< of each mode, where the damping is classical and ω² > 0
};

/// A state that stays: an equilibrium, or a motion in which only ignorable coordinates run, at constant rates.
struct SteadyState {
  State state;
  std::vector<double> reactions;
  bool is_equilibrium = false;
  std::vector<std::size_t> running; ///< ignorable coordinates that move
  std::size_t family = 0;           ///< parameters of the family of such states around it
  StateSpace linear;
  Spectrum spectrum;                   ///< of A; structural zeros are exactly 0
  std::size_t zeros = 0;               ///< how many of them are 0
  std::vector<std::string> zero_along; ///< states x that may be shifted by a constant: columns of A that vanish
  std::optional<SmallOscillations> oscillations;
};

/// Looks for equilibria and steady motions of a scleronomic study from several starts: the initial state, and angles at
/// 0 and π. Newton's method on
///   φ = 0,  ẇ = 0,  q̇ⱼ = 0 for every coordinate that is not ignorable,
/// with steps of least norm; w are independent rates. What is found twice, or along its own family, is said once.
/// Source: docs/theory/analysis.md (6)–(9).
/// @throws SolveError where the motion cannot be linearised anywhere near the initial state
[[nodiscard]] std::vector<SteadyState> find_steady_states(Lineariser& lineariser, const State& initial);

/// True where a linear system grows: some eigenvalue has a positive real part beyond rounding.
[[nodiscard]] bool grows(const Spectrum& spectrum);

} // namespace dalembert

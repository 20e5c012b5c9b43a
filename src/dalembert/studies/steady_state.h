#pragma once

#include <dalembert/numerics/linear/dense_matrix.h>
#include <dalembert/numerics/linear/spectrum.h>
#include <dalembert/results/result.h>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace dalembert {
inline namespace studies {

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
  std::vector<double> damping_ratios; ///< of each mode where the damping is classical; NaN where ω² ≤ 0
};

/// What the linear motion about a state that stays does.
enum class LinearMotion {
  unstable,              ///< some eigenvalue has a positive real part
  drifts,                ///< none has; a chain of the eigenvalue 0 lets deviations grow with a power of t
  resonates,             ///< none has; a chain of an imaginary eigenvalue lets oscillations grow with a power of t
  asymptotically_stable, ///< all have a negative real part
  returns_to_family,     ///< all but those of a family of such states, which are 0
  oscillates,            ///< some are imaginary, the others as before
  neutral,               ///< all are 0 and belong to a family
  undecided              ///< a 0 that belongs to no family leaves the question to the nonlinear terms
};

/// A state that stays: an equilibrium, or a motion in which only ignorable coordinates run, at constant rates.
struct SteadyState {
  State state;
  std::vector<double> reactions;
  bool is_equilibrium = false;
  bool is_initial = false;          ///< it is the initial state
  std::vector<std::size_t> running; ///< ignorable coordinates that move
  std::vector<std::size_t>
      changing;               ///< those of them whose rates follow from the constraints and change along the motion
  std::size_t family = 0;     ///< parameters of the family of such states around it
  std::size_t degenerate = 0; ///< directions in which the conditions vanish to first order and no family goes
  StateSpace linear;
  Spectrum spectrum;                    ///< of A; zeros are exactly 0, and real parts that vanish as well
  std::size_t zeros = 0;                ///< how many of them are 0
  std::vector<std::size_t> zero_chains; ///< lengths of the Jordan chains of 0, falling
  std::vector<std::string> zero_along;  ///< states x that may be shifted by a constant: columns of A that vanish
  LinearMotion motion = LinearMotion::undecided;
  bool is_precise = false; ///< A was computed in sixty digits
  std::optional<SmallOscillations> oscillations;
};

/// Steady states in the order: the initial state where it stays, equilibria as they are found, steady motions.
struct SteadyStates {
  std::vector<SteadyState> states;
  std::vector<std::string> notes; ///< where the coordinates, or the choice of them, are singular
};

} // namespace studies
} // namespace dalembert

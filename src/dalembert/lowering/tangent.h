#pragma once

#include <dalembert/derivation/equations.h>
#include <dalembert/lowering/jumping_functions.h>
#include <dalembert/lowering/programs.h>
#include <dalembert/mechanics/study.h>
#include <dalembert/program/tape.h>

#include <cstddef>
#include <optional>
#include <vector>

namespace dalembert {
inline namespace lowering {

/// Where each component of a direction lies, along which quantities of a study are differentiated:
///   [ q̂ n | v̂ n | p̂ k | t̂ ]
/// It follows the other inputs of a program. p̂ of the parameters in `parameters` alone; the others stay.
struct DirectionLayout {
  std::size_t coordinates = 0;
  std::vector<std::size_t> parameters; ///< in System::parameters

  [[nodiscard]] std::size_t position() const { return 0; }
  [[nodiscard]] std::size_t rate() const { return coordinates; }
  [[nodiscard]] std::size_t parameter() const { return 2 * coordinates; }
  [[nodiscard]] std::size_t time() const { return parameter() + parameters.size(); }
  [[nodiscard]] std::size_t size() const { return time() + 1; }
};

/// The derivatives of the equations of motion along one direction, exact; v̇, λ and F stay what they are.
///   E = residual of (1),  C = A·v̇ − γ,  G = μ·N of each friction,  φ of the holonomic rows,  ψ of all rows (φ̇ or g)
struct MotionTangent {
  DirectionLayout layout;
  /// full inputs (with the values of jumps that are held), direction → E′ n, C′ m, then G′ of each friction, the
  /// change of μ·slip of each one in `slip_planes`, that of the slip's rate of each friction and of u̇ of each jump that
  /// is held, and ∂E/∂σ n by the value of each of these
  Tape motion = Tape({});
  Tape rows = Tape({});  ///< state, direction → φ′ mh, ψ′ m, that of each slip
  Tape jumps = Tape({}); ///< state, direction → u′ of each jump that is held
  /// The functions that jump, but for those that are held: inputs of `motion` → u, u̇ along the motion and u′ of each.
  Tape switches = Tape({});
  std::vector<JumpingFunction> jumping;
};

/// Differentiates `equations`; cost: one sweep over them, whatever the number of parameters.
/// `jumps`: what the programs of the run do. @throws ModelError as `lower`
[[nodiscard]] MotionTangent lower_motion_tangent(const Study& study, const Equations& equations,
                                                 std::vector<std::size_t> parameters, JumpChoice jumps);

/// How the initial state of one level, x = q or v, follows what it was made from: the x that is nearest to its start x₀
/// in the metric W and satisfies rows r(x) = 0, with the multipliers μ of these,
///   S = W·(x − x₀) − (∂r/∂x)ᵀ·μ = 0,   r = 0
/// The rows are those of the constraints of the level, then all entries of `initial` about it (target − value).
/// W is the mass matrix where the input `mass` is 1, else diag(w).
///   state, direction, mass 1, w n, x₀ n, x̂₀ n, μ r → M n×n, r, ∂r/∂x r×n, S n, ∂S/∂x n×n, S′ n, r′ with x kept
struct LevelTangent {
  DirectionLayout layout;
  std::size_t constraints = 0;      ///< rows of these
  std::vector<std::size_t> entries; ///< in Study::initial, of the rows behind them
  Tape tape = Tape({});
};

/// What an initial state is made from.
struct StartTangent {
  DirectionLayout layout;
  Tape values = Tape({}); ///< state, direction → the derivative of each value in Study::initial
  Tape begin = Tape({});  ///< state, direction → that of the time at which the run begins
};

[[nodiscard]] StartTangent lower_start_tangent(const Study& study, std::vector<std::size_t> parameters);
enum class TangentLevel { position, rate };
/// Cost: n sweeps over the rows. @throws ModelError as `lower`
[[nodiscard]] LevelTangent lower_level_tangent(const Study& study, const Equations& equations,
                                               std::vector<std::size_t> parameters, TangentLevel level);

} // namespace lowering
} // namespace dalembert

#pragma once

#include <dalembert/simulation/engine/engine.h>
#include <dalembert/simulation/solving/dynamics.h>

#include <optional>
#include <span>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// The exact derivative of (v, v̇) by (q, v) at one state.
///
///   [ M  −Bᵀ ] [ ∂v̇/∂x ]   [ −∂E/∂x − Σ_f σε column_f ∂G_f/∂x ]     x = q, v;  v̇, λ, F kept on the right
///   [ A   0  ] [ ∂λ/∂x ] = [ −∂C/∂x                           ]
///
/// from the equations of motion as they are solved (Dynamics), differentiated once. Cost: 2n solutions with the factors
/// of the state, and a program of about 2n times the length of the equations, which is made when it is first needed.
class MotionJacobian {
public:
  explicit MotionJacobian(const Engine& engine) : engine_(engine) {}

  /// `dynamics` has solved the state in `inputs`, which hold v̇, λ and F; writes 2n×2n, row-major.
  /// @throws SolveError where a derivative is not finite
  void evaluate(std::span<const double> inputs, Dynamics& dynamics, std::span<double> jacobian);

private:
  const Engine& engine_;
  std::optional<ProgramInstance> program_;
  std::vector<double> outputs_;
};

} // namespace simulation
} // namespace dalembert

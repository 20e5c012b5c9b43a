#pragma once

#include <dalembert/numerics/radau/radau_tableau.h>
#include <dalembert/numerics/step/linearised_motion.h>

#include <cstddef>
#include <memory>
#include <span>

namespace dalembert {
inline namespace numerics {

/// The linear equations of a Newton step of Radau IIA, (I − J/α) x = r with α = λ/h, for a motion of second order,
/// factored for the real eigenvalue λ of A⁻¹ and for each complex pair. J = ∂(v, v̇)/∂(q, v) is never made: with
/// x = (r_q + δ, α δ) they are
///
///   [ α² M + α D + K              −Aᵀ ] [ δ ]   [ α M r_v − K r_q      ]
///   [ α² A + α ∂C/∂v + ∂C/∂q       0  ] [ μ ] = [ α A r_v − ∂C/∂q r_q  ]
///
/// n + m unknowns where J has 2n, with the entries that the equations have. What does so: a = J x is the change of v̇
/// that M a − Aᵀμ = −K x_q − D x_v and A a = −∂C/∂q x_q − ∂C/∂v x_v give, x_v = r_v + a/α, x_q = r_q + x_v/α. Cost: a
/// factorisation of a real matrix and of a complex one for each pair, by `LuPlan`.
class MotionBlocks {
public:
  MotionBlocks();
  ~MotionBlocks();
  MotionBlocks(const MotionBlocks&) = delete;
  MotionBlocks& operator=(const MotionBlocks&) = delete;

  /// False where a matrix is singular.
  [[nodiscard]] bool factor(const RadauTableau& tableau, double h, const LinearisedMotion& motion);
  /// The same for the real eigenvalue alone: `solve_stages` has nothing to solve by.
  [[nodiscard]] bool factor_real(const RadauTableau& tableau, double h, const LinearisedMotion& motion);

  /// x ← (I − J/α)⁻¹ x for the real eigenvalue; x = (q, v).
  void solve(std::span<double> x) const;
  /// The same by the transpose.
  void solve_transposed(std::span<double> x) const;
  /// Z ← (I − h A ⊗ J)⁻¹ Z, one row of `stride` numbers for each stage, of which the first 2n are solved for.
  void solve_stages(const RadauTableau& tableau, std::span<double> stages, std::size_t stride) const;

private:
  struct Work;
  std::unique_ptr<Work> work_;
};

} // namespace numerics
} // namespace dalembert

#pragma once

#include <dalembert/numerics/radau/radau_tableau.h>
#include <dalembert/numerics/step/linearised_motion.h>

#include <cstddef>
#include <memory>
#include <span>

namespace dalembert {
inline namespace numerics {

/// What `RadauCoupled` solves, xᵢ − h Σⱼ aᵢⱼ Jⱼ xⱼ = rᵢ, for a motion of second order with linearised equations of its
/// own at each stage. The unknowns are the changes aⱼ of v̇ at the stages, and of the multipliers:
///
///   Mⱼ aⱼ + Dⱼ Σ h aⱼₖ aₖ + Kⱼ Σ h² (A²)ⱼₖ aₖ − Aⱼᵀ μⱼ = −Dⱼ rvⱼ − Kⱼ (rqⱼ + Σ h aⱼₖ rvₖ)
///   the same for the rows of constraints, without μ
///   x_v = r_v + h A a,   x_q = r_q + h A x_v
///
/// s·(n + m) of them, with s times as many entries in a row. Cost: one real factorisation, by `LuPlan`.
class MotionCoupled {
public:
  MotionCoupled();
  ~MotionCoupled();
  MotionCoupled(const MotionCoupled&) = delete;
  MotionCoupled& operator=(const MotionCoupled&) = delete;

  /// `motions`: one for each stage, of one pattern. False where the matrix is singular.
  [[nodiscard]] bool factor(const RadauTableau& tableau, double h, std::span<const LinearisedMotion> motions);

  /// Writes x in the place of r: one row of `stride` numbers for each stage, of which the first 2n are solved for.
  void solve(std::span<double> stages, std::size_t stride) const;

  /// True where the factors cost little beside those of the blocks of one Jacobian, or little at all.
  [[nodiscard]] bool is_worth_it(const MotionPattern& pattern, std::size_t stages);
  /// How the matrix factored last is factored.
  [[nodiscard]] const LuPlan& plan() const;

private:
  struct Work;
  std::unique_ptr<Work> work_;
};

} // namespace numerics
} // namespace dalembert

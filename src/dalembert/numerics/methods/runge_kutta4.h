#pragma once

#include <dalembert/numerics/step/fixed_stepper.h>

#include <memory>
#include <span>

namespace dalembert {
inline namespace numerics {

/// The classical Runge–Kutta method of order 4, with steps of one length:
///
///   k₁ = f(t, y),  k₂ = f(t + h/2, y + h/2 k₁),  k₃ = f(t + h/2, y + h/2 k₂),  k₄ = f(t + h, y + h k₃)
///   y₁ = y + h/6 (k₁ + 2 k₂ + 2 k₃ + k₄)
///
/// Nothing measures its error, and it keeps no structure: it is for ensembles of smooth motions, many of which one
/// processor can advance together (ensemble/lanes/motion_lanes.h). Increments are added with
/// compensation, and the end of a step is projected. Cost: 4 evaluations a step. Source: Hairer, Nørsett, Wanner,
/// Solving Ordinary Differential Equations I, II.1.
class RungeKutta4 final : public FixedStepper {
public:
  RungeKutta4(OdeProblem problem, StepOptions options);

  [[nodiscard]] bool archive(Archive& with) override;

private:
  void prepare() override;
  void advance(double t_new, double h) override;
  void take_in(double /*h*/) override { carry_.swap(end_carry_); }

  Vector stage_;
  Vector slope_; ///< k₂, k₃, k₄ in turn
  Vector sum_;   ///< k₁ + 2 k₂ + 2 k₃ + k₄
  Vector carry_; ///< what rounding has cost so far
  Vector end_carry_;
};

[[nodiscard]] std::unique_ptr<Stepper> make_rk4(OdeProblem problem, StepOptions options);

} // namespace numerics
} // namespace dalembert

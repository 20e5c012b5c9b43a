#pragma once

#include <dalembert/numerics/radau/collocation_curve.h>
#include <dalembert/numerics/radau/motion_blocks.h>
#include <dalembert/numerics/radau/motion_coupled.h>
#include <dalembert/numerics/radau/radau_blocks.h>
#include <dalembert/numerics/radau/radau_coupled.h>
#include <dalembert/numerics/radau/radau_coupling.h>
#include <dalembert/numerics/radau/radau_order.h>
#include <dalembert/numerics/radau/radau_tableau.h>
#include <dalembert/numerics/step/adaptive_stepper.h>
#include <dalembert/numerics/step/implicit_prices.h>

#include <memory>
#include <span>
#include <vector>

namespace dalembert {
inline namespace numerics {

/// Radau IIA, for stiff equations: collocation of order 5, 9 or 13 by 3, 5 or 7 stages.
///
/// The stages solve nonlinear equations by simplified Newton steps: one Jacobian serves a step, and further ones while
/// the iteration converges fast. Where a stiff direction turns within a step that fails; each stage has a Jacobian of
/// its own then, and all of them one system of equations (RadauCoupling says when). The error of a step is that of an
/// embedded formula of order s, damped where the equations are stiff, and it is held to the tolerance as it is: what
/// the higher order gives beyond it is reserve. Where the rounding of the state makes more of f than the tolerance
/// allows, that much is taken from it. Cost of a step: s evaluations for each of 2 to 5 iterations, one at its end; a
/// Jacobian; a factorisation where step or Jacobian changed; where the stages are coupled s + 1 Jacobians and a
/// factorisation, and now and then twice as many. Dense output is of order s and costs no evaluation. Without
/// OdeProblem::jacobian differences of f are taken; with OdeProblem::second_order the equations of a motion serve in
/// the place of a Jacobian (MotionBlocks). Source: Hairer, Wanner, Solving Ordinary Differential Equations II, IV.8;
/// the choice of the order: Hairer, Wanner, J. Comput. Appl. Math. 111 (1999) 93–111.
class Radau final : public AdaptiveStepper {
public:
  Radau(RadauStages stages, OdeProblem problem, StepOptions options);

  void jump(double t) override;
  void interpolate(double t, std::span<double> y) override;

  [[nodiscard]] int stages() const { return tableau().stages; }

private:
  enum class Newton { converged, diverged, refused };

  [[nodiscard]] const RadauTableau& tableau() const { return radau_tableau(order_.stages()); }
  [[nodiscard]] std::size_t steering() const { return components() - problem_.integrals; }
  [[nodiscard]] std::span<double> stage(Vector& of, std::size_t i) { return {&of[i * components()], components()}; }
  [[nodiscard]] bool take_jacobian();
  /// Linearises a motion by its equations of second order; nothing where that is not to be had there.
  enum class Linearised { yes, no, refused };
  [[nodiscard]] Linearised linearise(double t, const Vector& y, LinearisedMotion& out);
  /// Writes ∂f/∂y at (t, y), where f is `rate`.
  [[nodiscard]] bool differentiate(double t, const Vector& y, std::span<const double> rate, std::span<double> out);
  /// The same by differences.
  [[nodiscard]] bool take_differences(double t, const Vector& y, std::span<const double> rate, std::span<double> out);
  [[nodiscard]] bool factor(double h);
  [[nodiscard]] bool factor_blocks(const RadauTableau& tableau, double h);
  /// For the real eigenvalue alone.
  [[nodiscard]] bool factor_real(double h);
  /// x ← (I − h γ₀ J)⁻¹ x, and by the transpose.
  void filter(std::span<double> x) const;
  void filter_transposed(std::span<double> x) const;
  [[nodiscard]] int most_iterations() const;
  /// Evaluations of f since the start, and what else costs as much.
  [[nodiscard]] double spent() const;
  [[nodiscard]] bool solve_stages(double h);
  [[nodiscard]] Newton solve_with_one_jacobian(double h);
  [[nodiscard]] Newton solve_with_each_jacobian(double h);
  /// True where the stages of the last step are continued; else they are 0.
  bool predict_stages(double h);
  [[nodiscard]] Newton iterate(double h);
  [[nodiscard]] Newton iterate_coupled(double h);
  [[nodiscard]] bool factor_coupled(double h);
  [[nodiscard]] bool factor_coupled_motion(double h);
  [[nodiscard]] bool is_noise(double h, double size);
  /// Evaluates f at the first `count` stages.
  [[nodiscard]] bool evaluate_stages(double h, std::size_t count);
  /// Writes the Newton correction of the stages to `correction_`; returns its size over the tolerance.
  [[nodiscard]] double correct_stages(double h);
  [[nodiscard]] double correction_size();
  void sum_stages(double h);
  [[nodiscard]] double roundoff() const;
  [[nodiscard]] bool integrate(double h);
  [[nodiscard]] double measure_error(double h);
  [[nodiscard]] bool may_feel_rounding(double h);
  [[nodiscard]] bool may_motion_feel_rounding();
  [[nodiscard]] double rounding_felt(double h, std::size_t k);
  void leave_out_rounding(double h);
  [[nodiscard]] double filtered_error(double h, const Vector& rate);

  void prepare() override;
  void archive_memory(Archive& with) override;
  [[nodiscard]] Attempt attempt(double t_new, double& error_norm) override;
  void take_in(double h) override;
  [[nodiscard]] double ratio_behind_rejected(double h, double error_norm) override;
  [[nodiscard]] double ratio_behind_accepted(double h, double error_norm, bool may_grow) override;
  [[nodiscard]] int error_order() const override { return order_.stages() + 1; }

  ImplicitPrices prices_;
  RadauOrder order_;
  RadauBlocks blocks_;
  MotionBlocks motion_blocks_;
  RadauCoupling coupling_;
  RadauCoupled coupled_;
  MotionCoupled coupled_motion_;
  CollocationCurve curve_;
  double curve_length_ = 0; ///< s, of the step that the curve belongs to, signed

  Vector jacobian_;                ///< ∂f/∂y where it was last taken, N×N row-major
  LinearisedMotion motion_;        ///< or the equations of a motion there
  bool is_motion_ = false;         ///< the latter
  bool is_jacobian_fresh_ = false; ///< taken at the state that the steps being tried begin at
  bool wants_jacobian_ = true;     ///< the one there is no longer serves
  double factored_step_ = 0;       ///< s; 0: nothing is factored
  int factored_stages_ = 0;

  Vector stage_jacobians_;                      ///< one for each stage, where they are coupled
  std::vector<LinearisedMotion> stage_motions_; ///< the same of a motion
  double coupled_factors_ = 0; ///< what those of coupled stages took beyond one factorisation each, in factorisations
  double nonlinearity_ = 0;    ///< the second correction of coupled stages, over the square of the first
  double spent_before_ = 0;    ///< when the last step was accepted

  Vector stages_; ///< z, s rows
  Vector slopes_; ///< f of the stages
  Vector correction_;
  Vector scratch_;
  Vector end_slope_; ///< ẏ of the collocation at the end of the last step
  Vector error_;
  Vector old_carry_;
  std::size_t worst_ = 0; ///< the component of the largest correction

  int iterations_ = 0;         ///< of the last Newton iteration
  double last_correction_ = 0; ///< over the tolerance
  double contraction_ = 0;     ///< of its last step
  double growth_ = 1;          ///< the next step over the last one
  double shrinkage_ = 1;       ///< what the first correction of the next one is trusted to be off by
  bool was_rejected_ = true;   ///< by the error test, or nothing was tried yet
  double old_error_ = 1;
  double old_step_ = 0; ///< s, the accepted step before this one
};

[[nodiscard]] std::unique_ptr<Stepper> make_radau(OdeProblem problem, StepOptions options);
[[nodiscard]] std::unique_ptr<Stepper> make_radau5(OdeProblem problem, StepOptions options);
[[nodiscard]] std::unique_ptr<Stepper> make_radau9(OdeProblem problem, StepOptions options);
[[nodiscard]] std::unique_ptr<Stepper> make_radau13(OdeProblem problem, StepOptions options);

} // namespace numerics
} // namespace dalembert

#pragma once

#include <dalembert/numerics/linear/kkt.h>
#include <dalembert/numerics/methods/lobatto_tableau.h>
#include <dalembert/numerics/step/fixed_stepper.h>

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace dalembert {
inline namespace numerics {

/// Methods of momenta with steps of one length, by the pair Lobatto IIIA–IIIB of 2 (RATTLE), 3 or 4 stages: order 2, 4
/// or 6.
///
///   Qᵢ = q + h Σⱼ aᵢⱼ Vⱼ,   p(tᵢ, Qᵢ, Vᵢ) = p + h Σⱼ âᵢⱼ f(tⱼ, Qⱼ, Vⱼ, Λⱼ),   φ(tᵢ, Qᵢ) = 0   for i = 2 … s
///   q₁ = Q_s,   p(t₁, q₁, v₁) = p + h Σⱼ bⱼ f(tⱼ, Qⱼ, Vⱼ, Λⱼ),   φ̇(t₁, q₁, v₁) = 0
///
/// Λ₁ … Λ_{s−1} keep the positions on the rows, Λ_s the rates at the end. With constraints of positions and without
/// forces that dissipate the map is symplectic, and it is symmetric in any case. Where there are rows of rates (two
/// stages alone) Λ₁ makes the mean of ψ over both stages vanish, and Λ₂ ψ at the end: symmetric, of order 2, and no
/// structure is promised. All equations are solved to rounding, by Newton steps with M and A of the begin of the step,
/// which fall apart into one saddle-point system for each stage; momenta and positions are summed with compensation.
/// A singular M is made regular by the energy of the rows (`with_row_energy`). Integrals are taken by the weights of
/// the pair. Cost of a step: about 5 to 10 evaluations of each stage, a factorisation; where there are integrals, s
/// evaluations and factorisations more. Sources: Jay, SIAM J. Numer. Anal. 33 (1996) 368–387; Hairer, Lubich, Wanner,
/// Geometric Numerical Integration, VII.1.4; for rows of rates: Jay, Lagrange–d'Alembert SPARK integrators for
/// nonholonomic Lagrangian systems (2009).
class LobattoStepper final : public FixedStepper {
public:
  /// @pre the problem has `momenta`, with rows of rates only where there are two stages
  LobattoStepper(int stages, OdeProblem problem, StepOptions options);

  [[nodiscard]] bool archive(Archive& with) override;

private:
  void prepare() override;
  void advance(double t_new, double h) override;
  void take_in(double h) override;

  [[nodiscard]] std::size_t stages() const { return static_cast<std::size_t>(tableau_.stages); }
  [[nodiscard]] double time_of(std::size_t stage, double h) const;
  [[nodiscard]] std::span<double> row(Vector& of, std::size_t stage, std::size_t width) const;
  void evaluate_stage(std::size_t stage, double h);
  void linearise(double t, std::span<const double> q, std::span<const double> v);
  void factor();
  void regularise();
  void require_mass() const;
  void predict_stages(double h);
  void place_stages(double h);
  [[nodiscard]] double correct_stages(double h);
  void solve_stages(double h);
  [[nodiscard]] double correct_end(double t, double h);
  void solve_end(double t_new, double h);
  void sum_momenta(double h);
  void project_rates(double t, std::span<double> y);
  void hold_rates(double t_new, double h);
  void put_onto_manifold(double t, double h, std::span<double> y) const;
  void sum_integrals(double t_new, double h);
  [[nodiscard]] double unit_of(std::size_t i) const;
  [[nodiscard]] double size_of(std::span<const double> change, double factor, double h) const;

  const LobattoTableau& tableau_;
  MomentumProblem motion_; ///< that of the problem, with the energy of its rows where M is singular
  std::size_t n_;          ///< coordinates
  std::size_t m_;          ///< rows
  KktSolver rows_solver_;
  KktSolver mass_solver_;
  KktSolver stage_solver_; ///< of the stages whose powers are taken

  Vector row_weights_;   ///< of the energy of the rows; empty where M is regular
  Vector momenta_;       ///< p at the state
  Vector carry_;         ///< what rounding has cost q and the integrals so far
  Vector momenta_carry_; ///< likewise
  Vector rest_;          ///< v̇ at the begin of the last step, for a guess
  double last_step_ = 0; ///< s, signed; 0: there was none

  // Of the step at hand, a row for each stage
  Vector positions_;
  Vector rates_;
  Vector multipliers_;
  Vector stage_momenta_;
  Vector forces_;
  Vector gaps_; ///< of the rows
  // Of its end
  Vector end_rates_;
  Vector end_momenta_;
  Vector end_momenta_carry_;
  Vector end_carry_;
  // Matrices, and room
  Vector level_; ///< φ̇ or ψ
  Vector matrix_;
  Vector mass_;
  Vector residual_;
  Vector shift_;
  Vector weights_;
  Vector pushes_;
  Vector load_;
  Vector wanted_;
  Vector change_;
  Vector no_multipliers_;
  Vector stage_level_;
  Vector stage_matrix_;
  Vector stage_mass_;
};

[[nodiscard]] std::unique_ptr<Stepper> make_rattle(OdeProblem problem, StepOptions options);
[[nodiscard]] std::unique_ptr<Stepper> make_spark4(OdeProblem problem, StepOptions options);
[[nodiscard]] std::unique_ptr<Stepper> make_spark6(OdeProblem problem, StepOptions options);

} // namespace numerics
} // namespace dalembert

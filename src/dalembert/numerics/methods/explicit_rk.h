#pragma once

#include <dalembert/numerics/linear/aligned_numbers.h>
#include <dalembert/numerics/step/adaptive_stepper.h>
#include <dalembert/numerics/step/step_kernels.h>
#include <dalembert/numerics/step/tableau.h>

#include <memory>
#include <span>
#include <vector>

namespace dalembert {
inline namespace numerics {

/// What the next steps of a pair depend on, behind a step that no stop has cut.
struct PairMemory {
  double time = 0;      ///< s
  double next_step = 0; ///< s, signed
  double previous_error = 0;
  std::span<const double> state;
  std::span<const double> rate;  ///< f at the state
  std::span<const double> carry; ///< what rounding has cost each component so far
};

/// An embedded explicit Runge–Kutta pair.
///
/// The pair measures the error of a step; a PI controller chooses the next one. Increments are added with compensation.
/// Cost: 12 evaluations an accepted step (order 8), 6 (order 5); 3 more where dense output of order 7 is asked for.
/// Source: Hairer, Nørsett, Wanner, Solving Ordinary Differential Equations I, sections II.4–II.6.
class ExplicitRk final : public AdaptiveStepper {
public:
  /// `tableau` is referred to.
  ExplicitRk(const Tableau& tableau, OdeProblem problem, StepOptions options);

  void interpolate(double t, std::span<double> y) override;

  /// About |h·λ| of the fastest motion that the last step saw: how far f moves between two states at its end, over how
  /// far these are apart. Source: Hairer, Wanner, Solving Ordinary Differential Equations II, IV.2, "Detection of
  /// Stiffness". Cost: O(n), no evaluation.
  [[nodiscard]] double stiffness() const;

  /// Refers to this stepper.
  [[nodiscard]] PairMemory memory() const { return {time_, next_step(), previous_error_, state_, rate_, carry_}; }

private:
  [[nodiscard]] std::size_t stride() const { return aligned_length(components()); }
  [[nodiscard]] double* slope(int stage) { return &slopes_[static_cast<std::size_t>(stage) * stride()]; }
  /// h·Σ weight·k
  [[nodiscard]] SlopeSum sum(const TableauRow& row, double h) const {
    return {slopes_.data(), components(), stride(), row.data(), row.size(), h};
  }
  [[nodiscard]] bool evaluate_stages(double h);
  [[nodiscard]] double measure_error(double h) const;
  void build_dense();

  void prepare() override;
  void archive_memory(Archive& with) override;
  [[nodiscard]] Attempt attempt(double t_new, double& error_norm) override;
  void take_in(double h) override;
  [[nodiscard]] double ratio_behind_rejected(double h, double error_norm) override;
  [[nodiscard]] double ratio_behind_accepted(double h, double error_norm, bool may_grow) override;
  [[nodiscard]] int error_order() const override { return tableau_.order; }

  const Tableau& tableau_;
  double previous_error_ = 1e-4;
  bool has_dense_ = false;
  Vector absolute_;       ///< tolerance of each component
  Vector trial_carry_;    ///< `carry_` behind the step just tried
  AlignedNumbers slopes_; ///< k₀, k₁, … one after the other, each from a line of the cache on
  Vector last_stage_;     ///< the state that the last stage before the end was evaluated at
  Vector dense_;
};

[[nodiscard]] std::unique_ptr<Stepper> make_dormand_prince5(OdeProblem problem, StepOptions options);
[[nodiscard]] std::unique_ptr<Stepper> make_dormand_prince8(OdeProblem problem, StepOptions options);

} // namespace numerics
} // namespace dalembert

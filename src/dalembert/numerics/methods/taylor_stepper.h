#pragma once

#include <dalembert/numerics/step/adaptive_stepper.h>

#include <memory>
#include <span>
#include <vector>

namespace dalembert {
inline namespace numerics {

/// Taylor's method: each step is the series of the solution at its begin, of an order that follows from the tolerance,
/// p ≈ −ln tol + 5 (14 … 32): the one that covers a time with least work, where work grows linearly with the order.
///
/// The last coefficients give the length of a step. They know nothing of what lies beyond the series (a kink, a pole
/// near by that the low orders do not show), so the end is tested: |ẏ(h) of the series − f(h)|·h/(p + 2) may be ten
/// times the tolerance; else the same series is taken at a shorter h. The series is taken in a time scaled by a power
/// of two, so that coefficients neither overflow nor vanish. Dense output is the series, bent by what the projection
/// of the end changed. Cost of a step: one series, one evaluation, one projection. Source: Jorba, Zou, Experimental
/// Mathematics 14 (2005); docs/theory/numerics.md, "Taylor series".
class TaylorStepper final : public AdaptiveStepper {
public:
  /// @pre the problem has `series`
  TaylorStepper(OdeProblem problem, StepOptions options);

  void jump(double t) override;
  void interpolate(double t, std::span<double> y) override;

private:
  void prepare() override;
  void archive_memory(Archive& with) override;
  [[nodiscard]] Attempt attempt(double t_new, double& error_norm) override;
  void take_in(double h) override;
  [[nodiscard]] double ratio_behind_rejected(double h, double error_norm) override;
  [[nodiscard]] double ratio_behind_accepted(double h, double error_norm, bool may_grow) override;
  [[nodiscard]] int error_order() const override { return order_ + 1; }
  [[nodiscard]] double reach(double wanted) override;

  [[nodiscard]] bool make_series(double wanted);
  [[nodiscard]] bool take_series(double unit);
  [[nodiscard]] double reach_of_series() const;
  /// The error that component i may have in a step from the state to `end`; infinite where it does not steer.
  [[nodiscard]] double allowed(std::size_t i, double end) const;
  /// Writes y(σ) − y(0), σ in units of the series.
  void sum(const Vector& series, double sigma, std::span<double> increment) const;
  /// Writes dy/dσ.
  void slope(const Vector& series, double sigma, std::span<double> slope) const;

  int order_;
  Vector series_;    ///< of the state: row k has the coefficients of order k
  double unit_ = 0;  ///< s; 0: not chosen yet
  double reach_ = 0; ///< s, of the series
  double integral_size_ = 0;
  bool is_current_ = false; ///< `series_` belongs to the state, or cannot be made there
  bool is_usable_ = false;
  int rejections_ = 0; ///< of this step
  Vector increment_;
  Vector end_slope_; ///< dy/dt of the series at the end
  Vector old_carry_;

  Vector step_series_; ///< of the step just made
  double step_unit_ = 0;
  Vector bend_;       ///< what its end has more than the series
  Vector bend_slope_; ///< h·ẏ likewise
};

/// The order that series have for this tolerance.
[[nodiscard]] int taylor_order(double tolerance);

[[nodiscard]] std::unique_ptr<Stepper> make_taylor(OdeProblem problem, StepOptions options);

} // namespace numerics
} // namespace dalembert

#pragma once

#include <dalembert/numerics/step/step_kernels.h>
#include <dalembert/numerics/step/stepper.h>

#include <limits>
#include <span>
#include <string>
#include <vector>

namespace dalembert {
inline namespace numerics {

/// Adds `increment` to `value` and keeps in `carry` what rounding lost (Knuth's two-sum).
void add_compensated(double& value, double& carry, double increment);

/// What steppers of variable step have in common: first step, stops, limits, what a refused or rejected step leads to.
///
/// A method tries steps (`attempt`), measures their error, and says how long the next one may be. The step is the exact
/// difference of two floating-point times, so that long runs keep their digits. Source: Hairer, Nørsett, Wanner,
/// Solving Ordinary Differential Equations I, II.4.
class AdaptiveStepper : public Stepper {
public:
  void start(double t, std::span<const double> y) override;
  void step(double t_stop) override;
  void jump(double t) override;
  [[nodiscard]] double time() const override { return time_; }
  [[nodiscard]] double previous_time() const override { return previous_time_; }
  [[nodiscard]] std::span<const double> state() const override { return state_; }
  [[nodiscard]] std::span<const double> derivative() const override { return rate_; }
  [[nodiscard]] const StepStatistics& statistics() const override { return statistics_; }
  [[nodiscard]] bool archive(Archive& with) override;

protected:
  using Vector = std::vector<double>;
  enum class Attempt { good, inaccurate, refused, too_far };

  AdaptiveStepper(OdeProblem problem, StepOptions options);

  /// Makes room for `components()` and forgets all earlier steps.
  virtual void prepare() = 0;
  /// Tries the step to `t_new`: leaves its end, projected, in `trial_`, f there in `trial_rate_`, and the rounding of
  /// the sum in `carry_`; the error over its tolerance in `error_norm`. On refusal `failure_` says why.
  [[nodiscard]] virtual Attempt attempt(double t_new, double& error_norm) = 0;
  /// Takes in that the step just tried is accepted: time, state and rate are those of its end.
  virtual void take_in(double h) = 0;
  /// The old step over the next one, of a step that was turned down for its error.
  [[nodiscard]] virtual double ratio_behind_rejected(double h, double error_norm) = 0;
  /// The same of a step that was accepted; not below 1 where `may_grow` is false.
  [[nodiscard]] virtual double ratio_behind_accepted(double h, double error_norm, bool may_grow) = 0;
  /// How long a step from the state may be by what the method knows of it, s; infinite where that is nothing.
  /// `wanted`: what the step would be else, signed.
  [[nodiscard]] virtual double reach(double /*wanted*/) { return std::numeric_limits<double>::infinity(); }
  /// Hands over what the method itself remembers from step to step.
  virtual void archive_memory(Archive& with) = 0;
  /// The order of the error of a step: it falls as h to this power.
  [[nodiscard]] virtual int error_order() const = 0;

  [[nodiscard]] std::size_t components() const { return n_; }
  /// What the controller wants, s, signed.
  [[nodiscard]] double next_step() const { return next_step_; }
  [[nodiscard]] bool evaluate(double t, std::span<const double> y, double* dydt);
  [[nodiscard]] double scale(std::size_t i, double a, double b) const;
  [[nodiscard]] double norm(const Vector& v, const Vector& a, const Vector& b) const;
  /// Moves `trial_` onto the manifold; false where it cannot, `failure_` says why.
  [[nodiscard]] bool project(double t_new);
  /// False where the step from `state_` to `trial_` is longer than may be made.
  [[nodiscard]] bool is_passable(double h);

  const StepKernels& kernels_ = step_kernels();
  OdeProblem problem_;
  StepOptions options_;
  StepStatistics statistics_;
  double time_ = 0;
  double previous_time_ = 0;
  Vector state_;
  Vector previous_state_;
  Vector rate_;       ///< f at the state
  Vector trial_rate_; ///< f at the end of the step just tried
  Vector trial_;
  Vector carry_; ///< what rounding has cost each component so far
  bool has_step_ = false;
  std::string failure_; ///< why the last refused attempt was refused

private:
  [[nodiscard]] double longest_step() const;
  void choose_first_step(double t_stop);
  [[nodiscard]] double predicted_share(double h);
  void accept(double t_new, double h);
  [[nodiscard]] std::string why_no_step_is_short_enough(double h) const;
  [[noreturn]] void give_up(double h, double error_norm, Attempt last) const;

  std::size_t n_ = 0;
  double next_step_ = 0; ///< what the controller wants, signed; 0 before the first step
  bool may_grow_ = true;
  double passed_ = 1;              ///< share of the last attempt that may be made
  bool is_cut_first_ = false;      ///< the step just made is the first one, and a stop cut it
  int attempts_since_refusal_ = 0; ///< a singularity is approached by steps that are refused and accepted in turn
  Vector change_;
};

} // namespace numerics
} // namespace dalembert

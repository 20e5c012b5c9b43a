#pragma once

#include <dalembert/numerics/choice/stiffness_watch.h>
#include <dalembert/numerics/methods/explicit_rk.h>
#include <dalembert/numerics/radau/radau.h>
#include <dalembert/numerics/step/stepper.h>

#include <memory>
#include <span>
#include <vector>

namespace dalembert {
inline namespace numerics {

/// The explicit method of order 8 for as long as it serves, Radau IIA where the equations are stiff.
///
/// A run is suspected of stiffness where fifteen steps end beyond the stability bound of the explicit pair, or where a
/// look at the fastest rate of the equations, taken now and then, says that steps are as long as stability allows, or
/// that the fastest motion decays while very many steps are made. Then
/// the other method goes ahead from the same state: it takes over if it covers a hundred steps of the explicit one at
/// less than half the price, or comes to steps that cost less than a quarter. An oscillation that the tolerance has to
/// follow never passes that trial. Back from Radau likewise, where steps of the explicit method at its stability bound
/// would be cheap enough. Trials that fail become rarer. As long as nothing is suspected, steps are those of the
/// explicit method, bit for bit.
class SwitchingStepper final : public Stepper {
public:
  SwitchingStepper(OdeProblem problem, StepOptions options);

  void start(double t, std::span<const double> y) override;
  void step(double t_stop) override;
  void jump(double t) override;
  void interpolate(double t, std::span<double> y) override { current().interpolate(t, y); }
  [[nodiscard]] double time() const override { return current().time(); }
  [[nodiscard]] double previous_time() const override { return current().previous_time(); }
  [[nodiscard]] std::span<const double> state() const override { return current().state(); }
  [[nodiscard]] std::span<const double> derivative() const override { return current().derivative(); }
  [[nodiscard]] const StepStatistics& statistics() const override;
  [[nodiscard]] std::span<const MethodChange> changes() const override { return changes_; }
  [[nodiscard]] bool archive(Archive& with) override;

private:
  [[nodiscard]] Stepper& current() const;
  [[nodiscard]] StepOptions options_from_here(double first_step) const;
  /// What a stepper has cost, in evaluations of f.
  [[nodiscard]] double price(const StepStatistics& spent) const;
  [[nodiscard]] ExplicitCourse course() const;
  void watch_implicit(double t_stop);
  void try_implicit(double t_stop);
  /// Makes the method that goes on from here, and starts it.
  void take_over(bool is_explicit, const StepOptions& options, double fastest);
  void make_current(bool is_explicit, const StepOptions& options);

  OdeProblem problem_;
  StepOptions options_;
  StepOptions current_options_;          ///< of the stepper at work
  std::unique_ptr<ExplicitRk> explicit_; ///< one of the two is there
  std::unique_ptr<Radau> implicit_;
  StepStatistics before_;             ///< of the steppers that were given up, and of trials
  mutable StepStatistics statistics_; ///< all together, as last asked for
  std::vector<MethodChange> changes_;

  StiffnessWatch watch_; ///< of the explicit method
  // Of the implicit one.
  std::uint64_t pause_ = 0; ///< accepted steps between two trials
  std::uint64_t next_trial_ = 0;
  double mark_ = 0; ///< s, where the steps whose pace is known begin
  double mark_price_ = 0;
  std::uint64_t mark_steps_ = 0;
};

[[nodiscard]] std::unique_ptr<Stepper> make_switching(OdeProblem problem, StepOptions options);

} // namespace numerics
} // namespace dalembert

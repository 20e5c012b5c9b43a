#pragma once

#include <dalembert/numerics/step/stepper.h>

#include <memory>
#include <span>
#include <vector>

namespace dalembert {
inline namespace numerics {

/// Taylor's method for as long as it serves, then the stepper that `auto` is elsewhere (SwitchingStepper).
///
/// It gives way for good where a series cannot be taken or a step of it cannot be made (the other one says why, if it
/// fails there too); where a look at the fastest rate of the equations, taken now and then, says that it decays within
/// a step, which only an implicit method may pass over; and where a trial of the explicit method of order 8 over a few
/// steps is cheaper. As long as it serves, steps are those of Taylor's method, bit for bit.
class SeriesFirstStepper final : public Stepper {
public:
  /// @pre the problem has `series`
  SeriesFirstStepper(OdeProblem problem, StepOptions options);

  void start(double t, std::span<const double> y) override;
  void step(double t_stop) override;
  void jump(double t) override { current_->jump(t); }
  void interpolate(double t, std::span<double> y) override { current_->interpolate(t, y); }
  [[nodiscard]] double time() const override { return current_->time(); }
  [[nodiscard]] double previous_time() const override { return current_->previous_time(); }
  [[nodiscard]] std::span<const double> state() const override { return current_->state(); }
  [[nodiscard]] std::span<const double> derivative() const override { return current_->derivative(); }
  [[nodiscard]] const StepStatistics& statistics() const override;
  [[nodiscard]] std::span<const MethodChange> changes() const override;
  [[nodiscard]] bool archive(Archive& with) override;

private:
  void make_current(bool is_series, const StepOptions& options);
  void watch(double t_stop);
  [[nodiscard]] bool is_explicit_cheaper(double distance, double steps);
  /// Goes on with the other stepper; `fastest`: the rate that decays within a step, 1/s, else 0.
  void give_way(double fastest);
  [[nodiscard]] StepOptions options_from_here() const;

  OdeProblem problem_;
  StepOptions options_;
  StepOptions current_options_; ///< of the stepper at work
  std::unique_ptr<Stepper> current_;
  bool is_series_ = true;
  StepStatistics before_; ///< of the series that were given up, and of trials
  mutable StepStatistics statistics_;
  std::vector<MethodChange> own_changes_;     ///< at most one
  mutable std::vector<MethodChange> changes_; ///< with those of the stepper at work
  std::uint64_t next_look_ = 0;               ///< accepted steps
  std::uint64_t looked_at_ = 0;               ///< likewise, of the last look
  double mark_ = 0;                           ///< s, of the last look
};

[[nodiscard]] std::unique_ptr<Stepper> make_series_first(OdeProblem problem, StepOptions options);

} // namespace numerics
} // namespace dalembert

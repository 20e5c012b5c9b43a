#pragma once

#include <dalembert/base/errors.h>
#include <dalembert/numerics/lanes/lane_rk.h>
#include <dalembert/numerics/step/stepper.h>

#include <cstddef>
#include <span>
#include <vector>

namespace dalembert {
inline namespace ensemble {

/// The last step of one lane, for those that look into steps. It is made by LaneRk, with those of the other lanes.
class LaneStepper final : public Stepper {
public:
  /// `state`: room for the state at the end.
  LaneStepper(LaneRk& steps, std::size_t lane, bool is_prepared, std::vector<double>& state)
      : steps_(steps), lane_(lane), is_prepared_(is_prepared), state_(state) {
    state_.resize(steps.components());
    for (std::size_t i = 0; i < state_.size(); ++i)
      state_[i] = steps.states()[i * lane_count + lane];
  }

  void interpolate(double t, std::span<double> y) override {
    if (!is_prepared_ && t != time()) {
      is_prepared_ = steps_.prepare_inside(lane_bit(lane_)) != 0;
      if (!is_prepared_) throw SolveError("a state within a step has no value", {t, time() - previous_time(), 0});
    }
    steps_.interpolate(lane_, t, y);
  }
  [[nodiscard]] double time() const override { return steps_.time(lane_); }
  [[nodiscard]] double previous_time() const override { return steps_.previous_time(lane_); }
  [[nodiscard]] std::span<const double> state() const override { return state_; }
  [[nodiscard]] const StepStatistics& statistics() const override { return steps_.statistics(lane_); }

  void start(double /*t*/, std::span<const double> /*y*/) override { refuse(); }
  void step(double /*t_stop*/) override { refuse(); }
  void jump(double /*t*/) override { refuse(); }
  [[nodiscard]] std::span<const double> derivative() const override { refuse(); }

private:
  [[noreturn]] static void refuse() { throw InternalError("a step of one lane is made with those of the others"); }

  LaneRk& steps_;
  std::size_t lane_;
  bool is_prepared_;
  std::vector<double>& state_;
};

} // namespace ensemble
} // namespace dalembert

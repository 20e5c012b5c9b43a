#pragma once

#include <dalembert/simulation/motion/exact_states.h>
#include <dalembert/simulation/phases/reserve.h>
#include <dalembert/simulation/watch/watcher.h>

#include <optional>
#include <string>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// Looks for the first instant in a step at which a reserve is used up: a friction that slides comes to rest, the force
/// of one that sticks exceeds its bound, a function jumps.
class ReserveWatch : public Watcher {
public:
  /// `kind` of the events, whose index is that in `reserves`.
  ReserveWatch(const WatchedRun& run, Reserves& reserves, EventKind kind)
      : reserves_(reserves),
        engine_(run.engine),
        kind_(kind),
        next_change_(run.next_change),
        phases_(run.phases),
        exact_(run.motion, run.method, run.passage) {}

  [[nodiscard]] bool is_idle() const override { return reserves_.size() == 0; }
  [[nodiscard]] std::vector<Event> inside(Stepper& stepper) override;
  void take_back() override;

private:
  [[nodiscard]] static std::vector<double> state_within(Stepper& stepper, double t);
  [[nodiscard]] double reserve(std::size_t index, double t, std::span<const double> y);
  [[nodiscard]] bool is_exceeded(Stepper& stepper, std::size_t index, double t);
  [[nodiscard]] bool is_confirmed(Stepper& stepper, std::size_t index, double t);
  [[nodiscard]] double behind_change(Stepper& stepper, std::size_t index, const WatchWindow& window);
  [[nodiscard]] std::string name_of(std::size_t index) const;
  /// When a reserve is first used up in the window, s.
  [[nodiscard]] std::optional<double> first_end(Stepper& stepper, std::size_t index, const WatchWindow& window);
  /// The same in the step up to `until`, and the window that it lies in.
  struct UsedUp {
    double time = 0.0;
    WatchWindow window;
  };
  [[nodiscard]] std::optional<UsedUp> first_end(Stepper& stepper, std::size_t index, double until);

  Reserves& reserves_;
  const Engine& engine_;
  EventKind kind_;
  double& next_change_;
  StepPhases& phases_;
  ExactStates exact_;
  bool has_taken_step_ = false; ///< the one that was looked at last
};

} // namespace simulation
} // namespace dalembert

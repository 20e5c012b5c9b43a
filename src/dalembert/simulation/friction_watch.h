#pragma once

#include <dalembert/simulation/exact_states.h>
#include <dalembert/simulation/friction_phases.h>
#include <dalembert/simulation/watcher.h>

#include <optional>
#include <vector>

namespace dalembert::inline simulation {

/// Looks for the first instant in a step at which a friction that slides comes to rest, or the force of one that sticks
/// exceeds its bound.
class FrictionWatch : public Watcher {
public:
  explicit FrictionWatch(const WatchedRun& run)
      : frictions_(run.frictions), next_change_(run.next_change), exact_(run.motion, run.method) {}

  [[nodiscard]] std::vector<Event> inside(Stepper& stepper) override;

private:
  [[nodiscard]] static std::vector<double> state_within(Stepper& stepper, double t);
  [[nodiscard]] bool is_exceeded(Stepper& stepper, std::size_t friction, double t);
  /// When the reserve of a friction is first used up in the step, s.
  [[nodiscard]] std::optional<double> first_end(Stepper& stepper, std::size_t friction, double until);

  FrictionPhases& frictions_;
  double& next_change_;
  ExactStates exact_;
};

} // namespace dalembert::inline simulation

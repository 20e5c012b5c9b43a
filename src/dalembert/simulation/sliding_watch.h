#pragma once

#include <dalembert/simulation/watcher.h>

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace dalembert::inline simulation {

/// Watches sliding frictions: one comes to rest where its slip changes sign, behind which the law of sliding would
/// drive it. The run ends there.
class SlidingWatch : public Watcher {
public:
  explicit SlidingWatch(const WatchedRun& run) : engine_(run.engine), motion_(run.motion) {}

  [[nodiscard]] std::vector<Event> inside(Stepper& stepper) override;

private:
  /// The friction that has passed its rest at this state.
  [[nodiscard]] std::optional<std::size_t> at_rest(double t, std::span<const double> y);

  const Engine& engine_;
  Motion& motion_;
};

} // namespace dalembert::inline simulation

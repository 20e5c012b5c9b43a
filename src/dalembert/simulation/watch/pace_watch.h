#pragma once

#include <dalembert/simulation/watch/watcher.h>

#include <vector>

namespace dalembert {
inline namespace simulation {

/// Says once, where a run takes many steps, what makes them as short as they are.
class PaceWatch : public Watcher {
public:
  explicit PaceWatch(const WatchedRun& run) : run_(run) {}

  [[nodiscard]] std::vector<Event> behind(const Stepper& stepper, const RunEffort& spent) override;

  void archive(Archive& with) override { with(has_looked_); }

private:
  WatchedRun run_;
  bool has_looked_ = false;
};

} // namespace simulation
} // namespace dalembert

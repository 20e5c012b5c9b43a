#pragma once

#include <dalembert/simulation/watch/watcher.h>

#include <vector>

namespace dalembert {
inline namespace simulation {

/// Counts the work of the steps, and ends a run that has done what it may (RunOptions::most_work) before its time.
class WorkWatch : public Watcher {
public:
  explicit WorkWatch(const WatchedRun& run) : run_(run) {}

  [[nodiscard]] std::vector<Event> behind(const Stepper& stepper, const RunEffort& spent) override;

private:
  WatchedRun run_;
};

} // namespace simulation
} // namespace dalembert

#pragma once

#include <dalembert/numerics/step/time_order.h>
#include <dalembert/results/event.h>
#include <dalembert/simulation/watch/watcher.h>

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// What the events of a step are judged by.
struct StepView {
  const TimeOrder& order;
  std::span<const Event> known; ///< recorded so far
  bool is_along_branch = false; ///< the step follows the smooth branch at a singular position (SmoothBranch)
};

/// The events inside one step.
struct StepEvents {
  std::vector<Event> recorded; ///< in their order: those that come before `end`, and that one where it is to be told
  std::optional<Event> end;    ///< that ends the run, or its steps
};

/// Asks the watchers for the events inside the step just made; those beyond the first one that ends it are left out. A
/// singular position that two watchers see, or two steps that meet there, is one event.
[[nodiscard]] StepEvents events_inside(std::span<const std::unique_ptr<Watcher>> watchers, Stepper& stepper,
                                       const StepView& view);

} // namespace simulation
} // namespace dalembert

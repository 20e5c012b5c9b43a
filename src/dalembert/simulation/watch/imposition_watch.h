#pragma once

#include <dalembert/simulation/phases/impositions.h>
#include <dalembert/simulation/watch/watcher.h>

#include <optional>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// Looks for the times at which constraints are imposed or released: steps end there. Those of events are found by
/// `event_watch.h`.
class ImpositionWatch : public Watcher {
public:
  explicit ImpositionWatch(const WatchedRun& run)
      : impositions_(run.laws.impositions()), is_idle_(run.engine.study->imposed.empty()) {}

  [[nodiscard]] bool is_idle() const override { return is_idle_; }

  [[nodiscard]] std::vector<Event> inside(Stepper& stepper) override {
    const std::optional<double> due = impositions_.next_time(stepper.previous_time());
    if (!due || *due > stepper.time() || !impositions_.are_due(*due)) return {};
    Event out{*due, EventKind::imposition, EventEffect::changes, {}};
    out.y.assign(stepper.state().begin(), stepper.state().end());
    if (*due != stepper.time()) stepper.interpolate(*due, out.y);
    return {std::move(out)};
  }

private:
  Impositions& impositions_;
  bool is_idle_;
};

} // namespace simulation
} // namespace dalembert

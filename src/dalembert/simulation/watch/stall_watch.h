#pragma once

#include <dalembert/simulation/watch/watcher.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// Finds that a run cannot get on: steps are counted, not seconds. Every 20000 steps, accepted or not, their pace says
/// how many the rest needs; more than 10⁷ with steps that fell to a ten-thousandth of earlier ones or that are often
/// rejected (stiff equations), or more than 10⁹ at all, are a stall. Where a function switches and both are the case
/// the motion sticks to a jump, and more than 10⁶ are one.
class StallWatch : public Watcher {
public:
  explicit StallWatch(const WatchedRun& run) : run_(run), mark_(run.begin) {}

  [[nodiscard]] std::vector<Event> behind(const Stepper& stepper, const RunEffort& spent) override;

  void archive(Archive& with) override { with(mark_, tried_, turned_down_); }

private:
  /// What is the matter at `t`, in numbers; nothing unless the run has stalled.
  [[nodiscard]] std::optional<std::string> pace(double t, const RunEffort& now);
  [[nodiscard]] bool has_jumps() const;
  /// What it may come from, and what to do: a guess where no other reason is known.
  [[nodiscard]] std::string advice(bool is_implicit) const;

  WatchedRun run_;
  double mark_;             ///< time at the beginning of the window, s
  std::uint64_t tried_ = 0; ///< steps before the window
  std::uint64_t turned_down_ = 0;
};

} // namespace simulation
} // namespace dalembert

#pragma once

#include <dalembert/base/archive.h>
#include <dalembert/base/diagnostic.h>
#include <dalembert/numerics/step/stepper.h>
#include <dalembert/results/event.h>
#include <dalembert/results/run_options.h>
#include <dalembert/simulation/engine/engine.h>
#include <dalembert/simulation/motion/motion.h>
#include <dalembert/simulation/phases/laws.h>
#include <dalembert/simulation/record/run_work.h>
#include <dalembert/simulation/solving/row_ranks.h>
#include <dalembert/simulation/watch/step_phases.h>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace dalembert {
inline namespace simulation {

class SingularPassage;

/// What watchers of a run know of it; all of it outlives them.
struct WatchedRun {
  const Engine& engine;
  Motion& motion;
  const RunOptions& options;
  RunWork& work;
  double begin = 0.0;                 ///< s
  double end = 0.0;                   ///< s
  std::optional<RowRanks> ranks = {}; ///< where rows are redundant
  Laws& laws;
  const StepMethod& method;
  std::vector<Diagnostic>& warnings; ///< of the run
  /// The first instant of the step just made at which the motion changes, s: what lies behind it does not happen.
  double& next_change;
  StepPhases& phases;
  SingularPassage* passage = nullptr; ///< may lead the run along a smooth branch; null: nothing does
};

/// What a run has done so far, the steps of all its steppers together.
struct RunEffort {
  std::uint64_t accepted = 0;
  std::uint64_t turned_down = 0; ///< rejected by the error test, or not computable
  std::uint64_t evaluations = 0; ///< of f
  double largest_step = 0.0;     ///< s
};

/// Looks for one kind of event along a run. A kind of event is a file with its watcher and a row in `watchers.cpp`.
class Watcher {
public:
  Watcher() = default;
  Watcher(const Watcher&) = delete;
  Watcher& operator=(const Watcher&) = delete;
  virtual ~Watcher() = default;

  /// True where the study has nothing of the kind: no step will tell of it.
  [[nodiscard]] virtual bool is_idle() const { return false; }

  /// Takes a state from which steps go on: at the start, behind a jump in time, before a singular position is passed.
  virtual void start(double /*t*/, std::span<const double> /*y*/) {}

  /// The events inside the step just made, located on its dense output. Asked before anything of it is recorded; the
  /// state of the motion is free to change.
  [[nodiscard]] virtual std::vector<Event> inside(Stepper& /*stepper*/) { return {}; }

  /// The step that `inside` looked at last is not taken: another one is made from its begin. What was seen in it counts
  /// as not seen.
  virtual void take_back() {}

  /// Hands over what the watcher remembers from step to step, in either direction.
  virtual void archive(Archive& /*with*/) {}

  /// The events that a step recorded up to its end tells of; not asked where it was cut short.
  [[nodiscard]] virtual std::vector<Event> behind(const Stepper& /*stepper*/, const RunEffort& /*spent*/) { return {}; }
};

} // namespace simulation
} // namespace dalembert

#pragma once

#include <dalembert/base/archive.h>
#include <dalembert/numerics/step/stepper.h>
#include <dalembert/results/run_options.h>
#include <dalembert/simulation/motion/passage.h>
#include <dalembert/simulation/phases/laws.h>
#include <dalembert/simulation/plan/coordinate_watch.h>
#include <dalembert/simulation/record/recorder.h>
#include <dalembert/simulation/record/run_rows.h>
#include <dalembert/simulation/record/run_work.h>
#include <dalembert/simulation/watch/event_counts.h>
#include <dalembert/simulation/watch/watcher.h>

#include <memory>
#include <optional>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// All that changes along a run but its stepper; outlives who refers to it.
struct RunMemory {
  const Engine& engine;
  RunResult& result;
  Laws& laws;
  Motion& motion;
  Recorder& recorder;
  RunWork& work;
  RunRows& rows;
  EventCounts& counts;
  std::vector<std::unique_ptr<Watcher>>& watchers;
  SingularPassage& passage;
  CoordinateWatch& coordinates;
  std::vector<double>& last;
  double& supplied_by_jumps;
  double& largest_step;
  double& initial_step; ///< s, that the stepper at work was made with
  /// Hands all of it over, in either direction.
  void archive(Archive& with);
};

/// Keeps a run from time to time (RunKeeping), so that one that was ended goes on to the same numbers, bit for bit.
///
/// What is kept is what the program has in memory between two steps: state, stepper, what contacts, frictions and
/// functions that jump do, and all that was recorded. Nothing is computed for it, so that a run which is kept has the
/// numbers of one that is not.
class RunKeeper {
public:
  RunKeeper(const RunOptions& options, RunMemory memory) : keeping_(options.keeping), memory_(memory) {}

  /// Puts back what an earlier run kept, but for its stepper; `t` and `y` become the state to start it with. Nothing
  /// where there is none. @throws ArchiveError where it is not of such a run
  void restore(double& t, std::vector<double>& y);
  /// Starts the stepper from t and y, or puts back that of the earlier run.
  void start(Stepper& stepper, double t, const std::vector<double>& y);
  /// Keeps the run where that is due and memory was never short for it. `has_own_rows`: the model names the times of
  /// its rows.
  void after_step(Stepper& stepper, bool has_own_rows);
  /// Keeps the state, of a run that ends before its time.
  void keep(Stepper& stepper);

private:
  const RunKeeping& keeping_;
  RunMemory memory_;
  std::optional<Archive> earlier_; ///< read up to the stepper
  bool is_short_of_memory_ = false;
};

} // namespace simulation
} // namespace dalembert

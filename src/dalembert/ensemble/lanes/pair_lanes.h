#pragma once

#include <dalembert/ensemble/lanes/lane_motion.h>
#include <dalembert/ensemble/lanes/lane_record.h>
#include <dalembert/ensemble/lanes/pair_run.h>

#include <functional>
#include <memory>

namespace dalembert {
inline namespace ensemble {

/// What members need to be run together by an embedded pair, each with steps of its own. Constant.
struct PairProgram {
  std::shared_ptr<const Engine> engine; ///< of any of them
  const Tableau* tableau = nullptr;
  std::shared_ptr<const MotionProgram> motion;
  std::shared_ptr<const RecordPrograms> record;
};

/// Where runs come from, and where they go.
struct PairRuns {
  /// The next run, just begun; null: there is none now.
  std::function<std::unique_ptr<PairRun>()> next;
  /// Takes a run that is done or given up. It has the lane it was in no longer.
  std::function<void(std::unique_ptr<PairRun>)> end;
};

/// Makes the steps of all runs that there are, eight at a time: a lane whose run ends takes the next one. Returns when
/// there is no run left. The result of each is the same whoever stands beside it.
/// @throws Stopped where the work is to stop
void run_in_lanes(const PairProgram& program, const PairRuns& runs);

} // namespace ensemble
} // namespace dalembert

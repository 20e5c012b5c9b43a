#pragma once

#include <dalembert/ensemble/lanes/motion_lanes.h>
#include <dalembert/results/result.h>
#include <dalembert/results/run_options.h>
#include <dalembert/simulation/engine/engine.h>
#include <dalembert/simulation/motion/motion.h>
#include <dalembert/simulation/plan/schedule.h>
#include <dalembert/simulation/record/recorder.h>
#include <dalembert/simulation/record/run_rows.h>
#include <dalembert/simulation/record/run_work.h>

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace dalembert {
inline namespace ensemble {

/// True where the method is the one whose members are advanced in lanes: `rk4`.
[[nodiscard]] bool asks_for_lanes(const Study& study, const RunOptions& options);

/// Says why members of this study cannot be advanced in lanes, by MotionLanes; empty where they can: a smooth motion in
/// the form lagrange, without constraints, where nothing is looked for inside a step.
[[nodiscard]] std::string why_no_lanes(const Engine& engine);

/// One member of several whose motions are advanced together. Its steps are those that `run` takes by `rk4`; table and
/// certificate are taken at the instants of the table and at the end, by a step of its own where one lies inside a
/// step, and not behind every step.
class LaneRun {
public:
  /// Begins the run: the consistent initial state is known and visited. What is handed over must outlive it.
  /// @throws as `run`
  LaneRun(const Engine& engine, const RunOptions& options);
  LaneRun(const LaneRun&) = delete;
  LaneRun& operator=(const LaneRun&) = delete;

  /// False where this member needs more than equal steps: something depends on the time alone and jumps or is short, a
  /// longest step is asked for. It is to be run by `run`.
  [[nodiscard]] bool is_regular() const { return is_regular_; }

  /// Takes its place in `lanes`: state, parameters, time and step.
  void enter(MotionLanes& lanes, std::size_t place);
  [[nodiscard]] bool is_done() const { return is_done_; }

  /// How many steps can be made before something is to be written down; 0: an instant inside the next step is due.
  [[nodiscard]] std::size_t steps_to_stop() const;
  /// Length of the way to that instant, s.
  [[nodiscard]] double way_to_row() const;
  /// Takes in that so many steps were made, or the state at the instant inside the next step.
  void take_steps(MotionLanes& lanes, std::size_t steps);
  void take_row(MotionLanes& lanes);

  /// What was computed, judged. Once.
  [[nodiscard]] RunResult finish();

private:
  [[nodiscard]] double time_of(std::size_t step) const;
  void visit(double t, std::span<const double> y);
  void advance_past_rows();
  void fail(const std::string& why);
  void fail_inside(const MotionLanes& lanes, std::size_t steps);

  const Engine& engine_;
  const RunOptions& options_;
  RunResult result_;
  const StepMethod& method_;
  Schedule schedule_;
  Motion motion_;
  Recorder recorder_;
  RunWork work_;
  RunRows rows_;
  bool is_regular_ = false;
  bool is_done_ = false;
  std::size_t place_ = 0;
  double begin_ = 0.0;     ///< s
  double length_ = 0.0;    ///< s, of a step
  std::size_t count_ = 0;  ///< of all steps
  std::size_t passed_ = 0; ///< of them
  std::size_t row_ = 0;    ///< the next of the schedule
  std::vector<double> y_;  ///< at the last look
};

/// Advances all of `runs`, as many as `lanes` has members at most, to their ends.
/// @throws Stopped where the work is to stop
void run_together(MotionLanes& lanes, std::span<const std::unique_ptr<LaneRun>> runs);

} // namespace ensemble
} // namespace dalembert

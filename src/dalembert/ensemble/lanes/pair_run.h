#pragma once

#include <dalembert/ensemble/lanes/lane_motion.h>
#include <dalembert/numerics/choice/stiffness_watch.h>
#include <dalembert/numerics/lanes/lane_rk.h>
#include <dalembert/numerics/methods/explicit_rk.h>
#include <dalembert/results/result.h>
#include <dalembert/results/run_options.h>
#include <dalembert/simulation/engine/engine.h>
#include <dalembert/simulation/motion/motion.h>
#include <dalembert/simulation/motion/passage.h>
#include <dalembert/simulation/phases/laws.h>
#include <dalembert/simulation/plan/schedule.h>
#include <dalembert/simulation/plan/time_scan.h>
#include <dalembert/simulation/record/recorder.h>
#include <dalembert/simulation/record/run_rows.h>
#include <dalembert/simulation/record/run_work.h>
#include <dalembert/simulation/watch/event_counts.h>
#include <dalembert/simulation/watch/watcher.h>

#include <cstddef>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace dalembert {
inline namespace ensemble {

/// The pair by which members are run in lanes where `rk8`, `rk5` or `auto` is asked for, and that does not begin with
/// Taylor series; null for other methods.
[[nodiscard]] const Tableau* pair_of_lanes(const Engine& engine, const RunOptions& options);

/// Says why members of this study are run one by one, whatever their values; empty where lanes can take them.
[[nodiscard]] std::string why_no_pair_lanes(const Engine& engine, bool is_by_structure);

/// A step that was made in one lane.
struct LaneStep {
  std::size_t lane = 0;
  bool is_prepared = false; ///< LaneRk can interpolate it
  double stiffness = 0.0;   ///< as ExplicitRk has it, where the method is chosen along the way
  const SolvedState& end;
  const RecordedState& record;          ///< at its end
  std::span<const SolvedRow> rows = {}; ///< of the table, inside
};

/// One member of several whose steps are made in lanes (LaneRk): the run that `run` makes, to the last bit, as long as
/// nothing happens to it that one lane cannot pass. Then, `is_given_up`, it is to be run by `run` from its start.
class PairRun {
public:
  /// Begins the run: its first step is made. Options and tableau must outlive it; `number` is what it is known by,
  /// `content` what the rows of its table hold.
  /// @throws as `run`
  PairRun(std::size_t number, Engine engine, const RunOptions& options, const Tableau& tableau,
          RowContent content = RowContent::everything);
  PairRun(const PairRun&) = delete;
  PairRun& operator=(const PairRun&) = delete;

  [[nodiscard]] std::size_t number() const { return number_; }
  [[nodiscard]] const Engine& engine() const { return engine_; }
  [[nodiscard]] bool is_given_up() const { return is_given_up_; }
  [[nodiscard]] bool is_done() const { return is_done_; }

  /// Takes its place in both, where it is neither given up nor done.
  void enter(LaneRk& steps, LaneMotion& motion, std::size_t lane);
  /// Puts y onto the constraints; false where that cannot be done.
  [[nodiscard]] bool project(double t, std::span<double> y);
  /// As Motion does.
  void correct_dense_output(double t, std::span<double> y) { motion_.correct_dense_output(t, y); }
  /// True where rows or events are looked for inside the step just made.
  [[nodiscard]] bool looks_inside(double after, double until);
  /// The instants of the table inside it.
  [[nodiscard]] std::span<const double> rows_inside(double after, double until);
  /// The histories at a state of this member, as they are known before the step is taken in.
  void copy_histories(std::span<const double> y, std::span<double> out) const { motion_.copy_histories(y, out); }
  /// Takes in the step just made.
  void take_step(LaneRk& steps, const LaneStep& made);
  void give_up() { is_given_up_ = true; }
  /// True where the run may go over to an implicit method.
  [[nodiscard]] bool chooses_method() const { return stiffness_.has_value(); }

  /// What was computed, judged. Once, where it is done and not given up.
  [[nodiscard]] RunResult finish();

private:
  void begin(const Tableau& tableau);
  [[nodiscard]] bool is_regular() const;
  void after_step(Stepper& stepper, double stiffness, const LaneStep* made);
  void record_step(Stepper& stepper, const std::optional<Event>& stop, const LaneStep* made);
  [[nodiscard]] std::optional<Event> stop_inside(Stepper& stepper);
  [[nodiscard]] bool has_lost_structure() const {
    return begins_by_structure_ && !motion_.dynamics().has_usable_structure();
  }
  [[nodiscard]] bool comes_near_singular_position(Stepper& stepper);
  [[nodiscard]] bool is_watched_quietly(const Stepper& stepper);
  void visit(const RecordedState* known);

  std::size_t number_;
  Engine engine_;
  const RunOptions& options_;
  RunResult result_;
  const StepMethod& method_;
  Schedule schedule_;
  Motion motion_;
  Recorder recorder_;
  RunWork work_;
  RunRows rows_;
  Laws laws_;
  EventCounts counts_;
  StepPhases phases_;
  double next_change_ = std::numeric_limits<double>::infinity(); ///< s
  std::vector<std::unique_ptr<Watcher>> watchers_;
  TimeScan scan_;
  std::optional<StiffnessWatch> stiffness_;
  OdeProblem problem_;
  StepOptions settings_;
  std::vector<double> reached_; ///< y at the end of the step
  std::size_t near_row_ = 0;    ///< of the schedule, not far from where the run is
  std::vector<double> last_;    ///< y of the last state reached
  std::size_t steps_ = 0;
  bool keeps_ends_;                        ///< an event may end the run, whose table then has ends of steps
  std::unique_ptr<ExplicitRk> first_;      ///< until it has entered its lane
  std::optional<SingularPassage> passage_; ///< with constraints
  bool begins_by_structure_ = false;       ///< lanes go on so, a run only until rows or pivots are short
  bool is_given_up_ = false;
  bool is_done_ = false;
};

} // namespace ensemble
} // namespace dalembert

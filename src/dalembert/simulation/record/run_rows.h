#pragma once

#include <dalembert/simulation/engine/finite_values.h>
#include <dalembert/simulation/engine/observables.h>
#include <dalembert/simulation/motion/motion.h>
#include <dalembert/simulation/plan/schedule.h>
#include <dalembert/simulation/record/curve_recorder.h>
#include <dalembert/simulation/record/early_rows.h>
#include <dalembert/simulation/record/recorder.h>
#include <dalembert/simulation/record/run_work.h>
#include <dalembert/simulation/solving/account.h>

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// Who takes part in a run where rows are written; all of them outlive the rows.
struct RowSources {
  const Engine& engine;
  Motion& motion;
  Recorder& recorder;
  RunWork& work;
  RunResult& result; ///< table and samples are written into it
  const StepMethod* method =
      nullptr; ///< that makes states where dense output is none, and rows are audited; null: neither
  const double* supplied_by_jumps = nullptr; ///< J, to the energy so far; null: nothing jumps
};

/// A state inside a step at which the equations are solved already.
struct SolvedRow {
  double t = 0.0;
  std::vector<double> y;
  SolvedState solved;
  RecordedState record;
};

/// What the rows of a table hold beside their observables.
enum class RowContent {
  everything,
  states ///< t, q and v; where anything else is not finite, the row is made as ever
};

/// Table rows, samples and points of curves along a run, at the times that a schedule wants.
class RunRows {
public:
  /// At most `early_rows` ends of steps are kept for a run that ends early.
  RunRows(const RowSources& sources, const Schedule& schedule, std::size_t curve_points, std::size_t early_rows,
          RowContent content = RowContent::everything);

  /// Who puts a state inside a step onto the branch that the motion passes a singular position on, and says whether
  /// that was done: false away from it.
  void put_inside_by(std::function<bool(double t, std::span<double> y)> branch) { branch_ = std::move(branch); }

  /// What lies inside the step just made, between `after` and `until`. `known`: rows of the table there, in the order
  /// of the run.
  void take_inside(Stepper& stepper, double after, double until, std::span<const SolvedRow> known = {});
  /// Rows between `after` and `t`, the sides of a jump of the equations in time: all are the current state, which is
  /// that of one side.
  void take_standing(double after, double t);
  /// Curve point at the current state, and table row and sample where they are due at `t`.
  void take_due(double t);
  /// The end of a step, for a run that ends early.
  void take_end();
  /// Curve point at the current state, which an impact has changed, and an end of a step.
  void take_behind_impact();
  /// Adds a row of the current state. `known`: what the programs give there; null: they are evaluated.
  void add_row(double t, const RecordedState* known = nullptr);

  /// Adds to a result, which is a copy, what it would have if the run ended at the current state.
  void complete(RunResult& partial, bool has_own_rows);

  /// Adds the ends of steps that were kept to the table. The current state is the last one.
  void add_early_rows();
  /// Writes the curves. The current state is the last one.
  void close_curves();
  /// Hands over what was kept; the rows themselves are in the result.
  void archive(Archive& with) { with(curves_, shown_, early_rows_); }
  /// What is shown and has no value, at the first time that it was met.
  [[nodiscard]] const std::optional<std::string>& undefined() const { return shown_.first(); }

private:
  [[nodiscard]] std::vector<double> observables();
  [[nodiscard]] bool is_on_branch(Stepper& stepper, double t);
  void go_inside(Stepper& stepper, double t);
  void put_inside_onto_rows(double t);
  void solve_inside();
  void audit_shown();
  [[nodiscard]] bool is_state_enough(const SolvedRow& row) const;
  void add_state(const SolvedRow& row);

  RowSources at_;
  Account account_;
  const Schedule& schedule_;
  Observables observables_;
  CurveRecorder curves_;
  ShownValues shown_;
  EarlyRows early_rows_;
  RowContent content_;
  std::size_t near_ = 0;       ///< a row of the schedule, not far from where the run is
  std::vector<double> inside_; ///< room for a state inside a step
  std::function<bool(double, std::span<double>)> branch_;
};

} // namespace simulation
} // namespace dalembert

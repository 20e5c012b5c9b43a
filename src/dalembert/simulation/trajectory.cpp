#include <dalembert/base/errors.h>
#include <dalembert/base/watch.h>
#include <dalembert/numerics/integrate.h>
#include <dalembert/simulation/coordinate_watch.h>
#include <dalembert/simulation/curve_recorder.h>
#include <dalembert/simulation/early_rows.h>
#include <dalembert/simulation/explain.h>
#include <dalembert/simulation/finite_values.h>
#include <dalembert/simulation/method.h>
#include <dalembert/simulation/motion.h>
#include <dalembert/simulation/observables.h>
#include <dalembert/simulation/passage.h>
#include <dalembert/simulation/recorder.h>
#include <dalembert/simulation/row_watch.h>
#include <dalembert/simulation/run_work.h>
#include <dalembert/simulation/stall_watch.h>
#include <dalembert/simulation/step_cause.h>
#include <dalembert/simulation/time_scan.h>
#include <dalembert/simulation/trajectory.h>
#include <dalembert/simulation/verdict.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <new>

namespace dalembert::inline simulation {

namespace {

/// One run from a given state on: the stepper, the motion it advances, and who watches.
class Runner {
public:
  Runner(const Engine& engine, const StepMethod& method, const RunOptions& options, RunResult& result)
      : options_(options),
        motion_(engine, result.tolerance),
        recorder_(engine, result.tolerance, options.settled),
        observables_(engine),
        curves_(engine, options.curve_points),
        row_watch_(engine),
        shown_(engine),
        early_rows_(options.table_rows),
        work_(engine),
        result_(result),
        layout_(engine.programs->layout),
        engine_(engine),
        method_(method) {}

  void go(const State& from, const ImpactReport* impact, const Schedule& schedule) {
    schedule_ = &schedule;
    motion_.start(from, impact);
    if (result_.initial.rank < static_cast<int>(engine_.constraints())) {
      const RowRanks ranks = row_ranks(engine_, result_.initial.state);
      motion_.set_known_ranks(ranks);
      row_watch_.set_known_ranks(ranks);
    }
    recorder_.start(schedule.end - from.t);
    result_.final = visit_current();
    take_due(from.t);
    note_results();
    try {
      if (schedule.end > from.t) advance(from);
    } catch (const Stopped&) {
      result_.outcome = RunOutcome::interrupted;
    } catch (const std::bad_alloc&) {
      thin_out(result_.table, result_.samples, options_.table_rows);
      fail(fmt::format("out of memory at t = {:.6g} s; some rows were discarded", result_.final.state.t));
    }
    const Watching nobody(nullptr); // what was computed is still put together
    finish_table();
    curves_.close(motion_.inputs());
    result_.curves = curves_.curves();
    result_.certificate = recorder_.certificate();
    result_.checks = recorder_.checks();
  }

private:
  Evaluation visit_current() {
    motion_.solve();
    require_met_rows(motion_.dynamics().status(), motion_.inputs()[layout_.time()]);
    return recorder_.visit(motion_.inputs(), motion_.dynamics(), motion_.supplied() + supplied_by_jumps_);
  }

  /// A run that ended early has a table all the same, and one that shows what has no value does not pass for good.
  void finish_table() {
    if (result_.outcome != RunOutcome::completed && return_to_last_state() && !has_own_rows())
      early_rows_.merge_into(result_.table, result_.final, observables());
    if (result_.outcome == RunOutcome::completed && shown_.first())
      fail(*shown_.first() + "; the motion itself was computed to its end");
  }

  /// Makes the last state that was reached the current one; steps that failed have left another. False where there is
  /// none, or nothing can be computed there.
  bool return_to_last_state() {
    if (last_.empty() || !can_solve_at(motion_, result_.final.state.t, last_)) return false;
    recorder_.put_drifts(motion_.inputs());
    return true;
  }

  /// True where the model says at which times it wants rows.
  [[nodiscard]] bool has_own_rows() const { return engine_.study->simulate && engine_.study->simulate->output_step; }
  void advance(const State& from) {
    Activity activity("integrating the motion");
    stall_watch_.emplace(engine_.system(), from.t, schedule_->end);
    StepOptions settings = motion_.options();
    const TimeScan scan = scan_time_parts(engine_, from.t, schedule_->end);
    result_.time_parts_seen = scan.is_complete;
    CoordinateWatch coordinates(engine_);
    limit_steps(*engine_.study, options_, {scan, coordinates}, settings);
    SingularPassage passage(motion_, method_, settings);
    RunHooks hooks;
    hooks.stops = schedule_->exact;
    for (const TimeJump& jump : scan.jumps)
      hooks.jumps.push_back({jump.from, jump.to});
    hooks.stop = options_.stop;
    hooks.after_jump = [this, &passage](Stepper& at, const RhsJump& jump) {
      const bool goes_on = after_jump(at, jump);
      passage.keep(at.time(), at.state());
      return goes_on;
    };
    hooks.after_step = [this, &passage](Stepper& at) {
      const bool goes_on = after_step(at);
      if (goes_on && engine_.constraints() > 0) passage.keep(at.time(), at.state());
      return goes_on;
    };
    double begin = from.t;
    std::vector<double> y = motion_.packed();
    row_watch_.start(begin, y);
    passage.keep(begin, y);
    for (bool is_past = true; is_past;) {
      hooks.progress = [this, begin, &from, &activity](double share) {
        const double done = (begin - from.t + share * (schedule_->end - begin)) / (schedule_->end - from.t);
        activity.at(done);
        if (options_.progress) options_.progress(done);
      };
      if (options_.max_steps > 0) settings.max_steps = options_.max_steps - std::min(options_.max_steps - 1, steps());
      const std::unique_ptr<Stepper> stepper = method_.make(motion_.problem(), settings);
      is_past = false;
      try {
        stepper->start(begin, y);
        const RunEnd end = integrate(*stepper, schedule_->end, hooks);
        if (end == RunEnd::stopped_by_user) result_.outcome = RunOutcome::interrupted;
      } catch (const Stopped&) { // inside a step, which is left out
        result_.outcome = RunOutcome::interrupted;
      } catch (const SolveError& error) {
        if (steps() < options_.max_steps || options_.max_steps == 0) is_past = step_over(passage, *stepper, begin, y);
        if (!is_past && result_.outcome == RunOutcome::completed) {
          fail(error.what());
          if (const std::string reason = reason_at(*stepper); !reason.empty()) result_.failure += "; " + reason;
        }
      }
      count(stepper->statistics());
    }
    result_.unseen_coordinates = coordinates.unseen();
  }

  /// Takes in a jump of the equations in time. The state stays; what the energies jump by at this state comes from
  /// outside.
  bool after_jump(Stepper& stepper, const RhsJump& jump) {
    const std::vector<double> y(stepper.state().begin(), stepper.state().end());
    const double energy = result_.final.energies.energy_function;
    for (const double t : schedule_->rows_between(jump.from, stepper.time())) {
      if (t == stepper.time()) continue;
      motion_.unpack(t, y);
      motion_.solve();
      recorder_.put_drifts(motion_.inputs());
      add_row(t);
    }
    motion_.unpack(stepper.time(), y);
    motion_.solve();
    const Evaluation behind = Account(engine_).evaluate(motion_.inputs(), motion_.dynamics());
    if (const std::string broken = unmet_constraint(engine_, motion_.dynamics(), behind, result_.tolerance);
        !broken.empty()) {
      fail(fmt::format("constraint {} jumps at t = {:.6g} s, in its position or its rate: no finite force can enforce "
                       "it; make the function of time smooth there, or end the run earlier",
                       broken, stepper.time()));
      return false;
    }
    supplied_by_jumps_ += behind.energies.energy_function - energy;
    result_.final = visit_current();
    last_ = y;
    take_due(stepper.time());
    row_watch_.start(stepper.time(), y);
    return true;
  }

  /// Passes a singular position at which the steps of `stepper` end; `begin` and `y` become the state behind it.
  bool step_over(SingularPassage& passage, const Stepper& stepper, double& begin, std::vector<double>& y) {
    if (engine_.constraints() == 0) return false;
    const double singular = stepper.time();
    const auto stop = std::ranges::upper_bound(schedule_->exact, singular);
    const double limit = stop == schedule_->exact.end() ? schedule_->end : std::min(*stop, schedule_->end);
    largest_step_ = std::max(largest_step_, stepper.statistics().largest_step);
    std::unique_ptr<Stepper> passed = passage.over(singular, limit, 2.0 * largest_step_);
    if (!passed) return false;
    std::vector<double> before(passed->state().size());
    passed->interpolate(passed->previous_time(), before);
    row_watch_.start(passed->previous_time(), before);
    const std::string reason = reason_at(stepper);
    try {
      if (!after_step(*passed)) return false;
    } catch (const SolveError&) { // a row of the table at the very position, say
      return false;
    }
    count(passed->statistics());
    if (result_.passages.empty() || result_.passages.back().time <= passed->previous_time())
      result_.passages.push_back({singular, reason});
    begin = passed->time();
    y.assign(passed->state().begin(), passed->state().end());
    passage.keep(begin, y);
    return true;
  }

  [[nodiscard]] std::size_t steps() const { return result_.statistics.steps + result_.statistics.rejected; }
  void count(const StepStatistics& statistics) {
    result_.statistics.steps += statistics.accepted;
    result_.statistics.rejected += statistics.rejected + statistics.refused;
    result_.statistics.rhs_evaluations += statistics.evaluations;
  }
  void fail(const std::string& message) {
    result_.outcome = RunOutcome::failed;
    result_.failure = message;
  }

  [[nodiscard]] std::string reason_at(const Stepper& stepper) {
    if (result_.initial.rank < static_cast<int>(engine_.constraints())) return {};
    return singular_reason(motion_, engine_, stepper);
  }

  /// Takes in the step just made: table rows and samples inside it, then its end. False ends the run.
  bool after_step(Stepper& stepper) {
    const RowJump jump = row_watch_.jump(stepper);
    if (!jump.failure.empty()) {
      fail(jump.failure);
      return false;
    }
    for (const RowZero& zero : jump.zeros)
      result_.passages.push_back({zero.time, fmt::format("the row of constraint {} vanishes there",
                                                         engine_.system().constraints[zero.row].name)});
    std::vector<double> y(stepper.state().size());
    double until = stepper.time();
    const std::optional<double> slide_end = motion_.end_of_sliding(stepper);
    if (slide_end) until = *slide_end;
    const double after =
        std::max(stepper.previous_time(), result_.final.state.t); // a step over a position starts earlier
    for (const double t : schedule_->rows_between(after, until)) {
      if (t == stepper.time()) continue;
      go_inside(stepper, t, y);
      solve_inside();
      add_row(t);
    }
    for (const double t : curves_.times_inside(after, until)) {
      go_inside(stepper, t, y);
      if (engine_.programs->observables.needs_forces) solve_inside();
      curves_.take(motion_.inputs());
      work_.add_point();
    }
    if (slide_end)
      stepper.interpolate(until, y);
    else
      std::copy(stepper.state().begin(), stepper.state().end(), y.begin());
    motion_.unpack(until, y);
    result_.final = visit_current();
    last_ = y;
    take_due(until);
    if (early_rows_.wants_next()) early_rows_.take(result_.final, observables());
    const StallWatch::Effort spent = effort(stepper.statistics());
    if (spent.accepted + spent.turned_down >= worth_a_look && !has_named_cause_) name_cause(stepper, spent);
    if (const std::optional<StallWatch::Stall> stall = stall_watch_->take(until, spent)) {
      const std::string reason = reason_at(stepper);
      fail(reason.empty() ? stall->pace + ". " + stall->advice : stall->pace + "; " + reason);
      return false;
    }
    if (slide_end) fail(motion_.sliding_message(until));
    if (!slide_end && is_spent(stepper.statistics())) result_.outcome = RunOutcome::bounded;
    return !slide_end && result_.outcome != RunOutcome::bounded;
  }

  /// Of the whole run, `now` being that of the stepper at work.
  [[nodiscard]] StallWatch::Effort effort(const StepStatistics& now) const {
    return {result_.statistics.steps + now.accepted, result_.statistics.rejected + now.rejected + now.refused,
            std::max(largest_step_, now.largest_step)};
  }

  /// Says once why the run takes so many steps.
  void name_cause(const Stepper& stepper, const StallWatch::Effort& spent) {
    has_named_cause_ = true;
    const StepsSoFar so_far{result_.initial.state.t, stepper.time(), schedule_->end, spent.accepted, spent.turned_down};
    std::optional<Diagnostic> cause = step_warning(*engine_.study, motion_.problem(), so_far, stepper.state());
    if (!cause) return;
    if (options_.notice) options_.notice(cause->message + ": " + cause->note);
    result_.warnings.push_back(std::move(*cause));
  }

  /// What the study shows, at the current state.
  [[nodiscard]] std::vector<double> observables() {
    std::vector<double> out;
    observables_.observe(motion_.inputs(), out);
    return out;
  }

  /// Makes the state at `t`, inside the step just made, the current one, but for its forces; `y` is room for it.
  void go_inside(Stepper& stepper, double t, std::vector<double>& y) {
    stepper.interpolate(t, y);
    motion_.unpack(t, y);
    recorder_.put_drifts(motion_.inputs());
  }

  void solve_inside() {
    motion_.solve();
    work_.add_states(1, motion_.dynamics());
  }

  /// Counts what the last step took. True where the run ends here, because it has done the work that it may.
  [[nodiscard]] bool is_spent(const StepStatistics& now) {
    work_.add_step(result_.statistics.rhs_evaluations + now.evaluations, motion_.dynamics());
    return options_.most_work > 0.0 && work_.spent() >= options_.most_work && result_.final.state.t < schedule_->end;
  }

  /// Curve point, table row and sample at the current state, the latter where they are due.
  void take_due(double t) {
    curves_.take(motion_.inputs());
    if (schedule_->is_row(t)) add_row(t);
    if (schedule_->is_sample(t)) result_.samples.push_back(result_.final);
  }

  void add_row(double t) {
    const bool at_end = t == result_.final.state.t;
    Table& table = result_.table;
    Evaluation evaluation = at_end ? result_.final : Account(engine_).evaluate(motion_.inputs(), motion_.dynamics());
    std::vector<double> shown = observables();
    // A row is whole, whatever ends the run.
    table.times.push_back(t);
    table.evaluations.push_back(std::move(evaluation));
    table.observables.push_back(std::move(shown));
    shown_.take(t, table.observables.back());
    if (!at_end && schedule_->is_sample(t)) result_.samples.push_back(table.evaluations.back());
  }

  const RunOptions& options_;
  Motion motion_;
  Recorder recorder_;
  Observables observables_;
  CurveRecorder curves_;
  RowWatch row_watch_;
  ShownValues shown_;
  EarlyRows early_rows_;
  std::optional<StallWatch> stall_watch_;
  RunWork work_;
  std::vector<double> last_; ///< y of the last state reached
  RunResult& result_;
  const InputLayout& layout_;
  const Engine& engine_;
  const StepMethod& method_;
  const Schedule* schedule_ = nullptr;
  double supplied_by_jumps_ = 0.0; ///< J
  bool has_named_cause_ = false;
  static constexpr std::uint64_t worth_a_look = 20'000; ///< steps
  double largest_step_ = 0.0;                           ///< s, before the last singular position
};

} // namespace

void compute_trajectory(const Engine& engine, const StepMethod& method, const RunOptions& options,
                        const Schedule& schedule, RunResult& result) {
  const State& from = result.impact ? result.impact->after : result.initial.state;
  Runner(engine, method, options, result).go(from, result.impact ? &*result.impact : nullptr, schedule);
}

} // namespace dalembert::inline simulation

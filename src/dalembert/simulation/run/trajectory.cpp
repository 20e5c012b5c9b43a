#include <dalembert/base/errors.h>
#include <dalembert/base/watch.h>
#include <dalembert/numerics/step/integrate.h>
#include <dalembert/simulation/engine/explain.h>
#include <dalembert/simulation/motion/exact_states.h>
#include <dalembert/simulation/motion/motion.h>
#include <dalembert/simulation/motion/passage.h>
#include <dalembert/simulation/phases/laws.h>
#include <dalembert/simulation/plan/coordinate_watch.h>
#include <dalembert/simulation/plan/method.h>
#include <dalembert/simulation/plan/time_scan.h>
#include <dalembert/simulation/record/early_rows.h>
#include <dalembert/simulation/record/recorder.h>
#include <dalembert/simulation/record/run_rows.h>
#include <dalembert/simulation/record/run_work.h>
#include <dalembert/simulation/record/verdict.h>
#include <dalembert/simulation/run/corner_passage.h>
#include <dalembert/simulation/run/run_keeper.h>
#include <dalembert/simulation/run/time_jump.h>
#include <dalembert/simulation/run/trajectory.h>
#include <dalembert/simulation/watch/event_counts.h>
#include <dalembert/simulation/watch/step_events.h>
#include <dalembert/simulation/watch/watchers.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <memory>
#include <new>

namespace dalembert {
inline namespace simulation {

namespace {

constexpr double share_before_corner = 0.3; ///< of the way to it: a step of that length does not reach over it

/// One run from a given state on: the stepper, the motion it advances, and who watches.
class Runner {
public:
  Runner(const Engine& engine, const StepMethod& method, const RunOptions& options, const Schedule& schedule,
         RunResult& result)
      : options_(options),
        motion_(engine, result.tolerance),
        recorder_(engine, result.tolerance, options.settled),
        work_(engine),
        rows_({engine, motion_, recorder_, work_, result, &method, &supplied_by_jumps_}, schedule, options.curve_points,
              options.table_rows),
        laws_(engine, motion_, result),
        result_(result),
        layout_(engine.programs->layout),
        engine_(engine),
        method_(method),
        schedule_(schedule),
        counts_(*engine.study, result.warnings),
        phases_(engine),
        next_change_(schedule.order.never()) {}

  void go(const State& from, const ImpactReport* impact) {
    scan_ = scan_time_parts(engine_, from.t, schedule_.end);
    result_.time_parts_seen = scan_.is_complete;
    motion_.start(from, impact);
    WatchedRun watched{engine_, motion_, options_,         work_,        from.t, schedule_.end, {},
                       laws_,   method_, result_.warnings, next_change_, phases_};
    if (has_redundant_rows()) {
      watched.ranks = row_ranks(engine_.at_start(), result_.initial.state);
      if (laws_.rows_change())
        laws_.contacts().set_known_ranks(*watched.ranks);
      else
        motion_.set_known_ranks(*watched.ranks);
    }
    pass_first_changes(from.t);
    passage_.emplace(engine_, motion_, method_, motion_.options(), result_.initial.rank);
    watched.passage = &*passage_;
    laws_.contacts().look_along(*passage_);
    watchers_ = watchers_of(watched);
    recorder_.start(std::abs(schedule_.end - from.t));
    visit_current();
    rows_.take_due(from.t);
    note_results();
    try {
      if (schedule_.end != from.t) advance(from.t);
    } catch (const Stopped&) {
      result_.outcome = RunOutcome::interrupted;
    } catch (const std::bad_alloc&) {
      thin_out(result_.table, result_.samples, options_.table_rows);
      fail(fmt::format("out of memory at t = {:.6g} s; some rows were discarded", result_.final.state.t));
    }
    const Watching nobody(nullptr); // what was computed is still put together
    finish_table();
    rows_.close_curves();
    result_.certificate = recorder_.certificate();
    std::ranges::copy(phases_.unresolved(), std::back_inserter(result_.certificate.failed));
    result_.checks = recorder_.checks();
    result_.statistics.work = work_.spent();
    result_.statistics.solver = motion_.dynamics().solver();
  }

private:
  /// Takes in which contacts are closed or struck at the start, which frictions stick, and on which side of surfaces
  /// the motion begins; the state behind becomes the current one.
  void pass_first_changes(double start) {
    const double t = first_instant(scan_.jumps, start, schedule_.order);
    if (laws_.empty() && t == start) return;
    std::vector<double> y = motion_.packed();
    if (!laws_.empty()) laws_.start(t, y);
    motion_.unpack(t, y);
    note_at(start, t, result_);
    recorder_.tell(t, start);
  }

  /// Takes in what changes at the state reached: contacts, frictions, functions that jump. The run goes on from
  /// `restart_`.
  void pass_change(const Event& event) {
    std::vector<double> y = last_;
    try {
      supplied_by_jumps_ += laws_.pass(event, y);
      passage_->take_change(event.time, last_, y);
      motion_.unpack(event.time, y);
      visit_current();
    } catch (const SolveError& error) {
      return fail(error.what());
    }
    go_on_behind_change(event.time, std::move(y));
  }

  void go_on_behind_change(double t, std::vector<double> y) {
    laws_.frictions().note_changes(t);
    last_ = y;
    rows_.take_behind_impact();
    start_watchers(t, y);
    go_on_from(t, std::move(y));
  }

  /// Takes the motion over a corner of an active row that lies nearer than `nearest` seconds ahead of the state (t, y);
  /// false where there is none.
  bool pass_corner(double t, std::span<const double> at, double nearest, CornerPassage& corners) {
    const std::optional<RowCorner> corner = corner_ahead(engine_, motion_, t, at, nearest);
    if (!corner) return false;
    std::vector<double> y = corner->before;
    result_.changes.push_back({corner->time, EventKind::singular_row, EventEffect::changes, {}, corner->row, y});
    try {
      supplied_by_jumps_ += corners.pass(*corner, y);
      motion_.unpack(corner->time, y);
      visit_current();
    } catch (const SolveError& error) {
      fail(error.what());
      return true;
    }
    go_on_behind_change(corner->time, std::move(y));
    return true;
  }

  /// True where a short step has left positions behind that its rates must have changed: it met a corner of a row, and
  /// the projection onto the constraints has taken it back.
  [[nodiscard]] bool is_held_back(const Stepper& stepper) const {
    constexpr double short_step = 1e-6; // of the run: no motion turns round within it
    constexpr double made = 0.5;        // of the way that the rates require
    constexpr double steady = 0.1;      // of a rate: what it may change by
    constexpr double few_roundings = 8.0 * std::numeric_limits<double>::epsilon();
    const double h = stepper.time() - stepper.previous_time();
    if (last_.empty() || std::abs(h) > short_step * std::abs(schedule_.end - result_.initial.state.t)) return false;
    const std::size_t n = engine_.coordinates();
    for (std::size_t i = 0; i < n; ++i) {
      const double rate = last_[n + i];
      const double way = h * rate;
      if (std::abs(stepper.state()[n + i] - rate) > steady * std::abs(rate)) continue;
      if (std::abs(way) <= few_roundings * std::abs(last_[i])) continue;
      if (std::abs(stepper.state()[i] - last_[i]) < made * std::abs(way)) return true;
    }
    return false;
  }

  /// Steps of one length do not end at a corner of a row: true where one is in the way, which ends the run.
  bool ends_at_corner(const Stepper& stepper) {
    constexpr double no_farther = 2.0; // than the end of the next step, by the factor that the search goes on by
    const double step = stepper.time() - stepper.previous_time();
    const std::optional<RowCorner> corner =
        corner_ahead(engine_, motion_, stepper.time(), stepper.state(), no_farther * step);
    if (!corner) return false;
    fail(fmt::format("the row of {} jumps at {}, where steps of one length do not end; choose a method that chooses "
                     "its steps, such as rk8",
                     engine_.system().constraints[corner->row].name,
                     place_on_row(engine_, corner->row, corner->time, {corner->before, corner->behind})));
    return true;
  }

  /// Takes the motion over a corner in the step that `stepper` has made, from the begin of that step.
  bool pass_corner_in(const Stepper& stepper, CornerPassage& corners) {
    constexpr double no_longer = 4.0; // of the step: it ends in front of the corner
    const double t = stepper.previous_time();
    return pass_corner(t, std::vector<double>(last_), no_longer * (stepper.time() - t), corners);
  }

  void go_on_from(double t, std::vector<double> y) {
    if (!result_.is_stopped && schedule_.order.precedes(t, schedule_.end)) restart_ = ExactState{t, std::move(y)};
  }

  void visit_current() {
    motion_.solve();
    require_met_rows(motion_.dynamics().status(), motion_.inputs()[layout_.time()]);
    const double supplied = motion_.supplied() + supplied_by_jumps_;
    std::swap(result_.final, recorder_.visit(motion_.inputs(), motion_.dynamics(), supplied));
  }

  /// A run that ended early has a table all the same, and one that shows what has no value does not pass for good.
  void finish_table() {
    if (result_.is_stopped && return_to_last_state() && result_.table.times.back() != result_.final.state.t)
      rows_.add_row(result_.final.state.t);
    const bool is_early = result_.outcome != RunOutcome::completed || result_.is_stopped;
    if (is_early && return_to_last_state() && !has_own_rows()) rows_.add_early_rows();
    if (result_.outcome == RunOutcome::completed && rows_.undefined())
      fail(*rows_.undefined() + "; the motion itself was computed to its end");
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
  void advance(double start) {
    Activity activity("integrating the motion");
    StepOptions settings = motion_.options();
    CoordinateWatch coordinates(engine_);
    limit_steps(*engine_.study, options_, {scan_, coordinates}, settings);
    SingularPassage& passage = *passage_;
    passage.set_options(settings);
    recorder_.show_forces_by([&passage] { return passage.put_forces(); });
    rows_.put_inside_by([&passage](double t, std::span<double> y) { return passage.put_onto_branch(t, y); });
    RunKeeper keeper(options_, {engine_, result_, laws_, motion_, recorder_, work_, rows_, counts_, watchers_, passage,
                                coordinates, last_, supplied_by_jumps_, largest_step_, settings.initial_step});
    CornerPassage corners(engine_, laws_, start);
    RunHooks hooks;
    hooks.stops = schedule_.exact;
    for (const TimeJump& jump : scan_.jumps)
      jumps_.push_back({jump.from, jump.to});
    hooks.jumps = jumps_;
    hooks.stop = options_.stop;
    hooks.after_jump = [this, &passage](Stepper& at, const RhsJump& jump) {
      const bool goes_on = after_jump(at, jump);
      passage.restart(at.time(), at.state());
      return goes_on;
    };
    hooks.after_step = [this, &passage, &keeper, &corners](Stepper& at) {
      if ((restart_ = passage.begin_of_branch(at, jumps_))) {
        is_branch_of_step_ = false;
        return false;
      }
      if (engine_.constraints() > 0 && is_held_back(at) && pass_corner_in(at, corners)) return false;
      const bool goes_on = after_step(at);
      if (passage.is_along_branch()) return goes_on && !leaves_branch(at);
      if (goes_on && engine_.constraints() > 0) passage.keep(at.time(), at.state());
      if (goes_on) keeper.after_step(at, has_own_rows());
      return goes_on && (engine_.constraints() == 0 || !passes_ahead(passage, at));
    };
    double begin = start;
    std::vector<double> y = motion_.packed();
    start_watchers(begin, y);
    passage.keep(begin, y);
    keeper.restore(begin, y);
    for (bool is_past = true; is_past;) {
      hooks.progress = [this, begin, start, &activity](double share) {
        const double done = (begin - start + share * (schedule_.end - begin)) / (schedule_.end - start);
        activity.at(done);
        if (options_.progress) options_.progress(done);
      };
      if (options_.max_steps > 0) settings.max_steps = options_.max_steps - std::min(options_.max_steps - 1, steps());
      if (settings.initial_step == 0.0) settings.initial_step = laws_.frictions().first_step(schedule_.end - begin);
      const std::unique_ptr<Stepper> stepper = passage.make_stepper(settings);
      hooks.stop = passage.is_along_branch() ? nullptr : options_.stop; // a short way, kept as a whole or not at all
      try {
        keeper.start(*stepper, begin, y);
        const RunEnd end = integrate(*stepper, schedule_.end, hooks);
        if (end == RunEnd::stopped_by_user) keeper.keep(*stepper);
        if (end == RunEnd::stopped_by_user) result_.outcome = RunOutcome::interrupted;
        if (restart_) settings.initial_step = laws_.contacts().first_step(restart_->time, restart_->y);
        if (restart_ && passage.changes_way()) settings.initial_step = length_of_step(*stepper);
        if (restart_ && shorter_step_ > 0.0) settings.initial_step = std::exchange(shorter_step_, 0.0);
      } catch (const Stopped&) { // inside a step, which is left out
        result_.outcome = RunOutcome::interrupted;
      } catch (const SolveError& error) {
        const bool is_corner = pass_end_of_steps(*stepper, passage, corners, error);
        if (is_corner && restart_) settings.initial_step = laws_.contacts().first_step(restart_->time, restart_->y);
      }
      count_steps(stepper->statistics(), result_.statistics);
      note_turns(*stepper, result_.statistics);
      largest_step_ = std::max(largest_step_, stepper->statistics().largest_step);
      passage.take_way();
      is_past = restart_ && result_.outcome == RunOutcome::completed;
      if (is_past) {
        begin = restart_->time;
        y = std::move(restart_->y);
        restart_.reset();
        passage.restart(begin, y);
      }
    }
    result_.unseen_coordinates = coordinates.unseen();
    if (auto warning = close_corners(engine_, passage.corners(), settings.relative_tolerance))
      result_.warnings.push_back(std::move(*warning));
  }

  /// Takes the motion over a corner or a singular position at which the steps of `stepper` end with `error`, or ends
  /// the run. True where it was a corner.
  bool pass_end_of_steps(const Stepper& stepper, SingularPassage& passage, CornerPassage& corners,
                         const SolveError& error) {
    constexpr double nearest = 1e-9; // of the run
    const bool is_on_branch_of_step = passage.is_along_branch() && is_branch_of_step_;
    if (is_on_branch_of_step) give_up_branch(stepper);
    passage.leave_branch();
    const bool may_go_on = engine_.constraints() > 0 && (steps() < options_.max_steps || options_.max_steps == 0);
    if (is_on_branch_of_step && may_go_on) return false;
    const double run = schedule_.end - result_.initial.state.t;
    if (may_go_on && (method_.has_fixed_steps ? ends_at_corner(stepper)
                                              : pass_corner(stepper.time(), stepper.state(), nearest * run, corners)))
      return true;
    if ((may_go_on && step_over(passage, stepper, false)) || result_.outcome != RunOutcome::completed) return false;
    const std::string reason = reason_at(stepper.time(), stepper.state());
    fail(error.what() + (reason.empty() ? reason : "; " + reason));
    return false;
  }

  /// Takes in a jump of the equations in time. The state stays, unless contacts are struck.
  bool after_jump(Stepper& stepper, const RhsJump& jump) {
    std::vector<double> y(stepper.state().begin(), stepper.state().end());
    const bool is_end = stepper.time() == schedule_.end; // what comes behind the jump comes behind the run
    if (is_end) recorder_.tell(jump.from, schedule_.end);
    const TimeJumpPassage passed =
        is_end ? stay_before_jump(motion_, jump.from, y) : pass_time_jump(engine_, motion_, laws_, stepper.time(), y);
    if (passed.broken) record(*passed.broken);
    if (passed.broken) return false;
    supplied_by_jumps_ += passed.supplied;
    visit_current();
    rows_.take_standing(jump.from, stepper.time());
    last_ = y;
    rows_.take_due(stepper.time());
    start_watchers(stepper.time(), y);
    if (laws_.impositions().are_due(stepper.time())) {
      pass_change({stepper.time(), EventKind::imposition, EventEffect::changes, {}});
      return false;
    }
    if (passed.has_changed) go_on_from(stepper.time(), std::move(y));
    return !passed.has_changed;
  }

  /// True where the motion has passed the singular position: from the step just taken in it goes on as ever.
  bool leaves_branch(const Stepper& stepper) {
    if (!passage_->is_past(stepper.time(), stepper.state())) return false;
    go_on_from(stepper.time(), {stepper.state().begin(), stepper.state().end()});
    return true;
  }

  /// Passes the singular position at which the steps of `stepper` end, or which they come close to where it `is_near`;
  /// false where that cannot be done. The run goes on from `restart_`, unless it ends inside.
  bool step_over(SingularPassage& passage, const Stepper& stepper, bool is_near) {
    largest_step_ = std::max(largest_step_, stepper.statistics().largest_step);
    const double limit = schedule_.stop_behind(stepper.time());
    std::optional<SingularPassage::Passed> passed = passage.over(stepper, is_near, limit, 2.0 * largest_step_);
    if (!passed) return false;
    Stepper& step = *passed->step;
    const std::string reason = passed->vanishing.empty() ? reason_at(passed->close, passed->y) : passed->vanishing;
    try {
      step.interpolate(step.previous_time(), passed->y);
      start_watchers(step.previous_time(), passed->y);
      if (!after_step(step)) return true;
    } catch (const SolveError&) { // a row of the table at the very position, say
      start_watchers(stepper.time(), stepper.state());
      return false;
    }
    count_steps(step.statistics(), result_.statistics);
    const std::vector<Event> known = events_of(result_.events, EventKind::singular_position);
    if (passed->is_singular && (known.empty() || !schedule_.order.precedes(step.previous_time(), known.back().time)))
      record({passed->at, EventKind::singular_position, EventEffect::none, reason});
    go_on_from(step.time(), {step.state().begin(), step.state().end()});
    return true;
  }

  /// True where the run leaves the steps of `stepper` behind: a singular position ahead is passed.
  bool passes_ahead(SingularPassage& passage, const Stepper& stepper) {
    const double longest = std::max(largest_step_, stepper.statistics().largest_step);
    return laws_.empty() && passage.is_near(stepper, longest) && step_over(passage, stepper, true);
  }

  [[nodiscard]] std::size_t steps() const { return result_.statistics.steps + result_.statistics.rejected; }
  void fail(const std::string& message) {
    result_.outcome = RunOutcome::failed;
    result_.failure = message;
  }
  [[nodiscard]] bool has_redundant_rows() const {
    return result_.initial.rank < static_cast<int>(engine_.at_start().constraints());
  }
  [[nodiscard]] std::string reason_at(double t, std::span<const double> y) {
    return has_redundant_rows() || laws_.rows_change() ? std::string() : singular_reason(motion_, engine_, t, y);
  }
  void start_watchers(double t, std::span<const double> y) {
    std::ranges::for_each(watchers_, [&](const auto& watcher) { watcher->start(t, y); });
  }

  /// Takes in the step just made: table rows and samples inside it, then its end, or the event that cuts it short.
  /// False ends the run.
  bool after_step(Stepper& stepper) {
    next_change_ = schedule_.order.never();
    const StepEvents inside =
        events_inside(watchers_, stepper, {schedule_.order, result_.events, passage_->is_along_branch()});
    if (is_made_again(stepper, inside)) return false;
    take_in(inside);
    const std::optional<Event>& end = inside.end;
    if (end && end->effect == EventEffect::ends_before) return false;
    record_step(stepper, end ? end->time : stepper.time(), end ? end->y : std::vector<double>());
    if (end && end->effect == EventEffect::changes) pass_change(*end);
    return !end && goes_on_behind(stepper);
  }

  /// Records the events inside the step just made, up to one that ends the run.
  void take_in(const StepEvents& inside) {
    for (const Event& event : inside.recorded) {
      record(event);
      if (event.effect == EventEffect::changes) laws_.impositions().take(event.index);
    }
  }

  /// True where the step just made reaches over a position at which branches of the constraints meet, and does not say
  /// on which of them it goes on. The run goes on from its begin: along the branch, or at a corner with shorter steps.
  /// Where these cannot be made it fails.
  bool is_made_again(Stepper& stepper, const StepEvents& inside) {
    if (passage_->is_along_branch()) return false;
    const std::optional<Event>& cut = inside.end;
    if (cut && cut->effect == EventEffect::changes && passage_->is_cut_beside(stepper, cut->time, cut->y, jumps_)) {
      restart_ = passage_->follow_branch(stepper);
      is_branch_of_step_ = false;
      look_again();
      return true;
    }
    const auto met = std::ranges::find_if(inside.recorded, [](const Event& event) {
      return event.kind == EventKind::singular_position || event.kind == EventKind::singular_row;
    });
    if (met == inside.recorded.end() || std::exchange(has_given_up_branch_, false)) return false;
    const SingularPassage::Meeting meeting = passage_->meeting(stepper, met->time, jumps_);
    const bool is_corner = meeting == SingularPassage::Meeting::corner;
    if (!is_corner && (meeting == SingularPassage::Meeting::unknown || method_.needs_momenta)) return false;
    const double begin = stepper.previous_time();
    if (is_corner && !can_shorten(met->time - begin)) {
      fail(explain_corner(passage_->corners().back(), method_.has_fixed_steps ? result_.statistics.step : 0.0));
      return true;
    }
    restart_ = ExactState{begin, std::vector<double>(stepper.state().size())};
    stepper.interpolate(begin, restart_->y);
    if (is_corner)
      shorter_step_ = share_before_corner * std::abs(met->time - begin);
    else
      restart_ = passage_->follow_branch(stepper);
    is_branch_of_step_ = !is_corner;
    look_again();
    return true;
  }

  /// The step that watchers have looked at is not taken: another one is made from `restart_`, its begin.
  void look_again() {
    std::ranges::for_each(watchers_, [](const auto& watcher) { watcher->take_back(); });
    start_watchers(restart_->time, restart_->y);
  }

  /// The branch of a step that was to be made again cannot be followed: it is made as it was.
  void give_up_branch(const Stepper& stepper) {
    go_on_from(stepper.time(), {stepper.state().begin(), stepper.state().end()});
    start_watchers(stepper.time(), stepper.state());
    has_given_up_branch_ = true;
  }

  /// True where steps that end within so many seconds can be made.
  [[nodiscard]] bool can_shorten(double distance) const {
    constexpr double rounding = 1e-13; // of the time
    return !method_.has_fixed_steps && std::abs(distance) > rounding * (1.0 + std::abs(schedule_.end));
  }

  /// Records what the step just made tells of the run; false where that ends it.
  bool goes_on_behind(const Stepper& stepper) {
    const RunEffort spent = effort(stepper.statistics());
    for (const auto& watcher : watchers_)
      for (const Event& event : watcher->behind(stepper, spent)) {
        record(event);
        if (event.effect != EventEffect::none) return false;
      }
    return true;
  }

  void record(const Event& event) {
    if (event.kind == EventKind::awaited && !counts_.admit(event)) return;
    result_.events.push_back(event);
    if (event.effect == EventEffect::stops) result_.is_stopped = true;
    if (event.effect == EventEffect::bounds) result_.outcome = RunOutcome::bounded;
    if (event.effect == EventEffect::ends_before || event.effect == EventEffect::ends_there) fail(event.text);
  }

  /// Table rows, samples and points of the curves inside the step, then the state at `until`, its end or before; `at`
  /// is that state where it is known better than by the step.
  void record_step(Stepper& stepper, double until, const std::vector<double>& at = {}) {
    std::vector<double>& y = reached_;
    y.resize(stepper.state().size());
    // A passage starts earlier.
    rows_.take_inside(stepper, schedule_.order.last(stepper.previous_time(), result_.final.state.t), until);
    reached_.assign(stepper.state().begin(), stepper.state().end());
    if (!at.empty())
      reached_ = at;
    else if (until != stepper.time())
      motion_.interpolate(stepper, until, reached_);
    motion_.unpack(until, reached_);
    visit_current();
    last_ = reached_;
    rows_.take_due(until);
    rows_.take_end();
  }

  /// Of the whole run, `now` being that of the stepper at work.
  [[nodiscard]] RunEffort effort(const StepStatistics& now) const {
    const RunStatistics& before = result_.statistics;
    return {before.steps + now.accepted, before.rejected + now.rejected + now.refused,
            before.rhs_evaluations + now.evaluations, std::max(largest_step_, now.largest_step)};
  }

  const RunOptions& options_;
  Motion motion_;
  Recorder recorder_;
  RunWork work_;
  RunRows rows_;
  Laws laws_;
  std::vector<std::unique_ptr<Watcher>> watchers_;
  std::vector<double> last_;    ///< y of the last state reached
  std::vector<double> reached_; ///< of the one that is taken in
  RunResult& result_;
  const InputLayout& layout_;
  const Engine& engine_;
  const StepMethod& method_;
  const Schedule& schedule_;
  TimeScan scan_;
  EventCounts counts_;
  StepPhases phases_;
  std::optional<SingularPassage> passage_; ///< of the run that is made
  std::optional<ExactState> restart_;      ///< where the run goes on behind a change
  double next_change_;                     ///< s, the first one in the step just made
  double supplied_by_jumps_ = 0.0;         ///< J
  double largest_step_ = 0.0;              ///< s, before the last singular position
  std::vector<RhsJump> jumps_;             ///< of the equations in time
  bool is_branch_of_step_ = false;         ///< the branch at hand was taken for a step that reached over its position
  bool has_given_up_branch_ = false;       ///< it could not be followed
  double shorter_step_ = 0.0;              ///< s, the first one from `restart_` on, before a corner; 0: as ever
};

} // namespace

void compute_trajectory(const Engine& engine, const StepMethod& method, const RunOptions& options,
                        const Schedule& schedule, RunResult& result) {
  const State& from = result.impact ? result.impact->after : result.initial.state;
  Runner(engine, method, options, schedule, result).go(from, result.impact ? &*result.impact : nullptr);
}

} // namespace simulation
} // namespace dalembert

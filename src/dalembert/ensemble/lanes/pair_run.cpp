#include <dalembert/base/errors.h>
#include <dalembert/base/watch.h>
#include <dalembert/ensemble/lanes/lane_stepper.h>
#include <dalembert/ensemble/lanes/pair_run.h>
#include <dalembert/numerics/step/tableau.h>
#include <dalembert/simulation/engine/explain.h>
#include <dalembert/simulation/motion/passage.h>
#include <dalembert/simulation/plan/method.h>
#include <dalembert/simulation/plan/time_scan.h>
#include <dalembert/simulation/record/verdict.h>
#include <dalembert/simulation/run/run_start.h>
#include <dalembert/simulation/watch/watchers.h>

#include <algorithm>
#include <utility>

namespace dalembert {
inline namespace ensemble {

const Tableau* pair_of_lanes(const Engine& engine, const RunOptions& options) {
  RunResult result;
  try {
    const StepMethod& method = start_run(engine, options, result);
    if (&method == &switching_method() || method.name == "rk8") return &dormand_prince8();
    if (method.name == "rk5") return &dormand_prince5();
  } catch (const ModelError&) { // each member says so by itself
  } catch (const SolveError&) { // likewise
  }
  return nullptr;
}

std::string why_no_pair_lanes(const Engine& engine, bool is_by_structure) {
  const Study& study = *engine.study;
  if (!study.contacts.empty() || !study.imposed.empty()) return "constraints do not act all the time";
  if (engine.programs->layout.impacts > 0) return "an impact begins the motion";
  if (!engine.programs->coordinates.empty()) return "functions of one coordinate may be narrow";
  return why_not_solved_in_lanes(engine, is_by_structure);
}

PairRun::PairRun(std::size_t number, Engine engine, const RunOptions& options, const Tableau& tableau,
                 RowContent content)
    : number_(number),
      engine_(std::move(engine)),
      options_(options),
      method_(start_run(engine_, options, result_)),
      schedule_(make_schedule(engine_, options, result_.initial.state.t)),
      motion_(engine_, result_.tolerance),
      recorder_(engine_, result_.tolerance, options.settled),
      work_(engine_),
      rows_({engine_, motion_, recorder_, work_, result_}, schedule_, 0, options.table_rows, content),
      laws_(engine_, motion_, result_),
      counts_(*engine_.study, result_.warnings),
      phases_(engine_),
      keeps_ends_(std::ranges::any_of(engine_.study->events, &EventCondition::stops)) {
  is_given_up_ = !is_regular();
  try {
    if (!is_given_up_) begin(tableau);
  } catch (const SolveError&) { // `run` says more of it
    give_up();
  }
}

/// True where steps are limited by their error and the end of the run alone, and all rows act all the time.
bool PairRun::is_regular() const {
  const bool has_method = &method_ == &switching_method() || method_.name == "rk8" || method_.name == "rk5";
  return has_method && !schedule_.order.is_backwards() && options_.at.empty() && options_.samples == 0 &&
         options_.curve_points == 0 && options_.max_steps == 0 && options_.most_work == 0.0 && !options_.verify &&
         !options_.keeping.keep && options_.keeping.state.empty() && schedule_.exact.empty() && laws_.empty() &&
         result_.initial.rank >= static_cast<int>(engine_.at_start().constraints());
}

/// As the run of `trajectory.cpp` begins, up to the end of the first step.
void PairRun::begin(const Tableau& tableau) {
  const double t = result_.initial.state.t;
  result_.wanted_end = schedule_.end;
  result_.table.evaluations.reserve(schedule_.rows.size());
  motion_.start(result_.initial.state, nullptr);
  scan_ = scan_time_parts(engine_, t, schedule_.end);
  if (!scan_.jumps.empty()) return give_up();
  result_.time_parts_seen = scan_.is_complete;
  WatchedRun watched{engine_, motion_, options_,         work_,        t,      schedule_.end, {},
                     laws_,   method_, result_.warnings, next_change_, phases_};
  watchers_ = watchers_of(watched);
  std::erase_if(watchers_, [](const std::unique_ptr<Watcher>& watcher) { return watcher->is_idle(); });
  recorder_.start(schedule_.end - t);
  begins_by_structure_ = motion_.dynamics().has_usable_structure();
  motion_.solve();
  visit(nullptr);
  rows_.take_due(t);
  is_done_ = !(schedule_.end > t);
  if (is_done_) return;
  settings_ = motion_.options();
  CoordinateWatch none(engine_);
  limit_steps(*engine_.study, options_, {scan_, none}, settings_);
  const std::vector<double> y = motion_.packed();
  for (const auto& watcher : watchers_)
    watcher->start(t, y);
  if (engine_.constraints() > 0)
    passage_.emplace(engine_, motion_, method_, settings_, result_.initial.rank).keep(t, y);
  problem_ = motion_.problem();
  first_ = std::make_unique<ExplicitRk>(tableau, problem_, settings_);
  first_->start(t, y);
  if (&method_ == &switching_method()) stiffness_.emplace().start(t);
  first_->step(schedule_.end);
  after_step(*first_, stiffness_ ? first_->stiffness() : 0.0, nullptr);
}

/// Takes the current state, solved, into certificate and checks. `known`: what is recorded of it; where null, it is
/// computed here.
void PairRun::visit(const RecordedState* known) {
  require_met_rows(motion_.dynamics().status(), motion_.inputs()[engine_.programs->layout.time()]);
  recorder_.visit(motion_.inputs(), motion_.dynamics(), motion_.supplied() + 0.0, result_.final, known);
}

void PairRun::enter(LaneRk& steps, LaneMotion& motion, std::size_t lane) {
  motion.set_parameters(lane, engine_.parameters);
  motion.set_typical_rows(lane, motion_.dynamics().typical_row_sizes());
  steps.seat(lane, *first_, settings_, schedule_.end);
  first_.reset();
}

bool PairRun::project(double t, std::span<double> y) {
  try {
    return problem_.project(t, y);
  } catch (const SolveError&) {
    return false;
  }
}

bool PairRun::looks_inside(double after, double until) {
  if (!engine_.study->events.empty()) return true;
  return !rows_inside(after, until).empty();
}

std::span<const double> PairRun::rows_inside(double after, double until) {
  const std::span<const double> rows = schedule_.rows_between(after, until, near_row_);
  return !rows.empty() && rows.back() == until ? rows.first(rows.size() - 1) : rows;
}

void PairRun::take_step(LaneRk& steps, const LaneStep& made) {
  LaneStepper stepper(steps, made.lane, made.is_prepared, reached_);
  try {
    after_step(stepper, made.stiffness, &made);
  } catch (const SolveError&) {
    give_up();
  }
}

/// As the stepper of `auto` and `trajectory.cpp` take in a step. `made`: where lanes have made it.
void PairRun::after_step(Stepper& stepper, double stiffness, const LaneStep* made) {
  const ExplicitCourse course{stepper.time(), stepper.previous_time(), stepper.state(), stepper.statistics().accepted};
  if (stiffness_) stiffness_->take(problem_, course, stiffness);
  const std::optional<Event> stop = stop_inside(stepper);
  if (is_given_up_) return;
  record_step(stepper, stop, made);
  if (stop) result_.is_stopped = true;
  if (has_lost_structure() || (!stop && comes_near_singular_position(stepper))) return give_up();
  is_done_ = stop || stepper.time() == schedule_.end;
  if ((!stop && !is_watched_quietly(stepper)) || (is_done_ && rows_.undefined())) return give_up();
  if (is_done_ || !stiffness_ || !stiffness_->is_suspected()) return;
  StepOptions options = settings_;
  options.initial_step = std::min(std::abs(course.time - course.previous_time), settings_.max_step);
  StepStatistics spent;
  if (stiffness_->should_change(problem_, course, schedule_.end, std::move(options), spent)) give_up();
}

/// As the run of `trajectory.cpp` looks for one.
bool PairRun::comes_near_singular_position(Stepper& stepper) {
  if (!passage_) return false;
  if (passage_->ends_beside(stepper, std::numeric_limits<double>::infinity(), true)) return true;
  passage_->keep(stepper.time(), stepper.state());
  return passage_->is_near(stepper, stepper.statistics().largest_step);
}

/// Rows inside the step, and the state at its end, or where an event stops the run.
void PairRun::record_step(Stepper& stepper, const std::optional<Event>& stop, const LaneStep* made) {
  const double after = std::max(stepper.previous_time(), result_.final.state.t);
  const double until = stop ? stop->time : stepper.time();
  rows_.take_inside(stepper, after, until, made != nullptr ? made->rows : std::span<const SolvedRow>());
  last_.assign(stepper.state().begin(), stepper.state().end());
  const bool is_end = until == stepper.time() && (!stop || stop->y.empty());
  if (stop && !stop->y.empty())
    last_ = stop->y;
  else if (!is_end)
    motion_.interpolate(stepper, until, last_);
  const bool is_in_lane = is_end && made != nullptr;
  if (is_in_lane) {
    motion_.take(until, last_, made->end);
  } else {
    motion_.unpack(until, last_);
    motion_.solve();
  }
  visit(is_in_lane ? &made->record : nullptr);
  rows_.take_due(until);
  if (keeps_ends_) rows_.take_end();
}

/// Records the events of the model inside the step, and returns the first that ends the run.
std::optional<Event> PairRun::stop_inside(Stepper& stepper) {
  std::vector<Event> events;
  next_change_ = std::numeric_limits<double>::infinity();
  for (const auto& watcher : watchers_)
    for (Event& event : watcher->inside(stepper)) {
      const bool is_simple =
          event.kind == EventKind::awaited && (event.effect == EventEffect::none || event.effect == EventEffect::stops);
      if (!is_simple) give_up();
      events.push_back(std::move(event));
    }
  if (is_given_up_) return std::nullopt;
  std::optional<Event> stop;
  for (const Event& event : events)
    if (event.effect != EventEffect::none && (!stop || event.time < stop->time)) stop = event;
  std::ranges::stable_sort(events, {}, &Event::time);
  const double length = stepper.time() - stepper.previous_time();
  for (const Event& event : events) {
    if (stop && event.time > stop->time + same_instant(stop->time, length)) continue;
    if (counts_.admit(event)) result_.events.push_back(event);
  }
  return stop;
}

/// True where the step, as it was recorded, gives no cause to say or end anything.
bool PairRun::is_watched_quietly(const Stepper& stepper) {
  const StepStatistics& now = stepper.statistics();
  steps_ = now.accepted;
  const RunEffort spent{now.accepted, now.rejected + now.refused, now.evaluations, now.largest_step};
  return std::ranges::all_of(
      watchers_, [&](const std::unique_ptr<Watcher>& watcher) { return watcher->behind(stepper, spent).empty(); });
}

RunResult PairRun::finish() {
  ENSURE(is_done_ && !is_given_up_);
  const Watching nobody(nullptr); // what was computed is still judged
  if (result_.is_stopped) {
    if (can_solve_at(motion_, result_.final.state.t, last_)) {
      recorder_.put_drifts(motion_.inputs());
      if (result_.table.times.back() != result_.final.state.t) rows_.add_row(result_.final.state.t);
    }
    const std::optional<Simulate>& simulate = engine_.study->simulate;
    if (!(simulate && simulate->output_step)) rows_.add_early_rows();
  }
  result_.statistics.steps = steps_;
  rows_.close_curves();
  result_.certificate = recorder_.certificate();
  result_.checks = recorder_.checks();
  judge_certificate(engine_, result_);
  return std::move(result_);
}

} // namespace ensemble
} // namespace dalembert

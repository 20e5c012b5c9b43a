#include <dalembert/base/errors.h>
#include <dalembert/base/watch.h>
#include <dalembert/ensemble/lanes/lane_run.h>
#include <dalembert/simulation/plan/fixed_steps.h>
#include <dalembert/simulation/plan/method.h>
#include <dalembert/simulation/plan/time_scan.h>
#include <dalembert/simulation/record/verdict.h>
#include <dalembert/simulation/run/run_start.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace dalembert {
inline namespace ensemble {

namespace {

/// Steps between two looks at whether a member is still finite; a failure is found by making them again.
constexpr std::size_t most_steps_unseen = 1000;

std::size_t step_count(double span, double step) {
  constexpr double round_off = 1e-9; // a step that divides the way but for rounding does divide it
  return static_cast<std::size_t>(std::max(1.0, std::ceil(span / step - round_off)));
}

constexpr std::size_t stages = 4;

/// The number of components where all are finite.
std::size_t first_not_finite(std::span<const double> y) {
  return static_cast<std::size_t>(std::ranges::find_if(y, [](double value) { return !std::isfinite(value); }) -
                                  y.begin());
}

} // namespace

bool asks_for_lanes(const Study& study, const RunOptions& options) {
  const std::optional<std::string> own = study.simulate ? study.simulate->method : std::nullopt;
  return (options.method ? options.method : own) == std::optional<std::string>("rk4");
}

std::string why_no_lanes(const Engine& engine) {
  const Study& study = *engine.study;
  const InputLayout& layout = engine.programs->layout;
  if (engine.form != "lagrange") return fmt::format("they are run in the form {}", engine.form);
  if (layout.multipliers > 0) return "constraints are put back to 0 behind every step";
  if (layout.frictions > 0) return "frictions may stick and slide";
  if (!study.contacts.empty() || !study.imposed.empty()) return "constraints do not act all the time";
  if (layout.impacts > 0) return "an impact begins the motion";
  if (!study.events.empty()) return "events are looked for inside every step";
  if (layout.jumps > 0) return "functions jump, and their instants are located";
  if (!engine.programs->coordinates.empty()) return "functions of one coordinate may be narrow";
  return {};
}

LaneRun::LaneRun(const Engine& engine, const RunOptions& options)
    : engine_(engine),
      options_(options),
      method_(start_run(engine, options, result_)),
      schedule_(make_schedule(engine, options, result_.initial.state.t)),
      motion_(engine, result_.tolerance),
      recorder_(engine, result_.tolerance, options.settled),
      work_(engine),
      rows_({engine, motion_, recorder_, work_, result_}, schedule_, 0, options.table_rows),
      begin_(result_.initial.state.t) {
  result_.wanted_end = schedule_.end;
  motion_.start(result_.initial.state, nullptr);
  const TimeScan scan = scan_time_parts(engine, begin_, schedule_.end);
  StepOptions settings;
  const std::optional<Simulate>& simulate = engine.study->simulate;
  if (simulate && simulate->max_step) settings.max_step = *simulate->max_step;
  if (options.max_step) settings.max_step = *options.max_step;
  const double step = fixed_step(engine, method_, options);
  is_regular_ = !schedule_.order.is_backwards() && scan.is_complete && scan.jumps.empty() && scan.limits.is_empty() &&
                step <= settings.max_step && options.at.empty() && options.samples == 0 && options.curve_points == 0 &&
                options.max_steps == 0 && options.most_work == 0.0 && !options.verify;
  if (!is_regular_) return;
  is_done_ = schedule_.end <= begin_;
  if (!is_done_) {
    count_ = step_count(schedule_.end - begin_, step);
    length_ = (schedule_.end - begin_) / static_cast<double>(count_);
  }
  recorder_.start(schedule_.end - begin_);
  y_ = motion_.packed();
  visit(begin_, y_);
  advance_past_rows();
}

/// Of the end of a step; the last one ends where the run does.
double LaneRun::time_of(std::size_t step) const {
  return step >= count_ ? schedule_.end : begin_ + static_cast<double>(step) * length_;
}

void LaneRun::enter(MotionLanes& lanes, std::size_t place) {
  place_ = place;
  lanes.set_parameters(place, engine_.parameters);
  lanes.set_state(place, y_);
  lanes.set_grid(place, begin_, is_done_ ? 0.0 : length_);
}

/// Instants that have been passed are not due again.
void LaneRun::advance_past_rows() {
  while (row_ < schedule_.rows.size() && schedule_.rows[row_] <= time_of(passed_))
    ++row_;
}

std::size_t LaneRun::steps_to_stop() const {
  if (row_ >= schedule_.rows.size()) return count_ - passed_;
  const double row = schedule_.rows[row_];
  // The step that holds the instant, or ends there; the quotient may be one off by rounding.
  auto step = static_cast<std::size_t>(std::max(0.0, std::floor((row - begin_) / length_)));
  step = std::clamp(step, passed_, count_);
  while (step > passed_ && time_of(step) > row)
    --step;
  while (step < count_ && time_of(step + 1) <= row)
    ++step;
  return step - passed_;
}

double LaneRun::way_to_row() const {
  return schedule_.rows[row_] - time_of(passed_);
}

/// The state becomes the current one, and is written down where it is due.
void LaneRun::visit(double t, std::span<const double> y) {
  motion_.unpack(t, y);
  motion_.solve();
  result_.final = recorder_.visit(motion_.inputs(), motion_.dynamics(), motion_.supplied());
  rows_.take_due(t);
}

void LaneRun::take_row(MotionLanes& lanes) {
  std::vector<double> inside(y_.size());
  lanes.get_looked_ahead(place_, inside);
  const double t = schedule_.rows[row_++];
  result_.statistics.rhs_evaluations += stages;
  if (first_not_finite(inside) < inside.size()) {
    fail_inside(lanes, 1);
    lanes.set_grid(place_, time_of(passed_), 0.0);
    return;
  }
  try {
    visit(t, inside);
  } catch (const SolveError& error) {
    fail(error.what());
  }
}

void LaneRun::take_steps(MotionLanes& lanes, std::size_t steps) {
  if (!lanes.is_finite(place_)) {
    fail_inside(lanes, steps);
  } else {
    passed_ += steps;
    lanes.get_state(place_, y_);
    const double t = time_of(passed_);
    const bool is_due = row_ < schedule_.rows.size() && schedule_.rows[row_] == t;
    try {
      if (is_due || passed_ == count_) visit(t, y_);
    } catch (const SolveError& error) {
      fail(error.what());
    }
    advance_past_rows();
    is_done_ = is_done_ || passed_ == count_;
  }
  if (is_done_) lanes.set_grid(place_, time_of(passed_), 0.0);
}

void LaneRun::fail(const std::string& why) {
  result_.outcome = RunOutcome::failed;
  result_.failure = why;
  is_done_ = true;
}

/// Makes the steps since the last look again, one by one: the run ends before the one that has no value.
void LaneRun::fail_inside(const MotionLanes& lanes, std::size_t steps) {
  MotionLanes alone = lanes.of_one();
  alone.set_parameters(0, engine_.parameters);
  alone.set_state(0, y_);
  alone.set_grid(0, begin_, length_, passed_);
  std::vector<double> behind(y_.size());
  for (std::size_t k = 0; k < steps; ++k) {
    alone.advance(1);
    alone.get_state(0, behind);
    if (first_not_finite(behind) < behind.size()) break;
    y_ = behind;
    ++passed_;
  }
  const double t = time_of(passed_);
  const std::size_t bad = std::min(first_not_finite(behind), behind.size() - 1);
  std::string why = fmt::format("{} is not finite in a step of rk4; the integration cannot continue past t = {:.9g} s "
                                "(step {:.2g} s)",
                                motion_.problem().name(bad), t, length_);
  try { // the same step by the equations themselves says more
    const std::unique_ptr<Stepper> stepper = method_.make(motion_.problem(), {.step = length_});
    stepper->start(t, y_);
    stepper->step(t + length_);
  } catch (const SolveError& error) {
    why = error.what();
  }
  try {
    if (result_.final.state.t != t) visit(t, y_);
  } catch (const SolveError&) { // NOLINT: then the last state that was visited is the last one of the run
  }
  fail(why);
}

RunResult LaneRun::finish() {
  result_.statistics.steps = passed_;
  result_.statistics.rhs_evaluations += stages * passed_;
  if (result_.outcome == RunOutcome::completed && rows_.undefined())
    fail(*rows_.undefined() + "; the motion itself was computed to its end");
  else if (result_.outcome == RunOutcome::failed && result_.table.times.back() != result_.final.state.t)
    rows_.add_row(result_.final.state.t);
  result_.certificate = recorder_.certificate();
  result_.checks = recorder_.checks();
  result_.statistics.work = work_.spent();
  const Watching nobody(nullptr); // what was computed is still judged
  judge_certificate(engine_, result_);
  return std::move(result_);
}

void run_together(MotionLanes& lanes, std::span<const std::unique_ptr<LaneRun>> runs) {
  ENSURE(runs.size() <= lanes.members());
  for (std::size_t place = 0; place < runs.size(); ++place)
    runs[place]->enter(lanes, place);
  std::vector<double> lengths(lanes.members(), 0.0);
  for (;;) {
    std::size_t steps = most_steps_unseen;
    bool is_done = true;
    for (const auto& run : runs) {
      if (run->is_done()) continue;
      is_done = false;
      steps = std::min(steps, run->steps_to_stop());
    }
    if (is_done) return;
    if (steps > 0) {
      lanes.advance(steps);
      for (const auto& run : runs)
        if (!run->is_done()) run->take_steps(lanes, steps);
      continue;
    }
    const auto is_due = [](const LaneRun& run) { return !run.is_done() && run.steps_to_stop() == 0; };
    for (std::size_t place = 0; place < runs.size(); ++place)
      lengths[place] = is_due(*runs[place]) ? runs[place]->way_to_row() : 0.0;
    lanes.look_ahead(lengths);
    for (const auto& run : runs)
      if (is_due(*run)) run->take_row(lanes);
  }
}

} // namespace ensemble
} // namespace dalembert

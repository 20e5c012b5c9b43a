#include <dalembert/numerics/sign_changes.h>
#include <dalembert/simulation/event_watch.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace dalembert::inline simulation {

namespace {

/// Of the first step: what happens before counts as the start. A condition that is an equation there is decided by what
/// follows.
constexpr double first_instants = 1e-9;
constexpr double equal_sides = 1e-12; ///< of the largest difference of the sides before

} // namespace

EventWatch::EventWatch(const WatchedRun& run)
    : engine_(run.engine),
      motion_(run.motion),
      impositions_(run.laws.impositions()),
      warnings_(run.warnings),
      next_change_(run.next_change),
      order_(run.begin, run.end),
      events_(run.engine.study->events),
      exact_(run.motion, run.method),
      program_(run.engine.events),
      outputs_(program_.outputs()),
      holds_(events_.size(), false),
      is_warned_(events_.size(), false),
      sleeps_(events_.size(), false),
      largest_(events_.size(), 0.0),
      last_(events_.size(), -order_.never()) {}

void EventWatch::start(double t, std::span<const double> /*y*/) {
  if (events_.empty()) return;
  const double same = end_of_instant(t, length_, order_);
  apply_turns(same);
  for (const Turn& change : changes_)
    if (!order_.precedes(same, change.time)) sleeps_[change.event] = true;
  changes_.clear();
  begin_ = is_first_ ? t : order_.last(begin_, t); // a step over a singular position starts earlier
  is_fresh_ = true;
}

bool EventWatch::is_equation(std::size_t event) const {
  return events_[event].relation == Comparison::equal;
}

const std::vector<double>& EventWatch::values(double t, std::span<const double> y) {
  motion_.unpack(t, y);
  if (engine_.programs->events.needs_forces) motion_.solve();
  program_.evaluate(motion_.inputs(), outputs_);
  return outputs_;
}

const std::vector<double>& EventWatch::values_inside(Stepper& stepper, double t) {
  const auto known = seen_.find(t);
  if (known != seen_.end()) return known->second;
  std::vector<double> y(stepper.state().begin(), stepper.state().end());
  if (t != stepper.time()) stepper.interpolate(t, y);
  return seen_.emplace(t, values(t, y)).first->second;
}

/// Takes in which conditions have come true up to `until`.
void EventWatch::apply_turns(double until) {
  for (const Turn& turn : turns_)
    if (!order_.precedes(until, turn.time)) holds_[turn.event] = turn.holds;
  turns_.clear();
}

Event EventWatch::made(std::size_t event, ExactState where) {
  last_[event] = where.time;
  const EventCondition& condition = events_[event];
  const bool changes = impositions_.waits_for(event);
  const EventEffect effect = condition.stops ? EventEffect::stops : changes ? EventEffect::changes : EventEffect::none;
  Event out{where.time, EventKind::awaited, effect, condition.name};
  out.index = event;
  out.y = std::move(where.y);
  return out;
}

/// Which conditions hold behind the start of these steps. One that did not before has come true there.
void EventWatch::settle(Stepper& stepper, double begin, std::vector<Event>& out) {
  const double settled = begin + first_instants * (end_ - begin);
  const std::vector<double> at = values_inside(stepper, settled);
  for (std::size_t k = 0; k < events_.size(); ++k) {
    if (sleeps_[k]) continue;
    if (!is_first_ && stays_equal(stepper, k, settled)) {
      sleeps_[k] = true;
      const bool holds = events_[k].relation == Comparison::less_equal ||
                         events_[k].relation == Comparison::greater_equal || is_equation(k);
      const bool is_known = std::abs(begin - last_[k]) <= same_instant(begin, length_);
      if (holds && !is_known && (is_equation(k) || !holds_[k])) out.push_back(made(k, exact_.at(stepper, begin)));
      holds_[k] = holds;
      continue;
    }
    const bool holds = at[k] >= 0.0;
    if (!is_first_ && holds != holds_[k] && (holds || is_equation(k)))
      out.push_back(made(k, exact_.at(stepper, begin)));
    holds_[k] = holds;
  }
  begin_ = settled;
  is_first_ = false;
  is_fresh_ = false;
}

/// True where the sides of an event have become equal, and stay so to rounding in the step: held by a constraint, or by
/// a friction that sticks.
bool EventWatch::stays_equal(Stepper& stepper, std::size_t event, double from) {
  const double middle = from + (end_ - from) / 2;
  return std::ranges::all_of(std::array{from, middle, end_}, [&](double t) {
    return std::abs(values_inside(stepper, t)[event]) <= equal_sides * largest_[event];
  });
}

std::vector<Event> EventWatch::inside(Stepper& stepper) {
  if (events_.empty()) return {};
  seen_.clear();
  std::vector<Event> out;
  apply_turns(stepper.previous_time());
  if (!order_.precedes(begin_, stepper.time())) return out;
  begin_ = order_.last(begin_, stepper.previous_time());
  length_ = stepper.time() - stepper.previous_time();
  end_ = order_.first(stepper.time(), next_change_);
  if (!order_.precedes(begin_, end_)) return out;
  if (is_fresh_) settle(stepper, begin_, out);
  for (std::size_t k = 0; k < events_.size(); ++k) {
    const std::optional<double> from = sleeps_[k] ? wakes(stepper, k, begin_) : std::optional(begin_);
    if (from) look(stepper, k, *from, out);
  }
  for (const Event& event : out) {
    if (event.effect != EventEffect::changes) continue;
    changes_.push_back({event.time, event.index, true});
    end_ = order_.first(end_, event.time); // what lies behind a change does not happen
  }
  begin_ = order_.last(begin_, end_);
  std::ranges::stable_sort(out, order_, &Event::time);
  std::ranges::stable_sort(turns_, order_, &Turn::time);
  return out;
}

/// From where on the sides of an event differ clearly again, behind the constraint that it imposed; nothing where they
/// do not in this step.
std::optional<double> EventWatch::wakes(Stepper& stepper, std::size_t event, double begin) {
  constexpr int looks = 64;
  constexpr double rounding = 1e-9; // of the largest difference of the sides before
  for (int i = 1; i <= looks; ++i) {
    const double t = i == looks ? end_ : begin + (end_ - begin) * i / looks;
    const double excess = values_inside(stepper, t)[event];
    if (!(std::abs(excess) > rounding * largest_[event])) continue;
    sleeps_[event] = false;
    turns_.push_back({t, event, excess >= 0.0});
    return t;
  }
  return std::nullopt;
}

void EventWatch::look(Stepper& stepper, std::size_t event, double begin, std::vector<Event>& out) {
  for (const double t : {begin, end_})
    if (const double size = std::abs(values_inside(stepper, t)[event]); std::isfinite(size))
      largest_[event] = std::max(largest_[event], size);
  const SignChanges changes =
      sign_changes([this, &stepper, event](double t) { return values_inside(stepper, t)[event]; }, begin, end_);
  if (!changes.is_resolved) warn_unresolved(event, begin);
  for (const SignChange& change : changes.found) {
    turns_.push_back({change.behind, event, change.is_rising});
    if (!change.is_rising && !is_equation(event)) continue;
    out.push_back(made(event, exact_.root(stepper, change.behind, [this, event](double t, std::span<const double> y) {
      return values(t, y)[event];
    })));
    turns_.back().time = out.back().time;
  }
}

void EventWatch::warn_unresolved(std::size_t event, double t) {
  if (is_warned_[event]) return;
  is_warned_[event] = true;
  Diagnostic d;
  d.code = "W0822";
  d.severity = Severity::warning;
  d.span = events_[event].span;
  d.message = fmt::format("the condition of event {} changes much faster than the steps of the run at t = {:.6g} s; "
                          "some of its events may be missing",
                          events_[event].name, t);
  d.help = "limit the step size: --max-step, or { max_step = … } after `simulate`";
  warnings_.push_back(std::move(d));
}

} // namespace dalembert::inline simulation

#include <dalembert/numerics/step/sign_changes.h>
#include <dalembert/simulation/watch/event_watch.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace dalembert {
inline namespace simulation {

namespace {

/// Of the first step: what happens before counts as the start. A condition that is an equation there is decided by what
/// follows.
constexpr double first_instants = 1e-9;
constexpr double equal_sides = 1e-12; ///< of the largest difference of the sides before, or of what they are made of
constexpr double clearly = 1e-9;      ///< of the same: a difference that rounding does not make

} // namespace

EventWatch::EventWatch(const WatchedRun& run)
    : engine_(run.engine),
      motion_(run.motion),
      impositions_(run.laws.impositions()),
      warnings_(run.warnings),
      next_change_(run.next_change),
      phases_(run.phases),
      order_(run.begin, run.end),
      events_(run.engine.study->events),
      exact_(run.motion, run.method, run.passage),
      program_(run.engine.events),
      outputs_(program_.outputs()),
      holds_(events_.size(), false),
      is_warned_(events_.size(), false),
      sleeps_(events_.size(), false),
      is_open_(events_.size(), false),
      largest_(events_.size(), 0.0),
      last_(events_.size(), -order_.never()) {}

void EventWatch::start(double t, std::span<const double> y) {
  if (events_.empty()) return;
  if (is_first_) first_.assign(y.begin(), y.end());
  const double same = end_of_instant(t, length_, order_);
  apply_turns(same);
  for (const Turn& change : changes_)
    if (!order_.precedes(same, change.time)) sleeps_[change.event] = true;
  changes_.clear();
  begin_ = is_first_ ? t : order_.last(begin_, t); // a step over a singular position starts earlier
  changed_ = {is_first_ ? -order_.never() : t, {y.begin(), y.end()}};
  steps_ = 0;
  is_fresh_ = true;
}

bool EventWatch::is_equation(std::size_t event) const {
  return events_[event].relation == Comparison::equal;
}

bool EventWatch::is_strict(std::size_t event) const {
  return events_[event].relation == Comparison::less || events_[event].relation == Comparison::greater;
}

const std::vector<double>& EventWatch::values(double t, std::span<const double> y) {
  const auto evaluate = [this](double at, std::span<const double> there) {
    motion_.unpack(at, there);
    if (engine_.programs->events.needs_forces) motion_.solve();
    program_.evaluate(motion_.inputs(), outputs_);
    return outputs_;
  };
  if (engine_.programs->events.needs_forces)
    outputs_ = exact_.values(t, y, evaluate);
  else
    static_cast<void>(evaluate(t, y));
  return outputs_;
}

const std::vector<double>& EventWatch::values_inside(Stepper& stepper, double t) {
  constexpr std::size_t most_kept = 100'000;
  const auto known = seen_.find(t);
  if (known != seen_.end()) return known->second;
  if (seen_.size() > most_kept) seen_.clear();
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
    const Equality found = equality(stepper, k, begin);
    if (found == Equality::is_held || (!is_first_ && stays_equal(stepper, k, settled))) {
      fall_asleep(stepper, k, begin, out);
      continue;
    }
    if (found == Equality::is_open && is_first_) {
      sleeps_[k] = is_open_[k] = true;
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

/// The sides are equal from here on: an event where its condition holds so, and did not before.
void EventWatch::fall_asleep(Stepper& stepper, std::size_t event, double begin, std::vector<Event>& out) {
  const Comparison relation = events_[event].relation;
  const bool holds = relation == Comparison::less_equal || relation == Comparison::greater_equal || is_equation(event);
  const bool is_known = std::abs(begin - last_[event]) <= same_instant(begin, length_);
  const bool is_new = is_first_ || is_open_[event] || is_equation(event) || !holds_[event];
  if (holds && !is_known && is_new) out.push_back(made(event, exact_.at(stepper, begin)));
  sleeps_[event] = true;
  is_open_[event] = false;
  holds_[event] = holds;
}

/// The difference of the sides at a state on the constraints: that of the dense output is off by its error.
double EventWatch::excess_on_rows(Stepper& stepper, std::size_t event, double t) {
  if (t == stepper.time() || t == stepper.previous_time()) return values_inside(stepper, t)[event];
  std::vector<double> y(stepper.state().size());
  motion_.interpolate(stepper, t, y);
  return values(t, y)[event];
}

EventWatch::Parts EventWatch::parts(Stepper& stepper, std::size_t event, double from, double to) {
  constexpr double share = 1e-7; // half of the digits
  const std::size_t n = engine_.coordinates();
  std::vector<double> y(stepper.state().size());
  std::vector<double> last(y.size());
  motion_.interpolate(stepper, from, y);
  motion_.interpolate(stepper, to, last);
  const double here = values(from, y)[event];
  Parts out;
  const auto take = [&](double slope, double size, double way) {
    if (!std::isfinite(slope)) return;
    out.size += std::abs(slope) * size;
    out.movement += std::abs(slope * way);
  };
  for (std::size_t i = 0; i < 2 * n; ++i) {
    const double size = std::max(std::abs(y[i]), engine_.scale(i % n));
    const double before = std::exchange(y[i], y[i] + share * size);
    take((values(from, y)[event] - here) / (y[i] - before), size, last[i] - before);
    y[i] = before;
  }
  const double step = share * (to - from);
  if (from + step != from) take((values(from + step, y)[event] - here) / step, std::abs(to - from), to - from);
  return out;
}

EventWatch::Equality EventWatch::equality(Stepper& stepper, std::size_t event, double from) {
  constexpr double shows = 1e3; // times what counts as equal: how far the parts move where equal sides are held
  const double end = excess_on_rows(stepper, event, end_);
  double largest = std::max(1.0, largest_[event]);
  for (const double value : stepper.state())
    largest = std::max(largest, std::abs(value));
  if (!(std::abs(end) <= clearly * largest)) return Equality::ends;
  const Parts made_of = parts(stepper, event, from, end_);
  const auto is_equal = [&](double excess) {
    return made_of.size > 0.0 && std::abs(excess) <= equal_sides * made_of.size;
  };
  if (!is_equal(end) || !is_equal(excess_on_rows(stepper, event, from)) ||
      !is_equal(excess_on_rows(stepper, event, from + (end_ - from) / 2)))
    return Equality::ends;
  return made_of.movement > shows * equal_sides * made_of.size ? Equality::is_held : Equality::is_open;
}

void EventWatch::take_back() {
  if (!events_.empty()) remembered() = before_;
}

std::vector<Event> EventWatch::inside(Stepper& stepper) {
  if (events_.empty()) return {};
  before_ = remembered();
  seen_.clear();
  std::vector<Event> out;
  apply_turns(stepper.previous_time());
  if (!order_.precedes(begin_, stepper.time())) return out;
  begin_ = order_.last(begin_, stepper.previous_time());
  length_ = stepper.time() - stepper.previous_time();
  end_ = order_.first(stepper.time(), next_change_);
  if (!order_.precedes(begin_, end_)) return out;
  ++steps_;
  if (is_fresh_) settle(stepper, begin_, out);
  for (std::size_t k = 0; k < events_.size(); ++k) {
    const bool slept = sleeps_[k];
    const std::optional<double> from = slept ? wakes(stepper, k, begin_) : std::optional(begin_);
    if (slept && from && comes_true_on_waking(k)) out.push_back(on_waking(stepper, k, *from));
    if (!from) {
      if (is_open_[k] && equality(stepper, k, begin_) == Equality::is_held) fall_asleep(stepper, k, begin_, out);
      continue;
    }
    const Equality found = sleeps_[k] ? Equality::ends : equality(stepper, k, *from);
    if (found == Equality::is_held) fall_asleep(stepper, k, *from, out);
    if (found == Equality::ends) look(stepper, k, *from, out);
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
  std::optional<double> least; // a difference that is clear
  for (int i = 1; i <= looks; ++i) {
    const double t = i == looks ? end_ : begin + (end_ - begin) * i / looks;
    if (!(std::abs(values_inside(stepper, t)[event]) > clearly * largest_[event])) continue;
    const double excess = excess_on_rows(stepper, event, t);
    if (!least) least = clearly * std::max(largest_[event], parts(stepper, event, begin, end_).size);
    if (!(std::abs(excess) > *least)) continue;
    sleeps_[event] = is_open_[event] = false;
    turns_.push_back({t, event, excess >= 0.0});
    return t;
  }
  return std::nullopt;
}

/// What waits for an event that has happened may have held its sides equal: leaving that is no event.
bool EventWatch::comes_true_on_waking(std::size_t event) const {
  const bool has_happened = last_[event] != -order_.never();
  return is_strict(event) && turns_.back().holds && !(has_happened && impositions_.waits_for(event));
}

/// The sides, which were equal, differ clearly at `t`: they do so since the equations changed a few steps ago, if they
/// did; else since then.
Event EventWatch::on_waking(Stepper& stepper, std::size_t event, double t) {
  constexpr int few = 8;
  const bool is_since_change = changed_.time != -order_.never() && steps_ <= few;
  const bool has_effect = events_[event].stops || impositions_.waits_for(event);
  if (!is_since_change || (has_effect && order_.precedes(changed_.time, stepper.previous_time())))
    return made(event, exact_.at(stepper, t));
  return made(event, changed_);
}

void EventWatch::look(Stepper& stepper, std::size_t event, double begin, std::vector<Event>& out) {
  for (const double t : {begin, end_})
    if (const double size = std::abs(values_inside(stepper, t)[event]); std::isfinite(size))
      largest_[event] = std::max(largest_[event], size);
  constexpr std::size_t most_pieces = 10'000; // their roots are all listed
  const std::size_t wanted = phases_.pieces(stepper, begin, end_);
  const WatchWindow window{begin, end_, wanted > most_pieces ? 1 : wanted};
  const SignChanges changes =
      sign_changes([this, &stepper, event](double t) { return values_inside(stepper, t)[event]; }, begin, end_,
                   {.pieces = window.pieces});
  if (!changes.is_resolved) warn_unresolved(event, begin);
  for (const SignChange& change : changes.found) {
    // Sides that become equal where the equations change may stay so; the start of the next steps decides.
    if (is_strict(event) && end_ == next_change_ &&
        !order_.precedes(end_of_instant(change.behind, length_, order_), end_))
      continue;
    turns_.push_back({change.behind, event, change.is_rising});
    if (!change.is_rising && !is_equation(event)) continue;
    const auto of_motion = [this, event](double t, std::span<const double> y) { return values(t, y)[event]; };
    out.push_back(made(event, exact_.root(stepper, change.behind, of_motion, JumpSide::behind, window.reach())));
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

} // namespace simulation
} // namespace dalembert

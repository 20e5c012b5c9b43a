#include <dalembert/numerics/step/sign_changes.h>
#include <dalembert/simulation/watch/contact_watch.h>

#include <algorithm>

namespace dalembert {
inline namespace simulation {

double ContactWatch::value(std::size_t contact, double t, std::span<const double> y) {
  ContactStates& states = contacts_.states();
  if (!contacts_.is_closed(contact)) return states.gap(contact, t, y);
  return exact_.value(t, y, [&](double at, std::span<const double> there) { return states.push(contact, at, there); });
}

std::vector<double> ContactWatch::state_at(Stepper& stepper, double t) {
  std::vector<double> y(stepper.state().begin(), stepper.state().end());
  if (t != stepper.time()) stepper.interpolate(t, y);
  return y;
}

/// True where the value of a contact is below 0 by more than rounding makes of a contact that touches all the time.
bool ContactWatch::is_below(Stepper& stepper, std::size_t contact, double t) {
  const std::vector<double> y = state_at(stepper, t);
  const double here = value(contact, t, y);
  ContactStates& states = contacts_.states();
  return here < -(contacts_.is_closed(contact) ? states.negligible_push() : states.negligible_gap(contact, t, y));
}

/// True where the motion itself has a closed contact pull at t, and not the dense output alone.
bool ContactWatch::pulls(Stepper& stepper, std::size_t contact, double t) {
  if (!is_below(stepper, contact, t)) return false;
  if (t == stepper.time()) return true;
  const double push = value(contact, t, exact_.at(stepper, t).y);
  return push < -contacts_.states().negligible_push();
}

bool ContactWatch::is_falling(Stepper& stepper, std::size_t contact, double t) {
  return contacts_.touches(t, state_at(stepper, t))[contact].is_approaching;
}

/// True where an open contact touches, with a gap that neither opens nor closes.
bool ContactWatch::rests(Stepper& stepper, std::size_t contact, double t) {
  return contacts_.touches(t, state_at(stepper, t))[contact].rests();
}

std::optional<ContactWatch::Fall> ContactWatch::first_fall(Stepper& stepper, std::size_t contact, double until) {
  for (const WatchWindow& window : phases_.windows(stepper, until))
    if (const std::optional<double> time = first_fall(stepper, contact, window)) return Fall{*time, window};
  return std::nullopt;
}

std::optional<double> ContactWatch::first_fall(Stepper& stepper, std::size_t contact, const WatchWindow& window) {
  constexpr double leaving =
      1e-3; // of the step, or of a period in it: where a gap has just opened, all is round-off before
  const double begin = window.begin;
  const double until = window.end;
  const bool is_closed = contacts_.is_closed(contact);
  const std::vector<double> first = state_at(stepper, begin);
  ContactStates& states = contacts_.states();
  const double at_begin = value(contact, begin, first);
  const double noise = is_closed ? states.negligible_push() : states.negligible_gap(contact, begin, first);
  const bool touches = at_begin <= noise;
  const double length = window.pieces == 1 ? stepper.time() - begin : window.period();
  const double from = touches ? begin + leaving * length : begin;
  if (!(from < until)) return std::nullopt;
  const auto at = [&](double t) { return value(contact, t, state_at(stepper, t)); };
  const SignChanges looked = sign_changes(at, from, until, {window.pieces, noise});
  const std::vector<SignChange>& changes = looked.found;
  if (!looked.is_resolved || !window.is_sampled)
    phases_.note_unresolved("contact " + states.contact(contact).name, window);
  // A fall counts where the motion is clearly below 0 in the middle of it, or at the end of the step, or goes there.
  const auto counts = [&](double fall, std::size_t next) {
    const bool is_last = next >= changes.size();
    if (is_last && is_below(stepper, contact, until)) return true;
    if (!is_closed) return is_falling(stepper, contact, fall);
    return !is_last && pulls(stepper, contact, fall + (changes[next].before - fall) / 2);
  };
  // It touched at the start, and was below ever since.
  if (at(from) < 0.0 && counts(from, 0)) return begin;
  for (std::size_t i = 0; i < changes.size(); ++i) {
    if (changes[i].is_rising || !counts(changes[i].behind, i + 1)) continue;
    const bool touched_so_far = touches && !is_closed && rests(stepper, contact, begin) &&
                                rests(stepper, contact, begin + (changes[i].behind - begin) / 2) &&
                                rests(stepper, contact, changes[i].behind);
    return touched_so_far ? begin : changes[i].behind;
  }
  return std::nullopt;
}

std::vector<Event> ContactWatch::inside(Stepper& stepper) {
  double until = stepper.time();
  std::optional<Event> first;
  for (std::size_t c = 0; c < contacts_.size(); ++c) {
    const std::optional<Fall> found = first_fall(stepper, c, until);
    if (!found) continue;
    const double fall = found->time;
    const auto of_motion = [this, c](double t, std::span<const double> y) { return value(c, t, y); };
    ExactState where = fall > stepper.previous_time() // where it pushes still
                           ? exact_.root(stepper, fall, of_motion, JumpSide::before, found->window.reach())
                           : exact_.at(stepper, fall);
    if (first && first->time <= where.time) continue;
    first = Event{where.time, EventKind::contact, EventEffect::changes, contacts_.states().contact(c).name};
    first->index = c;
    first->y = std::move(where.y);
    until = fall;
  }
  if (first) next_change_ = std::min(next_change_, first->time);
  return first ? std::vector{*first} : std::vector<Event>{};
}

} // namespace simulation
} // namespace dalembert

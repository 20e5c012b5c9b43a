#include <dalembert/numerics/sign_changes.h>
#include <dalembert/simulation/reserve_watch.h>

#include <algorithm>

namespace dalembert::inline simulation {

std::vector<double> ReserveWatch::state_within(Stepper& stepper, double t) {
  std::vector<double> y(stepper.state().begin(), stepper.state().end());
  if (t != stepper.time()) stepper.interpolate(t, y);
  return y;
}

/// True where the reserve is below 0 by more than rounding makes of one that is used up all the time.
bool ReserveWatch::is_exceeded(Stepper& stepper, std::size_t index, double t) {
  return reserves_.reserve(index, t, state_within(stepper, t)) < -reserves_.negligible(index);
}

/// True where the motion itself has used up the reserve at t, and not the dense output alone: that may be wrong by the
/// tolerance of the step, and a stiff force holds the motion much closer to a surface.
bool ReserveWatch::is_confirmed(Stepper& stepper, std::size_t index, double t) {
  if (t == stepper.time()) return true;
  const ExactState where = exact_.at(stepper, t);
  return reserves_.reserve(index, t, where.y) < -reserves_.negligible(index);
}

std::optional<double> ReserveWatch::first_end(Stepper& stepper, std::size_t index, double until) {
  constexpr double beginning = 1e-3; // of the step: what has just changed is round-off before
  const double begin = stepper.previous_time();
  const bool has_just_changed =
      reserves_.reserve(index, begin, state_within(stepper, begin)) <= reserves_.negligible(index);
  const double from = has_just_changed ? begin + beginning * (stepper.time() - begin) : begin;
  if (!(from < until)) return std::nullopt;
  // Rounding of a reserve that is used up all the time is no end; a true end is moved to where the reserve is 0 later.
  const auto at = [&](double t) {
    const double left = reserves_.reserve(index, t, state_within(stepper, t));
    return left + reserves_.negligible(index);
  };
  const std::vector<SignChange> changes = sign_changes(at, from, until).found;
  if (at(from) < 0.0 && (is_exceeded(stepper, index, from) || is_exceeded(stepper, index, until))) return begin;
  for (std::size_t i = 0; i < changes.size(); ++i) {
    if (changes[i].is_rising) continue;
    const double next = i + 1 < changes.size() ? changes[i + 1].before : until;
    const double middle = changes[i].behind + (next - changes[i].behind) / 2;
    for (const double t : {until, middle})
      if (is_exceeded(stepper, index, t) && is_confirmed(stepper, index, t)) return changes[i].behind;
  }
  return std::nullopt;
}

std::vector<Event> ReserveWatch::inside(Stepper& stepper) {
  double until = stepper.time();
  std::optional<Event> first;
  for (std::size_t f = 0; f < reserves_.size(); ++f) {
    if (!reserves_.is_watched(f)) continue;
    const std::optional<double> end = first_end(stepper, f, until);
    if (!end) continue;
    ExactState where =
        *end > stepper.previous_time()
            ? exact_.root(stepper, *end,
                          [this, f](double t, std::span<const double> y) { return reserves_.reserve(f, t, y); })
            : exact_.at(stepper, *end);
    if (first && first->time <= where.time) continue;
    first = Event{where.time, kind_, EventEffect::changes, {}};
    first->index = f;
    first->y = std::move(where.y);
    until = *end;
  }
  if (!first) reserves_.take_step(stepper.time(), stepper.state());
  if (first) next_change_ = std::min(next_change_, first->time);
  return first ? std::vector{*first} : std::vector<Event>{};
}

} // namespace dalembert::inline simulation

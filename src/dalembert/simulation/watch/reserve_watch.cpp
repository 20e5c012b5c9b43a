#include <dalembert/numerics/step/sign_changes.h>
#include <dalembert/simulation/watch/reserve_watch.h>

#include <algorithm>
#include <utility>

namespace dalembert {
inline namespace simulation {

std::vector<double> ReserveWatch::state_within(Stepper& stepper, double t) {
  std::vector<double> y(stepper.state().begin(), stepper.state().end());
  if (t != stepper.time()) stepper.interpolate(t, y);
  return y;
}

double ReserveWatch::reserve(std::size_t index, double t, std::span<const double> y) {
  if (!reserves_.needs_forces(index)) return reserves_.reserve(index, t, y);
  return exact_.value(t, y,
                      [&](double at, std::span<const double> there) { return reserves_.reserve(index, at, there); });
}

/// True where the reserve is below 0 by more than rounding makes of one that is used up all the time.
bool ReserveWatch::is_exceeded(Stepper& stepper, std::size_t index, double t) {
  return reserve(index, t, state_within(stepper, t)) < -reserves_.negligible(index);
}

/// True where the motion itself has used up the reserve at t, and not the dense output alone: that may be wrong by the
/// tolerance of the step, and a stiff force holds the motion much closer to a surface.
bool ReserveWatch::is_confirmed(Stepper& stepper, std::size_t index, double t) {
  if (t == stepper.time()) return true;
  const ExactState where = exact_.at(stepper, t);
  return reserve(index, t, where.y) < -reserves_.negligible(index);
}

/// From where on a reserve is looked at in a window at whose begin it is 0 to rounding: behind a thousandth of the
/// step, or of a period in it; or earlier where by then it has come back from above 0, as that of a ball on its last
/// bounces.
double ReserveWatch::behind_change(Stepper& stepper, std::size_t index, const WatchWindow& window) {
  constexpr int most_looks = 6;
  constexpr double shorter = 0.1;
  double share = 1e-3;
  const double begin = window.begin;
  const double length = window.pieces == 1 ? stepper.time() - begin : window.period();
  const double usual = begin + share * length;
  if (!is_exceeded(stepper, index, usual)) return usual;
  for (int i = 1; i < most_looks; ++i) {
    share *= shorter;
    const double t = begin + share * length;
    if (reserve(index, t, state_within(stepper, t)) > reserves_.negligible(index)) return t;
  }
  return usual;
}

std::string ReserveWatch::name_of(std::size_t index) const {
  return kind_ == EventKind::friction ? "friction " + engine_.system().frictions[index].name
                                      : "the function " + engine_.programs->jumps.jumps[index].text;
}

std::optional<ReserveWatch::UsedUp> ReserveWatch::first_end(Stepper& stepper, std::size_t index, double until) {
  for (const WatchWindow& window : phases_.windows(stepper, until))
    if (const std::optional<double> time = first_end(stepper, index, window)) return UsedUp{*time, window};
  return std::nullopt;
}

std::optional<double> ReserveWatch::first_end(Stepper& stepper, std::size_t index, const WatchWindow& window) {
  const double begin = window.begin;
  const double until = window.end;
  const bool has_just_changed = reserve(index, begin, state_within(stepper, begin)) <= reserves_.negligible(index);
  const double from = has_just_changed ? behind_change(stepper, index, window) : begin;
  if (!(from < until)) return std::nullopt;
  // Rounding of a reserve that is used up all the time is no end; a true end is moved to where the reserve is 0 later.
  const auto at = [&](double t) {
    const double left = reserve(index, t, state_within(stepper, t));
    return left + reserves_.negligible(index);
  };
  const auto [changes, is_resolved] = sign_changes(at, from, until, {window.pieces, reserves_.negligible(index)});
  if (!is_resolved || !window.is_sampled) phases_.note_unresolved(name_of(index), window);
  if (at(from) < 0.0 && (is_exceeded(stepper, index, from) || is_exceeded(stepper, index, until))) return begin;
  for (std::size_t i = 0; i < changes.size(); ++i) {
    if (changes[i].is_rising) continue;
    const bool comes_back = i + 1 < changes.size();
    const double next = comes_back ? changes[i + 1].before : until;
    const double middle = changes[i].behind + (next - changes[i].behind) / 2;
    const bool is_beyond = is_exceeded(stepper, index, middle);
    if (!(is_beyond && comes_back) && is_exceeded(stepper, index, until) && is_confirmed(stepper, index, until))
      return changes[i].behind;
    if (is_beyond && is_confirmed(stepper, index, middle)) return changes[i].behind;
  }
  return std::nullopt;
}

void ReserveWatch::take_back() {
  if (std::exchange(has_taken_step_, false)) reserves_.take_back_step();
}

std::vector<Event> ReserveWatch::inside(Stepper& stepper) {
  double until = stepper.time();
  std::optional<Event> first;
  for (std::size_t f = 0; f < reserves_.size(); ++f) {
    if (!reserves_.is_watched(f)) continue;
    const std::optional<UsedUp> found = first_end(stepper, f, until);
    if (!found) continue;
    const double end = found->time;
    const auto of_motion = [this, f](double t, std::span<const double> y) { return reserve(f, t, y); };
    ExactState where = end > stepper.previous_time()
                           ? exact_.root(stepper, end, of_motion, JumpSide::behind, found->window.reach())
                           : exact_.at(stepper, end);
    if (first && first->time <= where.time) continue;
    first = Event{where.time, kind_, EventEffect::changes, {}};
    first->index = f;
    first->y = std::move(where.y);
    until = end;
  }
  has_taken_step_ = !first;
  if (!first) reserves_.take_step(stepper.time(), stepper.state());
  if (first) next_change_ = std::min(next_change_, first->time);
  return first ? std::vector{*first} : std::vector<Event>{};
}

} // namespace simulation
} // namespace dalembert

#include <dalembert/base/errors.h>
#include <dalembert/numerics/step/extrapolated_difference.h>
#include <dalembert/simulation/impact/impact.h>
#include <dalembert/studies/phase_change.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

namespace dalembert {
inline namespace studies {

namespace {

constexpr double first_share = 1e-4;   ///< of the size of what moves: motions of the first differences
constexpr double nearby_share = 1e-5;  ///< where a single difference does
constexpr double least_share = 3e-11;  ///< where motions that differ by more go on in another way: in small bounces
constexpr double shrinking = 4.0;      ///< of the shares of differences that follow one another
constexpr double nearest_begin = 1e-7; ///< where a gap of a motion that begins may count as none
constexpr std::array signs{1.0, -1.0};

} // namespace

PhaseChanges::PhaseChanges(const Engine& engine, const std::vector<SensitivityCause>& causes, const RunResult& result,
                           const std::optional<RowRanks>& ranks)
    : engine_(engine),
      causes_(causes),
      result_(result),
      ranks_(ranks),
      nearby_(causes.size()),
      steps_(causes.size(), 0.0),
      n_(engine.coordinates()) {}

/// By how much of a cause the motions near this one differ, so that each quantity moves by its size at most.
double PhaseChanges::step_along(std::size_t c, std::span<const double> direction, std::span<const double> y) const {
  double largest = 0.0;
  for (std::size_t i = 0; i < direction.size(); ++i)
    largest = std::max(largest, std::abs(direction[i]) / std::max(std::abs(y[i]), engine_.scale(i % n_)));
  for (const SensitivityCause::Change& change : causes_[c].parameters) {
    const double size = std::abs(engine_.parameters[change.parameter]);
    largest = std::max(largest, std::abs(change.rate) / (size > 0.0 ? size : 1.0));
  }
  return largest > 0.0 && std::isfinite(largest) ? 1.0 / largest : 1.0;
}

PhaseChanges::Pair PhaseChanges::pair(std::size_t c, double step) {
  constexpr double far = 1.5; // a pair is made anew where another step would be as many times longer or shorter
  const bool is_known = steps_[c] > 0.0 && step < far * steps_[c] && steps_[c] < far * step;
  if (!is_known) {
    steps_[c] = step;
    for (std::size_t side = 0; side < signs.size(); ++side) {
      std::vector<double> parameters = engine_.parameters;
      for (const SensitivityCause::Change& change : causes_[c].parameters)
        parameters[change.parameter] += signs[side] * step * change.rate;
      nearby_[c][side] = std::make_unique<NearbyMotion>(engine_, std::move(parameters), result_.tolerance,
                                                        result_.initial.state, ranks_);
    }
  }
  return {{nearby_[c][0].get(), nearby_[c][1].get()}, steps_[c]};
}

std::vector<double> PhaseChanges::moved(std::span<const double> y, std::span<const double> direction, double by) const {
  std::vector<double> out(y.begin(), y.end());
  for (std::size_t i = 0; i < 2 * n_; ++i)
    out[i] += by * direction[i];
  return out;
}

void PhaseChanges::begin(const std::vector<double>& begins, Motion& motion, Laws& laws, std::vector<double>& y) {
  const State& from = result_.initial.state;
  const auto started = [this](const Engine& engine, Motion& of, Laws& its, State state) {
    std::optional<ImpactReport> impact;
    if (result_.impact) {
      impact = solve_impact(engine, state);
      state = impact->after;
    }
    of.start(state, impact ? &*impact : nullptr);
    Carried out{state.t, of.packed(), {}};
    if (!its.empty()) its.start(state.t, out.y);
    of.unpack(state.t, out.y);
    of.solve();
    out.phase = phase_of(engine, of);
    return out;
  };
  const auto started_nearby = [&started](NearbyMotion& there, State state, const std::string& name) {
    try {
      return started(there.engine(), there.motion(), there.laws(), std::move(state));
    } catch (const std::runtime_error& error) { // a contact that closes for one value and not for another
      throw CourseEnds(fmt::format("for nearby values of {} the motion cannot begin so: {}", name, error.what()));
    }
  };
  const Carried own = started(engine_, motion, laws, from);
  std::vector<double> start(from.q);
  start.insert(start.end(), from.v.begin(), from.v.end());
  for (std::size_t c = 0; c < causes_.size() && (result_.impact || !laws.empty()); ++c) {
    const std::span<double> change = std::span(y).subspan(2 * n_ * (1 + c), 2 * n_);
    const auto slope = [&](double step) {
      const Pair both = pair(c, step);
      std::array<Carried, 2> nearby;
      for (std::size_t side = 0; side < signs.size(); ++side) {
        const double by = signs[side] * both.step;
        const std::vector<double> at = moved(start, change, by);
        const auto half = at.begin() + static_cast<std::ptrdiff_t>(n_);
        nearby[side] = started_nearby(*both.motions[side],
                                      {from.t + by * begins[c], {at.begin(), half}, {half, at.end()}}, causes_[c].name);
        if (!nearby[side].phase.is_same(own.phase))
          throw CourseEnds(fmt::format("for nearby values of {} the motion begins in another way", causes_[c].name));
      }
      Slope out{{}, both.step};
      for (std::size_t i = 0; i < 2 * n_; ++i)
        out.change.push_back((nearby[0].y[i] - nearby[1].y[i]) / (2 * both.step));
      return out;
    };
    const double whole = step_along(c, change, start);
    ExtrapolatedDifference differences(sizes_at(start, whole));
    for (double share = nearby_share; share > nearest_begin && !differences.is_exhausted(); share /= shrinking) {
      Slope here = slope(share * whole);
      differences.add(here.step, std::move(here.change));
    }
    std::ranges::copy(differences.best()->value, change.begin());
  }
  std::copy_n(own.y.begin(), 2 * n_, y.begin());
}

/// ġ along the motion, by its own flow.
double PhaseChanges::rate_of(const EventSurface& surface, const Event& event, VariedMotion& varied, Laws& laws,
                             double step) {
  constexpr int most_steps = 8;
  constexpr double enough = 1e-12;
  if (surface.is_time()) return 0.0;
  const std::vector<double> flow = varied.flow();
  const auto at = [&](double h) {
    std::vector<double> y = event.y;
    for (std::size_t i = 0; i < flow.size(); ++i)
      y[i] += h * flow[i];
    return surface.value(varied.motion(), laws, event.time + h, y);
  };
  ExtrapolatedDifference differences({0.0});
  for (int i = 0; i < most_steps && !differences.is_exhausted(); ++i, step /= shrinking) {
    differences.add(step, {(at(step) - at(-step)) / (2 * step)});
    if (differences.best() && differences.best()->relative < enough) break;
  }
  return differences.best()->value.front();
}

/// ∂t*/∂p.
double PhaseChanges::delay_of(std::size_t c, const Instant& at, std::span<const double> change, double step) {
  const Pair both = pair(c, step);
  std::array<double, 2> found{};
  for (std::size_t side = 0; side < signs.size(); ++side) {
    NearbyMotion& nearby = *both.motions[side];
    nearby.take_phase(at.phase);
    found[side] = at.surface.is_time() ? at.surface.time(nearby)
                                       : at.surface.value(nearby.motion(), nearby.laws(), at.event.time,
                                                          moved(at.event.y, change, signs[side] * both.step)) /
                                             -at.rate;
  }
  const double out = (found[0] - found[1]) / (2 * both.step);
  if (!std::isfinite(out)) throw CourseEnds("the motion only touches there");
  return out;
}

PhaseChanges::Carried PhaseChanges::carry(NearbyMotion& nearby, const Instant& at, double t,
                                          std::vector<double> y) const {
  nearby.take_phase(at.phase);
  if (at.surface.is_time()) t = at.surface.time(nearby);
  // Newton's method, by the slope of the motion itself, down to rounding.
  constexpr int most_corrections = 12;
  double before = std::numeric_limits<double>::infinity();
  for (int i = 0; i < most_corrections && !at.surface.is_time(); ++i) {
    const double later = -at.surface.value(nearby.motion(), nearby.laws(), t, y) / at.rate;
    if (!(std::abs(later) < before / 2)) break;
    before = std::abs(later);
    t += later;
    y = moved(y, at.before, later);
  }
  nearby.laws().contacts().shift_impacts(t - at.event.time);
  Event event = at.event;
  event.time = t;
  if (event.kind == EventKind::awaited) nearby.laws().impositions().take(event.index);
  const NotedChanges noted(nearby.laws().notes());
  static_cast<void>(nearby.laws().pass(event, y));
  nearby.motion().unpack(t, y);
  nearby.motion().solve();
  return {t, std::move(y), nearby.phase(), noted.since()};
}

/// ∂x⁺/∂p by two motions that differ from this one along `course`, by `step` of the cause.
PhaseChanges::Slope PhaseChanges::slope_of(std::size_t c, const Instant& at, const Course& course, double step) {
  const Pair both = pair(c, step);
  std::array<Carried, 2> found;
  for (std::size_t side = 0; side < signs.size(); ++side) {
    const double by = signs[side] * both.step;
    found[side] =
        carry(*both.motions[side], at, at.event.time + by * course.delay, moved(at.event.y, course.direction, by));
    if (!found[side].phase.is_same(at.behind) || found[side].noted != at.noted)
      throw CourseEnds(fmt::format("for nearby values of {} the motion goes on in another way", causes_[c].name));
  }
  const double delay = (found[0].time - found[1].time) / (2 * both.step);
  Slope out{{}, both.step};
  for (std::size_t i = 0; i < 2 * n_; ++i)
    out.change.push_back((found[0].y[i] - found[1].y[i]) / (2 * both.step) - at.after[i] * delay);
  return out;
}

/// What the change of each quantity for a unit of a cause is measured by where it is smaller: a small share of the
/// change by which the quantity moves by its size, as others do.
std::vector<double> PhaseChanges::sizes_at(std::span<const double> y, double whole_step) const {
  constexpr double small = 1e-3;
  std::vector<double> out;
  for (std::size_t i = 0; i < 2 * n_; ++i)
    out.push_back(small * std::max(std::abs(y[i]), engine_.scale(i % n_)) / whole_step);
  return out;
}

/// The same extrapolated to motions that do not differ, from those near enough to go on in the same way.
/// @throws CourseEnds where it does not settle
std::vector<double> PhaseChanges::settled_slope(std::size_t c, const Instant& at, std::span<const double> change) {
  constexpr double settled = 1e-3;
  constexpr double rounding = 1e-12; // of a state
  constexpr double enough = 1e-13;
  Course course{std::vector<double>(change.begin(), change.end()),
                delay_of(c, at, change, nearby_share * step_along(c, change, at.event.y))};
  for (std::size_t i = 0; i < 2 * n_; ++i)
    course.direction[i] += at.before[i] * course.delay;
  const double whole = step_along(c, course.direction, at.event.y);
  ExtrapolatedDifference differences(sizes_at(at.event.y, whole));
  const auto is_settled = [&] {
    const std::optional<ExtrapolatedDifference::Best>& best = differences.best();
    for (std::size_t i = 0; best && i < 2 * n_; ++i) {
      const double noise = rounding * std::max(std::abs(at.event.y[i]), engine_.scale(i % n_)) / best->step;
      if (best->error[i] > settled * std::abs(best->value[i]) + noise) return false;
    }
    return best.has_value();
  };
  std::string reason = "it changes with their distance";
  for (double share = first_share; share > least_share; share /= shrinking) {
    try {
      Slope here = slope_of(c, at, course, share * whole);
      differences.add(here.step, std::move(here.change));
    } catch (const std::runtime_error& error) {
      reason = error.what();
      differences.clear();
    }
    const bool is_best = differences.is_exhausted() || (differences.best() && differences.best()->relative < enough);
    if (is_best && is_settled()) break;
  }
  if (!is_settled())
    throw CourseEnds(fmt::format("nearby motions say nothing of the derivative by {}: {}", causes_[c].name, reason));
  return differences.best()->value;
}

/// Ends the derivatives where something else happens at the same instant and would not for another value of a cause.
void PhaseChanges::require_one_instant(std::size_t c, const Instant& at, const std::vector<Instant>& beside,
                                       std::span<const double> change) {
  constexpr double same = 1e-6;
  const double step = nearby_share * step_along(c, change, at.event.y);
  const double own = beside.empty() ? 0.0 : delay_of(c, at, change, step);
  for (const Instant& other : beside) {
    const double its = delay_of(c, other, change, step);
    if (std::abs(own - its) <= same * (std::abs(own) + std::abs(its))) continue;
    throw CourseEnds(
        fmt::format("several things happen at one instant, and would not for another value of {}", causes_[c].name));
  }
}

void PhaseChanges::pass(const Event& event, VariedMotion& varied, Laws& laws, std::vector<double>& y) {
  Motion& motion = varied.motion();
  std::copy_n(event.y.begin(), 2 * n_, y.begin());
  varied.solve(event.time, y);
  const auto instant = [&](const Event& of) {
    varied.solve(event.time, y);
    Instant out{of, EventSurface(engine_, of), kept_phase(motion, laws), varied.flow(), 0.0, {}, {}, {}};
    double fastest = 1.0;
    for (std::size_t i = 0; i < 2 * n_; ++i)
      fastest = std::max(fastest, std::abs(out.before[i]) / std::max(std::abs(y[i]), engine_.scale(i % n_)));
    out.rate = rate_of(out.surface, of, varied, laws, nearby_share / fastest);
    return out;
  };
  Instant at = instant(event);
  const std::vector<Event> others = events_beside(event, laws);
  std::vector<Instant> beside;
  for (const Event& other : others)
    beside.push_back(instant(other));
  std::vector<double> state = event.y;
  if (event.kind == EventKind::awaited) laws.impositions().take(event.index);
  const NotedChanges noted(laws.notes());
  static_cast<void>(laws.pass(event, state));
  at.noted = noted.since();
  std::copy_n(state.begin(), 2 * n_, y.begin());
  varied.take_phase();
  varied.solve(event.time, y);
  at.behind = phase_of(engine_, motion);
  at.after = varied.flow();
  for (std::size_t c = 0; c < causes_.size(); ++c) {
    const std::span<double> change = varied.of(c, std::span(y));
    require_one_instant(c, at, beside, change);
    std::ranges::copy(settled_slope(c, at, change), change.begin());
  }
}

} // namespace studies
} // namespace dalembert

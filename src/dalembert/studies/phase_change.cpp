#include <dalembert/base/errors.h>
#include <dalembert/simulation/impact.h>
#include <dalembert/studies/phase_change.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace dalembert::inline studies {

namespace {

constexpr double nearby_share = 1e-5; ///< of the size of what moves: rounding and curvature both leave ten digits
constexpr double least_share = 3e-11; ///< where motions that differ by more go on in another way: in small bounces
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
  constexpr double far = 4.0; // a pair is made anew where another step would be as many times longer or shorter
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
  const Carried own = started(engine_, motion, laws, from);
  std::vector<double> start(from.q);
  start.insert(start.end(), from.v.begin(), from.v.end());
  for (std::size_t c = 0; c < causes_.size() && (result_.impact || !laws.empty()); ++c) {
    const std::span<double> change = std::span(y).subspan(2 * n_ * (1 + c), 2 * n_);
    const Pair both = pair(c, nearby_share * step_along(c, change, start));
    std::array<Carried, 2> nearby;
    for (std::size_t side = 0; side < signs.size(); ++side) {
      const double by = signs[side] * both.step;
      State state = from;
      state.t += by * begins[c];
      for (std::size_t i = 0; i < n_; ++i) {
        state.q[i] += by * change[i];
        state.v[i] += by * change[n_ + i];
      }
      try {
        NearbyMotion& at = *both.motions[side];
        nearby[side] = started(at.engine(), at.motion(), at.laws(), std::move(state));
      } catch (const std::runtime_error& error) { // a contact that closes for one value and not for another
        throw CourseEnds(
            fmt::format("for nearby values of {} the motion cannot begin so: {}", causes_[c].name, error.what()));
      }
      if (!nearby[side].phase.is_same(own.phase))
        throw CourseEnds(fmt::format("for nearby values of {} the motion begins in another way", causes_[c].name));
    }
    for (std::size_t i = 0; i < 2 * n_; ++i)
      change[i] = (nearby[0].y[i] - nearby[1].y[i]) / (2 * both.step);
  }
  std::copy_n(own.y.begin(), 2 * n_, y.begin());
}

/// ġ along the motion, by its own flow.
double PhaseChanges::rate_of(const EventSurface& surface, const Event& event, VariedMotion& varied, Laws& laws,
                             double step) {
  if (surface.is_time()) return 0.0;
  const std::vector<double> flow = varied.flow();
  const auto at = [&](double h) {
    std::vector<double> y = event.y;
    for (std::size_t i = 0; i < flow.size(); ++i)
      y[i] += h * flow[i];
    return surface.value(varied.motion(), laws, event.time + h, y);
  };
  return (at(step) - at(-step)) / (2 * step);
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
  constexpr int corrections = 2; // of what is left at second order
  nearby.take_phase(at.phase);
  for (int i = 0; i < corrections && !at.surface.is_time(); ++i) {
    const double later = -at.surface.value(nearby.motion(), nearby.laws(), t, y) / at.rate;
    t += later;
    y = moved(y, at.before, later);
  }
  if (at.surface.is_time()) t = at.surface.time(nearby);
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

PhaseChanges::Slope PhaseChanges::slope_of(std::size_t c, const Instant& at, std::span<const double> change,
                                           double share) {
  const double delay = delay_of(c, at, change, share * step_along(c, change, at.event.y));
  std::vector<double> direction(change.begin(), change.end());
  for (std::size_t i = 0; i < 2 * n_; ++i)
    direction[i] += at.before[i] * delay;
  const Pair both = pair(c, share * step_along(c, direction, at.event.y));
  std::array<Carried, 2> found;
  for (std::size_t side = 0; side < signs.size(); ++side) {
    const double by = signs[side] * both.step;
    found[side] = carry(*both.motions[side], at, at.event.time + by * delay, moved(at.event.y, direction, by));
    if (!found[side].phase.is_same(at.behind) || found[side].noted != at.noted)
      throw CourseEnds(fmt::format("for nearby values of {} the motion goes on in another way", causes_[c].name));
  }
  Slope out{{}, (found[0].time - found[1].time) / (2 * both.step), both.step};
  for (std::size_t i = 0; i < 2 * n_; ++i)
    out.state.push_back((found[0].y[i] - found[1].y[i]) / (2 * both.step));
  return out;
}

PhaseChanges::Slope PhaseChanges::settled_slope(std::size_t c, const Instant& at, std::span<const double> change) {
  constexpr double settled = 1e-3;
  constexpr double rounding = 1e-12; // of a state
  const auto is_settled = [&](const Slope& a, const Slope& b) {
    for (std::size_t i = 0; i < a.state.size(); ++i) {
      const double size = std::max(std::abs(a.state[i]), std::abs(b.state[i]));
      const double noise =
          rounding * std::max(std::abs(at.event.y[i]), engine_.scale(i % n_)) / std::min(a.step, b.step);
      if (std::abs(a.state[i] - b.state[i]) > settled * size + noise) return false;
    }
    return true;
  };
  std::string reason = "it changes with their distance";
  std::optional<Slope> before;
  for (double share = nearby_share; share > least_share; share /= 10) {
    std::optional<Slope> here;
    try {
      here = slope_of(c, at, change, share);
    } catch (const std::runtime_error& error) {
      reason = error.what();
    }
    if (here && before && is_settled(*here, *before)) return *before;
    before = std::move(here);
  }
  throw CourseEnds(fmt::format("nearby motions say nothing of the derivative by {}: {}", causes_[c].name, reason));
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
    Instant out{of, EventSurface(engine_, of), kept_phase(motion, laws), varied.flow(), 0.0, {}, {}};
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
  const std::vector<double> behind = varied.flow();
  for (std::size_t c = 0; c < causes_.size(); ++c) {
    const std::span<double> change = varied.of(c, std::span(y));
    require_one_instant(c, at, beside, change);
    const Slope slope = settled_slope(c, at, change);
    for (std::size_t i = 0; i < 2 * n_; ++i)
      change[i] = slope.state[i] - behind[i] * slope.time;
  }
}

} // namespace dalembert::inline studies

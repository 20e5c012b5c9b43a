#include <dalembert/simulation/phases/jump_decision.h>
#include <dalembert/simulation/phases/jump_phases.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace dalembert {
inline namespace simulation {

namespace {

constexpr double value_rounding = 1e-10; ///< of the height of a jump

bool is_same_mode(const JumpMode& a, const JumpMode& b) {
  return a.kind == b.kind && a.below == b.below && a.above == b.above && (a.slides() || a.value == b.value);
}

} // namespace

JumpPhases::JumpPhases(const Engine& engine, Motion& motion, RunResult& result)
    : engine_(engine),
      motion_(motion),
      result_(result),
      program_(engine.jumps),
      values_(program_.outputs()),
      known_(engine.programs->layout.jumps) {}

JumpView JumpPhases::look(std::size_t jump, double t, std::span<const double> y) {
  motion_.unpack(t, y);
  program_.evaluate(InputView<double>(engine_.programs->layout, motion_.inputs()).state(), values_);
  return {jump, engine_.coordinates(), values_};
}

double JumpPhases::reserve(std::size_t jump, double t, std::span<const double> y) {
  if (modes()[jump].slides()) {
    motion_.unpack(t, y);
    motion_.solve();
    const JumpMode& now = modes()[jump];
    const auto [low, high] = std::minmax(now.below, now.above);
    return std::min(now.value - low, high - now.value) / (high - low);
  }
  const double u = look(jump, t, y).argument;
  const double value = modes()[jump].value;
  switch (kind(jump)) {
  case Jump::Kind::sign:
    return value * u;
  case Jump::Kind::step:
    return (2.0 * value - 1.0) * u;
  case Jump::Kind::selection:
    return (1.0 - 2.0 * value) * u;
  case Jump::Kind::stairs:
    return std::min(u - value, value + 1.0 - u);
  }
  return 0.0;
}

double JumpPhases::negligible(std::size_t jump) const {
  if (modes()[jump].slides()) return value_rounding;
  return negligible_distance(engine_, JumpView(jump, engine_.coordinates(), values_), motion_.inputs());
}

bool JumpPhases::is_watched(std::size_t jump) const {
  return modes()[jump].kind != JumpMode::Kind::evaluated;
}

std::vector<TouchedSurface> JumpPhases::touched_at(double t, std::span<const double> y) {
  std::vector<TouchedSurface> out;
  for (std::size_t k = 0; k < size(); ++k) {
    const JumpView at = look(k, t, y);
    const TouchedSurface nearest = surface_near(engine_, k, at.argument);
    const double allowed = negligible_distance(engine_, at, motion_.inputs());
    if (modes()[k].slides() || std::abs(at.argument - nearest.level) <= allowed) out.push_back(nearest);
  }
  return out;
}

/// Goes on with the values that the state has away from surfaces, and with those decided for the surfaces touched.
void JumpPhases::settle(double t, std::vector<double>& y, const std::vector<TouchedSurface>& touched) {
  std::vector<JumpMode> next = modes();
  for (std::size_t k = 0; k < size(); ++k) {
    const auto is_this = [k](const TouchedSurface& surface) { return surface.jump == k; };
    if (std::ranges::none_of(touched, is_this)) next[k] = JumpMode::holding(look(k, t, y).value);
  }
  motion_.set_jump_modes(next);
  decide_jumps(engine_, motion_, touched, t, y);
  if (!motion_.dynamics().jumps().sliding().empty()) motion_.put_onto_constraints(t, y);
  motion_.unpack(t, y);
  motion_.solve();
  note_changes(t);
}

void JumpPhases::start(double t, std::vector<double>& y) {
  guard_.start(t);
  for (const Jump& jump : engine_.programs->jumps.jumps)
    result_.jumps.push_back({jump.text, jump.surface, jump.kind != Jump::Kind::stairs});
  settle(t, y, touched_at(t, y));
}

void JumpPhases::pass(double t, std::size_t jump, std::vector<double>& y) {
  guard_.count(t, engine_.programs->jumps.jumps[jump].text);
  std::vector<TouchedSurface> touched = touched_at(t, y);
  const auto is_this = [jump](const TouchedSurface& surface) { return surface.jump == jump; };
  if (std::ranges::none_of(touched, is_this)) touched.push_back(surface_near(engine_, jump, look(jump, t, y).argument));
  TouchedSurface& left = *std::ranges::find_if(touched, is_this);
  const JumpMode now = modes()[jump];
  if (!now.slides())
    left.not_behind = now.value;
  else
    left.behind = std::abs(now.value - now.below) < std::abs(now.value - now.above) ? now.below : now.above;
  settle(t, y, touched);
}

bool JumpPhases::pass_jump(double t, std::vector<double>& y) {
  if (empty()) return false;
  const std::vector<JumpMode> before = modes();
  settle(t, y, touched_at(t, y));
  return !std::ranges::equal(before, modes(), is_same_mode);
}

void JumpPhases::note_changes(double t) {
  for (std::size_t k = 0; k < size(); ++k) {
    const JumpMode& now = modes()[k];
    const JumpMode before = std::exchange(known_[k], now);
    const bool is_first = before.kind == JumpMode::Kind::evaluated && !now.slides();
    if (is_first || is_same_mode(now, before)) continue;
    using Kind = JumpChange::Kind;
    const Kind change = now.slides() ? Kind::slides : before.slides() ? Kind::leaves : Kind::crosses;
    result_.jump_changes.push_back({change, t, k, now.value});
  }
}

} // namespace simulation
} // namespace dalembert

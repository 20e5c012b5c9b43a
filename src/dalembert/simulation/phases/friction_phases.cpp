#include <dalembert/base/errors.h>
#include <dalembert/simulation/friction/friction_decision.h>
#include <dalembert/simulation/friction/planar_rest.h>
#include <dalembert/simulation/phases/friction_phases.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace dalembert {
inline namespace simulation {

namespace {

constexpr double slip_rounding = 1e-12;  ///< of the rates in a slip
constexpr double bound_rounding = 1e-10; ///< of the bound of a force
constexpr double force_rounding = 1e-13; ///< of the largest force at work

} // namespace

FrictionPhases::FrictionPhases(const Engine& engine, Motion& motion, Contacts& contacts, RunResult& result)
    : engine_(engine),
      motion_(motion),
      contacts_(contacts),
      result_(result),
      slips_(engine.slips),
      slip_values_(slips_.outputs()),
      known_(size()) {}

const HeldSlip* FrictionPhases::group_of(std::size_t friction) const {
  for (const HeldSlip& group : motion_.dynamics().frictions().held())
    if (std::ranges::find(group.members, friction) != group.members.end()) return &group;
  return nullptr;
}

bool FrictionPhases::is_watched(std::size_t friction) const {
  if (modes()[friction].is_idle() || modes()[friction].leans()) return false;
  if (const std::optional<std::size_t> plane = planes().of(friction))
    return planes().all()[*plane][0] == friction || !modes()[friction].holds();
  const HeldSlip* const group = group_of(friction);
  return group == nullptr || group->members.front() == friction;
}

double FrictionPhases::reserve(std::size_t friction, double t, std::span<const double> y) {
  motion_.unpack(t, y);
  if (const std::optional<std::size_t> plane = planes().of(friction)) return planar_reserve(*plane, friction);
  if (modes()[friction].holds() && shares_forces()) {
    motion_.solve();
    return hold_margin(friction).left;
  }
  if (const HeldSlip* const group = group_of(friction)) {
    motion_.solve();
    return group->bound - std::abs(group->force);
  }
  slips_.evaluate(InputView<double>(engine_.programs->layout, motion_.inputs()).state(), slip_values_);
  return SlipView(friction, engine_.coordinates(), slip_values_).slip * modes()[friction].direction;
}

/// True where forces of frictions that stick are chosen together.
bool FrictionPhases::shares_forces() const {
  return std::ranges::any_of(modes(), &FrictionMode::shares);
}

/// How far the force of one that sticks, in a plane or together with others, is from its bound; at the state at hand.
FrictionSolver::Margin FrictionPhases::hold_margin(std::size_t friction) const {
  const FrictionSolver& frictions = motion_.dynamics().frictions();
  if (const auto& shared = frictions.shared_margin(friction)) return shared->margin();
  return frictions.margin(planes().of(friction).value(), frictions.held());
}

double FrictionPhases::size_of_rates(const SlipView& slip) const {
  const std::span<const double> rates = InputView<double>(engine_.programs->layout, motion_.inputs()).rates();
  double size = 0.0;
  for (std::size_t i = 0; i < rates.size(); ++i)
    size += std::abs(slip.column[i]) * std::max(std::abs(rates[i]), engine_.scale(i));
  return size;
}

void FrictionPhases::take_step(double t, std::span<const double> y) {
  before_step_.clear();
  if (std::ranges::none_of(modes(), &FrictionMode::turns)) return;
  before_step_ = modes();
  motion_.unpack(t, y);
  motion_.solve();
  refer_turning();
}

void FrictionPhases::take_back_step() {
  if (!before_step_.empty()) motion_.set_friction_modes(before_step_);
}

double FrictionPhases::negligible(std::size_t friction) const {
  const std::optional<std::size_t> plane = planes().of(friction);
  if (plane && !modes()[friction].holds()) return slip_rounding * planar_slip(*plane).rates;
  const HeldSlip* const group = group_of(friction);
  const bool is_shared = modes()[friction].holds() && shares_forces();
  if (group != nullptr || is_shared) {
    double force = 0.0;
    for (const double h : motion_.dynamics().view().forcing)
      force = std::max(force, std::abs(h));
    const double bound = plane || is_shared ? hold_margin(friction).normal : group->bound;
    return std::max(bound_rounding * bound, force_rounding * force);
  }
  return slip_rounding * size_of_rates(SlipView(friction, engine_.coordinates(), slip_values_));
}

/// Those that stick or are at rest are to be decided anew.
std::vector<FrictionMode> FrictionPhases::reopened(double t, std::span<const double> y) {
  motion_.unpack(t, y);
  motion_.solve();
  std::vector<FrictionMode> out = modes();
  for (std::size_t f = 0; f < size(); ++f)
    if (!out[f].is_idle() &&
        (out[f].holds() || is_at_rest(engine_, motion_.dynamics().frictions(), f, motion_.inputs())))
      out[f] = FrictionMode{FrictionMode::Kind::rests};
  return out;
}

/// Goes on with `modes`, which are decided where they are open, together with which of the touching contacts are
/// closed.
void FrictionPhases::decide(double t, const std::vector<FrictionMode>& modes, std::vector<double>& y) {
  if (!contacts_.decide(t, modes, y)) motion_.set_friction_modes(modes);
  settle(t, y);
}

/// Goes on with slips of 0 where something sticks.
void FrictionPhases::settle(double t, std::vector<double>& y) {
  motion_.unpack(t, y);
  motion_.solve();
  if (motion_.dynamics().frictions().held().empty()) return;
  motion_.put_onto_constraints(t, y);
  motion_.solve();
}

void FrictionPhases::start(double t, std::vector<double>& y) {
  guard_.start(t);
  require_larger_static(t, y);
  settle(t, y);
  note_changes(t);
  warn_of_lines();
}

void FrictionPhases::require_larger_static(double t, std::span<const double> y) {
  motion_.unpack(t, y);
  motion_.solve();
  for (std::size_t f = 0; f < size(); ++f) {
    const Friction& friction = engine_.system().frictions[f];
    const double at_rest = motion_.dynamics().frictions().slip(f).static_coefficient;
    const double sliding = motion_.dynamics().view().friction(f).coefficient;
    if (!(at_rest < sliding)) continue;
    Diagnostic d;
    d.code = "E0712";
    d.span = friction.span;
    d.message = fmt::format("the static coefficient of {}, {:.6g}, is smaller than its coefficient while it slides, "
                            "{:.6g}",
                            friction.name, at_rest, sliding);
    d.help = "a friction holds at least what it has while it slides: exchange the two, or leave `static_coefficient` "
             "out";
    throw ModelError(d);
  }
}

void FrictionPhases::pass(double t, std::size_t friction, std::vector<double>& y) {
  const std::optional<std::size_t> plane = planes().of(friction);
  if (plane && goes_on_sliding(t, friction, y)) return;
  guard_.count(t, engine_.system().frictions[friction].name);
  if (plane && !modes()[friction].holds()) {
    hold(t, *plane, y);
    decide(t, reopened(t, y), y);
    for (const std::size_t f : planes().all()[*plane])
      if (!modes()[f].holds())
        result_.friction_changes.push_back({FrictionChange::Kind::reverses, t, f, modes()[f].direction});
    return note_changes(t);
  }
  std::vector<FrictionMode> next = reopened(t, y);
  if (modes()[friction].holds()) { // the force was at its bound: what slides does so against it
    // Slips that depend on one another begin together: what broke at this instant does not hold again.
    constexpr double instant = 1e-10; // of the time
    if (t - break_time_ > instant * std::abs(t)) broken_.clear();
    break_time_ = t;
    break_hold(friction);
    for (const Broken& each : broken_)
      next[each.friction] = FrictionMode::sliding(each.direction);
  } else {
    next[friction] = FrictionMode{FrictionMode::Kind::rests};
  }
  decide(t, next, y);
  note_changes(t);
}

/// Notes what can no longer hold where `friction` cannot, and in which directions it begins to slide; at the state at
/// hand.
void FrictionPhases::break_hold(std::size_t friction) {
  constexpr double takes_part = 1e-4; // in the mechanism
  const std::span<const double> forces = InputView<double>(engine_.programs->layout, motion_.inputs()).frictions();
  const auto break_line = [&](std::size_t f) { broken_.push_back({f, forces[f] > 0.0 ? -1.0 : 1.0}); };
  if (!shares_forces()) {
    if (const std::optional<std::size_t> plane = planes().of(friction)) return break_plane(*plane, forces);
    for (const std::size_t f : group_of(friction)->members)
      break_line(f);
    return;
  }
  for (std::size_t f = 0; f < size(); ++f) {
    const auto& margin = motion_.dynamics().frictions().shared_margin(f);
    if (!margin || margin->weight < takes_part) continue;
    const std::optional<std::size_t> plane = planes().of(f);
    if (!plane) break_line(f);
    if (plane && planes().all()[*plane][0] == f) break_plane(*plane, forces);
  }
}

bool FrictionPhases::pass_jump(double t, std::vector<double>& y) {
  if (empty()) return false;
  const std::vector<FrictionMode> before = modes();
  decide(t, reopened(t, y), y);
  note_changes(t);
  return modes() != before;
}

void FrictionPhases::note_changes(double t) {
  refer_turning();
  for (std::size_t f = 0; f < size(); ++f) {
    const FrictionMode& now = modes()[f];
    if (now.is_idle()) continue;
    const FrictionMode before = std::exchange(known_[f], now);
    const bool begins_at_bound = before.is_open() && now.is_at_bound() && !now.leans();
    if (now == before || begins_at_bound || (before.holds() && now.holds())) continue;
    if (planes().of(f) && !before.holds() && !now.holds()) continue; // its direction has turned
    using Kind = FrictionChange::Kind;
    const Kind kind = now.holds() ? Kind::sticks : before.holds() ? Kind::slides : Kind::reverses;
    result_.friction_changes.push_back({kind, t, f, now.holds() ? 0.0 : now.direction});
  }
  warn_of_undetermined(t);
  note_open_forces();
}

} // namespace simulation
} // namespace dalembert

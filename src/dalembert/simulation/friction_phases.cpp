#include <dalembert/base/errors.h>
#include <dalembert/simulation/friction_decision.h>
#include <dalembert/simulation/friction_phases.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace dalembert::inline simulation {

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
  const HeldSlip* const group = group_of(friction);
  return group == nullptr || group->members.front() == friction;
}

double FrictionPhases::reserve(std::size_t friction, double t, std::span<const double> y) {
  motion_.unpack(t, y);
  if (const HeldSlip* const group = group_of(friction)) {
    motion_.solve();
    return group->bound - std::abs(group->force);
  }
  slips_.evaluate(InputView<double>(engine_.programs->layout, motion_.inputs()).state(), slip_values_);
  return SlipView(friction, engine_.coordinates(), slip_values_).slip * modes()[friction].direction;
}

double FrictionPhases::negligible(std::size_t friction) const {
  if (const HeldSlip* const group = group_of(friction)) {
    double force = 0.0;
    for (const double h : motion_.dynamics().view().forcing)
      force = std::max(force, std::abs(h));
    return std::max(bound_rounding * group->bound, force_rounding * force);
  }
  const SlipView slip(friction, engine_.coordinates(), slip_values_);
  const std::span<const double> rates = InputView<double>(engine_.programs->layout, motion_.inputs()).rates();
  double size = 0.0;
  for (std::size_t i = 0; i < rates.size(); ++i)
    size += std::abs(slip.column[i]) * std::max(std::abs(rates[i]), engine_.scale(i));
  return slip_rounding * size;
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
  guard_.count(t);
  std::vector<FrictionMode> next = reopened(t, y);
  const HeldSlip* const breaking = group_of(friction);
  if (breaking == nullptr) next[friction] = FrictionMode{FrictionMode::Kind::rests};
  if (breaking != nullptr) { // the force was at its bound: what slides does so against it
    const std::span<const double> forces = InputView<double>(engine_.programs->layout, motion_.inputs()).frictions();
    // Slips that depend on one another begin together: what broke at this instant does not hold again.
    constexpr double instant = 1e-10; // of the time
    if (t - break_time_ > instant * std::abs(t)) broken_.clear();
    break_time_ = t;
    for (const std::size_t f : breaking->members)
      broken_.push_back({f, forces[f] > 0.0 ? -1.0 : 1.0});
    for (const Broken& each : broken_)
      next[each.friction] = FrictionMode::sliding(each.direction);
  }
  decide(t, next, y);
  note_changes(t);
}

bool FrictionPhases::pass_jump(double t, std::vector<double>& y) {
  if (empty()) return false;
  const std::vector<FrictionMode> before = modes();
  decide(t, reopened(t, y), y);
  note_changes(t);
  return modes() != before;
}

void FrictionPhases::note_changes(double t) {
  for (std::size_t f = 0; f < size(); ++f) {
    const FrictionMode& now = modes()[f];
    if (now.is_idle()) continue;
    const FrictionMode before = std::exchange(known_[f], now);
    if (now == before || (before.is_open() && now.slides()) || (before.holds() && now.holds())) continue;
    using Kind = FrictionChange::Kind;
    const Kind kind = now.holds() ? Kind::sticks : before.holds() ? Kind::slides : Kind::reverses;
    result_.friction_changes.push_back({kind, t, f, now.holds() ? 0.0 : now.direction});
  }
  warn_of_undetermined(t);
}

/// Says once that slips which depend on one another leave the forces open.
void FrictionPhases::warn_of_undetermined(double t) {
  if (is_warned_ || std::ranges::none_of(modes(), &FrictionMode::leans)) return;
  is_warned_ = true;
  Diagnostic d;
  d.code = "W0828";
  d.severity = Severity::warning;
  std::string names;
  for (std::size_t f = 0; f < size(); ++f) {
    if (!modes()[f].holds()) continue;
    if (names.empty()) d.span = engine_.system().frictions[f].span;
    names += (names.empty() ? "" : ", ") + engine_.system().frictions[f].name;
  }
  d.message = fmt::format("the frictions {} hold at t = {:.6g} s, and their slips depend on one another: they can, but "
                          "the model does not determine with which forces",
                          names, t);
  d.help = "the motion is unique; of the possible forces one set is reported, with as many at their bounds as are open";
  result_.warnings.push_back(std::move(d));
}

} // namespace dalembert::inline simulation

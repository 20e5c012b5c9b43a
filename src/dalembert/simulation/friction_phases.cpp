#include <dalembert/base/errors.h>
#include <dalembert/simulation/friction_decision.h>
#include <dalembert/simulation/friction_phases.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace dalembert::inline simulation {

namespace {

constexpr double slip_rounding = 1e-12;  ///< of the rates in a slip
constexpr double bound_rounding = 1e-10; ///< of the bound of a force
constexpr double force_rounding = 1e-13; ///< of the largest force at work
/// Of the rates in a slip in a plane: one that is as small where it comes to its end is used up. So many tolerances,
/// between these two.
constexpr double used_up = 10;
constexpr double least_used_up = 1e-8;
constexpr double most_used_up = 1e-5;
constexpr double beginning = 1e-6;      ///< likewise: up to where a slip in a plane begins
constexpr double least_of_begin = 0.25; ///< of that is what counts as used up
/// How many steps of one length it takes friction to use up the slip up to where it begins, and from where it ends
/// along a straight line: below it turns faster than the steps follow.
constexpr double steps_of_begin = 2;
constexpr double steps_of_end = 1;

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
    return planes().all()[*plane][0] == friction || !modes()[friction].sticks();
  const HeldSlip* const group = group_of(friction);
  return group == nullptr || group->members.front() == friction;
}

double FrictionPhases::reserve(std::size_t friction, double t, std::span<const double> y) {
  motion_.unpack(t, y);
  if (const std::optional<std::size_t> plane = planes().of(friction)) return planar_reserve(*plane, friction);
  if (const HeldSlip* const group = group_of(friction)) {
    motion_.solve();
    return group->bound - std::abs(group->force);
  }
  slips_.evaluate(InputView<double>(engine_.programs->layout, motion_.inputs()).state(), slip_values_);
  return SlipView(friction, engine_.coordinates(), slip_values_).slip * modes()[friction].direction;
}

double FrictionPhases::first_step(double length) const {
  constexpr double share = 1e-8;
  const bool is_sliding =
      std::ranges::any_of(planes().all(), [this](const SlipPlane& both) { return !modes()[both[0]].sticks(); });
  return is_sliding ? share * std::abs(length) : 0.0;
}

/// Of one that sticks the margin to the bound; of one that slides or turns the slip in the direction of reference, and,
/// for the second component, what is left until it turns, or until it goes straight to its end; a step in which the
/// direction turns by more than 60° is not trusted behind that.
double FrictionPhases::planar_reserve(std::size_t plane, std::size_t friction) {
  motion_.solve();
  const SlipPlane& both = planes().all()[plane];
  if (modes()[friction].sticks())
    return motion_.dynamics().frictions().margin(plane, motion_.dynamics().frictions().held()).left;
  const PlanarSlip at = planar_slip(plane);
  const double along = at.slip[0] * modes()[both[0]].direction + at.slip[1] * modes()[both[1]].direction;
  if (friction == both[0]) return along;
  if (modes()[friction].turns()) return std::min(at.size - at.end, along - at.size / 2);
  return at.begin - at.size;
}

FrictionPhases::PlanarSlip FrictionPhases::planar_slip(std::size_t plane) const {
  const DynamicsView equations = motion_.dynamics().view();
  PlanarSlip out;
  out.slip = planes().scaled(plane, equations);
  out.size = std::hypot(out.slip[0], out.slip[1]);
  for (const std::size_t f : planes().all()[plane])
    out.rates += equations.friction(f).coefficient * size_of_rates(motion_.dynamics().frictions().slip(f));
  out.small = std::clamp(used_up * result_.tolerance, least_used_up, most_used_up) * out.rates;
  const double step = slip_used_in_step(plane);
  out.end = out.small + steps_of_end * step;
  out.begin = beginning * out.rates + out.small / least_of_begin + steps_of_begin * step;
  return out;
}

/// What friction takes off a slip in a step, where these have one length; at the state at hand.
double FrictionPhases::slip_used_in_step(std::size_t plane) const {
  const double time = result_.statistics.step;
  if (time == 0.0) return 0.0;
  const Dynamics& dynamics = motion_.dynamics();
  const SlipPlane& both = planes().all()[plane];
  const std::size_t n = engine_.coordinates();
  std::vector<double> forces(n, 0.0);
  for (const std::size_t f : both)
    for (std::size_t i = 0; i < n; ++i)
      forces[i] += InputView<double>(engine_.programs->layout, motion_.inputs()).frictions()[f] *
                   dynamics.view().friction(f).column[i];
  std::vector<double> rows(engine_.constraints(), 0.0);
  std::vector<double> held(dynamics.frictions().held().size(), 0.0);
  std::vector<double> change(n, 0.0);
  motion_.solve_again(forces, rows, held, change);
  double out = 0.0;
  for (const std::size_t f : both) {
    const DynamicsView::Friction friction = dynamics.view().friction(f);
    out = std::hypot(out, friction.coefficient *
                              std::inner_product(change.begin(), change.end(), friction.column.begin(), 0.0));
  }
  return time * out;
}

double FrictionPhases::size_of_rates(const SlipView& slip) const {
  const std::span<const double> rates = InputView<double>(engine_.programs->layout, motion_.inputs()).rates();
  double size = 0.0;
  for (std::size_t i = 0; i < rates.size(); ++i)
    size += std::abs(slip.column[i]) * std::max(std::abs(rates[i]), engine_.scale(i));
  return size;
}

void FrictionPhases::take_step(double t, std::span<const double> y) {
  if (std::ranges::none_of(modes(), &FrictionMode::turns)) return;
  motion_.unpack(t, y);
  motion_.solve();
  refer_turning();
}

/// Slips in planes that are to slide begin, and those that turn refer to the directions that they have; at the state
/// at hand.
void FrictionPhases::refer_turning() {
  std::vector<FrictionMode> next = modes();
  for (std::size_t p = 0; p < planes().all().size(); ++p) {
    const SlipPlane& both = planes().all()[p];
    if (next[both[0]].turns()) go_along(p, FrictionMode::Kind::turns, next);
    if (next[both[0]].slides() && planar_slip(p).size <= planar_slip(p).small)
      for (const std::size_t f : both)
        next[f].kind = FrictionMode::Kind::begins;
  }
  if (next == modes()) return;
  motion_.set_friction_modes(next);
  motion_.solve();
}

/// Takes the direction of the slip at hand.
void FrictionPhases::go_along(std::size_t plane, FrictionMode::Kind kind, std::vector<FrictionMode>& modes) const {
  const PlanarSlip at = planar_slip(plane);
  for (std::size_t i = 0; i < 2 && at.size > 0.0; ++i)
    modes[planes().all()[plane][i]] = {kind, at.slip[i] / at.size};
}

bool FrictionPhases::goes_on_sliding(double t, std::size_t friction, const std::vector<double>& y) {
  using Kind = FrictionMode::Kind;
  const std::size_t plane = planes().of(friction).value();
  if (modes()[friction].sticks()) return false;
  motion_.unpack(t, y);
  motion_.solve();
  const PlanarSlip at = planar_slip(plane);
  std::vector<FrictionMode> next = modes();
  if (friction == planes().all()[plane][1]) {
    go_along(plane, modes()[friction].turns() && at.size <= 2 * at.end ? Kind::slides : Kind::turns, next);
  } else {
    if (at.size <= at.small) return false;
    go_along(plane, at.size <= at.end ? Kind::slides : Kind::turns, next);
  }
  motion_.set_friction_modes(next);
  return true;
}

/// Removes the small rest of a slip that ends.
void FrictionPhases::hold(double t, std::size_t plane, std::vector<double>& y) {
  std::vector<FrictionMode> held = modes();
  for (const std::size_t f : planes().all()[plane])
    held[f] = FrictionMode{FrictionMode::Kind::sticks};
  motion_.set_friction_modes(held);
  settle(t, y);
}

double FrictionPhases::negligible(std::size_t friction) const {
  const std::optional<std::size_t> plane = planes().of(friction);
  if (plane && !modes()[friction].sticks()) return slip_rounding * planar_slip(*plane).rates;
  if (const HeldSlip* const group = group_of(friction)) {
    double force = 0.0;
    for (const double h : motion_.dynamics().view().forcing)
      force = std::max(force, std::abs(h));
    const FrictionSolver& frictions = motion_.dynamics().frictions();
    const double bound = plane ? frictions.margin(*plane, frictions.held()).normal : group->bound;
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
  if (plane && !modes()[friction].sticks()) {
    hold(t, *plane, y);
    decide(t, reopened(t, y), y);
    for (const std::size_t f : planes().all()[*plane])
      if (!modes()[f].holds())
        result_.friction_changes.push_back({FrictionChange::Kind::reverses, t, f, modes()[f].direction});
    return note_changes(t);
  }
  std::vector<FrictionMode> next = reopened(t, y);
  const HeldSlip* const breaking = group_of(friction);
  if (breaking == nullptr) next[friction] = FrictionMode{FrictionMode::Kind::rests};
  if (breaking != nullptr) { // the force was at its bound: what slides does so against it
    const std::span<const double> forces = InputView<double>(engine_.programs->layout, motion_.inputs()).frictions();
    // Slips that depend on one another begin together: what broke at this instant does not hold again.
    constexpr double instant = 1e-10; // of the time
    if (t - break_time_ > instant * std::abs(t)) broken_.clear();
    break_time_ = t;
    if (plane)
      break_plane(*plane, forces);
    else
      for (const std::size_t f : breaking->members)
        broken_.push_back({f, forces[f] > 0.0 ? -1.0 : 1.0});
    for (const Broken& each : broken_)
      next[each.friction] = FrictionMode::sliding(each.direction);
  }
  decide(t, next, y);
  note_changes(t);
}

/// A slip in a plane begins against the force that held it.
void FrictionPhases::break_plane(std::size_t plane, std::span<const double> forces) {
  const SlipPlane& both = planes().all()[plane];
  std::array<double, 2> force{};
  for (std::size_t i = 0; i < 2; ++i)
    force[i] = forces[both[i]] / motion_.dynamics().frictions().slip(both[i]).static_coefficient;
  const double size = std::hypot(force[0], force[1]);
  for (std::size_t i = 0; i < 2; ++i)
    broken_.push_back({both[i], size > 0.0 ? -force[i] / size : i == 0 ? 1.0 : 0.0});
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
}

/// Says which frictions of one reaction do not act as one.
void FrictionPhases::warn_of_lines() {
  const System& system = engine_.system();
  const auto warn = [&](const SourceSpan& at, const std::string& names, std::string_view reason) {
    Diagnostic d;
    d.code = "W0835";
    d.severity = Severity::warning;
    d.span = at;
    d.message = fmt::format("the frictions {} of one reaction act along lines of their own, each with the whole bound, "
                            "and not as one friction of a slip in a plane: {}",
                            names, reason);
    d.help = "along two lines that slide together their force is larger than the coefficient times the reaction; give "
             "frictions that are meant so reactions of their own";
    result_.warnings.push_back(std::move(d));
  };
  for (const SlipPlane& plane : planes().refused())
    warn(system.frictions[plane[0]].span,
         fmt::format("{} and {}", system.frictions[plane[0]].name, system.frictions[plane[1]].name),
         "a coefficient is 0 at the start, or the slips depend on one another, on the constraints or on other slips");
  for (const std::size_t reaction : reactions_of_many_frictions(system)) {
    std::string names;
    const SourceSpan* at = nullptr;
    for (const Friction& friction : system.frictions) {
      if (static_cast<std::size_t>(friction.of) != reaction) continue;
      if (at == nullptr) at = &friction.span;
      names += (names.empty() ? "" : ", ") + friction.name;
    }
    warn(*at, names, "there are more than two");
  }
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

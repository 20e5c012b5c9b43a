// Slips in planes along a run: how they begin, turn and come to their ends.
#include <dalembert/simulation/friction/planar_rest.h>
#include <dalembert/simulation/phases/friction_phases.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace dalembert {
inline namespace simulation {

namespace {

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

double FrictionPhases::first_step(double length) const {
  constexpr double share = 1e-8;
  const bool is_sliding =
      std::ranges::any_of(planes().all(), [this](const SlipPlane& both) { return !modes()[both[0]].holds(); });
  return is_sliding ? share * std::abs(length) : 0.0;
}

/// Of one that sticks the margin to the bound; of one that slides or turns the slip in the direction of reference, and,
/// for the second component, what is left until it turns, or until it goes straight to its end; a step in which the
/// direction turns by more than 60° is not trusted behind that.
double FrictionPhases::planar_reserve(std::size_t plane, std::size_t friction) {
  const SlipPlane& both = planes().all()[plane];
  if (modes()[friction].holds()) {
    motion_.solve();
    return hold_margin(friction).left;
  }
  // The slip is a function of the state; what is used up in a step of one length is not, nor are values on surfaces.
  if (result_.statistics.step > 0.0 || motion_.dynamics().jumps().size() > 0)
    motion_.solve();
  else
    motion_.evaluate_slips();
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
  if (modes()[friction].holds()) return false;
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

/// Removes the small rest of a slip that ends, and of those that end with it.
void FrictionPhases::hold(double t, std::size_t plane, std::vector<double>& y) {
  if (planes().are_dependent() && hold_all(t, y)) return;
  const std::vector<FrictionMode> held = held_with({plane});
  motion_.set_friction_modes(held);
  settle(t, y);
}

/// What frictions do where these planes stick too.
std::vector<FrictionMode> FrictionPhases::held_with(const std::vector<std::size_t>& added) const {
  std::vector<std::size_t> held;
  for (std::size_t f = 0; f < size(); ++f)
    if (modes()[f].holds()) held.push_back(f);
  for (const std::size_t plane : added)
    held.insert(held.end(), planes().all()[plane].begin(), planes().all()[plane].end());
  const Dynamics& dynamics = motion_.dynamics();
  return held_together(engine_, dynamics.frictions(), dynamics.row_solver(), dynamics.view(), modes(), held);
}

/// The feet of a body that comes to rest do so together: holding one alone would turn the small slips of the others.
/// False where not all slips in planes are as small, or forces within the bounds cannot hold them; at the state at
/// hand.
bool FrictionPhases::hold_all(double t, std::vector<double>& y) {
  constexpr double as_small = 100; // times what counts as used up
  std::vector<std::size_t> ending;
  for (std::size_t p = 0; p < planes().all().size(); ++p) {
    const FrictionMode& mode = modes()[planes().all()[p][0]];
    if (mode.holds() || mode.is_idle()) continue;
    const PlanarSlip at = planar_slip(p);
    if (at.size > as_small * at.small) return false;
    ending.push_back(p);
  }
  if (ending.size() < 2) return false;
  const std::vector<FrictionMode> before = modes();
  motion_.set_friction_modes(held_with(ending));
  motion_.unpack(t, y);
  motion_.solve();
  const bool can_hold =
      std::ranges::all_of(ending, [this](std::size_t p) { return hold_margin(planes().all()[p][0]).left >= 0.0; });
  if (can_hold) {
    settle(t, y);
    return true;
  }
  motion_.set_friction_modes(before);
  motion_.unpack(t, y);
  motion_.solve();
  return false;
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

} // namespace simulation
} // namespace dalembert

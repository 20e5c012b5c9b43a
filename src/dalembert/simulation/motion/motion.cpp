#include <dalembert/base/errors.h>
#include <dalembert/lowering/views.h>
#include <dalembert/simulation/motion/motion.h>
#include <dalembert/simulation/solving/open_forces.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace dalembert {
inline namespace simulation {

namespace {

constexpr std::size_t many = 20; ///< coordinates, from which on evaluations by the structure are quick beside matrices

} // namespace

Motion::Motion(const Engine& engine, double tolerance)
    : engine_(engine),
      tolerance_(tolerance),
      dynamics_(engine),
      manifold_(engine),
      jacobian_(engine),
      linearisation_(engine),
      series_(engine),
      momenta_(engine),
      residual_(engine),
      powers_(engine.powers),
      inputs_(engine.blank_inputs()),
      integrals_(powers_.outputs(), 0.0) {
  dynamics_.use_structure();
  manifold_.use_structure();
}

void Motion::start(const State& from, const ImpactReport* impact) {
  const InputLayout& layout = engine_.programs->layout;
  is_solved_ = false;
  put_state(layout, from, inputs_);
  if (impact == nullptr) return;
  take_impact(*impact);
}

void Motion::take_impact(const ImpactReport& impact) {
  is_solved_ = false;
  const InputView<double> at(engine_.programs->layout, inputs_);
  std::ranges::copy(impact.impulses, at.impulses().begin());
  dynamics_.forget_friction_modes();
  leave_surfaces(impact);
  for (std::size_t h = 0; h < engine_.programs->histories.size(); ++h) {
    const Derived& derived = engine_.study->derived[engine_.programs->histories[h]];
    const auto of = static_cast<std::size_t>(derived.index);
    if (derived.kind == DerivedKind::impulse && of < impact.reaction_impulses.size())
      at.histories()[h] = impact.reaction_impulses[of];
  }
}

void Motion::leave_surfaces(const ImpactReport& impact) {
  constexpr double rounding = 1e-12; // of the terms of the change
  const JumpSolver& jumps = dynamics_.jumps();
  std::vector<JumpMode> modes = jumps.modes();
  for (const std::size_t k : jumps.sliding()) {
    const std::span<const double> column = jumps.view(k).column;
    double change = 0.0;
    double terms = 0.0;
    for (std::size_t i = 0; i < column.size(); ++i) {
      change += column[i] * (impact.after.v[i] - impact.before.v[i]);
      terms += std::abs(column[i]) * (std::abs(impact.after.v[i]) + std::abs(impact.before.v[i]));
    }
    if (std::abs(change) > rounding * terms)
      modes[k] = JumpMode::holding(change > 0.0 ? modes[k].above : modes[k].below);
  }
  if (!jumps.sliding().empty()) dynamics_.set_jump_modes(modes);
}

void Motion::set_known_ranks(const RowRanks& ranks) {
  is_solved_ = false;
  dynamics_.set_known_ranks(ranks);
  manifold_.set_known_ranks(ranks);
  momenta_.set_known_ranks(ranks);
}

void Motion::set_active_rows(const ActiveRows& rows) {
  is_solved_ = false;
  dynamics_.set_active_rows(rows);
  manifold_.set_active_rows(rows);
  momenta_.set_active_rows(rows);
}

void Motion::put_onto_constraints(double t, std::span<double> y) {
  unpack(t, y);
  project(t);
  const std::span<const double> state = InputView<const double>(engine_.programs->layout, inputs_).motion();
  std::copy(state.begin(), state.end(), y.begin());
}

bool Motion::interpolate(Stepper& stepper, double t, std::span<double> y) {
  stepper.interpolate(t, y);
  return t == stepper.time() || t == stepper.previous_time() || correct_dense_output(t, y);
}

bool Motion::correct_dense_output(double t, std::span<double> y) {
  if (!has_projection()) return true;
  unpack(t, y);
  try {
    project(t, Correction::of_dense_output);
  } catch (const SolveError&) {
    return false;
  }
  const std::span<const double> found = InputView<const double>(engine_.programs->layout, inputs_).motion();
  if (!is_error_of_dense_output(y, found)) return false;
  std::copy(found.begin(), found.end(), y.begin());
  return true;
}

bool Motion::is_error_of_dense_output(std::span<const double> from, std::span<const double> to) const {
  constexpr double of_fixed_steps = 1e-2;
  const double share = has_fixed_steps_ ? std::max(of_fixed_steps, tolerance_.verified()) : tolerance_.verified();
  for (std::size_t i = 0; i < to.size(); ++i)
    if (!(std::abs(to[i] - from[i]) <= share * (engine_.scale(i % engine_.coordinates()) + std::abs(from[i]))))
      return false;
  return true;
}

bool Motion::has_projection() const {
  return engine_.constraints() > 0 || !dynamics_.jumps().sliding().empty();
}

void Motion::project(double t, Correction correction) {
  is_solved_ = false;
  std::vector<std::size_t> held;
  for (const HeldSlip& group : dynamics_.frictions().held())
    held.push_back(group.members.front());
  std::vector<Manifold::HeldJump> jumps;
  for (const std::size_t jump : dynamics_.jumps().sliding())
    jumps.push_back({jump, dynamics_.jumps().modes()[jump].level});
  manifold_.set_held(held, jumps);
  if (!manifold_.project(inputs_, correction)) throw SolveError(manifold_.failure(), {.time = t});
}

std::vector<double> Motion::packed() const {
  const std::span<const double> motion = InputView<const double>(engine_.programs->layout, inputs_).motion();
  std::vector<double> y(motion.begin(), motion.end());
  y.insert(y.end(), integrals_.begin(), integrals_.end());
  return y;
}

void Motion::unpack(double t, std::span<const double> y) {
  const InputView<double> at(engine_.programs->layout, inputs_);
  const std::size_t states = at.motion().size();
  is_solved_ = is_solved_ && at.time() == t && std::ranges::equal(y.first(states), at.motion());
  at.time() = t;
  std::copy_n(y.data(), states, at.motion().data());
  std::ranges::copy(y.subspan(states), integrals_.begin());
  put_integrals(integrals_, at.histories());
}

void Motion::solve() {
  if (is_solved_) return;
  dynamics_.solve(inputs_);
  // What a friction does, a jump or a form depends on more than the state.
  is_solved_ = dynamics_.frictions().size() + dynamics_.jumps().size() == 0 && !engine_.charts;
}

OpenForces Motion::open_friction_forces() {
  is_solved_ = false; // the equations are solved for other right-hand sides
  return dalembert::open_friction_forces(engine_, dynamics_, inputs_);
}

void Motion::put_integrals(std::span<const double> integrals, std::span<double> histories) const {
  const std::vector<std::size_t>& derived = engine_.programs->powers.derived;
  for (std::size_t h = 0, power = 1; h < engine_.programs->histories.size(); ++h)
    if (power - 1 < derived.size() && derived[power - 1] == engine_.programs->histories[h])
      histories[h] = integrals[power++];
}

void Motion::copy_histories(std::span<const double> y, std::span<double> out) const {
  const InputLayout& layout = engine_.programs->layout;
  std::ranges::copy(InputView<const double>(layout, inputs_).histories(), out.begin());
  put_integrals(y.subspan(2 * layout.coordinates), out);
}

OdeProblem Motion::problem(bool has_momenta) {
  const InputLayout& layout = engine_.programs->layout;
  const std::size_t n = layout.coordinates;
  OdeProblem problem;
  problem.rhs = [this, n](double t, std::span<const double> y, std::span<double> dydt) {
    unpack(t, y);
    solve();
    const InputView<double> at(engine_.programs->layout, inputs_);
    std::copy_n(at.rates().data(), n, dydt.data());
    std::copy_n(at.accelerations().data(), n, dydt.data() + n);
    powers_.evaluate(inputs_, dydt.subspan(2 * n));
  };
  const bool slides = !dynamics_.jumps().sliding().empty();
  if (has_projection())
    problem.project = [this](double t, std::span<double> y) {
      unpack(t, y);
      project(t);
      const std::span<const double> state = InputView<const double>(engine_.programs->layout, inputs_).motion();
      require_small_correction(t, y, state);
      std::copy(state.begin(), state.end(), y.begin());
      return true;
    };
  problem.name = [this, n](std::size_t i) {
    if (i < n) return engine_.system().coordinates[i].name;
    if (i < 2 * n) return engine_.system().coordinates[i - n].name + "'";
    return std::string("the work done");
  };
  problem.integrals = integrals_.size();
  if (engine_.derivatives && engine_.study->contacts.empty() && dynamics_.frictions().held().empty() && !slides)
    problem.jacobian = [this](double t, std::span<const double> y, std::span<double> dfdy) {
      unpack(t, y);
      solve();
      is_solved_ = false; // for other right-hand sides from here on
      jacobian_.evaluate(inputs_, dynamics_, dfdy);
    };
  if (engine_.matrices && engine_.study->contacts.empty() && dynamics_.has_all_rows() && !slides)
    problem.second_order = second_order();
  // Deriving grows as n², differences do so too where the structure solves in O(n).
  problem.is_jacobian_dear = !problem.second_order && n > many && dynamics_.is_by_structure();
  if (engine_.series)
    problem.series = [this](double t, std::span<const double> y, double unit, std::span<double> coefficients) {
      unpack(t, y);
      solve();
      is_solved_ = false; // as above
      // At rest the powers are what rounding leaves, and would ask for steps that are shorter and shorter.
      const double least = series_.rounding_of_work(inputs_, dynamics_, unit) / tolerance_.relative();
      return std::max(series_.evaluate(inputs_, integrals_, dynamics_, unit, coefficients), least);
    };
  if (has_residual(engine_)) problem.residual = residual_.problem();
  if (has_momenta && engine_.momenta) problem.momenta = momenta_.problem(inputs_, dynamics_);
  return problem;
}

SecondOrderProblem Motion::second_order() {
  SecondOrderProblem out;
  out.pattern = [this] { return linearisation_.pattern(); };
  out.linearise = [this](double t, std::span<const double> y, LinearisedMotion& at) {
    unpack(t, y);
    solve();
    if (dynamics_.status().rank < static_cast<int>(engine_.constraints())) return false;
    linearisation_.evaluate(inputs_, dynamics_, at);
    return true;
  };
  out.is_quick = engine_.coordinates() > many && dynamics_.is_by_structure();
  out.operations_of_rates = [this] { return linearisation_.operations_of_equations(); };
  out.operations_of_entries = [this] { return linearisation_.operations(); };
  return out;
}

/// A step that meets its tolerance is put back onto the constraints by about that. Where the rank of the rows falls,
/// the projection may take speed away instead.
void Motion::require_small_correction(double t, std::span<const double> from, std::span<const double> to) const {
  const double allowed = tolerance_.largest_correction();
  for (std::size_t i = 0; i < to.size(); ++i) {
    const double change = std::abs(to[i] - from[i]);
    if (change <= allowed * (engine_.scale(i % engine_.coordinates()) + std::abs(from[i]))) continue;
    throw SolveError(fmt::format("the constraints are nearly dependent at t = {:.6g} s: satisfying them would change "
                                 "{}{} from {:.6g} to {:.6g}",
                                 t, engine_.system().coordinates[i % engine_.coordinates()].name,
                                 i < engine_.coordinates() ? "" : "'", from[i], to[i]),
                     {.time = t, .norm = change});
  }
}

StepOptions Motion::options() const {
  StepOptions options;
  options.relative_tolerance = tolerance_.relative();
  options.absolute_tolerance.clear();
  for (int level = 0; level < 2; ++level)
    for (std::size_t i = 0; i < engine_.coordinates(); ++i)
      options.absolute_tolerance.push_back(tolerance_.absolute(engine_.scale(i)));
  // The integrals only account for the run; they do not steer it.
  options.absolute_tolerance.resize(options.absolute_tolerance.size() + integrals_.size(),
                                    std::numeric_limits<double>::infinity());
  return options;
}

} // namespace simulation
} // namespace dalembert

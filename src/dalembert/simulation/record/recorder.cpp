#include <dalembert/base/errors.h>
#include <dalembert/lowering/switching.h>
#include <dalembert/results/result_archive.h>
#include <dalembert/simulation/record/balanced_multipliers.h>
#include <dalembert/simulation/record/recorder.h>
#include <dalembert/simulation/record/rounding_residual.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace dalembert {
inline namespace simulation {

namespace {

bool is_strict(const Check& check) {
  return check.relation == Comparison::less || check.relation == Comparison::greater;
}

/// By how much the sides may differ in their unit, where the check says so. A strict inequality has no tolerance.
std::optional<double> amount_of(const Check& check) {
  return is_strict(check) ? std::nullopt : check.allowed;
}

void raise(Extreme& extreme, double value, double t) {
  if (std::abs(value) <= extreme.value) return;
  extreme.value = std::abs(value);
  extreme.time = t;
}

} // namespace

void Recorder::Course::take(double value, double t) {
  is_defined = is_defined && std::isfinite(value);
  if (!started) first = value;
  started = true;
  largest = std::max(largest, std::abs(value));
  if (const double far = std::abs(value - first); far > deviation) {
    deviation = far;
    deviation_time = t;
  }
}

Recorder::Recorder(const Engine& engine, double tolerance, const std::vector<std::optional<CheckResult>>& settled)
    : engine_(engine),
      tolerance_(tolerance),
      settled_(settled),
      observed_(engine.programs->observed),
      account_(engine),
      contact_audit_(engine, tolerance),
      observables_(engine),
      drift_observer_(engine),
      conserved_(engine.programs->account.conserved),
      drifts_(observed_.drifts.count),
      checks_(engine.study->checks.size()) {
  const std::size_t m = engine.constraints();
  certificate_.position.resize(m);
  certificate_.velocity.resize(m);
  certificate_.acceleration.resize(m);
  certificate_.position_scaled.resize(m);
  certificate_.velocity_scaled.resize(m);
  certificate_.slip.resize(engine.programs->layout.frictions);
  certificate_.slip_scaled.resize(engine.programs->layout.frictions);
  momenta_.resize(conserved_.size());
  momentum_sizes_.resize(conserved_.size());
  invariants_.resize(engine.programs->account.invariants.size());
  for (const Derived& derived : engine.study->derived)
    if (derived.kind == DerivedKind::drift)
      are_energies_.push_back(!engine.system().has_units || derived.argument_measure.dimension == Dimension::energy());
}

void Recorder::archive(Archive& with) {
  with(certificate_, contact_audit_, position_sizes_, velocity_sizes_, shown_defect_.value, shown_defect_.time,
       residual_, momenta_, momentum_sizes_, invariants_, drifts_, checks_, first_energy_, unseen_energy_, states_);
}

void Recorder::visit(std::span<double> inputs, const Dynamics& dynamics, double supplied, Evaluation& at,
                     const RecordedState* known) {
  account_.evaluate(inputs, dynamics, at, known);
  solved_ = &dynamics;
  if (at.state.t == told_.first) at.state.t = told_.second;
  ++states_;
  take_violations(at);
  take_slips(at, dynamics.frictions());
  take_energy(at, supplied);
  double residual = residual_.of(at, dynamics);
  if (residual > residual_bound) residual = rounding_residual(engine_, inputs, at).value_or(residual);
  raise(certificate_.equation_residual, residual, at.state.t);
  take_momenta(at);
  for (std::size_t i = 0; i < invariants_.size(); ++i)
    invariants_[i].take(at.invariants[i], at.state.t);
  certificate_.smallest_pivot = std::min(certificate_.smallest_pivot, dynamics.status().smallest_pivot);
  put_forces(inputs, dynamics, at);
  contact_audit_.take(inputs, dynamics, StateOrigin::reached);
  if (!values_.empty() || engine_.programs->observables.tape.outputs() > 0) {
    take_drifts(inputs, known);
    take_checks(at, inputs);
  }
}

void Recorder::put_forces(std::span<double> inputs, const Dynamics& dynamics, Evaluation& at) {
  if (!put_forces()) return;
  const std::span<double> multipliers = InputView<double>(engine_.programs->layout, inputs).multipliers();
  std::vector<double> shown(multipliers.begin(), multipliers.end());
  const auto evaluate_with = [&](double instead) {
    for (std::size_t k = 0; k < shown.size(); ++k)
      multipliers[k] = std::isfinite(shown[k]) ? shown[k] : instead;
    Evaluation out;
    account_.evaluate(inputs, dynamics, out);
    return out;
  };
  balance_multipliers(shown, dynamics.view(), evaluate_with(0.0).residual);
  const Evaluation without = evaluate_with(0.0);
  const Evaluation other = evaluate_with(1.0);
  std::ranges::copy(shown, multipliers.begin());
  at.accelerations = without.accelerations;
  at.multipliers = shown;
  at.constraint_forces = without.constraint_forces;
  for (std::size_t i = 0; i < at.constraint_forces.size(); ++i) // M·v̇ − f: the rows of what has no value vanish
    at.constraint_forces[i] += without.residual[i];
  at.reactions = without.reactions;
  for (std::size_t r = 0; r < at.reactions.size(); ++r)
    if (without.reactions[r] != other.reactions[r]) at.reactions[r] = std::numeric_limits<double>::quiet_NaN();
}

void Recorder::take_violations(const Evaluation& at) {
  for (std::size_t k = 0; k < engine_.constraints(); ++k) {
    raise(certificate_.position[k], at.position_violation[k], at.state.t);
    raise(certificate_.velocity[k], at.velocity_violation[k], at.state.t);
    raise(certificate_.acceleration[k], at.acceleration_violation[k], at.state.t);
    const double position_size = position_sizes_.of(k, account_.position_sizes()[k]);
    if (position_size == 0.0) continue;
    double& position = certificate_.position_scaled[k];
    double& velocity = certificate_.velocity_scaled[k];
    position = std::max(position, std::abs(at.position_violation[k]) / position_size);
    velocity =
        std::max(velocity, std::abs(at.velocity_violation[k]) / velocity_sizes_.of(k, account_.velocity_sizes()[k]));
  }
}

/// The slips of frictions that stick.
void Recorder::take_slips(const Evaluation& at, const FrictionSolver& frictions) {
  for (const HeldSlip& group : frictions.held())
    for (const std::size_t f : group.members) {
      const SlipView slip = frictions.slip(f);
      raise(certificate_.slip[f], slip.slip, at.state.t);
      double scale = 0.0;
      for (std::size_t i = 0; i < slip.column.size(); ++i)
        scale += std::abs(slip.column[i]) * std::max(1.0, std::abs(at.state.v[i]));
      certificate_.slip_scaled[f] = std::max(certificate_.slip_scaled[f], std::abs(slip.slip) / scale);
    }
}

void Recorder::take_energy(const Evaluation& at, double supplied) {
  const double h = at.energies.energy_function;
  if (!first_energy_) first_energy_ = h;
  certificate_.largest_kinetic = std::max(certificate_.largest_kinetic, std::abs(at.energies.kinetic));
  for (const double size :
       {std::abs(at.energies.kinetic) + std::abs(at.energies.potential), std::abs(h), std::abs(supplied)})
    if (std::isfinite(size)) certificate_.energy_scale = std::max(certificate_.energy_scale, size);
  raise(certificate_.energy_defect, h - *first_energy_ - supplied, at.state.t);
}

void Recorder::take_momenta(const Evaluation& at) {
  const std::size_t n = engine_.coordinates();
  const std::span<const double> inertias = residual_.inertia();
  if (states_ == 1)
    for (std::size_t i = 0; i < n; ++i) {
      const double unseen = tolerance_.absolute(engine_.scale(i)); // a rate as small is not seen
      unseen_energy_ += std::abs(inertias[i]) * unseen * unseen / 2;
    }
  for (std::size_t c = 0; c < conserved_.size(); ++c) {
    const std::size_t i = conserved_[c];
    momenta_[c].take(at.momenta[i], at.state.t);
    const double inertia = std::abs(inertias[i]);
    const double of_motion = std::sqrt(2 * std::abs(at.energies.kinetic) * inertia);
    momentum_sizes_[c] = std::max({momentum_sizes_[c], of_motion, inertia * tolerance_.absolute(engine_.scale(i))});
  }
}

double Recorder::drift_size(std::size_t index) const {
  const double largest = drifts_[index].largest;
  return are_energies_[index] ? std::max(largest, certificate_.largest_kinetic) : largest;
}

void Recorder::put_drifts(std::span<double> inputs) const {
  std::size_t drift = 0;
  for (std::size_t h = 0; h < engine_.programs->histories.size(); ++h) {
    if (engine_.study->derived[engine_.programs->histories[h]].kind != DerivedKind::drift) continue;
    const double size = drift_size(drift);
    inputs[engine_.programs->layout.history() + h] = size > 0.0 ? drifts_[drift].deviation / size : 0.0;
    ++drift;
  }
}

void Recorder::take_drifts(std::span<double> inputs, const RecordedState* known) {
  observables_.observe(inputs, values_, known);
  if (drifts_.empty()) return;
  for (std::size_t d = 0; d < drifts_.size(); ++d)
    drifts_[d].take(values_[observed_.drifts[d]], inputs.front());
  put_drifts(inputs);
  drift_observer_.observe(inputs, values_);
}

/// True of no more than round-off of a 0 beside the largest of q, v, v̇, λ, which counts as 1 at least.
bool Recorder::is_rounding_of_nothing(double excess, std::span<const double> inputs) const {
  if (excess <= rounding_of_nothing) return true;
  const InputView<const double> at(engine_.programs->layout, inputs);
  double largest = 1.0;
  for (const std::span<const double> part : {at.motion(), at.accelerations(), at.multipliers()})
    for (const double value : part)
      largest = std::max(largest, std::abs(value));
  return excess <= rounding_of_nothing * largest;
}

void Recorder::take_checks(const Evaluation& at, std::span<const double> inputs) {
  const double t = at.state.t;
  for (std::size_t c = 0; c < checks_.size(); ++c) {
    const Check& check = engine_.study->checks[c];
    CheckCourse& course = checks_[c];
    const CheckView values(check, observed_.checks[c], values_);
    const bool is_defined = std::ranges::all_of(values.sides, [](double x) { return std::isfinite(x); });
    if (!is_defined && !course.undefined_time) course.undefined_time = t;
    if (!is_defined) continue;
    if (check.is_constant) {
      if (course.first_inputs.empty()) course.first_inputs.assign(inputs.begin(), inputs.end());
      course.largest = std::max(course.largest, values.largest());
      const double from_first = std::abs(values.difference() - course.constant.first);
      const bool is_farther = course.constant.started && from_first > course.constant.deviation;
      if (!is_farther || !is_left_by_rounding(c, from_first, allowed(check, course.largest), inputs))
        course.constant.take(values.difference(), t);
      count_visible(c, std::abs(values.difference() - course.constant.first), course.largest, inputs);
      continue;
    }
    take_sides(c, values, t, inputs);
    count_visible(c, excess_of(check, values), values.largest(), inputs);
  }
}

/// A failure that is more than what the tolerance of the run lets drift and more than round-off of a 0.
void Recorder::count_visible(std::size_t index, double excess, double size, std::span<const double> inputs) {
  if (excess <= tolerance_.visible() * size || is_rounding_of_nothing(excess, inputs)) return;
  if (!is_explained_by_errors(index, error_of_run, excess, inputs)) ++checks_[index].visible_failures;
}

/// The amount by which the sides violate the relation of the check; negative where it holds.
double Recorder::excess_of(const Check& check, const CheckView& values) {
  const double excess = values.difference();
  if (check.relation == Comparison::equal) return std::abs(excess);
  const bool is_greater = check.relation == Comparison::greater || check.relation == Comparison::greater_equal;
  return is_greater ? -excess : excess;
}

void Recorder::take_sides(std::size_t index, const CheckView& values, double t, std::span<const double> inputs) {
  const Check& check = engine_.study->checks[index];
  CheckCourse& course = checks_[index];
  const bool is_of_run = observed_.check_of_run[index];
  course.largest = std::max(course.largest, values.largest());
  // A gap that closes is a 0 of the size that the gap had.
  const double size = engine_.study->contacts.empty() ? values.largest() : course.largest;
  double excess = excess_of(check, values);
  const double unit = amount_of(check) ? 1.0 : size; // what the tolerance is a share of
  const bool is_next = is_of_run || excess > course.worst || (unit > 0.0 && excess / unit > course.nearest);
  if (!is_strict(check) && is_next && is_left_by_rounding(index, excess, allowed(check, size), inputs)) excess = 0.0;
  const double share = unit > 0.0 ? excess / unit : 0.0;
  // A drift is measured by the largest size over the run, which the first states do not know: the last word counts.
  course.nearest = is_of_run ? share : std::max(course.nearest, share);
  if (is_of_run || excess > course.worst) {
    course.worst = excess;
    course.worst_time = t;
  }
}

/// True where a violation of more than `allowed` is no more than what rounding leaves of the quantities of the state: a
/// rate that the constraints hold at 0 is 10⁻¹⁶ m/s. Asked, at some cost, for violations above all explained before.
bool Recorder::is_left_by_rounding(std::size_t index, double excess, double allowed, std::span<const double> inputs) {
  constexpr double share = 64 * std::numeric_limits<double>::epsilon();
  if (!(excess > allowed) || amount_of(engine_.study->checks[index])) return false;
  if (!is_rounding_of_nothing(excess, inputs)) return false;
  double& largest = checks_[index].rounding;
  if (excess > largest && !is_explained_by_errors(index, share, excess, inputs)) return false;
  largest = std::max(largest, excess);
  return true;
}

/// How far the sides of a size may differ.
double Recorder::allowed(const Check& check, double size) const {
  return amount_of(check).value_or(allowance(check) * size);
}

/// Relative to the terms, or in the unit of the sides where the check says so. A loose run does not make unequal sides
/// equal, nor larger ones smaller.
double Recorder::allowance(const Check& check) const {
  if (const std::optional<double> amount = amount_of(check)) return *amount;
  switch (check.relation) {
  case Comparison::equal:
    return check.tolerance.value_or(tolerance_.of_equation());
  case Comparison::less:
  case Comparison::greater:
    return -strictness;
  default:
    return check.tolerance.value_or(tolerance_.of_inequality());
  }
}

/// Compares a proved check with the run; a check that was only observed at real states must hold along the run too.
CheckResult Recorder::judge(std::size_t index) const {
  if (index >= settled_.size() || !settled_[index]) return judge_course(index);
  const CheckResult& settled = *settled_[index];
  if (settled.status == CheckStatus::proved) return judge_proved(index);
  if (settled.status != CheckStatus::holds) return settled;
  CheckResult along = judge_course(index);
  if (amount_of(engine_.study->checks[index])) return along;
  return along.status == CheckStatus::fails && checks_[index].visible_failures > 0 ? along : settled;
}

/// A check that is proved for every motion but fails along the run shows that either the run or the proof is wrong. A
/// conserved quantity that drifts accumulates the errors of all steps, which grow near a singular position: the run is
/// wrong. A check of single states that fails shows that the proof is wrong.
CheckResult Recorder::judge_proved(std::size_t index) const {
  constexpr std::size_t one_of = 20; // states: a few near a singular position may be off
  const CheckCourse& course = checks_[index];
  const CheckResult& proved = *settled_[index];
  if (course.visible_failures < 2 || one_of * course.visible_failures < states_) return proved;
  // sign(u) of a speed that a constraint holds at 0 is that of its round-off.
  const Check& check = engine_.study->checks[index];
  if (holds_switching_function(engine_.system(), check) || spans_rounding(engine_)) return proved;
  if (check.is_constant) {
    CheckResult along = judge_course(index);
    along.how += "; proved for the exact motion, so the run is inaccurate";
    return along.status == CheckStatus::fails ? along : proved;
  }
  throw InternalError(fmt::format("the check `{}` was proved, and fails at {} of {} states of the run", check.text,
                                  course.visible_failures, states_));
}

CheckResult Recorder::judge_course(std::size_t index) const {
  const Check& check = engine_.study->checks[index];
  const CheckCourse& course = checks_[index];
  const double relative = allowance(check);
  CheckResult out;
  out.index = index;
  out.how = states_ == 1 ? (engine_.system().impacts.empty() ? "at the initial state" : "after the impact")
                         : fmt::format("along the run, {} states", states_);
  if (course.undefined_time) {
    out.value = std::numeric_limits<double>::infinity();
    out.time = *course.undefined_time;
    out.how = fmt::format("a side is not finite at t = {} s", *course.undefined_time);
    return out;
  }
  out.value = check.is_constant ? course.constant.deviation : course.worst;
  out.time = check.is_constant ? course.constant.deviation_time : course.worst_time;
  if (check.relation == Comparison::equal) {
    out.allowed = allowed(check, course.largest);
    out.status = out.value <= out.allowed ? CheckStatus::holds : CheckStatus::fails;
  } else { // each state by its own terms
    out.status = course.nearest <= relative ? CheckStatus::holds : CheckStatus::fails;
  }
  return out;
}

std::vector<CheckResult> Recorder::checks() const {
  std::vector<CheckResult> results;
  for (std::size_t c = 0; c < checks_.size(); ++c)
    results.push_back(judge(c));
  return results;
}

Certificate Recorder::certificate() const {
  Certificate out = certificate_;
  out.failed = contact_audit_.failures();
  // Errors δ of the rates, each within the absolute tolerance, change T by v·M·δ ≤ 2 √(T · ½ δ·M·δ), step by step.
  out.energy_floor = accumulated_rounding * out.energy_scale + unseen_energy_ +
                     many_errors * 2 * std::sqrt(out.largest_kinetic * unseen_energy_);
  // Dense output is less exact than the ends of steps, and strong springs enlarge its errors: only clear ones count.
  constexpr double clear_share = 1e-2; // of all energies
  if (shown_defect_.value > std::max(out.energy_floor, clear_share * out.energy_scale))
    raise(out.energy_defect, shown_defect_.value, shown_defect_.time);
  if (out.largest_kinetic > energy_at_rest * out.energy_scale) out.energy_scale = out.largest_kinetic;
  if (out.energy_scale > 0.0) out.energy_defect_relative = out.energy_defect.value / out.energy_scale;
  const auto add = [&out](std::string name, const Course& course, double size) -> Certificate::Invariant& {
    out.invariants.push_back({std::move(name), course.deviation, size > 0.0 ? course.deviation / size : 0.0, size});
    return out.invariants.back();
  };
  for (std::size_t c = 0; c < conserved_.size(); ++c)
    add("p." + engine_.system().coordinates[conserved_[c]].name, momenta_[c], momenta_[c].largest).size =
        std::max(momenta_[c].largest, momentum_sizes_[c]);
  for (std::size_t i = 0; i < invariants_.size(); ++i)
    if (invariants_[i].is_defined) // log(z − 1) where z < 1 says nothing
      add(engine_.programs->account.invariants[i], invariants_[i], invariants_[i].largest).size =
          std::max(invariants_[i].largest, 1.0); // of positions, as the absolute tolerance
  for (std::size_t c = 0; c < checks_.size(); ++c)
    if (engine_.study->checks[c].is_constant && !checks_[c].undefined_time)
      add(engine_.study->checks[c].text, checks_[c].constant, checks_[c].largest).is_judged = false;
  return out;
}

} // namespace simulation
} // namespace dalembert

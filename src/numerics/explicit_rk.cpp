#include <dalembert/numerics/explicit_rk_work.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace dalembert {

namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();
constexpr double safety = 0.85;
constexpr int most_attempts = 2000;    ///< at one step: each shortens it, and 10⁻³⁰⁸ s is reached before
constexpr double refusal_ratio = 0.25; ///< how a step is shortened that could not be evaluated
constexpr double nearly_all = 0.75;    ///< of a step: what the slope predicted need not be met closer

/// Adds `increment` to `value` and keeps in `carry` what rounding lost (Knuth's two-sum).
void add_compensated(double& value, double& carry, double increment) {
  const double add = increment + carry;
  const double sum = value + add;
  const double virtual_add = sum - value;
  carry = (value - (sum - virtual_add)) + (add - virtual_add);
  value = sum;
}

/// `failure` with its time, unless it names that itself.
std::string timed(const std::string& failure, double t) {
  if (failure.find("t = ") != std::string::npos) return failure;
  return fmt::format("{} at t = {:.6g} s", failure, t);
}

} // namespace

void ExplicitRk::Work::start(double t, std::span<const double> y) {
  n = y.size();
  const std::size_t absolute = options.absolute_tolerance.size();
  ENSURE(absolute == 1 || absolute == n);
  ENSURE(options.relative_tolerance >= 0 && options.max_step > 0);
  time = previous_time = t;
  state.assign(y.begin(), y.end());
  carry.assign(n, 0);
  old_carry = previous_state = trial = error = coarse = end_slope = state;
  slopes.assign(tableau.rows.size() * n, 0);
  dense.assign((tableau.dense.size() + 3) * n, 0);
  next_step = 0;
  previous_error = 1e-4;
  may_grow = true;
  has_step = has_dense = false;
  if (!evaluate(t, state, slope(0))) throw SolveError(timed(failure, t), {t, 0, 0});
}

/// The first step: such that an explicit Euler step changes y by a hundredth of its size, corrected by the change of f.
/// Source: Hairer, Nørsett, Wanner I, II.4, "Starting Step Size".
void ExplicitRk::Work::choose_first_step(double t_stop) {
  const double direction = t_stop > time ? 1 : -1;
  const double longest = std::min(longest_step(), std::abs(t_stop - time));
  if (options.initial_step > 0) {
    next_step = direction * std::min(options.initial_step, longest);
    return;
  }
  const std::vector<double> rate(slope(0), slope(0) + n);
  const double size = norm(state, state, state);
  const double speed = norm(rate, state, state);
  double h = size < 1e-5 || speed < 1e-5 ? 1e-6 : 0.01 * size / speed;
  h = std::min(h, longest);
  for (;; h *= refusal_ratio) {
    for (std::size_t i = 0; i < n; ++i)
      trial[i] = state[i] + direction * h * rate[i];
    if (evaluate(time + direction * h, trial, slope(1))) break;
    if (h < 16 * epsilon * std::max(std::abs(time), longest)) give_up(h, 0, Attempt::refused);
  }
  for (std::size_t i = 0; i < n; ++i)
    error[i] = slope(1)[i] - rate[i];
  const double curvature = norm(error, state, state) / h;
  const double steepest = std::max(speed, curvature);
  const double guess = steepest <= 1e-15 ? std::max(1e-6, h * 1e-3) : std::pow(0.01 / steepest, 1.0 / tableau.order);
  next_step = direction * std::min({100 * h, guess, longest});
}

bool ExplicitRk::Work::evaluate_stages(double h) {
  for (int stage = 1; stage <= tableau.stages; ++stage) {
    const auto index = static_cast<std::size_t>(stage);
    combine(tableau.rows[index], trial.data());
    if (stage == tableau.stages) return true; // `trial` holds Σ b k: the increment over h
    for (std::size_t i = 0; i < n; ++i)
      trial[i] = state[i] + h * trial[i];
    if (!evaluate(time + tableau.nodes[index] * h, trial, slope(stage))) return false;
  }
  return true;
}

double ExplicitRk::Work::measure_error(double h) {
  const auto norm_of = [&](const TableauRow& row, Vector& estimate) {
    combine(row, estimate.data());
    for (double& e : estimate)
      e *= h;
    return norm(estimate, state, trial);
  };
  const double fine = norm_of(tableau.error, error);
  if (tableau.coarse_error.empty() || fine == 0) return fine;
  // Source: Hairer, Nørsett, Wanner I, II.10, eq. (10.17): the coarse estimate keeps the fine one from vanishing by
  // chance.
  const double rough = norm_of(tableau.coarse_error, coarse);
  const double ratio = rough / fine; // not the squares, which vanish below 1e-162
  return fine / std::sqrt(1 + 0.01 * ratio * ratio);
}

ExplicitRk::Work::Attempt ExplicitRk::Work::attempt(double t_new, double& error_norm) {
  const double h = t_new - time;
  if (!evaluate_stages(h)) return Attempt::refused;
  old_carry = carry;
  for (std::size_t i = 0; i < n; ++i) {
    const double increment = h * trial[i];
    trial[i] = state[i];
    add_compensated(trial[i], carry[i], increment);
  }
  const bool error_needs_end = tableau.error.back().stage == tableau.stages;
  Attempt outcome = Attempt::refused;
  if (!error_needs_end || evaluate(t_new, trial, slope(tableau.stages))) {
    error_norm = measure_error(h);
    if (!std::isfinite(error_norm))
      failure = "the error estimate is not finite";
    else if (error_norm > 1)
      outcome = Attempt::inaccurate;
    else if (options.passable && (passed = options.passable(h, state, trial)) < nearly_all)
      outcome = Attempt::too_far;
    else if (finish(t_new))
      outcome = Attempt::good;
  }
  if (outcome != Attempt::good) carry = old_carry;
  return outcome;
}

/// The share of a step of length `h` that may be made, as far as the slope at its begin says.
double ExplicitRk::Work::predicted_share(double h) {
  for (std::size_t i = 0; i < n; ++i)
    trial[i] = state[i] + h * slope(0)[i];
  return options.passable(h, state, trial);
}

/// Projects the end of the step and takes f there.
bool ExplicitRk::Work::finish(double t_new) {
  if (problem.project) {
    try {
      if (!problem.project(t_new, trial)) {
        failure = "the constraints cannot be satisfied";
        return false;
      }
    } catch (const SolveError& refusal) {
      failure = refusal.what();
      return false;
    }
  }
  const bool has_end_slope = !problem.project && tableau.error.back().stage == tableau.stages;
  return has_end_slope || evaluate(t_new, trial, slope(tableau.stages));
}

void ExplicitRk::Work::accept(double t_new, double h) {
  previous_time = time;
  time = t_new;
  previous_state.swap(state);
  state.swap(trial);
  std::copy_n(slope(tableau.stages), n, end_slope.data());
  has_step = true;
  has_dense = false;
  ++statistics.accepted;
  statistics.largest_step = std::max(statistics.largest_step, std::abs(h));
}

void ExplicitRk::Work::give_up(double h, double error_norm, Attempt last) const {
  const std::string reason =
      last == Attempt::refused || (!failure.empty() && attempts_since_refusal < 10)
          ? failure
          : std::string("the error test fails at every step size: a singularity, or a tolerance below round-off");
  throw SolveError(
      fmt::format("{}; the integration cannot continue past t = {:.9g} s (step {:.2g} s)", reason, time, std::abs(h)),
      {time, h, error_norm});
}

void ExplicitRk::Work::step(double t_stop) {
  ENSURE(n > 0 && std::isfinite(t_stop));
  if (t_stop == time) return;
  if (has_step) std::copy_n(end_slope.data(), n, slope(0));
  if (next_step == 0 || (next_step > 0) != (t_stop > time)) choose_first_step(t_stop);
  const double shortest = 16 * epsilon * std::max(std::abs(time), 1e-6 * std::abs(t_stop - time));
  for (int attempts = 0;; ++attempts) {
    if (attempts == most_attempts) give_up(next_step, 0, Attempt::good);
    // The first step of all may have been cut to nothing by a stop: what comes behind it is chosen anew.
    if (is_cut_first && std::abs(next_step) < shortest) choose_first_step(t_stop);
    is_cut_first = false;
    double h = std::copysign(std::min(std::abs(next_step), longest_step()), next_step);
    if (options.passable && std::abs(h) > shortest)
      h = std::copysign(std::max(shortest, std::abs(h) * predicted_share(h)), h);
    const bool cut = 1.01 * std::abs(h) >= std::abs(t_stop - time);
    const double wanted = h;
    const double t_new = cut ? t_stop : time + h;
    h = t_new - time;
    if (!cut && std::abs(h) < shortest) give_up(wanted, 0, Attempt::good);
    const std::uint64_t tried = statistics.accepted + statistics.rejected + statistics.refused;
    if (options.max_steps > 0 && tried >= options.max_steps)
      throw SolveError(fmt::format("the limit of {} steps was reached at t = {:.9g} s", tried, time), {time, h, 0});

    double error_norm = 0;
    const Attempt outcome = attempt(t_new, error_norm);
    if (outcome == Attempt::refused) {
      ++statistics.refused;
      attempts_since_refusal = 0;
      next_step = h * refusal_ratio;
      may_grow = false;
      if (std::abs(next_step) < shortest) give_up(h, error_norm, outcome);
      continue;
    }
    ++attempts_since_refusal;
    if (outcome == Attempt::too_far) {
      ++statistics.rejected;
      next_step = h * std::max(passed, refusal_ratio * refusal_ratio);
      may_grow = false;
      if (std::abs(next_step) < shortest) give_up(h, error_norm, outcome);
      continue;
    }
    const double raw = std::pow(error_norm, tableau.step_exponent) / safety; // h over the step that would have error 1
    if (outcome == Attempt::inaccurate) {
      ++statistics.rejected;
      next_step = h / std::min(1 / tableau.shrink_limit, raw);
      may_grow = false;
      if (std::abs(next_step) < shortest) give_up(h, error_norm, outcome);
      continue;
    }
    double ratio = raw / std::pow(previous_error, tableau.previous_weight);
    ratio = std::clamp(ratio, 1 / tableau.growth_limit, 1 / tableau.shrink_limit);
    if (!may_grow) ratio = std::max(ratio, 1.0);
    next_step = h / ratio;
    // A step cut short by a stop says little about the next: go on with what was wanted before, if that is more.
    if (cut && std::abs(wanted) > std::abs(next_step) && may_grow) next_step = wanted;
    if (!cut || statistics.smallest_step == 0)
      statistics.smallest_step =
          statistics.smallest_step == 0 ? std::abs(h) : std::min(statistics.smallest_step, std::abs(h));
    may_grow = true;
    is_cut_first = cut && statistics.accepted == 0;
    previous_error = std::max(error_norm, 1e-4);
    accept(t_new, h);
    return;
  }
}

void ExplicitRk::Work::jump(double t) {
  const double* const before = has_step ? end_slope.data() : slope(0);
  for (std::size_t i = 0; i < n; ++i)
    add_compensated(state[i], carry[i], (t - time) * before[i]);
  previous_time = time = t;
  previous_state = state;
  has_step = has_dense = false;
  if (!evaluate(t, state, slope(0))) throw SolveError(timed(failure, t), {t, 0, 0});
}

/// Fills the coefficients Δ, r₁, r₂, … of the interpolant; its Hermite part uses the projected end and f there.
void ExplicitRk::Work::build_dense() {
  const double h = time - previous_time;
  for (std::size_t stage = static_cast<std::size_t>(tableau.stages) + 1; stage < tableau.rows.size(); ++stage) {
    combine(tableau.rows[stage], trial.data());
    for (std::size_t i = 0; i < n; ++i)
      trial[i] = previous_state[i] + h * trial[i];
    const double at = previous_time + tableau.nodes[stage] * h;
    if (!evaluate(at, trial, slope(static_cast<int>(stage))))
      throw SolveError(timed(failure, at) + ", within a step", {at, h, 0});
  }
  for (std::size_t r = 0; r < tableau.dense.size(); ++r) {
    double* out = &dense[(r + 3) * n];
    combine(tableau.dense[r], out);
    for (std::size_t i = 0; i < n; ++i)
      out[i] *= h;
  }
  for (std::size_t i = 0; i < n; ++i) {
    const double change = state[i] - previous_state[i];
    const double bulge = h * slope(0)[i] - change;
    dense[i] = change;
    dense[n + i] = bulge;
    dense[2 * n + i] = change - h * end_slope[i] - bulge;
  }
  has_dense = true;
}

ExplicitRk::ExplicitRk(OdeProblem problem, RkOptions options)
    : work_(std::make_unique<Work>(std::move(problem), std::move(options))) {}
ExplicitRk::~ExplicitRk() = default;
ExplicitRk::ExplicitRk(ExplicitRk&&) noexcept = default;
ExplicitRk& ExplicitRk::operator=(ExplicitRk&&) noexcept = default;

void ExplicitRk::start(double t, std::span<const double> y) {
  work_->start(t, y);
}
void ExplicitRk::step(double t_stop) {
  work_->step(t_stop);
}
void ExplicitRk::jump(double t) {
  work_->jump(t);
}
double ExplicitRk::time() const {
  return work_->time;
}
double ExplicitRk::previous_time() const {
  return work_->previous_time;
}
std::span<const double> ExplicitRk::state() const {
  return work_->state;
}
std::span<const double> ExplicitRk::derivative() const {
  return work_->has_step ? std::span<const double>(work_->end_slope)
                         : std::span<const double>(work_->slope(0), work_->n);
}
const RkStatistics& ExplicitRk::statistics() const {
  return work_->statistics;
}

void ExplicitRk::interpolate(double t, std::span<double> y) {
  Work& w = *work_;
  ENSURE(y.size() == w.n);
  if (t == w.time || !w.has_step) {
    std::copy(w.state.begin(), w.state.end(), y.begin());
    return;
  }
  if (!w.has_dense) w.build_dense();
  const double theta = (t - w.previous_time) / (w.time - w.previous_time);
  const std::size_t count = w.tableau.dense.size() + 3;
  for (std::size_t i = 0; i < w.n; ++i) {
    double value = 0;
    for (std::size_t r = count; r-- > 0;)
      value = (w.dense[r * w.n + i] + value) * (r % 2 == 0 ? theta : 1 - theta);
    y[i] = w.previous_state[i] + value;
  }
}

} // namespace dalembert

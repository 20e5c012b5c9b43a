#include <dalembert/base/errors.h>
#include <dalembert/numerics/explicit_rk.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace dalembert::inline numerics {

namespace {

constexpr double safety_of_pair = 0.85;

} // namespace

ExplicitRk::ExplicitRk(const Tableau& tableau, OdeProblem problem, StepOptions options)
    : AdaptiveStepper(std::move(problem), std::move(options)), tableau_(tableau) {}

std::unique_ptr<Stepper> make_dormand_prince5(OdeProblem problem, StepOptions options) {
  return std::make_unique<ExplicitRk>(dormand_prince5(), std::move(problem), std::move(options));
}
std::unique_ptr<Stepper> make_dormand_prince8(OdeProblem problem, StepOptions options) {
  return std::make_unique<ExplicitRk>(dormand_prince8(), std::move(problem), std::move(options));
}

/// out ← Σ weight · k
void ExplicitRk::combine(const TableauRow& row, double* out) {
  const std::size_t n = components();
  std::fill_n(out, n, 0.0);
  for (const TableauEntry& entry : row) {
    const double* k = slope(entry.stage);
    for (std::size_t i = 0; i < n; ++i)
      out[i] += entry.weight * k[i];
  }
}

void ExplicitRk::prepare() {
  old_carry_ = error_ = coarse_ = last_stage_ = state_;
  slopes_.assign(tableau_.rows.size() * components(), 0);
  dense_.assign((tableau_.dense.size() + 3) * components(), 0);
  previous_error_ = 1e-4;
  has_dense_ = false;
}

void ExplicitRk::archive_memory(Archive& with) {
  with(previous_error_, has_dense_, old_carry_, slopes_, last_stage_, dense_);
}

bool ExplicitRk::evaluate_stages(double h) {
  std::ranges::copy(rate_, slope(0));
  for (int stage = 1;; ++stage) {
    const auto index = static_cast<std::size_t>(stage);
    combine(tableau_.rows[index], trial_.data());
    if (stage == tableau_.stages) return true; // `trial_` holds Σ b k: the increment over h
    for (std::size_t i = 0; i < components(); ++i)
      trial_[i] = state_[i] + h * trial_[i];
    if (!evaluate(time_ + tableau_.nodes[index] * h, trial_, slope(stage))) return false;
    if (stage + 1 == tableau_.stages) last_stage_ = trial_;
  }
}

double ExplicitRk::measure_error(double h) {
  const auto norm_of = [&](const TableauRow& row, Vector& estimate) {
    combine(row, estimate.data());
    for (double& e : estimate)
      e *= h;
    return norm(estimate, state_, trial_);
  };
  const double fine = norm_of(tableau_.error, error_);
  if (tableau_.coarse_error.empty() || fine == 0) return fine;
  // Source: Hairer, Nørsett, Wanner I, II.10, eq. (10.17): the coarse estimate keeps the fine one from vanishing by
  // chance.
  const double rough = norm_of(tableau_.coarse_error, coarse_);
  const double ratio = rough / fine; // not the squares, which vanish below 1e-162
  return fine / std::sqrt(1 + 0.01 * ratio * ratio);
}

AdaptiveStepper::Attempt ExplicitRk::attempt(double t_new, double& error_norm) {
  const double h = t_new - time_;
  if (!evaluate_stages(h)) return Attempt::refused;
  old_carry_ = carry_;
  for (std::size_t i = 0; i < components(); ++i) {
    const double increment = h * trial_[i];
    trial_[i] = state_[i];
    add_compensated(trial_[i], carry_[i], increment);
  }
  double* const end = slope(tableau_.stages);
  const bool error_needs_end = tableau_.error.back().stage == tableau_.stages;
  Attempt outcome = Attempt::refused;
  if (!error_needs_end || evaluate(t_new, trial_, end)) {
    error_norm = measure_error(h);
    const bool has_end_slope = !problem_.project && error_needs_end;
    if (!std::isfinite(error_norm))
      failure_ = "the error estimate is not finite";
    else if (error_norm > 1)
      outcome = Attempt::inaccurate;
    else if (!is_passable(h))
      outcome = Attempt::too_far;
    else if (project(t_new) && (has_end_slope || evaluate(t_new, trial_, end)))
      outcome = Attempt::good;
  }
  if (outcome == Attempt::good)
    std::copy_n(end, components(), trial_rate_.data());
  else
    carry_ = old_carry_;
  return outcome;
}

double ExplicitRk::ratio_behind_rejected(double /*h*/, double error_norm) {
  return std::min(1 / tableau_.shrink_limit, std::pow(error_norm, tableau_.step_exponent) / safety_of_pair);
}

double ExplicitRk::ratio_behind_accepted(double /*h*/, double error_norm, bool may_grow) {
  const double raw = std::pow(error_norm, tableau_.step_exponent) / safety_of_pair;
  double ratio = raw / std::pow(previous_error_, tableau_.previous_weight);
  ratio = std::clamp(ratio, 1 / tableau_.growth_limit, 1 / tableau_.shrink_limit);
  previous_error_ = std::max(error_norm, 1e-4);
  return may_grow ? ratio : std::max(ratio, 1.0);
}

void ExplicitRk::take_in(double /*h*/) {
  has_dense_ = false;
}

double ExplicitRk::stiffness() const {
  if (!has_step_) return 0;
  const std::size_t n = components();
  const double* const last = &slopes_[static_cast<std::size_t>(tableau_.stages - 1) * n];
  double moved = 0;
  double apart = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double s = scale(i, state_[i], state_[i]);
    if (std::isinf(s)) continue;
    moved += (rate_[i] - last[i]) * (rate_[i] - last[i]) / (s * s);
    apart += (state_[i] - last_stage_[i]) * (state_[i] - last_stage_[i]) / (s * s);
  }
  return apart > 0 ? std::abs(time_ - previous_time_) * std::sqrt(moved / apart) : 0;
}

/// Fills the coefficients Δ, r₁, r₂, … of the interpolant; its Hermite part uses the projected end and f there.
void ExplicitRk::build_dense() {
  const std::size_t n = components();
  const double h = time_ - previous_time_;
  for (std::size_t stage = static_cast<std::size_t>(tableau_.stages) + 1; stage < tableau_.rows.size(); ++stage) {
    combine(tableau_.rows[stage], trial_.data());
    for (std::size_t i = 0; i < n; ++i)
      trial_[i] = previous_state_[i] + h * trial_[i];
    const double at = previous_time_ + tableau_.nodes[stage] * h;
    if (!evaluate(at, trial_, slope(static_cast<int>(stage))))
      throw SolveError(failure_.find("t = ") != std::string::npos
                           ? failure_ + ", within a step"
                           : fmt::format("{} at t = {:.6g} s, within a step", failure_, at),
                       {at, h, 0});
  }
  for (std::size_t r = 0; r < tableau_.dense.size(); ++r) {
    double* out = &dense_[(r + 3) * n];
    combine(tableau_.dense[r], out);
    for (std::size_t i = 0; i < n; ++i)
      out[i] *= h;
  }
  for (std::size_t i = 0; i < n; ++i) {
    const double change = state_[i] - previous_state_[i];
    const double bulge = h * slope(0)[i] - change;
    dense_[i] = change;
    dense_[n + i] = bulge;
    dense_[2 * n + i] = change - h * rate_[i] - bulge;
  }
  has_dense_ = true;
}

void ExplicitRk::interpolate(double t, std::span<double> y) {
  const std::size_t n = components();
  ENSURE(y.size() == n);
  if (t == time_ || !has_step_) {
    std::copy(state_.begin(), state_.end(), y.begin());
    return;
  }
  if (!has_dense_) build_dense();
  const double theta = (t - previous_time_) / (time_ - previous_time_);
  const std::size_t count = tableau_.dense.size() + 3;
  for (std::size_t i = 0; i < n; ++i) {
    double value = 0;
    for (std::size_t r = count; r-- > 0;)
      value = (dense_[r * n + i] + value) * (r % 2 == 0 ? theta : 1 - theta);
    y[i] = previous_state_[i] + value;
  }
}

} // namespace dalembert::inline numerics

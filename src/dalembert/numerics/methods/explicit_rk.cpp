#include <dalembert/base/errors.h>
#include <dalembert/numerics/methods/explicit_rk.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace dalembert {
inline namespace numerics {

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

void ExplicitRk::prepare() {
  trial_carry_ = last_stage_ = state_;
  const Vector& given = options_.absolute_tolerance;
  absolute_.assign(given.begin(), given.end());
  absolute_.resize(components(), given.empty() ? 0.0 : given.front());
  slopes_.assign(tableau_.rows.size() * stride(), 0);
  dense_.assign((tableau_.dense.size() + 3) * components(), 0);
  previous_error_ = 1e-4;
  has_dense_ = false;
}

void ExplicitRk::archive_memory(Archive& with) {
  with(previous_error_, has_dense_, trial_carry_, slopes_, last_stage_, dense_);
}

/// Evaluates f at all stages before the end.
bool ExplicitRk::evaluate_stages(double h) {
  std::ranges::copy(rate_, slope(0));
  for (int stage = 1; stage < tableau_.stages; ++stage) {
    const auto index = static_cast<std::size_t>(stage);
    Vector& at = stage + 1 == tableau_.stages ? last_stage_ : trial_;
    kernels_.move(sum(tableau_.rows[index], h), state_.data(), at.data());
    if (!evaluate(time_ + tableau_.nodes[index] * h, at, slope(stage))) return false;
  }
  return true;
}

double ExplicitRk::measure_error(double h) const {
  const ErrorScale scale{state_.data(), trial_.data(), absolute_.data(), options_.relative_tolerance};
  const double fine = kernels_.norm(sum(tableau_.error, h), scale);
  if (tableau_.coarse_error.empty() || fine == 0) return fine;
  // Source: Hairer, Nørsett, Wanner I, II.10, eq. (10.17): the coarse estimate keeps the fine one from vanishing by
  // chance.
  const double rough = kernels_.norm(sum(tableau_.coarse_error, h), scale);
  const double ratio = rough / fine; // not the squares, which vanish below 1e-162
  return fine / std::sqrt(1 + 0.01 * ratio * ratio);
}

AdaptiveStepper::Attempt ExplicitRk::attempt(double t_new, double& error_norm) {
  const double h = t_new - time_;
  if (!evaluate_stages(h)) return Attempt::refused;
  const TableauRow& increment = tableau_.rows[static_cast<std::size_t>(tableau_.stages)];
  kernels_.add(sum(increment, h), state_.data(), carry_.data(), trial_carry_.data(), trial_.data());
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
  if (outcome == Attempt::good) {
    std::copy_n(end, components(), trial_rate_.data());
    carry_.swap(trial_carry_);
  }
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
  const double* const last = &slopes_[static_cast<std::size_t>(tableau_.stages - 1) * stride()];
  double moved = 0;
  double apart = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double s = scale(i, state_[i], state_[i]);
    if (std::isinf(s)) continue;
    const double weight = 1 / (s * s);
    moved += (rate_[i] - last[i]) * (rate_[i] - last[i]) * weight;
    apart += (state_[i] - last_stage_[i]) * (state_[i] - last_stage_[i]) * weight;
  }
  return apart > 0 ? std::abs(time_ - previous_time_) * std::sqrt(moved / apart) : 0;
}

/// Fills the coefficients Δ, r₁, r₂, … of the interpolant; its Hermite part uses the projected end and f there.
void ExplicitRk::build_dense() {
  const std::size_t n = components();
  const double h = time_ - previous_time_;
  for (std::size_t stage = static_cast<std::size_t>(tableau_.stages) + 1; stage < tableau_.rows.size(); ++stage) {
    kernels_.move(sum(tableau_.rows[stage], h), previous_state_.data(), trial_.data());
    const double at = previous_time_ + tableau_.nodes[stage] * h;
    if (!evaluate(at, trial_, slope(static_cast<int>(stage))))
      throw SolveError(failure_.find("t = ") != std::string::npos
                           ? failure_ + ", within a step"
                           : fmt::format("{} at t = {:.6g} s, within a step", failure_, at),
                       {at, h, 0});
  }
  for (std::size_t r = 0; r < tableau_.dense.size(); ++r)
    kernels_.combine(sum(tableau_.dense[r], h), &dense_[(r + 3) * n]);
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

} // namespace numerics
} // namespace dalembert

// Newton's iteration with a Jacobian at each stage: it converges where a stiff direction turns within the step.
#include <dalembert/numerics/radau/radau.h>

#include <algorithm>
#include <cmath>

namespace dalembert {
inline namespace numerics {

namespace {

/// True where the equations of s·m unknowns cost little beside what blocks of n cost, or little at all.
bool is_solvable(double s, double m, double n) {
  constexpr double dearer = 8;
  constexpr double few = 300;
  return s * m <= few || std::pow(s * m, 3) <= dearer * (2 * s - 1) * std::pow(n, 3);
}

} // namespace

bool Radau::factor_coupled(double h) {
  if (is_motion_) return factor_coupled_motion(h);
  const std::size_t n = steering();
  const std::size_t s = tableau().nodes.size();
  stage_jacobians_.resize(s * n * n);
  for (std::size_t i = 0; i < s; ++i) {
    const std::span<const double> z = stage(stages_, i);
    for (std::size_t k = 0; k < components(); ++k)
      trial_[k] = state_[k] + z[k];
    const std::span<double> out = std::span(stage_jacobians_).subspan(i * n * n, n * n);
    if (!differentiate(time_ + tableau().nodes[i] * h, trial_, stage(slopes_, i), out)) return false;
  }
  const auto unknowns = static_cast<double>(RadauCoupled::rows_left(stage_jacobians_, n));
  if (!is_solvable(static_cast<double>(s), unknowns, static_cast<double>(n))) {
    coupling_.forbid();
    return false;
  }
  ++statistics_.factorisations;
  return coupled_.factor(tableau(), h, stage_jacobians_, n);
}

bool Radau::factor_coupled_motion(double h) {
  const std::size_t s = tableau().nodes.size();
  if (!coupled_motion_.is_worth_it(*motion_.pattern, s)) {
    coupling_.forbid();
    return false;
  }
  stage_motions_.resize(s);
  for (std::size_t i = 0; i < s; ++i) {
    const std::span<const double> z = stage(stages_, i);
    for (std::size_t k = 0; k < components(); ++k)
      trial_[k] = state_[k] + z[k];
    if (linearise(time_ + tableau().nodes[i] * h, trial_, stage_motions_[i]) != Linearised::yes) return false;
  }
  ++statistics_.factorisations;
  if (!coupled_motion_.factor(tableau(), h, stage_motions_)) return false;
  if (problem_.second_order->is_quick)
    coupled_factors_ += std::max(factor_price(coupled_motion_.plan()) / factors_price(motion_.pattern->plan) - 1, 0.0);
  return true;
}

/// New Jacobians are evaluated where the corrections fall slowly, or did in the last step. While old ones are used, an
/// error along a stiff direction causes a larger one across it: the last correction itself must then be small, and an
/// estimate of the next one does not suffice.
Radau::Newton Radau::iterate_coupled(double h) {
  constexpr double slow = 0.1;    // contraction
  constexpr int most_growing = 2; // corrections that do not fall
  const double goal = std::max(options_.iteration_share, roundoff());
  double before = 0;
  bool takes_jacobians = true;
  int growing = 0;
  for (iterations_ = 1; iterations_ <= most_iterations(); ++iterations_) {
    if (!evaluate_stages(h, tableau().nodes.size())) return Newton::refused;
    if (takes_jacobians && !factor_coupled(h)) return Newton::diverged;
    sum_stages(h);
    if (is_motion_)
      coupled_motion_.solve(correction_, components());
    else
      coupled_.solve(correction_, components());
    const double size = correction_size();
    if (!std::isfinite(size)) return Newton::diverged;
    last_correction_ = size;
    const bool is_first = iterations_ == 1;
    const double ratio = is_first ? nonlinearity_ * size : before > 0 ? size / before : 0;
    if (iterations_ == 2 && before > 0) nonlinearity_ = ratio / before;
    if (!is_first && ratio >= 1) {
      if (is_noise(h, size)) return Newton::converged; // the correction is noise: it is left out
      if (++growing > most_growing) return Newton::diverged;
    }
    before = size;
    for (std::size_t i = 0; i < tableau().nodes.size() * components(); ++i)
      stages_[i] += correction_[i];
    const double left = takes_jacobians ? ratio / (1 - ratio) * size : size;
    if (!is_first && ratio < 1 && left <= goal) return Newton::converged;
    takes_jacobians = ratio > slow;
  }
  return Newton::diverged;
}

/// From the continued stages; from none, where that fails. The Jacobian at the begin serves the estimate of the error.
Radau::Newton Radau::solve_with_each_jacobian(double h) {
  if (!is_jacobian_fresh_ && !take_jacobian()) return Newton::refused;
  factored_step_ = 0;
  if (!factor_real(h)) return Newton::refused;
  shrinkage_ = 1;
  const bool is_continued = predict_stages(h);
  Newton end = iterate_coupled(h);
  if (end != Newton::converged && is_continued) {
    std::ranges::fill(stages_, 0.0);
    end = iterate_coupled(h);
  }
  return end;
}

} // namespace numerics
} // namespace dalembert

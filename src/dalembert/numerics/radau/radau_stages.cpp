#include <dalembert/numerics/radau/radau.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace dalembert {
inline namespace numerics {

namespace {

constexpr double rounding_unit = std::numeric_limits<double>::epsilon();
constexpr double little = 0.1; ///< of the tolerance: what may be left where corrections no longer fall

} // namespace

/// How many iterations are tried: more stages converge in more of them.
int Radau::most_iterations() const {
  return 7 + (tableau().stages - 3) * 5 / 2;
}

double Radau::spent() const {
  return implicit_price(prices_, statistics_) + prices_.factorisation * coupled_factors_;
}

bool Radau::predict_stages(double h) {
  constexpr double farthest = 2; // times the last step: beyond, the polynomial says nothing
  const double growth = curve_.is_empty() ? farthest + 1 : h / curve_length_;
  const bool is_continued = growth <= farthest;
  for (std::size_t i = 0; i < tableau().nodes.size(); ++i) {
    if (is_continued)
      curve_.extrapolate(1 + tableau().nodes[i] * growth, stage(stages_, i));
    else
      std::ranges::fill(stage(stages_, i), 0.0);
  }
  return is_continued;
}

bool Radau::evaluate_stages(double h, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    const std::span<const double> z = stage(stages_, i);
    for (std::size_t k = 0; k < components(); ++k)
      trial_[k] = state_[k] + z[k];
    if (!evaluate(time_ + tableau().nodes[i] * h, trial_, stage(slopes_, i).data())) return false;
  }
  return true;
}

/// correction ← h A F − z
void Radau::sum_stages(double h) {
  const std::size_t s = tableau().nodes.size();
  const std::size_t n = steering();
  for (std::size_t i = 0; i < s; ++i) {
    const std::span<double> out = stage(correction_, i);
    std::ranges::fill(out, 0.0);
    for (std::size_t j = 0; j < s; ++j) {
      const double weight = h * tableau().matrix[i * s + j];
      const std::span<const double> f = stage(slopes_, j);
      for (std::size_t k = 0; k < n; ++k)
        out[k] += weight * f[k];
    }
    for (std::size_t k = 0; k < n; ++k)
      out[k] -= stages_[i * components() + k];
  }
}

double Radau::correct_stages(double h) {
  sum_stages(h);
  if (is_motion_)
    motion_blocks_.solve_stages(tableau(), correction_, components());
  else
    blocks_.solve_stages(tableau(), correction_, components(), steering());
  return correction_size();
}

double Radau::correction_size() {
  double largest = 0;
  for (std::size_t i = 0; i < tableau().nodes.size(); ++i)
    for (std::size_t k = 0; k < steering(); ++k) {
      const double share = std::abs(correction_[i * components() + k]) / scale(k, state_[k], state_[k]);
      if (!(share <= largest)) {
        largest = share;
        worst_ = k;
      }
      if (std::isnan(share)) return share;
    }
  return largest;
}

/// What rounding makes of a sum, over the tolerance.
double Radau::roundoff() const {
  double largest = 0;
  for (std::size_t k = 0; k < steering(); ++k)
    largest = std::max(largest, 10 * rounding_unit * std::abs(state_[k]) / scale(k, state_[k], state_[k]));
  return largest;
}

/// True for a correction of the stages that may be what rounding leaves.
bool Radau::is_noise(double h, double size) {
  return size <= little || size * scale(worst_, state_[worst_], state_[worst_]) <= rounding_felt(h, worst_);
}

/// Solves the equations of the stages as far as a hundredth of the tolerance. It diverges where a correction is no
/// smaller than the one before, unless what is left is rounding.
Radau::Newton Radau::iterate(double h) {
  constexpr double slowest = 0.99;
  const double goal = std::max(options_.iteration_share, roundoff());
  const int most = most_iterations();
  double trust = std::pow(std::max(shrinkage_, rounding_unit), 0.8);
  double before = 0;
  double best = 1;
  double old_ratio = 0;
  contraction_ = 0;
  for (iterations_ = 1; iterations_ <= most; ++iterations_) {
    if (!evaluate_stages(h, tableau().nodes.size())) return Newton::refused;
    const double size = correct_stages(h);
    if (!std::isfinite(size)) return Newton::diverged;
    last_correction_ = size;
    if (iterations_ > 1 && before > 0) {
      const double ratio = size / before;
      contraction_ = iterations_ == 2 ? ratio : std::sqrt(ratio * old_ratio);
      old_ratio = ratio;
      if (ratio >= slowest && !(size <= goal)) {
        if (best > 0.3 || !is_noise(h, size)) return Newton::diverged;
        shrinkage_ = 1;
        return Newton::converged; // the correction is noise: it is left out
      }
      best = std::min(best, ratio);
      if (contraction_ < slowest) {
        trust = contraction_ / (1 - contraction_);
        const double left = size * trust * std::pow(contraction_, most - iterations_ - 1);
        if (iterations_ < most && left > goal && size > little) return Newton::diverged;
      }
    }
    before = size;
    for (std::size_t i = 0; i < tableau().nodes.size() * components(); ++i)
      stages_[i] += correction_[i];
    if (trust * size <= goal) {
      shrinkage_ = trust;
      return Newton::converged;
    }
  }
  return Newton::diverged;
}

/// From the continued stages; from none, and with a new Jacobian, where that fails.
Radau::Newton Radau::solve_with_one_jacobian(double h) {
  if ((wants_jacobian_ || (was_rejected_ && !is_jacobian_fresh_)) && !take_jacobian()) return Newton::refused;
  for (bool is_continued = true;; is_continued = false) {
    if (!factor(h)) return Newton::refused;
    if (is_continued)
      predict_stages(h);
    else
      std::ranges::fill(stages_, 0.0);
    const Newton end = iterate(h);
    if (end == Newton::converged) return end;
    shrinkage_ = 1;
    const bool was_continued = is_continued && !curve_.is_empty();
    if (end == Newton::refused && !was_continued) return end;
    if (is_jacobian_fresh_ && !was_continued) return end;
    if (!is_jacobian_fresh_ && !take_jacobian()) return Newton::refused;
  }
}

/// By one Jacobian for all stages, or by one for each, as `coupling_` has it; by the latter where the former fails.
bool Radau::solve_stages(double h) {
  constexpr double neither_fast_nor_slow = 0.5; // contraction: what a step that was rescued says of its order
  const bool is_probe = coupling_.is_coupled() && coupling_.is_probe_due();
  Newton end = Newton::diverged;
  if (!coupling_.is_coupled() || is_probe) end = solve_with_one_jacobian(h);
  if (is_probe) {
    coupling_.take_probe(end == Newton::converged);
    if (end == Newton::refused) end = Newton::diverged; // by a Jacobian that the stages run away with
  }
  if (end == Newton::diverged && (coupling_.is_coupled() || coupling_.take_failure())) {
    end = solve_with_each_jacobian(h);
    coupling_.take_coupled(end == Newton::converged);
    contraction_ = coupling_.is_coupled() ? 0 : neither_fast_nor_slow;
  }
  if (end == Newton::diverged)
    failure_ = fmt::format("Newton's iteration for an implicit step does not "
                           "converge, least of all for {}",
                           problem_.name ? problem_.name(worst_) : fmt::format("component {}", worst_));
  return end == Newton::converged;
}

} // namespace numerics
} // namespace dalembert

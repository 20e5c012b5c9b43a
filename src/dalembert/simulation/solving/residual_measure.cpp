#include <dalembert/simulation/solving/residual_measure.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace dalembert {
inline namespace simulation {

namespace {

/// The largest of the terms |Mᵢⱼ v̇ⱼ|, |hᵢ| and |aₖᵢ λₖ| of row i.
double largest_term(std::size_t i, const Evaluation& at, const DynamicsView& equations) {
  const std::size_t n = at.accelerations.size();
  double out = std::abs(equations.forcing[i]);
  for (std::size_t j = 0; j < n; ++j)
    out = std::max(out, std::abs(equations.mass[i * n + j] * at.accelerations[j]));
  for (std::size_t k = 0; k < at.multipliers.size(); ++k)
    out = std::max(out, std::abs(equations.rows[k * n + i] * at.multipliers[k]));
  return out;
}

/// The largest |aₖᵢ λₖ| that row i would have if constraint k carried `force`, in units of √M, somewhere else.
double carried(std::size_t i, double force, const Evaluation& at, const DynamicsView& equations) {
  const std::size_t n = at.accelerations.size();
  double out = 0.0;
  for (std::size_t k = 0; k < at.multipliers.size(); ++k) {
    double lever = 0.0;
    for (std::size_t j = 0; j < n; ++j)
      if (const double inertia = equations.mass[j * n + j]; inertia > 0.0)
        lever = std::max(lever, std::abs(equations.rows[k * n + j]) / std::sqrt(inertia));
    if (lever > 0.0) out = std::max(out, std::abs(equations.rows[k * n + i]) * force / lever);
  }
  return out;
}

} // namespace

double ResidualMeasure::of(const Evaluation& at, const Dynamics& dynamics) {
  // All of M takes as long as n/17 steps of order 8.
  const int most_unmeasured = std::max(15, static_cast<int>(at.accelerations.size()));
  const bool is_known = dynamics.is_by_structure() && !inertia_.empty() && force_ > 0.0;
  if (is_known && unmeasured_ < most_unmeasured) {
    ++unmeasured_;
    // A force may have begun since.
    constexpr double noticeable = 1e-10;
    if (const double residual = beside_last_force(at); residual <= noticeable) return residual;
  }
  unmeasured_ = 0;
  return by_matrices(at, dynamics);
}

double ResidualMeasure::beside_last_force(const Evaluation& at) {
  double residual = 0.0;
  if (roots_.empty()) {
    roots_.resize(inertia_.size());
    std::ranges::transform(inertia_, roots_.begin(), [](double inertia) { return std::sqrt(inertia); });
  }
  for (std::size_t i = 0; i < inertia_.size(); ++i)
    residual = std::max(residual, std::abs(at.residual[i]) / roots_[i]);
  return residual / force_;
}

double ResidualMeasure::by_matrices(const Evaluation& at, const Dynamics& dynamics) {
  const DynamicsView equations = dynamics.view();
  const std::size_t n = at.accelerations.size();
  inertia_.resize(n);
  roots_.clear();
  without_inertia_.resize(n, 0.0);
  double residual = 0.0;
  double force = duration_ > 0.0 ? std::sqrt(2.0 * std::abs(at.energies.kinetic)) / duration_ : 0.0;
  double worst_without_inertia = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    const double term = largest_term(i, at, equations);
    const double inertia = equations.mass[i * n + i];
    inertia_[i] = inertia;
    if (inertia > 0.0) {
      residual = std::max(residual, std::abs(at.residual[i]) / std::sqrt(inertia));
      force = std::max(force, term / std::sqrt(inertia));
      continue;
    }
    without_inertia_[i] = std::max(without_inertia_[i], term);
  }
  for (std::size_t i = 0; i < n; ++i) {
    if (equations.mass[i * n + i] > 0.0) continue;
    const double own = std::max(without_inertia_[i], carried(i, force, at, equations));
    if (own > 0.0) worst_without_inertia = std::max(worst_without_inertia, std::abs(at.residual[i]) / own);
  }
  force_ = force;
  return std::max(force > 0.0 ? residual / force : 0.0, worst_without_inertia);
}

bool spans_rounding(const Engine& engine) {
  constexpr double held_beside = 1e15;
  double smallest = std::numeric_limits<double>::infinity();
  double largest = 0.0;
  const auto take = [&](std::span<const double> values) {
    for (const double value : values) {
      const double size = std::abs(value);
      if (!(size > 0.0) || !std::isfinite(size)) continue;
      smallest = std::min(smallest, size);
      largest = std::max(largest, size);
    }
  };
  take(engine.parameters);
  take(engine.programs->dynamics.tape.constants());
  take(engine.programs->inertia.tape.constants());
  return largest > held_beside * smallest;
}

} // namespace simulation
} // namespace dalembert

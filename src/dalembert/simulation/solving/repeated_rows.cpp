#include <dalembert/numerics/linear/kkt.h>
#include <dalembert/results/tolerances.h>
#include <dalembert/simulation/solving/repeated_rows.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace dalembert {
inline namespace simulation {

RepeatedRows::RepeatedRows(const Engine& engine, std::vector<std::size_t> acting, std::vector<std::size_t> independent,
                           std::vector<double> typical_rows)
    : n_(engine.coordinates()),
      m_(engine.constraints()),
      acting_(std::move(acting)),
      independent_(std::move(independent)),
      typical_(std::move(typical_rows)) {
  std::ranges::set_difference(acting_, independent_, std::back_inserter(repeating_));
}

bool RepeatedRows::are_met(std::span<const double> rows, std::span<const double> x,
                           std::span<const double> values) const {
  return std::ranges::all_of(repeating_, [&](std::size_t k) {
    double sum = -values[k];
    double terms = std::abs(values[k]);
    for (std::size_t i = 0; i < n_; ++i) {
      sum += rows[k * n_ + i] * x[i];
      terms += std::abs(rows[k * n_ + i] * x[i]);
    }
    return std::abs(sum) <= solved_bound * terms;
  });
}

/// rₖ² of the acting row i. One that is short at this state counts with a share of its usual length.
double RepeatedRows::weight(std::span<const double> mass, std::span<const double> rows, std::size_t i) const {
  constexpr double vanishing = 1e-3;
  double here = 0.0;
  double usual = 0.0;
  for (std::size_t j = 0; j < n_; ++j) {
    const double inertia = mass[j * n_ + j];
    if (!(inertia > 0.0)) continue;
    const double a = rows[acting_[i] * n_ + j];
    here += a * a / inertia;
    if (!typical_.empty()) usual += typical_[i * n_ + j] * typical_[i * n_ + j] / inertia;
  }
  return std::max(here, vanishing * vanishing * usual);
}

bool RepeatedRows::share(std::span<const double> mass, std::span<const double> rows, const Solve& solve,
                         std::span<double> multipliers) {
  const std::size_t d = repeating_.size();
  std::vector<std::vector<double>> free(d, std::vector<double>(m_, 0.0)); // n of each row that repeats others
  for (std::size_t r = 0; r < d; ++r) {
    if (!solve(rows.subspan(repeating_[r] * n_, n_), free[r])) return false;
    free[r][repeating_[r]] = 1.0; // x = 0, so that Σ μᵢ aⁱ = −aᵈ
  }
  std::vector<double> weights(m_, 0.0);
  for (std::size_t i = 0; i < acting_.size(); ++i)
    weights[acting_[i]] = weight(mass, rows, i);
  const auto product = [&](std::span<const double> a, std::span<const double> b) {
    double sum = 0.0;
    for (std::size_t k = 0; k < m_; ++k)
      sum += weights[k] * a[k] * b[k];
    return sum;
  };
  std::vector<double> normal(d * d);
  std::vector<double> right(d);
  for (std::size_t r = 0; r < d; ++r) {
    for (std::size_t s = 0; s < d; ++s)
      normal[r * d + s] = product(free[r], free[s]);
    right[r] = -product(free[r], multipliers);
  }
  KktSolver solver(static_cast<int>(d), 0);
  if (!solver.factor({normal, {}, {}}).is_regular) return false;
  std::vector<double> shares(d);
  solver.solve(right, {}, shares, {});
  for (std::size_t r = 0; r < d; ++r)
    for (std::size_t k = 0; k < m_; ++k)
      multipliers[k] += shares[r] * free[r][k];
  return true;
}

} // namespace simulation
} // namespace dalembert

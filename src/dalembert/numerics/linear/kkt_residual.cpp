// The residual of a solution in all rows of the system, and its correction.
#include <dalembert/numerics/linear/kkt_work.h>

#include <algorithm>
#include <cmath>

namespace dalembert {
inline namespace numerics {

namespace {

constexpr double good_gap = 1e-13;   ///< of a solution that needs no correction, relative to the largest term
constexpr double good_share = 1e-15; ///< of a row of A, relative to its own terms
constexpr double no_gap = 1e-28;     ///< of a row of A, relative to the largest term: what a correction leaves
constexpr int most_corrections = 2;

/// True where the rows of A are met to the digits of the accelerations. Forces that the constraints hold may be larger
/// by many powers of ten, and what is small beside them moves the coordinates all the same.
bool is_met(double row_size, double motion, double largest) {
  return row_size <= good_gap * motion || row_size <= no_gap * largest;
}

} // namespace

/// Writes h + Bᵀλ − M a and γ − A a.
void detail::KktWork::fill_gaps(std::span<const double> a, std::span<const double> lambda) {
  const Vector& b = has_reaction_rows ? given_reaction_rows : given_rows;
  for (std::size_t i = 0; i < n; ++i)
    force_gap[i] = load[i] - detail::dot(&given_mass[i * n], a.data(), n);
  for (std::size_t k = 0; k < m; ++k) {
    row_gap[k] = wanted[k] - detail::dot(&given_rows[k * n], a.data(), n);
    const double* push = &b[k * n];
    for (std::size_t i = 0; i < n; ++i)
      force_gap[i] += push[i] * lambda[k];
  }
}

/// The gaps of a regular solution relative to some of the terms alone: h, γ and Mᵢᵢaᵢ. That is half the work of
/// measure_gap, and never less than what it returns; so a solution that is good by it needs no more.
bool detail::KktWork::is_good_at_a_glance(std::span<const double> a, std::span<const double> lambda) {
  fill_gaps(a, lambda);
  double gap = 0;
  double row_size = 0;
  double forces = 0;
  double motion = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double scale = coordinate_weight[i];
    gap = std::max(gap, scale * std::abs(force_gap[i]));
    forces = std::max(forces, scale * std::abs(load[i]));
    motion = std::max(motion, scale * given_mass[i * n + i] * std::abs(a[i]));
  }
  for (std::size_t k = 0; k < m; ++k) {
    row_size = std::max(row_size, row_weight[k] * std::abs(row_gap[k]));
    motion = std::max(motion, row_weight[k] * std::abs(wanted[k]));
  }
  const double largest = std::max(forces, motion);
  gap = std::max(gap, row_size);
  if (!(gap <= good_gap * largest) || !is_met(row_size, motion, largest)) return false;
  status.residual = largest > 0 ? gap / largest : 0;
  status.contradiction = largest > 0 ? row_size / largest : 0;
  return true;
}

/// Writes what each row of the system lacks and returns the largest of it relative to the largest term, rows in units
/// in which they can be compared: force over √Mᵢᵢ, and √M·acceleration.
double detail::KktWork::measure_gap(std::span<const double> a, std::span<const double> lambda) {
  fill_gaps(a, lambda);
  const Vector& b = has_reaction_rows ? given_reaction_rows : given_rows;
  Vector& size = coordinate_part;
  for (std::size_t i = 0; i < n; ++i) {
    size[i] = std::abs(load[i]);
    for (std::size_t j = 0; j < n; ++j)
      size[i] += std::abs(given_mass[i * n + j] * a[j]);
  }
  double motion = 0;
  double largest = 0;
  largest_row_gap = 0;
  row_share = 0;
  for (std::size_t k = 0; k < m; ++k) {
    double terms = std::abs(wanted[k]);
    for (std::size_t i = 0; i < n; ++i) {
      terms += std::abs(given_rows[k * n + i] * a[i]);
      size[i] += std::abs(b[k * n + i] * lambda[k]);
    }
    largest_row_gap = std::max(largest_row_gap, row_weight[k] * std::abs(row_gap[k]));
    if (terms > 0) row_share = std::max(row_share, std::abs(row_gap[k]) / terms);
    motion = std::max(motion, row_weight[k] * terms);
  }
  largest = motion;
  // What redundant rows contradict one another by is no gap of the solution.
  double gap = status.rank < static_cast<int>(m) ? 0 : largest_row_gap;
  for (std::size_t i = 0; i < n; ++i) {
    gap = std::max(gap, coordinate_weight[i] * std::abs(force_gap[i]));
    largest = std::max(largest, coordinate_weight[i] * size[i]);
  }
  are_rows_met = is_met(largest_row_gap, motion, largest);
  status.contradiction = largest > 0 ? largest_row_gap / largest : 0;
  return largest > 0 ? gap / largest : 0;
}

/// Adds the solution for what the rows lack.
void detail::KktWork::correct(std::span<double> a, std::span<double> lambda) {
  std::vector<double> more(n);
  std::vector<double> more_multipliers(m);
  if (status.route == KktRoute::cholesky)
    solve_cholesky(force_gap, row_gap, more, more_multipliers);
  else
    static_cast<void>(ranked.solve(force_gap, row_gap, more, more_multipliers));
  for (std::size_t i = 0; i < n; ++i)
    a[i] += more[i];
  for (std::size_t k = 0; k < m; ++k)
    lambda[k] += more_multipliers[k];
}

/// Measures the solution and corrects it while that helps, until every row of the system is met beside the largest term
/// and the rows of A are met beside the accelerations. By rank, independent rows are met to the digits of their own
/// terms: a coordinate of little inertia is found with the digits of heavier ones at first.
void detail::KktWork::finish(std::span<double> a, std::span<double> lambda) {
  const bool by_rank = status.route == KktRoute::rank_revealing && status.rank == static_cast<int>(m);
  if (status.route == KktRoute::cholesky && is_good_at_a_glance(a, lambda)) return;
  status.residual = measure_gap(a, lambda);
  const auto is_fine = [&] { return by_rank ? row_share <= good_share : are_rows_met; };
  const auto row_measure = [&] { return by_rank ? row_share : largest_row_gap; };
  const bool by_rows = by_rank || status.route == KktRoute::cholesky;
  double rows_before = row_measure();
  if (!status.is_regular) return;
  for (int i = 0; i < most_corrections; ++i) {
    if (status.residual <= good_gap && (!by_rows || is_fine())) return;
    const Vector before(a.begin(), a.end());
    const Vector multipliers_before(lambda.begin(), lambda.end());
    correct(a, lambda);
    const double gap = measure_gap(a, lambda);
    if (gap < status.residual || (by_rows && row_measure() < rows_before && gap <= good_gap)) {
      status.residual = gap;
      rows_before = row_measure();
      continue;
    }
    std::copy(before.begin(), before.end(), a.begin());
    std::copy(multipliers_before.begin(), multipliers_before.end(), lambda.begin());
    return;
  }
}

} // namespace numerics
} // namespace dalembert

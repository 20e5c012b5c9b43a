#include <dalembert/base/errors.h>
#include <dalembert/numerics/cholesky.h>
#include <dalembert/numerics/kkt.h>
#include <dalembert/numerics/kkt_rank.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace dalembert {

namespace {

using Vector = std::vector<double>;

constexpr double good_gap = 1e-13;   ///< of a solution that needs no correction, relative to the largest term
constexpr double usable_gap = 1e-10; ///< of one by Cholesky that is not solved again by rank
constexpr double good_share = 1e-15; ///< of a row of A, relative to its own terms
constexpr int most_corrections = 2;

bool all_finite(std::span<const double> values) {
  return std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); });
}

} // namespace

/// With d = diag(M)^(−1/2), d M d = L Lᵀ and s = 1/‖L⁻¹ d A_kᵀ‖: rows W = s A d L⁻ᵀ have length 1 in the metric of M⁻¹,
/// and the Schur complement S = W W_Bᵀ has a unit diagonal without friction. Its Cholesky or LU factors gives λ.
/// Coordinates and rows stand in the order of their pivots.
struct KktSolver::Work {
  Work(int coordinates, int constraints, KktOptions chosen)
      : n(static_cast<std::size_t>(coordinates)),
        m(static_cast<std::size_t>(constraints)),
        options(std::move(chosen)),
        column_scale(n),
        row_scale(m),
        mass(n * n),
        rows(m * n),
        reaction_rows(m * n),
        schur(m * m),
        coordinate_order(n),
        row_order(m),
        exchanges(m),
        coordinate_part(n),
        row_part(m),
        given_mass(n * n),
        given_rows(m * n),
        load(n),
        wanted(m),
        force_gap(n),
        row_gap(m),
        coordinate_weight(n),
        row_weight(m) {}

  std::size_t n;
  std::size_t m;
  KktOptions options;
  KktStatus status;
  Vector column_scale;  ///< d
  Vector row_scale;     ///< s
  Vector mass;          ///< L
  Vector rows;          ///< W
  Vector reaction_rows; ///< W_B, where B differs from A
  Vector schur;         ///< factors of S
  std::vector<std::size_t> coordinate_order;
  std::vector<std::size_t> row_order;
  std::vector<std::size_t> exchanges; ///< of LU
  bool has_reaction_rows = false;
  Vector coordinate_part;
  Vector row_part;
  detail::RankRevealing ranked;
  // What was given, for the residual of every row.
  Vector given_mass;
  Vector given_rows;
  Vector given_reaction_rows;
  Vector load;
  Vector wanted;
  Vector force_gap;         ///< h + Bᵀλ − M a
  Vector row_gap;           ///< γ − A a
  Vector coordinate_weight; ///< units in which the rows of the system compare
  Vector row_weight;
  double row_share = 0; ///< the largest gap of a row of A relative to its own terms

  void keep(const KktMatrices& matrices);
  [[nodiscard]] bool scale_mass();
  void fill_mass();
  [[nodiscard]] detail::Pivots factor_mass();
  void carry_rows(const Vector& entries, Vector& carried) const;
  [[nodiscard]] bool scale_rows();
  void fill_schur();
  void sort_rows();
  [[nodiscard]] detail::Pivots factor_rows();
  [[nodiscard]] bool factor_by_cholesky();
  void factor_by_rank();
  void solve_cholesky(const Vector& h, const Vector& gamma, std::span<double> a, std::span<double> lambda);
  void fill_gaps(std::span<const double> a, std::span<const double> lambda);
  [[nodiscard]] bool is_good_at_a_glance(std::span<const double> a, std::span<const double> lambda);
  [[nodiscard]] double measure_gap(std::span<const double> a, std::span<const double> lambda);
  void correct(std::span<double> a, std::span<double> lambda);
  void finish(std::span<double> a, std::span<double> lambda);
};

void KktSolver::Work::keep(const KktMatrices& matrices) {
  std::copy(matrices.mass.begin(), matrices.mass.end(), given_mass.begin());
  std::copy(matrices.rows.begin(), matrices.rows.end(), given_rows.begin());
  given_reaction_rows.assign(matrices.reaction_rows.begin(), matrices.reaction_rows.end());
  has_reaction_rows = !matrices.reaction_rows.empty();
}

bool KktSolver::Work::scale_mass() {
  for (std::size_t i = 0; i < n; ++i) {
    if (!(given_mass[i * n + i] > 0)) return false;
    column_scale[i] = 1 / std::sqrt(given_mass[i * n + i]);
  }
  coordinate_weight = column_scale;
  return true;
}

void KktSolver::Work::fill_mass() {
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < i; ++j)
      mass[i * n + j] = given_mass[i * n + j] * column_scale[i] * column_scale[j];
    mass[i * n + i] = 1;
    coordinate_order[i] = i;
  }
}

/// As the coordinates stand, which is right nearly always; in the order of the pivots where one of them is in doubt.
detail::Pivots KktSolver::Work::factor_mass() {
  if (!scale_mass()) return {0, false};
  fill_mass();
  detail::Pivots pivots = detail::factor_cholesky(mass, n, options.mass_pivot);
  if (pivots.is_trusted || options.mass_pivot >= 1) return pivots;
  fill_mass();
  pivots = detail::factor_cholesky_by_size(mass, coordinate_order, options.mass_pivot);
  const Vector unsorted = column_scale;
  for (std::size_t p = 0; p < n; ++p)
    column_scale[p] = unsorted[coordinate_order[p]];
  return pivots;
}

void KktSolver::Work::carry_rows(const Vector& entries, Vector& carried) const {
  for (std::size_t k = 0; k < m; ++k) {
    double* row = &carried[k * n];
    for (std::size_t p = 0; p < n; ++p)
      row[p] = entries[k * n + coordinate_order[p]] * column_scale[p];
    detail::solve_lower(mass, n, row);
  }
}

bool KktSolver::Work::scale_rows() {
  carry_rows(given_rows, rows);
  if (has_reaction_rows) carry_rows(given_reaction_rows, reaction_rows);
  for (std::size_t k = 0; k < m; ++k) {
    double* row = &rows[k * n];
    const double norm = std::sqrt(detail::dot(row, row, n));
    if (!(norm > 0)) return false;
    row_scale[k] = row_weight[k] = 1 / norm;
    row_order[k] = k;
    for (std::size_t i = 0; i < n; ++i)
      row[i] *= row_scale[k];
    for (std::size_t i = 0; i < n && has_reaction_rows; ++i)
      reaction_rows[k * n + i] *= row_scale[k];
  }
  return true;
}

void KktSolver::Work::fill_schur() {
  const Vector& right = has_reaction_rows ? reaction_rows : rows;
  for (std::size_t k = 0; k < m; ++k)
    for (std::size_t l = 0; l < (has_reaction_rows ? m : k + 1); ++l)
      schur[k * m + l] = detail::dot(&rows[k * n], &right[l * n], n);
}

/// Puts W and its scales into the order of the pivots.
void KktSolver::Work::sort_rows() {
  const Vector unsorted = rows;
  const Vector unsorted_scale = row_scale;
  for (std::size_t p = 0; p < m; ++p) {
    const std::size_t k = row_order[p];
    std::copy_n(&unsorted[k * n], n, &rows[p * n]);
    row_scale[p] = unsorted_scale[k];
  }
}

detail::Pivots KktSolver::Work::factor_rows() {
  if (!scale_rows()) return {0, false};
  fill_schur();
  if (has_reaction_rows) return detail::factor_lu(schur, exchanges, m, options.row_pivot);
  detail::Pivots pivots = detail::factor_cholesky(schur, m, options.row_pivot);
  if (pivots.is_trusted || options.row_pivot >= 1) return pivots;
  fill_schur();
  pivots = detail::factor_cholesky_by_size(schur, row_order, options.row_pivot);
  sort_rows();
  return pivots;
}

bool KktSolver::Work::factor_by_cholesky() {
  const bool rank_is_full = !options.known_rank || *options.known_rank >= static_cast<int>(m);
  if (!rank_is_full || m > n) return false;
  const detail::Pivots of_mass = factor_mass();
  const detail::Pivots of_rows = of_mass.is_trusted ? factor_rows() : detail::Pivots{0, false};
  status = {KktRoute::cholesky, static_cast<int>(m), true, std::min(of_mass.smallest, of_rows.smallest)};
  return of_mass.is_trusted && of_rows.is_trusted;
}

void KktSolver::Work::factor_by_rank() {
  ranked.factor({given_mass, given_rows, given_reaction_rows}, static_cast<int>(n), static_cast<int>(m), options);
  status = {KktRoute::rank_revealing, ranked.rank(), ranked.is_regular(), ranked.smallest()};
  ranked.copy_scales(coordinate_weight, row_weight);
}

void KktSolver::Work::solve_cholesky(const Vector& h, const Vector& gamma, std::span<double> a,
                                     std::span<double> lambda) {
  double* u = coordinate_part.data();
  for (std::size_t p = 0; p < n; ++p)
    u[p] = h[coordinate_order[p]] * column_scale[p];
  detail::solve_lower(mass, n, u);
  for (std::size_t p = 0; p < m; ++p)
    row_part[p] = gamma[row_order[p]] * row_scale[p] - detail::dot(&rows[p * n], u, n);
  if (has_reaction_rows) {
    detail::solve_lu(schur, exchanges, m, row_part.data());
  } else {
    detail::solve_lower(schur, m, row_part.data());
    detail::solve_lower_transposed(schur, m, row_part.data());
  }
  const Vector& push = has_reaction_rows ? reaction_rows : rows;
  for (std::size_t k = 0; k < m; ++k)
    for (std::size_t i = 0; i < n; ++i)
      u[i] += push[k * n + i] * row_part[k];
  detail::solve_lower_transposed(mass, n, u);
  for (std::size_t p = 0; p < n; ++p)
    a[coordinate_order[p]] = u[p] * column_scale[p];
  for (std::size_t p = 0; p < m; ++p)
    lambda[row_order[p]] = row_part[p] * row_scale[p];
}

/// Writes h + Bᵀλ − M a and γ − A a.
void KktSolver::Work::fill_gaps(std::span<const double> a, std::span<const double> lambda) {
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
bool KktSolver::Work::is_good_at_a_glance(std::span<const double> a, std::span<const double> lambda) {
  fill_gaps(a, lambda);
  double gap = 0;
  double row_size = 0;
  double largest = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double scale = coordinate_weight[i];
    gap = std::max(gap, scale * std::abs(force_gap[i]));
    largest = std::max(largest, scale * std::max(std::abs(load[i]), given_mass[i * n + i] * std::abs(a[i])));
  }
  for (std::size_t k = 0; k < m; ++k) {
    row_size = std::max(row_size, row_weight[k] * std::abs(row_gap[k]));
    largest = std::max(largest, row_weight[k] * std::abs(wanted[k]));
  }
  gap = std::max(gap, row_size);
  if (!(gap <= good_gap * largest)) return false;
  status.residual = largest > 0 ? gap / largest : 0;
  status.contradiction = largest > 0 ? row_size / largest : 0;
  return true;
}

/// Writes what each row of the system lacks and returns the largest of it relative to the largest term, rows in units
/// in which they can be compared: force over √Mᵢᵢ, and √M·acceleration.
double KktSolver::Work::measure_gap(std::span<const double> a, std::span<const double> lambda) {
  fill_gaps(a, lambda);
  const Vector& b = has_reaction_rows ? given_reaction_rows : given_rows;
  Vector& size = coordinate_part;
  for (std::size_t i = 0; i < n; ++i) {
    size[i] = std::abs(load[i]);
    for (std::size_t j = 0; j < n; ++j)
      size[i] += std::abs(given_mass[i * n + j] * a[j]);
  }
  double row_size = 0;
  double largest = 0;
  row_share = 0;
  for (std::size_t k = 0; k < m; ++k) {
    double terms = std::abs(wanted[k]);
    for (std::size_t i = 0; i < n; ++i) {
      terms += std::abs(given_rows[k * n + i] * a[i]);
      size[i] += std::abs(b[k * n + i] * lambda[k]);
    }
    row_size = std::max(row_size, row_weight[k] * std::abs(row_gap[k]));
    if (terms > 0) row_share = std::max(row_share, std::abs(row_gap[k]) / terms);
    largest = std::max(largest, row_weight[k] * terms);
  }
  // What redundant rows contradict one another by is no gap of the solution.
  double gap = status.rank < static_cast<int>(m) ? 0 : row_size;
  for (std::size_t i = 0; i < n; ++i) {
    gap = std::max(gap, coordinate_weight[i] * std::abs(force_gap[i]));
    largest = std::max(largest, coordinate_weight[i] * size[i]);
  }
  status.contradiction = largest > 0 ? row_size / largest : 0;
  return largest > 0 ? gap / largest : 0;
}

/// Adds the solution for what the rows lack.
void KktSolver::Work::correct(std::span<double> a, std::span<double> lambda) {
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

/// Measures the solution and corrects it while that helps. By rank, independent rows are met to the digits of their own
/// terms: a coordinate of little inertia is found with the digits of heavier ones at first.
void KktSolver::Work::finish(std::span<double> a, std::span<double> lambda) {
  const bool by_rank = status.route == KktRoute::rank_revealing && status.rank == static_cast<int>(m);
  if (status.route == KktRoute::cholesky && is_good_at_a_glance(a, lambda)) return;
  status.residual = measure_gap(a, lambda);
  double share = row_share;
  if (!status.is_regular) return;
  for (int i = 0; i < most_corrections; ++i) {
    if (status.residual <= good_gap && (!by_rank || share <= good_share)) return;
    const Vector before(a.begin(), a.end());
    const Vector multipliers_before(lambda.begin(), lambda.end());
    correct(a, lambda);
    const double gap = measure_gap(a, lambda);
    if (gap < status.residual || (by_rank && row_share < share && gap <= good_gap)) {
      status.residual = gap;
      share = row_share;
      continue;
    }
    std::copy(before.begin(), before.end(), a.begin());
    std::copy(multipliers_before.begin(), multipliers_before.end(), lambda.begin());
    return;
  }
}

KktSolver::KktSolver(int n, int m, KktOptions options)
    : n_(n), m_(m), work_(std::make_unique<Work>(n, m, std::move(options))) {
  ENSURE(n > 0 || (n == 0 && m == 0));
}
KktSolver::~KktSolver() = default;
KktSolver::KktSolver(KktSolver&&) noexcept = default;
KktSolver& KktSolver::operator=(KktSolver&&) noexcept = default;

void KktSolver::set_options(const KktOptions& options) {
  work_->options = options;
}

const KktStatus& KktSolver::status() const {
  return work_->status;
}

const KktStatus& KktSolver::factor(const KktMatrices& matrices) {
  Work& w = *work_;
  ENSURE(matrices.mass.size() == w.n * w.n && matrices.rows.size() == w.m * w.n);
  ENSURE(matrices.reaction_rows.empty() || matrices.reaction_rows.size() == w.m * w.n);
  if (!all_finite(matrices.mass) || !all_finite(matrices.rows) || !all_finite(matrices.reaction_rows))
    throw SolveError("the mass matrix or the constraint rows contain a value that is not finite", {});
  w.keep(matrices);
  if (!w.factor_by_cholesky()) w.factor_by_rank();
  return w.status;
}

double KktSolver::solve(std::span<const double> h, std::span<const double> gamma, std::span<double> a,
                        std::span<double> lambda) const {
  Work& w = *work_;
  ENSURE(h.size() == w.n && a.size() == w.n && gamma.size() == w.m && lambda.size() == w.m);
  std::copy(h.begin(), h.end(), w.load.begin());
  std::copy(gamma.begin(), gamma.end(), w.wanted.begin());
  if (w.status.route == KktRoute::cholesky) {
    w.solve_cholesky(w.load, w.wanted, a, lambda);
    w.finish(a, lambda);
    if (w.status.residual <= usable_gap) return 0;
    w.factor_by_rank();
  }
  const double unmet = w.ranked.solve(w.load, w.wanted, a, lambda);
  w.finish(a, lambda);
  return unmet;
}

} // namespace dalembert

#include <dalembert/base/errors.h>
#include <dalembert/base/watch.h>
#include <dalembert/numerics/linear/kkt.h>
#include <dalembert/numerics/linear/kkt_work.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace dalembert {
inline namespace numerics {

namespace {

using Vector = std::vector<double>;

constexpr double usable_gap = 1e-10; ///< of a solution by Cholesky that is not solved again by rank

constexpr std::size_t least_sparse = 24; ///< coordinates, from which zeros in rows are looked for
constexpr std::size_t sparse_share = 8;  ///< a row is sparse where less than one in eight of its entries is not zero

void require_finite(std::span<const double> values) {
  if (!std::ranges::all_of(values, [](double v) { return std::isfinite(v); }))
    throw SolveError("the mass matrix or the constraint rows contain a value that is not finite", {});
}

} // namespace

void detail::KktWork::make_room() {
  for (Vector* const square : {&mass, &given_mass})
    square->resize(n * n);
  for (Vector* const wide : {&rows, &reaction_rows, &given_rows})
    wide->resize(m * n);
  schur.resize(m * m);
}

void detail::KktWork::keep(const KktMatrices& matrices) {
  std::copy(matrices.mass.begin(), matrices.mass.end(), given_mass.begin());
  std::copy(matrices.rows.begin(), matrices.rows.end(), given_rows.begin());
  given_reaction_rows.assign(matrices.reaction_rows.begin(), matrices.reaction_rows.end());
  has_reaction_rows = !matrices.reaction_rows.empty();
}

bool detail::KktWork::scale_mass() {
  for (std::size_t i = 0; i < n; ++i) {
    if (!(given_mass[i * n + i] > 0)) return false;
    column_scale[i] = 1 / std::sqrt(given_mass[i * n + i]);
  }
  coordinate_weight = column_scale;
  return true;
}

void detail::KktWork::fill_mass() {
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < i; ++j)
      mass[i * n + j] = given_mass[i * n + j] * column_scale[i] * column_scale[j];
    mass[i * n + i] = 1;
    coordinate_order[i] = i;
  }
}

/// As the coordinates stand, which is right nearly always; in the order of the pivots where one of them is in doubt.
detail::Pivots detail::KktWork::factor_mass() {
  if (!scale_mass()) return {0, false};
  fill_mass();
  if (n >= detail::Envelope::least) mass_envelope.read(mass, n);
  detail::Pivots pivots = detail::factor_cholesky(mass, n, options.mass_pivot, mass_envelope);
  if (pivots.is_trusted || options.mass_pivot >= 1) return pivots;
  fill_mass();
  mass_envelope = {};
  pivots = detail::factor_cholesky_by_size(mass, coordinate_order, options.mass_pivot);
  const Vector unsorted = column_scale;
  for (std::size_t p = 0; p < n; ++p)
    column_scale[p] = unsorted[coordinate_order[p]];
  return pivots;
}

void detail::KktWork::carry_rows(const Vector& entries, Vector& carried, std::vector<detail::Extent>& extent) const {
  for (std::size_t k = 0; k < m; ++k) {
    double* row = &carried[k * n];
    poll(n);
    for (std::size_t p = 0; p < n; ++p)
      row[p] = entries[k * n + coordinate_order[p]] * column_scale[p];
    extent[k] = detail::solve_lower(mass, n, row, mass_envelope);
  }
}

bool detail::KktWork::scale_rows() {
  carry_rows(given_rows, rows, rows_extent);
  if (has_reaction_rows) carry_rows(given_reaction_rows, reaction_rows, reaction_rows_extent);
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

void detail::KktWork::fill_schur() {
  const Vector& right = has_reaction_rows ? reaction_rows : rows;
  const std::vector<detail::Extent>& right_extent = has_reaction_rows ? reaction_rows_extent : rows_extent;
  std::vector<std::size_t> places; // of row k that are not zero
  for (std::size_t k = 0; k < m; ++k) {
    const double* row = &rows[k * n];
    poll(n);
    places.clear();
    for (std::size_t i = rows_extent[k].begin; i < rows_extent[k].end && n >= least_sparse; ++i)
      if (row[i] != 0.0) places.push_back(i);
    const bool is_sparse = n >= least_sparse && places.size() * sparse_share < n;
    for (std::size_t l = 0; l < (has_reaction_rows ? m : k + 1); ++l) {
      const double* other = &right[l * n];
      const std::size_t begin = std::max(rows_extent[k].begin, right_extent[l].begin);
      const std::size_t end = std::min(rows_extent[k].end, right_extent[l].end);
      double sum = 0;
      if (!is_sparse && begin < end) sum = detail::dot(row + begin, other + begin, end - begin);
      for (std::size_t p = 0; p < places.size() && is_sparse; ++p)
        sum += row[places[p]] * other[places[p]];
      schur[k * m + l] = sum;
    }
  }
}

/// Puts W and its scales into the order of the pivots.
void detail::KktWork::sort_rows() {
  const Vector unsorted = rows;
  const Vector unsorted_scale = row_scale;
  const std::vector<detail::Extent> unsorted_extent = rows_extent;
  for (std::size_t p = 0; p < m; ++p) {
    const std::size_t k = row_order[p];
    rows_extent[p] = unsorted_extent[k];
    std::copy_n(&unsorted[k * n], n, &rows[p * n]);
    row_scale[p] = unsorted_scale[k];
  }
}

detail::Pivots detail::KktWork::factor_rows() {
  if (m == 0) return {};
  if (!scale_rows()) return {0, false};
  fill_schur();
  if (has_reaction_rows) return detail::factor_lu(schur, exchanges, m, options.row_pivot);
  if (m >= detail::Envelope::least) schur_envelope.read(schur, m);
  detail::Pivots pivots = detail::factor_cholesky(schur, m, options.row_pivot, schur_envelope);
  if (pivots.is_trusted || options.row_pivot >= 1) return pivots;
  fill_schur();
  schur_envelope = {};
  pivots = detail::factor_cholesky_by_size(schur, row_order, options.row_pivot);
  sort_rows();
  return pivots;
}

bool detail::KktWork::factor_by_cholesky() {
  const bool rank_is_full = !options.known_rank || *options.known_rank >= static_cast<int>(m);
  if (!rank_is_full || m > n) return false;
  const detail::Pivots of_mass = factor_mass();
  const detail::Pivots of_rows = of_mass.is_trusted ? factor_rows() : detail::Pivots{0, false};
  status = {KktRoute::cholesky, static_cast<int>(m), true, std::min(of_mass.smallest, of_rows.smallest)};
  return of_mass.is_trusted && of_rows.is_trusted;
}

void detail::KktWork::factor_by_rank() {
  ranked.factor({given_mass, given_rows, given_reaction_rows}, static_cast<int>(n), static_cast<int>(m), options);
  status = {KktRoute::rank_revealing, ranked.rank(), ranked.is_regular(), ranked.smallest()};
  ranked.copy_scales(coordinate_weight, row_weight);
}

void detail::KktWork::solve_cholesky(const Vector& h, const Vector& gamma, std::span<double> a,
                                     std::span<double> lambda) {
  double* u = coordinate_part.data();
  for (std::size_t p = 0; p < n; ++p)
    u[p] = h[coordinate_order[p]] * column_scale[p];
  detail::solve_lower(mass, n, u, mass_envelope);
  for (std::size_t p = 0; p < m; ++p) {
    const auto [begin, end] = rows_extent[p];
    row_part[p] = gamma[row_order[p]] * row_scale[p];
    if (begin < end) row_part[p] -= detail::dot(&rows[p * n + begin], u + begin, end - begin);
  }
  if (has_reaction_rows) {
    detail::solve_lu(schur, exchanges, m, row_part.data());
  } else {
    detail::solve_lower(schur, m, row_part.data(), schur_envelope);
    detail::solve_lower_transposed(schur, m, row_part.data(), schur_envelope);
  }
  const Vector& push = has_reaction_rows ? reaction_rows : rows;
  const std::vector<detail::Extent>& extent = has_reaction_rows ? reaction_rows_extent : rows_extent;
  for (std::size_t k = 0; k < m; ++k)
    for (std::size_t i = extent[k].begin; i < extent[k].end; ++i)
      u[i] += push[k * n + i] * row_part[k];
  detail::solve_lower_transposed(mass, n, u, mass_envelope);
  for (std::size_t p = 0; p < n; ++p)
    a[coordinate_order[p]] = u[p] * column_scale[p];
  for (std::size_t p = 0; p < m; ++p)
    lambda[row_order[p]] = row_part[p] * row_scale[p];
}

KktSolver::KktSolver(int n, int m, KktOptions options)
    : n_(n), m_(m), work_(std::make_unique<detail::KktWork>(n, m, std::move(options))) {
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

bool KktSolver::is_mass_trusted(std::span<const double> mass) {
  detail::KktWork& w = *work_;
  ENSURE(mass.size() == w.n * w.n);
  require_finite(mass);
  w.make_room();
  std::ranges::copy(mass, w.given_mass.begin());
  return w.factor_mass().is_trusted;
}

const KktStatus& KktSolver::factor(const KktMatrices& matrices) {
  detail::KktWork& w = *work_;
  ENSURE(matrices.mass.size() == w.n * w.n && matrices.rows.size() == w.m * w.n);
  ENSURE(matrices.reaction_rows.empty() || matrices.reaction_rows.size() == w.m * w.n);
  for (const std::span<const double> entries : {matrices.mass, matrices.rows, matrices.reaction_rows})
    require_finite(entries);
  w.make_room();
  w.keep(matrices);
  if (!w.factor_by_cholesky()) w.factor_by_rank();
  return w.status;
}

double KktSolver::solve(std::span<const double> h, std::span<const double> gamma, std::span<double> a,
                        std::span<double> lambda) const {
  detail::KktWork& w = *work_;
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

} // namespace numerics
} // namespace dalembert

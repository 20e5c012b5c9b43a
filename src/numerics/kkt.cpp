#include <dalembert/base/errors.h>
#include <dalembert/numerics/kkt.h>
#include <dalembert/numerics/kkt_rank.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace dalembert {

namespace {

using Vector = std::vector<double>;

double dot(const double* a, const double* b, std::size_t count) {
  double sum = 0;
  for (std::size_t i = 0; i < count; ++i)
    sum += a[i] * b[i];
  return sum;
}

/// Replaces the lower triangle of the n×n matrix (row-major, unit diagonal) by L with L Lᵀ equal to it; the diagonal of
/// the result holds 1/Lᵢᵢ. Returns the smallest pivot, and stops at the first one below `floor`.
double factor_cholesky(Vector& matrix, std::size_t n, double floor) {
  double smallest = 1;
  for (std::size_t i = 0; i < n; ++i) {
    double* row = &matrix[i * n];
    for (std::size_t j = 0; j < i; ++j)
      row[j] = (row[j] - dot(row, &matrix[j * n], j)) * matrix[j * n + j];
    const double pivot = row[i] - dot(row, row, i);
    smallest = std::min(smallest, pivot);
    if (!(pivot > floor)) return smallest;
    row[i] = 1 / std::sqrt(pivot);
  }
  return smallest;
}

/// x ← L⁻¹ x
void solve_lower(const Vector& lower, std::size_t n, double* x) {
  for (std::size_t i = 0; i < n; ++i)
    x[i] = (x[i] - dot(&lower[i * n], x, i)) * lower[i * n + i];
}

/// x ← L⁻ᵀ x
void solve_lower_transposed(const Vector& lower, std::size_t n, double* x) {
  for (std::size_t i = n; i-- > 0;) {
    x[i] *= lower[i * n + i];
    const double* row = &lower[i * n];
    for (std::size_t j = 0; j < i; ++j)
      x[j] -= row[j] * x[i];
  }
}

/// LU with row exchanges of the m×m matrix, in place. Returns the smallest pivot, and stops at one below `floor`.
double factor_lu(Vector& matrix, std::vector<std::size_t>& order, std::size_t m, double floor) {
  double smallest = 1;
  for (std::size_t k = 0; k < m; ++k) {
    std::size_t best = k;
    for (std::size_t i = k + 1; i < m; ++i)
      if (std::abs(matrix[i * m + k]) > std::abs(matrix[best * m + k])) best = i;
    order[k] = best;
    const double pivot = matrix[best * m + k];
    smallest = std::min(smallest, std::abs(pivot));
    if (!(std::abs(pivot) > floor)) return smallest;
    if (best != k) std::swap_ranges(&matrix[k * m], &matrix[k * m] + m, &matrix[best * m]);
    for (std::size_t i = k + 1; i < m; ++i) {
      const double share = matrix[i * m + k] /= pivot;
      for (std::size_t j = k + 1; j < m; ++j)
        matrix[i * m + j] -= share * matrix[k * m + j];
    }
  }
  return smallest;
}

void solve_lu(const Vector& matrix, const std::vector<std::size_t>& order, std::size_t m, double* x) {
  for (std::size_t k = 0; k < m; ++k)
    std::swap(x[k], x[order[k]]);
  for (std::size_t i = 0; i < m; ++i)
    x[i] -= dot(&matrix[i * m], x, i);
  for (std::size_t i = m; i-- > 0;)
    x[i] = (x[i] - dot(&matrix[i * m + i + 1], x + i + 1, m - i - 1)) / matrix[i * m + i];
}

bool all_finite(std::span<const double> values) {
  return std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); });
}

} // namespace

/// With d = diag(M)^(−1/2), d M d = L Lᵀ and s = 1/‖L⁻¹ d A_kᵀ‖: rows W = s A d L⁻ᵀ have length 1 in the metric of M⁻¹,
/// and the Schur complement S = W W_Bᵀ has a unit diagonal without friction. Its Cholesky or LU factors gives λ.
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
        order(m),
        coordinate_part(n),
        row_part(m) {}

  std::size_t n;
  std::size_t m;
  KktOptions options;
  Vector column_scale;  ///< d
  Vector row_scale;     ///< s
  Vector mass;          ///< L
  Vector rows;          ///< W
  Vector reaction_rows; ///< W_B, where B differs from A
  Vector schur;         ///< factors of S
  std::vector<std::size_t> order;
  bool has_reaction_rows = false;
  mutable Vector coordinate_part;
  mutable Vector row_part;
  detail::RankRevealing ranked;

  [[nodiscard]] double factor_mass(std::span<const double> entries) {
    for (std::size_t i = 0; i < n; ++i) {
      if (!(entries[i * n + i] > 0)) return 0;
      column_scale[i] = 1 / std::sqrt(entries[i * n + i]);
    }
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < i; ++j)
        mass[i * n + j] = entries[i * n + j] * column_scale[i] * column_scale[j];
      mass[i * n + i] = 1;
    }
    return factor_cholesky(mass, n, options.mass_pivot);
  }

  void carry_rows(std::span<const double> entries, Vector& carried) const {
    for (std::size_t k = 0; k < m; ++k) {
      double* row = &carried[k * n];
      for (std::size_t i = 0; i < n; ++i)
        row[i] = entries[k * n + i] * column_scale[i];
      solve_lower(mass, n, row);
    }
  }

  void scale_rows(Vector& carried) const {
    for (std::size_t k = 0; k < m; ++k)
      for (std::size_t i = 0; i < n; ++i)
        carried[k * n + i] *= row_scale[k];
  }

  [[nodiscard]] double factor_rows(const KktMatrices& matrices) {
    carry_rows(matrices.rows, rows);
    for (std::size_t k = 0; k < m; ++k) {
      const double norm = std::sqrt(dot(&rows[k * n], &rows[k * n], n));
      if (!(norm > 0)) return 0;
      row_scale[k] = 1 / norm;
    }
    scale_rows(rows);
    has_reaction_rows = !matrices.reaction_rows.empty();
    if (has_reaction_rows) {
      carry_rows(matrices.reaction_rows, reaction_rows);
      scale_rows(reaction_rows);
    }
    const Vector& right = has_reaction_rows ? reaction_rows : rows;
    for (std::size_t k = 0; k < m; ++k)
      for (std::size_t l = 0; l < (has_reaction_rows ? m : k + 1); ++l)
        schur[k * m + l] = dot(&rows[k * n], &right[l * n], n);
    return has_reaction_rows ? factor_lu(schur, order, m, options.row_pivot)
                             : factor_cholesky(schur, m, options.row_pivot);
  }

  void solve_cholesky(std::span<const double> h, std::span<const double> gamma, std::span<double> a,
                      std::span<double> lambda) const {
    double* u = coordinate_part.data();
    for (std::size_t i = 0; i < n; ++i)
      u[i] = h[i] * column_scale[i];
    solve_lower(mass, n, u);
    for (std::size_t k = 0; k < m; ++k)
      row_part[k] = gamma[k] * row_scale[k] - dot(&rows[k * n], u, n);
    if (has_reaction_rows) {
      solve_lu(schur, order, m, row_part.data());
    } else {
      solve_lower(schur, m, row_part.data());
      solve_lower_transposed(schur, m, row_part.data());
    }
    const Vector& push = has_reaction_rows ? reaction_rows : rows;
    for (std::size_t k = 0; k < m; ++k)
      for (std::size_t i = 0; i < n; ++i)
        u[i] += push[k * n + i] * row_part[k];
    solve_lower_transposed(mass, n, u);
    for (std::size_t i = 0; i < n; ++i)
      a[i] = u[i] * column_scale[i];
    for (std::size_t k = 0; k < m; ++k)
      lambda[k] = row_part[k] * row_scale[k];
  }
};

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

const KktStatus& KktSolver::factor(const KktMatrices& matrices) {
  Work& w = *work_;
  ENSURE(matrices.mass.size() == w.n * w.n && matrices.rows.size() == w.m * w.n);
  ENSURE(matrices.reaction_rows.empty() || matrices.reaction_rows.size() == w.m * w.n);
  if (!all_finite(matrices.mass) || !all_finite(matrices.rows) || !all_finite(matrices.reaction_rows))
    throw SolveError("the mass matrix or the constraint rows contain a value that is not finite", {});
  status_ = {KktRoute::cholesky, m_, true, 1};
  const bool rank_is_full = !w.options.known_rank || *w.options.known_rank >= m_;
  if (rank_is_full && m_ <= n_) {
    const double mass_pivot = w.factor_mass(matrices.mass);
    const double row_pivot = mass_pivot > w.options.mass_pivot ? w.factor_rows(matrices) : 0;
    status_.smallest_pivot = std::min(mass_pivot, row_pivot);
    if (mass_pivot > w.options.mass_pivot && row_pivot > w.options.row_pivot) return status_;
  }
  w.ranked.factor(matrices, n_, m_, w.options);
  status_ = {KktRoute::rank_revealing, w.ranked.rank(), w.ranked.is_regular(), w.ranked.smallest()};
  return status_;
}

double KktSolver::solve(std::span<const double> h, std::span<const double> gamma, std::span<double> a,
                        std::span<double> lambda) const {
  ENSURE(h.size() == work_->n && a.size() == work_->n && gamma.size() == work_->m && lambda.size() == work_->m);
  if (status_.route == KktRoute::rank_revealing) return work_->ranked.solve(h, gamma, a, lambda);
  work_->solve_cholesky(h, gamma, a, lambda);
  return 0;
}

namespace {

constexpr double null_entry = 1e-10; ///< below it an entry of a scaled null vector is zero

/// Turns a basis (columns) into one a person can read: reduced echelon form with pivots of largest size, each vector
/// scaled to largest entry 1, round-off removed.
std::vector<Vector> readable(Eigen::MatrixXd basis) {
  const Eigen::Index count = basis.cols();
  for (Eigen::Index c = 0; c < count; ++c) {
    Eigen::Index row = 0;
    Eigen::Index column = 0;
    basis.rightCols(count - c).cwiseAbs().maxCoeff(&row, &column);
    basis.col(c).swap(basis.col(c + column));
    basis.col(c) /= basis(row, c);
    for (Eigen::Index other = 0; other < count; ++other)
      if (other != c) basis.col(other) -= basis(row, other) * basis.col(c);
  }
  std::vector<Vector> vectors;
  for (Eigen::Index c = 0; c < count; ++c) {
    Eigen::VectorXd v = basis.col(c) / basis.col(c).cwiseAbs().maxCoeff();
    v = (v.array().abs() < null_entry).select(0, v);
    vectors.emplace_back(v.data(), v.data() + v.size());
  }
  return vectors;
}

} // namespace

KktFacts examine_kkt(const KktMatrices& matrices, std::span<const double> gamma, int n, int m,
                     const KktOptions& options) {
  detail::RankRevealing ranked;
  ranked.factor(matrices, n, m, options);
  KktFacts facts;
  facts.rank = ranked.rank();
  facts.free_accelerations = readable(ranked.free_accelerations());
  if (m == 0) return facts;
  facts.row_dependencies = readable(ranked.row_dependencies());
  facts.free_multipliers = readable(ranked.free_multipliers());
  const Eigen::MatrixXd coupled = ranked.multipliers_of_free_accelerations();
  for (Eigen::Index k = 0; k < m; ++k) {
    const auto moves = [k](const Vector& z) { return z[static_cast<std::size_t>(k)] != 0; };
    const bool is_coupled = coupled.cols() > 0 && (coupled.row(k).array().abs() > null_entry).any();
    facts.is_determined.push_back(std::none_of(facts.free_multipliers.begin(), facts.free_multipliers.end(), moves) &&
                                  !is_coupled);
  }
  if (gamma.empty()) return facts;
  for (const Vector& c : facts.row_dependencies) {
    double sum = 0;
    double size = 0;
    for (std::size_t k = 0; k < c.size(); ++k) {
      sum += c[k] * gamma[k];
      size += std::abs(c[k] * gamma[k]);
    }
    facts.contradictions.push_back(size > 0 ? std::abs(sum) / size : 0);
  }
  return facts;
}

} // namespace dalembert

#include <dalembert/export/c_solver.h>

namespace dalembert {
inline namespace exporting {

namespace {

constexpr std::string_view solver_source =
    R"(/* Factors of  [ M -B'; A 0 ] [ a; l ] = [ h; g ],  A and B of m rows. All is scaled so that rows compare. */
struct kkt {
  int m, is_cholesky, is_regular, rank, free_multipliers;
  double column[N], row[ROWS];
  double lower[N * N];                  /* of M = L L' */
  double carried[ROWS * N];                /* A L'^-1, rows of length 1 */
  double schur[ROWS * ROWS];                  /* of its square */
  double all[(N + ROWS) * (N + ROWS)];        /* L and U by complete pivoting */
  int row_order[N + ROWS], column_order[N + ROWS];
  double free_rows[ROWS * ROWS];              /* multipliers that change nothing, orthonormal */
};

/* The number of rows, in a form that lets a compiler see that it fits the arrays. */
static int rows_of(const struct kkt *k) { return k->m < ROWS ? k->m : ROWS; }

static int cholesky(double *a, int n, double least) {
  int i, j, k;
  for (i = 0; i < n; ++i)
    for (j = 0; j <= i; ++j) {
      double sum = a[i * n + j];
      for (k = 0; k < j; ++k)
        sum -= a[i * n + k] * a[j * n + k];
      if (i != j) {
        a[i * n + j] = sum / a[j * n + j];
      } else {
        if (!(sum > least)) return 0;
        a[i * n + i] = sqrt(sum);
      }
    }
  return 1;
}

static void solve_lower(const double *l, int n, double *x) {
  int i, k;
  for (i = 0; i < n; ++i) {
    for (k = 0; k < i; ++k)
      x[i] -= l[i * n + k] * x[k];
    x[i] /= l[i * n + i];
  }
}

static void solve_lower_transposed(const double *l, int n, double *x) {
  int i, k;
  for (i = n; i-- > 0;) {
    x[i] /= l[i * n + i];
    for (k = 0; k < i; ++k)
      x[k] -= l[i * n + k] * x[i];
  }
}

static int factor_cholesky(struct kkt *k, const double *mass, const double *rows) {
  int i, j, r;
  for (i = 0; i < N; ++i) {
    if (!(mass[i * N + i] > 0.0)) return 0;
    k->column[i] = 1.0 / sqrt(mass[i * N + i]);
  }
  for (i = 0; i < N; ++i)
    for (j = 0; j <= i; ++j)
      k->lower[i * N + j] = mass[i * N + j] * k->column[i] * k->column[j];
  if (!cholesky(k->lower, N, 1e-11)) return 0;
  for (r = 0; r < k->m; ++r) {
    double *w = k->carried + r * N, square = 0.0;
    for (i = 0; i < N; ++i)
      w[i] = rows[r * N + i] * k->column[i];
    solve_lower(k->lower, N, w);
    for (i = 0; i < N; ++i)
      square += w[i] * w[i];
    if (!(square > 0.0)) return 0;
    k->row[r] = 1.0 / sqrt(square);
    for (i = 0; i < N; ++i)
      w[i] *= k->row[r];
  }
  for (r = 0; r < k->m; ++r)
    for (j = 0; j <= r; ++j) {
      double sum = 0.0;
      for (i = 0; i < N; ++i)
        sum += k->carried[r * N + i] * k->carried[j * N + i];
      k->schur[r * k->m + j] = sum;
    }
  return cholesky(k->schur, k->m, 1e-8);
}

static void swap_rows(struct kkt *k, int s, int i, int j) {
  int c, order = k->row_order[i];
  for (c = 0; c < s; ++c) {
    const double x = k->all[i * s + c];
    k->all[i * s + c] = k->all[j * s + c];
    k->all[j * s + c] = x;
  }
  k->row_order[i] = k->row_order[j];
  k->row_order[j] = order;
}

static void swap_columns(struct kkt *k, int s, int i, int j) {
  int r, order = k->column_order[i];
  for (r = 0; r < s; ++r) {
    const double x = k->all[r * s + i];
    k->all[r * s + i] = k->all[r * s + j];
    k->all[r * s + j] = x;
  }
  k->column_order[i] = k->column_order[j];
  k->column_order[j] = order;
}

/* The solutions of  K x = 0:  their accelerations must be 0, their multipliers are free. */
static void find_free(struct kkt *k, int s) {
  int f, i, j, c;
  k->free_multipliers = 0;
  for (f = k->rank; f < s; ++f) {
    double x[N + ROWS], *kept = k->free_rows + k->free_multipliers * k->m, square = 0.0, own = 0.0;
    for (i = k->rank; i-- > 0;) {
      double sum = -k->all[i * s + f];
      for (c = i + 1; c < k->rank; ++c)
        sum -= k->all[i * s + c] * x[k->column_order[c]];
      x[k->column_order[i]] = sum / k->all[i * s + i];
    }
    for (i = k->rank; i < s; ++i)
      x[k->column_order[i]] = i == f ? 1.0 : 0.0;
    for (i = 0; i < N; ++i)
      own += x[i] * x[i];
    for (i = 0; i < k->m; ++i)
      square += x[N + i] * x[N + i];
    if (!(own <= 1e-12 * square)) {
      k->is_regular = 0;
      return;
    }
    for (i = 0; i < k->m; ++i)
      kept[i] = x[N + i];
    for (j = 0; j < k->free_multipliers; ++j) {
      double along = 0.0;
      for (i = 0; i < k->m; ++i)
        along += kept[i] * k->free_rows[j * k->m + i];
      for (i = 0; i < k->m; ++i)
        kept[i] -= along * k->free_rows[j * k->m + i];
    }
    square = 0.0;
    for (i = 0; i < k->m; ++i)
      square += kept[i] * kept[i];
    for (i = 0; i < k->m; ++i)
      kept[i] /= sqrt(square);
    ++k->free_multipliers;
  }
}

static void factor_all(struct kkt *k, const double *mass, const double *rows, const double *push) {
  const int m = k->m, s = N + m;
  double first = 0.0;
  int i, j, r, p;
  for (i = 0; i < N; ++i) {
    double largest = 0.0;
    for (r = 0; r < m; ++r)
      largest = fmax(largest, fabs(rows[r * N + i]));
    k->column[i] = mass[i * N + i] != 0.0 ? 1.0 / sqrt(fabs(mass[i * N + i])) : largest > 0.0 ? 1.0 / largest : 1.0;
  }
  for (r = 0; r < m; ++r) {
    double square = 0.0;
    for (i = 0; i < N; ++i)
      square += rows[r * N + i] * k->column[i] * rows[r * N + i] * k->column[i];
    k->row[r] = square > 0.0 ? 1.0 / sqrt(square) : 1.0;
  }
  for (i = 0; i < s * s; ++i)
    k->all[i] = 0.0;
  for (i = 0; i < N; ++i)
    for (j = 0; j < N; ++j)
      k->all[i * s + j] = mass[i * N + j] * k->column[i] * k->column[j];
  for (r = 0; r < m; ++r)
    for (i = 0; i < N; ++i) {
      k->all[(N + r) * s + i] = rows[r * N + i] * k->row[r] * k->column[i];
      k->all[i * s + N + r] = -push[r * N + i] * k->row[r] * k->column[i];
    }
  for (i = 0; i < s; ++i)
    k->row_order[i] = k->column_order[i] = i;
  k->is_regular = 1;
  for (p = 0; p < s; ++p) {
    int at_row = p, at_column = p;
    for (i = p; i < s; ++i)
      for (j = p; j < s; ++j)
        if (fabs(k->all[i * s + j]) > fabs(k->all[at_row * s + at_column])) {
          at_row = i;
          at_column = j;
        }
    if (!(fabs(k->all[at_row * s + at_column]) > 1e-10 * first)) break;
    swap_rows(k, s, p, at_row);
    swap_columns(k, s, p, at_column);
    if (p == 0) first = fabs(k->all[0]);
    for (i = p + 1; i < s; ++i) {
      const double factor = k->all[i * s + p] /= k->all[p * s + p];
      for (j = p + 1; j < s && factor != 0.0; ++j)
        k->all[i * s + j] -= factor * k->all[p * s + j];
    }
  }
  k->rank = p;
  find_free(k, s);
}

/* `push` is B where friction makes it differ from A, else A. Returns 1 where the accelerations are determined. */
static int factor(struct kkt *k, int m, const double *mass, const double *rows, const double *push) {
  k->m = m;
  k->is_cholesky = push == rows && factor_cholesky(k, mass, rows);
  if (k->is_cholesky) return 1;
  factor_all(k, mass, rows, push);
  return k->is_regular;
}

/* 1 where the multiplier of row r has the same value in all solutions. */
static int is_determined(const struct kkt *k, int r) {
  int j;
  if (k->is_cholesky) return 1;
  for (j = 0; j < k->free_multipliers; ++j)
    if (fabs(k->free_rows[j * k->m + r]) > 1e-9) return 0;
  return 1;
}

static void solve_all(const struct kkt *k, const double *h, const double *g, double *a, double *l) {
  const int m = rows_of(k), s = N + m;
  double x[N + ROWS], y[N + ROWS] = {0.0};
  int i, j;
  for (i = 0; i < s; ++i) {
    const int e = k->row_order[i];
    x[i] = e < N ? h[e] * k->column[e] : g[e - N] * k->row[e - N];
  }
  for (i = 0; i < k->rank; ++i)
    for (j = i + 1; j < k->rank; ++j)
      x[j] -= k->all[j * s + i] * x[i];
  for (i = k->rank; i-- > 0;) {
    for (j = i + 1; j < k->rank; ++j)
      x[i] -= k->all[i * s + j] * x[j];
    x[i] /= k->all[i * s + i];
    y[k->column_order[i]] = x[i];
  }
  for (j = 0; j < k->free_multipliers; ++j) {
    double along = 0.0;
    for (i = 0; i < m; ++i)
      along += y[N + i] * k->free_rows[j * m + i];
    for (i = 0; i < m; ++i)
      y[N + i] -= along * k->free_rows[j * m + i];
  }
  for (i = 0; i < N; ++i)
    a[i] = y[i] * k->column[i];
  for (i = 0; i < m; ++i)
    l[i] = y[N + i] * k->row[i];
}

static void solve(const struct kkt *k, const double *h, const double *g, double *a, double *l) {
  const int m = rows_of(k);
  double u[N], w[ROWS] = {0.0};
  int i, r;
  if (!k->is_cholesky) {
    solve_all(k, h, g, a, l);
    return;
  }
  for (i = 0; i < N; ++i)
    u[i] = h[i] * k->column[i];
  solve_lower(k->lower, N, u);
  for (r = 0; r < m; ++r) {
    w[r] = g[r] * k->row[r];
    for (i = 0; i < N; ++i)
      w[r] -= k->carried[r * N + i] * u[i];
  }
  solve_lower(k->schur, m, w);
  solve_lower_transposed(k->schur, m, w);
  for (r = 0; r < m; ++r)
    for (i = 0; i < N; ++i)
      u[i] += k->carried[r * N + i] * w[r];
  solve_lower_transposed(k->lower, N, u);
  for (i = 0; i < N; ++i)
    a[i] = u[i] * k->column[i];
  for (r = 0; r < m; ++r)
    l[r] = w[r] * k->row[r];
}

)";

} // namespace

std::string_view c_solver() {
  return solver_source;
}

} // namespace exporting
} // namespace dalembert

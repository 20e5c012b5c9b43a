#include <dalembert/export/c_solver.h>

namespace dalembert {
inline namespace exporting {

namespace {

constexpr std::string_view motion_source = R"(static int is_finite(const double *x, int count) {
  int i;
  for (i = 0; i < count; ++i)
    if (!isfinite(x[i])) return 0;
  return 1;
}

#if F > 0
/* One choice of the signs of the normal forces: 1 where the solution has these signs. */
static int try_signs(struct kkt *k, unsigned signs, const double *y, double *a, double *l, double *friction,
                     double *turned) {
  const double *mass = y, *rows = y + N * N + N, *of_frictions = rows + M * N + M;
  STORAGE double push[ROWS * N];
  int f, r, i, agrees = 1;
  for (i = 0; i < M * N; ++i)
    push[i] = rows[i];
  for (f = 0; f < F; ++f) {
    const double *slip = of_frictions + f * (2 + N + M), *column = slip + 2, *normal = column + N;
    turned[f] = (slip[0] > 0.0 ? 1.0 : -1.0) * ((signs >> f) & 1u ? -1.0 : 1.0);
    for (r = 0; r < M; ++r)
      for (i = 0; i < N; ++i)
        push[r * N + i] -= slip[1] * turned[f] * normal[r] * column[i];
  }
  if (!factor(k, M, mass, rows, push)) return 0;
  solve(k, y + N * N, rows + M * N, a, l);
  for (f = 0; f < F; ++f) {
    const double *slip = of_frictions + f * (2 + N + M), *normal = slip + 2 + N;
    double size = 0.0;
    for (r = 0; r < M; ++r)
      size += normal[r] * l[r];
    agrees = agrees && ((signs >> f) & 1u ? -size : size) >= 0.0;
    friction[f] = -slip[1] * fabs(size) * (slip[0] > 0.0 ? 1.0 : -1.0);
  }
  return agrees;
}
#endif

/* Solves  M a = h + A' l,  A a = g  of the outputs of `dynamics`. */
static int solve_dynamics(struct kkt *k, const double *y, double *a, double *l, double *friction, double *turned) {
#if F > 0
  unsigned signs, found = 0u;
  int f, count = 0, vanish = 1;
  for (f = 0; f < F; ++f)
    if (y[N * N + N + M * N + M + f * (2 + N + M)] == 0.0) return 3;
  for (signs = 0u; signs < 1u << F; ++signs)
    if (try_signs(k, signs, y, a, l, friction, turned)) {
      found = signs;
      ++count;
      for (f = 0; f < F; ++f)
        vanish = vanish && friction[f] == 0.0;
    }
  if (count == 0 || (count > 1 && !vanish)) return 4;
  try_signs(k, found, y, a, l, friction, turned);
#else
  (void)friction;
  (void)turned;
  if (!factor(k, M, y, y + N * N + N, y + N * N + N)) return 1;
  solve(k, y + N * N, y + N * N + N + M * N, a, l);
#endif
  return is_finite(a, N) && is_finite(l, M) ? 0 : 2;
}

)";

constexpr std::string_view projection_source =
    R"(/* The largest |r| over what its terms are made of; `y` holds m residuals and their gradients. */
static double scaled_residual(const double *y, int m, const double *x) {
  double largest = 0.0;
  int r, i;
  for (r = 0; r < m; ++r) {
    double size = 0.0;
    for (i = 0; i < N; ++i)
      size += fabs(y[m + r * N + i]) * fmax(1.0, fabs(x[i]));
    if (!isfinite(y[r]) || !isfinite(size)) return INFINITY;
    if (y[r] != 0.0) largest = fmax(largest, size > 0.0 ? fabs(y[r]) / size : INFINITY);
  }
  return largest;
}

/* The step  dx = -M^-1 J' (J M^-1 J')^-1 r;  with M = 1 where the equations are singular. `y` holds m residuals, which
   are not read, their gradients J and M. */
static int newton_step(double *y, int m, const double *r, double *step) {
  STORAGE struct kkt k;
  double *mass = y + m + m * N, zero[N], wanted[ROWS], unused[ROWS];
  int i;
  for (i = 0; i < N; ++i)
    zero[i] = 0.0;
  for (i = 0; i < m; ++i)
    wanted[i] = -r[i];
  if (!factor(&k, m, mass, y + m, y + m)) {
    for (i = 0; i < N * N; ++i)
      mass[i] = i % (N + 1) == 0 ? 1.0 : 0.0;
    if (!factor(&k, m, mass, y + m, y + m)) return 0;
  }
  solve(&k, zero, wanted, step, unused);
  return is_finite(step, N);
}

static int least_step(double *y, int m, double *x) {
  double step[N];
  int i;
  if (!newton_step(y, m, y, step)) return 0;
  for (i = 0; i < N; ++i)
    x[i] += step[i];
  return 1;
}

/* Moves x, which is q or v, by Newton steps until the residuals no longer fall. */
static int move_onto(void (*rows)(double, const double *, const double *, const double *, double *), int m, double t,
                     const double *q, const double *v, const double *p, double *x) {
  STORAGE double y[ROWS + ROWS * N + N * N];
  double kept[N], given[N], best = INFINITY;
  int i, k;
  for (i = 0; i < N; ++i)
    given[i] = kept[i] = x[i];
  for (k = 0; k < 50; ++k) {
    double now;
    rows(t, q, v, p, y);
    now = scaled_residual(y, m, x);
    if (k > 0 && !(now < 0.5 * best)) {
      for (i = 0; i < N && !(now <= best); ++i)
        x[i] = kept[i];
      break;
    }
    best = now;
    for (i = 0; i < N; ++i)
      kept[i] = x[i];
    if (best == 0.0 || !least_step(y, m, x)) break;
  }
  for (i = 0; i < N && !(best <= 1e-9); ++i)
    x[i] = given[i];
  return best <= 1e-9;
}

)";

} // namespace

std::string_view c_motion() {
  return motion_source;
}

std::string_view c_projection() {
  return projection_source;
}

} // namespace exporting
} // namespace dalembert

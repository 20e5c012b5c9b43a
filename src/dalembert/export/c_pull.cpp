#include <dalembert/export/c_pull.h>

namespace dalembert {
inline namespace exporting {

namespace {

constexpr std::string_view pull_source = R"(#if M > 0
/* The step  dx = -M^-1 A' (A M^-1 A')^-1 r  by the factors of the accelerations, where no friction changed these. */
static void step_by_factors(const struct kkt *k, const double *r, double *dx) {
  double zero[N] = {0.0}, wanted[ROWS], unused[ROWS];
  int i, e;
  if (!k->is_cholesky) {
    for (i = 0; i < M; ++i)
      wanted[i] = -r[i];
    solve_all(k, zero, wanted, dx, unused);
    return;
  }
  for (e = 0; e < M; ++e)
    wanted[e] = -r[e] * k->row[e];
  solve_lower(k->schur, M, wanted);
  solve_lower_transposed(k->schur, M, wanted);
  for (i = 0; i < N; ++i) {
    dx[i] = 0.0;
    for (e = 0; e < M; ++e)
      dx[i] += k->carried[e * N + i] * wanted[e];
  }
  solve_lower_transposed(k->lower, N, dx);
  for (i = 0; i < N; ++i)
    dx[i] *= k->column[i];
}

/* The Newton steps of the residuals. Where rows depend on one another, the factors may leave out one of positions for
   one of rates: then positions have factors of their own. */
static int pull_steps(const struct kkt *k, double t, const double *q, const double *v, const double *p,
                      const double *of_positions, const double *of_rates, double *dq, double *dv) {
  const int has_factors = F == 0, has_positions = has_factors && (MH == M || k->is_cholesky || k->free_multipliers == 0);
  STORAGE double y[ROWS + ROWS * N + N * N];
  double all[ROWS] = {0.0};
  int i;
  for (i = 0; i < N; ++i)
    dq[i] = 0.0;
  for (i = 0; i < MH; ++i)
    all[holonomic[i]] = of_positions[i];
  if (MH > 0 && has_positions) {
    step_by_factors(k, all, dq);
  } else if (MH > 0) {
    positions(t, q, v, p, y);
    if (!newton_step(y, MH, of_positions, dq)) return 0;
  }
  if (has_factors) {
    step_by_factors(k, of_rates, dv);
    return is_finite(dq, N) && is_finite(dv, N);
  }
  rates(t, q, v, p, y);
  return newton_step(y, M, of_rates, dv);
}
#endif

int @_pull(double t, const double q[], const double v[], const double p[], double a[], double lambda[], double dq[],
    double dv[]
#if F > 0
    , double friction[]
#endif
) {
  STORAGE double y[DYNAMICS];
  STORAGE struct kkt k;
  double own[ROWS], turned[F + 1];
#if M > 0
  double of_positions[MH + 1], of_rates[ROWS];
#else
  int i;
#endif
#if F == 0
  double *const friction = 0;
#endif
  int status;
  if (!is_finite_state(t, q, v)) return 2;
  dynamics(t, q, v, p, y);
  status = solve_dynamics(&k, y, a, lambda ? lambda : own, friction, turned);
  if (status) return status;
#if M > 0
  position_residuals(t, q, v, p, of_positions);
  rate_residuals(t, q, v, p, of_rates);
  return pull_steps(&k, t, q, v, p, of_positions, of_rates, dq, dv) ? 0 : 1;
#else
  for (i = 0; i < N; ++i)
    dq[i] = dv[i] = 0.0;
  return 0;
#endif
}

)";

constexpr std::string_view direction_source = R"(
int @_direction(double t, const double q[], const double v[], const double p[], const double along_q[],
    const double along_v[], struct @_derivatives *out) {
  STORAGE double y[DYNAMICS], rows[N + M + MH + M + 1], values[R + O + 3];
  STORAGE struct kkt k;
  double a[N], l[ROWS], h[N], g[ROWS] = {0.0}, dl[ROWS], turned[F + 1];
  int status, i;
  if (!is_finite_state(t, q, v)) return 2;
  dynamics(t, q, v, p, y);
  status = solve_dynamics(&k, y, a, l, 0, turned);
  if (status) return status;
  direction_rows(t, q, v, p, a, l, along_q, along_v, rows);
  for (i = 0; i < N; ++i)
    h[i] = -rows[i];
  for (i = 0; i < M; ++i)
    g[i] = -rows[N + i];
  solve(&k, h, g, out->a, dl);
  direction_values(t, q, v, p, a, l, along_q, along_v, out->a, dl, values);
  for (i = 0; i < M; ++i)
    out->lambda[i] = dl[i];
  for (i = 0; i < R; ++i)
    out->reactions[i] = values[i];
  for (i = 0; i < O; ++i)
    out->outputs[i] = values[R + i];
  for (i = 0; i < 3; ++i)
    out->energies[i] = values[R + O + i];
  for (i = 0; i < N; ++i)
    out->pull_q[i] = out->pull_v[i] = 0.0;
#if M > 0
  if (!pull_steps(&k, t, q, v, p, rows + N + M, rows + N + M + MH, out->pull_q, out->pull_v)) return 1;
#endif
  return is_finite(out->a, N) && is_finite(dl, M) && is_finite(values, R + O + 3) ? 0 : 2;
}
)";

} // namespace

std::string_view c_pull() {
  return pull_source;
}

std::string_view c_direction() {
  return direction_source;
}

} // namespace exporting
} // namespace dalembert

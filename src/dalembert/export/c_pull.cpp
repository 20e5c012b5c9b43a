#include <dalembert/export/c_pull.h>

namespace dalembert::inline exporting {

namespace {

constexpr std::string_view pull_source = R"(#if M > 0
/* The Newton steps of the residuals, by the factors of the accelerations where these serve. */
static int pull_steps(const struct kkt *k, double t, const double *q, const double *v, const double *p,
                      const double *of_positions, const double *of_rates, double *dq, double *dv) {
  STORAGE double y[ROWS + ROWS * N + N * N];
  double zero[N], wanted[ROWS], unused[ROWS];
  int i;
  for (i = 0; i < N; ++i)
    zero[i] = dq[i] = 0.0;
  for (i = 0; i < M; ++i)
    wanted[i] = 0.0;
  if (k->is_cholesky) {
    for (i = 0; i < MH; ++i)
      wanted[holonomic[i]] = -of_positions[i];
    if (MH > 0) solve(k, zero, wanted, dq, unused);
    for (i = 0; i < M; ++i)
      wanted[i] = -of_rates[i];
    solve(k, zero, wanted, dv, unused);
    return is_finite(dq, N) && is_finite(dv, N);
  }
  if (MH > 0) {
    positions(t, q, v, p, y);
    if (!newton_step(y, MH, of_positions, dq)) return 0;
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

} // namespace dalembert::inline exporting

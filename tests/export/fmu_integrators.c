#include "fmu_integrators.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { most_steps = 500000, highest_order = 5, newton_iterations = 4 };

static int ask(struct integration *run, double t, const double *x, double *dx) {
  size_t i;
  ++run->calls;
  if (!run->right_side(t, x, run->n, dx)) return 0;
  for (i = 0; i < run->n; ++i)
    if (!isfinite(dx[i])) return 0;
  return 1;
}

/* Root mean square of values over their tolerances. */
static double norm(const struct integration *run, const double *values, const double *x) {
  double sum = 0.0;
  size_t i;
  for (i = 0; i < run->n; ++i) {
    const double share = values[i] / (run->tolerance * (run->nominal[i] + fabs(x[i])));
    sum += share * share;
  }
  return sqrt(sum / (double)run->n);
}

/* The next instant at which the state is wanted, where it is not later than t. */
static int is_wanted(const struct integration *run, double t, double *instant) {
  if (run->kept >= run->instants) return 0;
  *instant = run->begin + (run->end - run->begin) * (double)(run->kept + 1) / (double)run->instants;
  if (run->kept + 1 == run->instants) *instant = run->end;
  return *instant <= t;
}

static double first_step(struct integration *run, const double *dx) {
  const double d0 = norm(run, run->x, run->x), d1 = norm(run, dx, run->x);
  const double h = d0 < 1e-5 || d1 < 1e-5 ? 1e-6 : 0.01 * d0 / d1;
  return fmin(h, run->end - run->t);
}

/* States within a step of the length h to `next`, by the interpolation of order 4 (Hairer, Norsett, Wanner: Solving
   Ordinary Differential Equations I, II.6). */
static void keep_rk45(struct integration *run, const double *k, const double *next, double h) {
  static const double d[] = {-12715105075.0 / 11282082432,   0.0, 87487479700.0 / 32700410799, -10690763975.0 / 1880347072,
                             701980252875.0 / 199316789632, -1453857185.0 / 822651844,         69997945.0 / 29380423};
  const double end = h == run->end - run->t ? run->end : run->t + h;
  const size_t n = run->n;
  double instant;
  size_t i;
  int j;
  for (; is_wanted(run, end, &instant); ++run->kept) {
    const double s = (instant - run->t) / h, r = 1.0 - s;
    for (i = 0; i < n; ++i) {
      const double whole = next[i] - run->x[i], first = h * k[i] - whole, last = whole - h * k[6 * n + i] - first;
      double more = 0.0;
      for (j = 0; j < 7; ++j)
        more += h * d[j] * k[(size_t)j * n + i];
      run->at[run->kept * n + i] = run->x[i] + s * (whole + r * (first + s * (last + r * more)));
    }
  }
}

int integrate_rk45(struct integration *run) {
  static const double c[] = {0.0, 0.2, 0.3, 0.8, 8.0 / 9.0, 1.0, 1.0};
  static const double a[7][6] = {{0.0},
                                 {0.2},
                                 {3.0 / 40, 9.0 / 40},
                                 {44.0 / 45, -56.0 / 15, 32.0 / 9},
                                 {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
                                 {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
                                 {35.0 / 384, 0.0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84}};
  static const double e[] = {71.0 / 57600, 0.0, -71.0 / 16695, 71.0 / 1920, -17253.0 / 339200, 22.0 / 525, -1.0 / 40};
  const size_t n = run->n;
  double *k = calloc(9 * n, sizeof *k), *next = k + 7 * n, *error = k + 8 * n, h;
  int is_done = 0, s, j;
  size_t i;
  run->begin = run->t;
  if (!ask(run, run->t, run->x, k)) goto end;
  h = first_step(run, k);
  while (run->t < run->end && run->steps < most_steps) {
    int is_bad = 0;
    double size = 0.0;
    if (h > run->end - run->t) h = run->end - run->t;
    for (s = 1; s < 7 && !is_bad; ++s) {
      for (i = 0; i < n; ++i) {
        next[i] = run->x[i];
        for (j = 0; j < s; ++j)
          next[i] += h * a[s][j] * k[(size_t)j * n + i];
      }
      is_bad = !ask(run, run->t + c[s] * h, next, k + (size_t)s * n);
    }
    if (!is_bad) {
      for (i = 0; i < n; ++i) {
        error[i] = 0.0;
        for (j = 0; j < 7; ++j)
          error[i] += h * e[j] * k[(size_t)j * n + i];
      }
      size = norm(run, error, fabs(next[0]) > fabs(run->x[0]) ? next : run->x);
    }
    if (is_bad || !(size <= 1.0)) {
      h *= is_bad ? 0.25 : fmax(0.2, 0.9 * pow(size, -0.2));
      if (run->t + h == run->t) goto end;
      continue;
    }
    ++run->steps;
    keep_rk45(run, k, next, h);
    run->t = h == run->end - run->t ? run->end : run->t + h;
    memcpy(run->x, next, n * sizeof *next);
    memcpy(k, k + 6 * n, n * sizeof *k);
    h *= fmin(5.0, 0.9 * pow(fmax(size, 1e-10), -0.2));
  }
  is_done = run->t >= run->end;
end:
  free(k);
  return is_done;
}

/* LU by rows with partial pivoting. */
static int factor(double *a, size_t *order, size_t n) {
  size_t p, i, j;
  for (i = 0; i < n; ++i)
    order[i] = i;
  for (p = 0; p < n; ++p) {
    size_t best = p;
    for (i = p; i < n; ++i)
      if (fabs(a[i * n + p]) > fabs(a[best * n + p])) best = i;
    if (!(fabs(a[best * n + p]) > 0.0)) return 0;
    for (j = 0; j < n && best != p; ++j) {
      const double x = a[p * n + j];
      a[p * n + j] = a[best * n + j];
      a[best * n + j] = x;
    }
    i = order[p];
    order[p] = order[best];
    order[best] = i;
    for (i = p + 1; i < n; ++i) {
      const double share = a[i * n + p] /= a[p * n + p];
      for (j = p + 1; j < n; ++j)
        a[i * n + j] -= share * a[p * n + j];
    }
  }
  return 1;
}

static void solve(const double *a, const size_t *order, size_t n, const double *b, double *x) {
  size_t i, j;
  for (i = 0; i < n; ++i) {
    x[i] = b[order[i]];
    for (j = 0; j < i; ++j)
      x[i] -= a[i * n + j] * x[j];
  }
  for (i = n; i-- > 0;) {
    for (j = i + 1; j < n; ++j)
      x[i] -= a[i * n + j] * x[j];
    x[i] /= a[i * n + i];
  }
}

/* What the steps of backward differentiation work with. */
struct differences {
  double *d;              /* backward differences of order 0 to highest_order + 2, n each */
  double *jacobian, *lu;  /* n by n */
  double *x, *slope, *sum, *b, *dx, *psi;
  size_t *order_of_rows;
  double gamma[highest_order + 2], error_constant[highest_order + 2];
};

/* The differences for steps `share` times as long. */
static void stretch(const struct integration *run, struct differences *w, int order, double share) {
  double r[2][highest_order + 1][highest_order + 1], both[highest_order + 1][highest_order + 1];
  double old[highest_order + 1];
  int which, i, j, k;
  size_t c;
  for (which = 0; which < 2; ++which)
    for (j = 0; j <= order; ++j) {
      r[which][0][j] = 1.0;
      for (i = 1; i <= order; ++i)
        r[which][i][j] = j == 0 ? 0.0 : r[which][i - 1][j] * ((double)(i - 1) - (which ? 1.0 : share) * j) / i;
    }
  for (i = 0; i <= order; ++i)
    for (j = 0; j <= order; ++j) {
      both[i][j] = 0.0;
      for (k = 0; k <= order; ++k)
        both[i][j] += r[0][i][k] * r[1][k][j];
    }
  for (c = 0; c < run->n; ++c) {
    for (i = 0; i <= order; ++i)
      old[i] = w->d[(size_t)i * run->n + c];
    for (j = 0; j <= order; ++j) {
      double sum = 0.0;
      for (i = 0; i <= order; ++i)
        sum += both[i][j] * old[i];
      w->d[(size_t)j * run->n + c] = sum;
    }
  }
}

static int take_jacobian(struct integration *run, struct differences *w, double t, double *x) {
  const size_t n = run->n;
  size_t i, j;
  if (!ask(run, t, x, w->slope)) return 0;
  for (j = 0; j < n; ++j) {
    const double kept = x[j], step = 1.5e-8 * (run->nominal[j] + fabs(kept));
    x[j] = kept + step;
    if (!ask(run, t, x, w->dx)) return 0;
    x[j] = kept;
    for (i = 0; i < n; ++i)
      w->jacobian[i * n + j] = (w->dx[i] - w->slope[i]) / step;
  }
  return 1;
}

static int take_factors(const struct integration *run, struct differences *w, double c) {
  size_t i;
  for (i = 0; i < run->n * run->n; ++i)
    w->lu[i] = (i % (run->n + 1) == 0 ? 1.0 : 0.0) - c * w->jacobian[i];
  return factor(w->lu, w->order_of_rows, run->n);
}

/* Newton's method for the end of a step from its prediction x; `sum` becomes the correction. 0: it does not converge. */
static int correct(struct integration *run, struct differences *w, double t, double c) {
  const size_t n = run->n;
  const double enough = fmin(0.03, sqrt(run->tolerance));
  double before = 0.0;
  size_t i;
  int k;
  memset(w->sum, 0, n * sizeof *w->sum);
  for (k = 0; k < newton_iterations; ++k) {
    double size, rate;
    if (!ask(run, t, w->x, w->slope)) return 0;
    for (i = 0; i < n; ++i)
      w->b[i] = c * w->slope[i] - w->psi[i] - w->sum[i];
    solve(w->lu, w->order_of_rows, n, w->b, w->dx);
    size = norm(run, w->dx, w->x);
    rate = k > 0 ? size / before : 0.0;
    if (k > 0 && (rate >= 1.0 || pow(rate, newton_iterations - k) / (1.0 - rate) * size > enough)) return 0;
    for (i = 0; i < n; ++i) {
      w->x[i] += w->dx[i];
      w->sum[i] += w->dx[i];
    }
    if (size == 0.0 || (k > 0 && rate / (1.0 - rate) * size < enough)) return k + 1;
    before = size;
  }
  return 0;
}

static double error_at(const struct integration *run, const struct differences *w, int order) {
  double *scaled = w->b;
  size_t i;
  for (i = 0; i < run->n; ++i)
    scaled[i] = w->error_constant[order] * w->d[(size_t)(order + 1) * run->n + i];
  return norm(run, scaled, w->x);
}

/* States within a step of the length h to run->t, by the polynomial of its differences. */
static void keep_bdf(struct integration *run, const struct differences *w, int order, double h) {
  double instant;
  size_t i;
  int j;
  for (; is_wanted(run, run->t, &instant); ++run->kept) {
    double share = 1.0, *x = run->at + run->kept * run->n;
    memcpy(x, w->d, run->n * sizeof *x);
    for (j = 1; j <= order; ++j) {
      share *= ((instant - run->t) / h + (j - 1)) / j;
      for (i = 0; i < run->n; ++i)
        x[i] += share * w->d[(size_t)j * run->n + i];
    }
  }
}

static int run_bdf(struct integration *run, struct differences *w) {
  const size_t n = run->n;
  int order = 1, equal_steps = 0, is_fresh = 0, k;
  double h;
  size_t i;
  for (k = 1; k <= highest_order + 1; ++k) {
    w->gamma[k] = w->gamma[k - 1] + 1.0 / k;
    w->error_constant[k] = 1.0 / (k + 1);
  }
  w->error_constant[0] = 1.0;
  run->begin = run->t;
  if (!ask(run, run->t, run->x, w->slope)) return 0;
  h = first_step(run, w->slope);
  for (i = 0; i < n; ++i) {
    w->d[i] = run->x[i];
    w->d[n + i] = h * w->slope[i];
  }
  if (!take_jacobian(run, w, run->t, run->x)) return 0;
  is_fresh = 1;
  while (run->t < run->end && run->steps < most_steps) {
    double t, c, size, safety, best;
    int iterations, raised, j;
    if (run->t + h > run->end) {
      stretch(run, w, order, (run->end - run->t) / h);
      h = run->end - run->t;
      equal_steps = 0;
    }
    t = h == run->end - run->t ? run->end : run->t + h;
    c = h / w->gamma[order];
    for (i = 0; i < n; ++i) {
      w->x[i] = w->psi[i] = 0.0;
      for (k = 0; k <= order; ++k) {
        w->x[i] += w->d[(size_t)k * n + i];
        w->psi[i] += w->gamma[k] * w->d[(size_t)k * n + i] / w->gamma[order];
      }
    }
    iterations = take_factors(run, w, c) ? correct(run, w, t, c) : 0;
    if (!iterations) {
      if (!is_fresh) {
        for (i = 0; i < n; ++i)
          w->x[i] = w->d[i];
        if (!take_jacobian(run, w, run->t, w->x)) return 0;
        is_fresh = 1;
        continue;
      }
      stretch(run, w, order, 0.5);
      h *= 0.5;
      equal_steps = 0;
      if (run->t + h == run->t) return 0;
      continue;
    }
    safety = 0.9 * (2 * newton_iterations + 1) / (2 * newton_iterations + iterations);
    for (i = 0; i < n; ++i)
      w->b[i] = w->error_constant[order] * w->sum[i];
    size = norm(run, w->b, w->x);
    if (size > 1.0) {
      const double share = fmax(0.2, safety * pow(size, -1.0 / (order + 1)));
      stretch(run, w, order, share);
      h *= share;
      equal_steps = 0;
      continue;
    }
    ++run->steps;
    ++equal_steps;
    is_fresh = 0;
    run->t = t;
    for (i = 0; i < n; ++i) {
      w->d[(size_t)(order + 2) * n + i] = w->sum[i] - w->d[(size_t)(order + 1) * n + i];
      w->d[(size_t)(order + 1) * n + i] = w->sum[i];
      for (j = order; j >= 0; --j)
        w->d[(size_t)j * n + i] += w->d[(size_t)(j + 1) * n + i];
      run->x[i] = w->x[i];
    }
    keep_bdf(run, w, order, h);
    if (equal_steps < order + 1) continue;
    raised = order;
    best = pow(fmax(size, 1e-10), -1.0 / (order + 1));
    if (order > 1) {
      const double lower = pow(fmax(error_at(run, w, order - 1), 1e-10), -1.0 / order);
      if (lower > best) {
        best = lower;
        raised = order - 1;
      }
    }
    if (order < highest_order) {
      const double higher = pow(fmax(error_at(run, w, order + 1), 1e-10), -1.0 / (order + 2));
      if (higher > best) {
        best = higher;
        raised = order + 1;
      }
    }
    order = raised;
    best = fmin(10.0, safety * best);
    stretch(run, w, order, best);
    h *= best;
    equal_steps = 0;
  }
  return run->t >= run->end;
}

int integrate_bdf(struct integration *run) {
  const size_t n = run->n, rows = highest_order + 3;
  double *memory = calloc(rows * n + 2 * n * n + 6 * n, sizeof *memory);
  struct differences w;
  int is_done;
  memset(&w, 0, sizeof w);
  w.d = memory;
  w.jacobian = w.d + rows * n;
  w.lu = w.jacobian + n * n;
  w.x = w.lu + n * n;
  w.slope = w.x + n;
  w.sum = w.slope + n;
  w.b = w.sum + n;
  w.dx = w.b + n;
  w.psi = w.dx + n;
  w.order_of_rows = calloc(n, sizeof *w.order_of_rows);
  is_done = run_bdf(run, &w);
  free(memory);
  free(w.order_of_rows);
  return is_done;
}

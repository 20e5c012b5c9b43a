#include <dalembert/export/c_names.h>
#include <dalembert/export/c_start.h>

#include <fmt/format.h>

#include <algorithm>

namespace dalembert {
inline namespace exporting {

namespace {

constexpr std::string_view search_source =
    R"(/* The search for a state at one level. Its rows: the constraints, then entries of the initial values. */
struct search {
  double t, *q, *v, *x; /* x is q or v */
  const double *p;
  int level, constraints, count, is_fresh, is_scaled, is_plain;
  int extra[EXTRA + 1], is_fixed[N];
  double scale[N], size[ROWS], residual[ROWS], rows[ROWS * N], metric[N * N];
  struct kkt k;
};

/* Writes the values of the entries whose target is one unknown, those that need others after them. */
static int begin_level(struct search *s, const int *held) {
  double y[INITIAL + 1] = {0.0};
  int known[N], is_done[ENTRIES + 1], is_ready[ENTRIES + 1], i, e, progress = 1;
  s->x = s->level ? s->v : s->q;
  for (i = 0; i < N; ++i) {
    s->is_fixed[i] = held && held[s->level * N + i];
    if (!s->is_fixed[i]) s->x[i] = 0.0;
    known[i] = 1;
  }
  for (e = 0; e < ENTRIES; ++e) {
    const int unknown = entries[e].unknown;
    is_done[e] = entries[e].of_rates != s->level || unknown < 0 || s->is_fixed[unknown];
    if (!is_done[e]) known[unknown] = 0;
  }
  while (progress) {
    progress = 0;
    initial_values(s->t, s->q, s->v, s->p, y);
    for (e = 0; e < ENTRIES; ++e) {
      is_ready[e] = !is_done[e];
      for (i = 0; i < entries[e].needs; ++i)
        is_ready[e] = is_ready[e] && known[needed[entries[e].first_need + i]];
    }
    for (e = 0; e < ENTRIES; ++e)
      if (is_ready[e]) {
        int is_on_fixed = 1;
        for (i = 0; i < entries[e].needs; ++i)
          is_on_fixed = is_on_fixed && s->is_fixed[needed[entries[e].first_need + i]];
        if (!isfinite(y[entries[e].place])) return 0;
        s->x[entries[e].unknown] = y[entries[e].place];
        s->is_fixed[entries[e].unknown] = entries[e].is_kept && is_on_fixed;
        is_done[e] = progress = 1;
      }
    for (e = 0; e < ENTRIES; ++e)
      if (is_ready[e]) known[entries[e].unknown] = 1;
  }
  return 1;
}

#if M + EXTRA > 0
static void collect_rows(struct search *s, int with_guesses) {
  int e;
  s->constraints = s->count = s->level ? M : MH;
  for (e = 0; e < ENTRIES; ++e) {
    const int unknown = entries[e].unknown, is_guess = !entries[e].is_kept && unknown < 0;
    const int is_fixed = unknown >= 0 && s->is_fixed[unknown];
    if (entries[e].of_rates == s->level && ((entries[e].is_kept && !is_fixed) || (with_guesses && is_guess)))
      s->extra[s->count++ - s->constraints] = e;
  }
}

static void take_residual(const struct search *s, double *r) {
  double y[INITIAL + 1] = {0.0};
  int k;
  if (s->level)
    rate_residuals(s->t, s->q, s->v, s->p, r);
  else
    position_residuals(s->t, s->q, s->v, s->p, r);
  if (s->count > s->constraints) initial_values(s->t, s->q, s->v, s->p, y);
  for (k = s->constraints; k < s->count; ++k)
    r[k] = y[entries[s->extra[k - s->constraints]].place + 1];
}

/* The length of r, each row over its size. */
static double size_of(const struct search *s, const double *r) {
  double sum = 0.0;
  int k;
  for (k = 0; k < s->count; ++k) {
    const double share = s->size[k] > 0.0 ? r[k] / s->size[k] : r[k];
    sum += share * share;
  }
  return sqrt(sum);
}

/* Factors with the metric and the rows of what may move; 0 where the metric is singular. */
static int factor_moving(struct search *s) {
  STORAGE double mass[N * N], rows[ROWS * N];
  int i, j, k;
  for (i = 0; i < N; ++i)
    for (j = 0; j < N; ++j)
      mass[i * N + j] = s->is_fixed[i] || s->is_fixed[j] ? (i == j ? 1.0 : 0.0) : s->metric[i * N + j];
  for (k = 0; k < s->count; ++k)
    for (i = 0; i < N; ++i)
      rows[k * N + i] = s->is_fixed[i] ? 0.0 : s->rows[k * N + i];
  factor(&s->k, s->count, mass, rows, rows);
  if (s->k.is_cholesky || s->is_plain || s->is_scaled) return 1;
  /* Rows that depend on one another, or a singular metric? */
  if (!factor(&s->k, 0, mass, rows, rows) || !s->k.is_cholesky) return 0;
  factor(&s->k, s->count, mass, rows, rows);
  return 1;
}

static void put_diagonal(struct search *s, const double *scale) {
  int i;
  for (i = 0; i < N * N; ++i)
    s->metric[i] = 0.0;
  for (i = 0; i < N; ++i)
    s->metric[i * N + i] = 1.0 / (scale[i] * scale[i]);
}

static void linearise(struct search *s) {
  STORAGE double y[ROWS + ROWS * N + N * N], d[DYNAMICS], of_entries[INITIAL + 1] = {0.0};
  const double *mass = d;
  int i, k;
  if (s->constraints > 0) {
#if M > 0
    if (s->level)
      rates(s->t, s->q, s->v, s->p, y);
    else
      positions(s->t, s->q, s->v, s->p, y);
#endif
    mass = y + s->constraints + s->constraints * N;
  } else {
    dynamics(s->t, s->q, s->v, s->p, d);
  }
  for (i = 0; i < s->constraints * N; ++i)
    s->rows[i] = y[s->constraints + i];
  if (s->count > s->constraints) initial_values(s->t, s->q, s->v, s->p, of_entries);
  for (k = s->constraints; k < s->count; ++k) {
    const struct entry *e = entries + s->extra[k - s->constraints];
    for (i = 0; i < N; ++i)
      s->rows[k * N + i] = 0.0;
    for (i = 0; i < e->holds; ++i)
      s->rows[k * N + held_by[e->first_hold + i]] = of_entries[e->place + 2 + i];
  }
  for (k = 0; k < s->count; ++k) {
    s->size[k] = 0.0;
    for (i = 0; i < N; ++i)
      s->size[k] += fabs(s->rows[k * N + i]) * s->scale[i];
  }
  for (i = 0; i < N * N; ++i)
    s->metric[i] = mass[i];
  if (s->is_plain) put_diagonal(s, scales);
  if (s->is_scaled) put_diagonal(s, s->scale);
  s->is_fresh = 1;
  if (factor_moving(s)) return;
  s->is_scaled = 1;
  put_diagonal(s, s->scale);
  factor_moving(s);
}

static void solve_moving(const struct search *s, double *load, const double *wanted, double *change) {
  double unused[ROWS];
  int i;
  for (i = 0; i < N; ++i)
    if (s->is_fixed[i]) load[i] = 0.0;
  solve(&s->k, load, wanted, change, unused);
  for (i = 0; i < N; ++i)
    if (s->is_fixed[i]) change[i] = 0.0;
}

static double try_step(const struct search *s, const double *from, const double *change, double share, double *r) {
  double size;
  int i;
  for (i = 0; i < N; ++i)
    s->x[i] = from[i] + share * change[i];
  take_residual(s, r);
  size = size_of(s, r);
  return isfinite(size) ? size : INFINITY;
}

/* One Newton step, shortened until the residual falls; 0 where it falls no further. */
static int descend(struct search *s, double *size) {
  double from[N], change[N], load[N], wanted[ROWS], r[ROWS] = {0.0}, share = 1.0, after;
  int i, is_good;
  for (i = 0; i < N; ++i) {
    from[i] = s->x[i];
    load[i] = 0.0;
  }
  for (i = 0; i < s->count; ++i)
    wanted[i] = -s->residual[i];
  solve_moving(s, load, wanted, change);
  after = try_step(s, from, change, share, r);
  for (i = 0; i < 30 && s->is_fresh && *size > 1e-10 && !(after < *size); ++i) {
    share /= 2.0;
    after = try_step(s, from, change, share, r);
  }
  if (!(after < *size)) {
    for (i = 0; i < N; ++i)
      s->x[i] = from[i];
    return 0;
  }
  for (i = 0; i < s->count; ++i)
    s->residual[i] = r[i];
  s->is_fresh = 0;
  is_good = after <= 0.25 * *size;
  *size = after;
  if (!is_good && after > 1e-10) {
    linearise(s);
    *size = size_of(s, s->residual);
  }
  return 1;
}

static void go_to_rows(struct search *s) {
  double size;
  int i;
  take_residual(s, s->residual);
  size = size_of(s, s->residual);
  for (i = 0; i < (s->is_plain ? 100 : 50) && size > 0.0; ++i) {
    if (descend(s, &size)) continue;
    if (s->is_fresh || size < 1e-13) return;
    linearise(s);
    size = size_of(s, s->residual);
  }
}

static double length_of(const struct search *s, const double *x) {
  double sum = 0.0;
  int i, j;
  for (i = 0; i < N; ++i)
    for (j = 0; j < N; ++j)
      sum += x[i] * s->metric[i * N + j] * x[j];
  return sqrt(fmax(sum, 0.0));
}

static double distance(const struct search *s, const double *from) {
  double apart[N];
  int i;
  for (i = 0; i < N; ++i)
    apart[i] = s->x[i] - from[i];
  return length_of(s, apart);
}

/* Slides along the rows until the way from the start is the shortest. */
static void go_nearer(struct search *s, const double *from) {
  double best[N], best_residual[ROWS] = {0.0}, load[N], change[N], wanted[ROWS] = {0.0}, share = 1.0;
  int turn, i, j;
  for (turn = 0; turn < 100 && share > 1e-3; ++turn) {
    double before, size;
    linearise(s);
    before = distance(s, from);
    for (i = 0; i < N; ++i) {
      load[i] = 0.0;
      for (j = 0; j < N; ++j)
        load[i] -= s->metric[i * N + j] * (s->x[j] - from[j]);
    }
    solve_moving(s, load, wanted, change);
    if (length_of(s, change) <= 1e-10 * before) return;
    size = fmax(size_of(s, s->residual), 1e-13);
    for (i = 0; i < s->count; ++i)
      best_residual[i] = s->residual[i];
    for (i = 0; i < N; ++i) {
      best[i] = s->x[i];
      s->x[i] += share * change[i];
    }
    go_to_rows(s);
    if (size_of(s, s->residual) <= size && distance(s, from) <= before) continue;
    for (i = 0; i < N; ++i)
      s->x[i] = best[i];
    for (i = 0; i < s->count; ++i)
      s->residual[i] = best_residual[i];
    share /= 2.0;
  }
}

static int project_once(struct search *s, int is_nearest) {
  double from[N];
  int i, moving = 0;
  for (i = 0; i < N; ++i) {
    from[i] = s->x[i];
    s->scale[i] = fmax(1.0, fabs(from[i]));
    moving += !s->is_fixed[i];
  }
  s->is_scaled = 0;
  linearise(s);
  if (moving > 0)
    go_to_rows(s);
  else
    take_residual(s, s->residual);
  if (is_nearest && moving > 0) go_nearer(s, from);
  for (i = 0; i < s->count; ++i)
    if (!(fabs(s->residual[i]) <= 1e-11 * (s->size[i] > 0.0 ? s->size[i] : 1.0))) return 0;
  for (i = 0; i < N; ++i)
    if (!s->is_fixed[i] && s->x[i] != from[i] && fabs(s->x[i]) < 1e-40 * s->scale[i]) s->x[i] = 0.0;
  return 1;
}

/* The nearest state first; then to rounding. */
static int project_level(struct search *s) {
  s->is_plain = 0;
  return s->count == 0 || (project_once(s, 1) && project_once(s, 0));
}

/* Looks for positions from other starts, the nearest first, by least steps in the coordinates over their scales. */
static int search_elsewhere(struct search *s, const double *start) {
  static const double reach[] = {0.0, 1e-3, 0.03, 0.1, 0.3, 0.3, 1.0, 1.0, 2.0, 2.0, 3.0, 3.0};
  double left[N];
  int turn = 0, i, k;
  if (s->level || s->count == 0) return 0;
  for (i = 0; i < N; ++i)
    left[i] = s->x[i];
  s->is_plain = 1;
  for (k = 0; k < 12; ++k) {
    for (i = 0; i < N; ++i) {
      const double share = 2.0 * fmod(++turn * 0.6180339887498949, 1.0) - 1.0;
      s->x[i] = start[i];
      if (!s->is_fixed[i]) s->x[i] += reach[k] * share * fmax(scales[i], fabs(start[i]));
    }
    if (project_once(s, 0)) return 1;
  }
  for (i = 0; i < N; ++i)
    s->x[i] = left[i];
  return 0;
}
#endif

int @_start(double t, double q[], double v[], const double p[], const int held[]) {
  STORAGE struct search s;
  s.t = t;
  s.q = q;
  s.v = v;
  s.p = p;
  if (!isfinite(t) || !is_finite(p, P)) return 2;
  for (s.level = 0; s.level < 2; ++s.level) {
#if M + EXTRA > 0
    double start[N];
    int i, all;
#endif
    if (!begin_level(&s, held)) return 2;
#if M + EXTRA > 0
    for (i = 0; i < N; ++i)
      start[i] = s.x[i];
    collect_rows(&s, 1);
    all = s.count;
    collect_rows(&s, 0);
    if (s.count < all) { /* guesses of expressions move the start; the constraints have the last word */
      collect_rows(&s, 1);
      project_level(&s);
      collect_rows(&s, 0);
    }
    if (!project_level(&s) && !search_elsewhere(&s, start)) return 5;
#endif
  }
  return is_finite(q, N) && is_finite(v, N) ? 0 : 2;
}

)";

bool may_be_a_row(const InitialProgram::Row& row) {
  return !row.unknown || !row.needs.empty();
}

} // namespace

std::size_t initial_rows(const CModel& model) {
  return static_cast<std::size_t>(std::ranges::count_if(model.programs.initial.rows, may_be_a_row));
}

std::string c_start_tables(const CModel& model) {
  const InitialProgram& initial = model.programs.initial;
  std::string out = fmt::format("#define ENTRIES {} /* of the initial values */\n#define EXTRA {}   /* of them met by "
                                "moving something */\n#define INITIAL {}\n\n",
                                initial.rows.size(), initial_rows(model), initial.tape.outputs());
  out +=
      "/* What the initial values say: target = value (kept), target ~ value; the unknown that the target is, or -1;\n"
      "   the unknowns that the entry holds, and those that its value needs. */\n"
      "struct entry {\n  int of_rates, unknown, is_kept, place, first_hold, holds, first_need, needs;\n};\n"
      "static const struct entry entries[] = {\n";
  std::vector<std::size_t> holds;
  std::vector<std::size_t> needs;
  for (const InitialProgram::Row& row : initial.rows) {
    out += fmt::format("  {{{}, {}, {}, {}, {}, {}, {}, {}}},\n", row.about_rates ? 1 : 0,
                       row.unknown ? static_cast<long>(*row.unknown) : -1L, row.kept ? 1 : 0, row.place, holds.size(),
                       row.holds.size(), needs.size(), row.needs.size());
    holds.insert(holds.end(), row.holds.begin(), row.holds.end());
    needs.insert(needs.end(), row.needs.begin(), row.needs.end());
  }
  if (initial.rows.empty()) out += "  {0, 0, 0, 0, 0, 0, 0, 0},\n";
  out += "};\n" + c_indices("needed", needs);
  if (initial_rows(model) + model.programs.layout.multipliers == 0) return out + "\n";
  out += c_indices("held_by", holds);
  std::vector<std::string> scales;
  for (const double scale : model.scales)
    scales.push_back(c_number(scale));
  return out + fmt::format("static const double scales[] = {{{}}};\n\n", c_list(scales));
}

std::string_view c_start() {
  return search_source;
}

} // namespace exporting
} // namespace dalembert

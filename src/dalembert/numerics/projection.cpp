#include <dalembert/base/errors.h>
#include <dalembert/numerics/projection.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace dalembert::inline numerics {

namespace {

using Vector = std::vector<double>;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double good_ratio = 0.25;        ///< a kept matrix serves while the residual falls at least by this factor
constexpr int most_halvings = 30;          ///< of a step that would raise the residual
constexpr int most_refinements = 100;      ///< of the nearest point
constexpr double least_share = 1e-3;       ///< of such a refinement
constexpr double nearest_accuracy = 1e-10; ///< of the nearest point, relative to the way from the start
constexpr double no_value = 1e-40;         ///< of its usual size: a component that every step made smaller by 10¹⁶

} // namespace

struct Projector::Work {
  Work(int coordinates, int constraints, ProjectionOptions chosen);

  std::size_t n; ///< components of x
  std::size_t m; ///< rows
  ProjectionOptions options;
  std::vector<std::size_t> moving; ///< the components that may change
  KktSolver solver;                ///< of the moving components
  KktSolver mass_alone;            ///< tells a singular metric from dependent rows
  ProjectionReport report;

  bool is_fresh = false;     ///< the matrices belong to the x at hand
  bool was_singular = false; ///< W where it was factored last: it is then looked at before the rows, which is cheaper
  double enough = 0;         ///< size of the residual that need not be made smaller
  Vector start;
  Vector trial;
  Vector residual;
  Vector trial_residual;
  Vector jacobian;      ///< m×n
  Vector metric;        ///< n×n: W, or diag(1/s²) where W is singular
  Vector moving_rows;   ///< the columns of the Jacobian that belong to moving components, where not all do
  Vector moving_metric; ///< rows and columns likewise
  Vector row_size;      ///< Σᵢ |∂rₖ/∂xᵢ| sᵢ
  Vector load;          ///< of the moving components
  Vector wanted;        ///< −r
  Vector change;        ///< of the moving components
  Vector multipliers;

  [[nodiscard]] double typical(std::size_t i) const {
    return options.scale.empty() ? std::max(1.0, std::abs(start[i])) : options.scale[i];
  }
  void measure_rows();
  [[nodiscard]] bool factors_given_metric();
  void linearise(const ProjectionRows& rows, std::span<const double> x);
  [[nodiscard]] KktMatrices moving_part();
  [[nodiscard]] double size_of(const Vector& r) const;
  [[nodiscard]] double distance(std::span<const double> x) const;
  [[nodiscard]] double try_change(const ProjectionRows& rows, std::span<const double> x, double share);
  [[nodiscard]] bool descend(const ProjectionRows& rows, std::span<double> x, double& size);
  void go_to_rows(const ProjectionRows& rows, std::span<double> x);
  [[nodiscard]] double find_way_back(std::span<const double> x);
  void go_nearer(const ProjectionRows& rows, std::span<double> x);
  void judge(std::span<const double> x);
  void clear_remainders(std::span<double> x) const;
};

Projector::Work::Work(int coordinates, int constraints, ProjectionOptions chosen)
    : n(static_cast<std::size_t>(coordinates)),
      m(static_cast<std::size_t>(constraints)),
      options(std::move(chosen)),
      solver(0, 0),
      mass_alone(0, 0),
      start(n),
      trial(n),
      residual(m),
      trial_residual(m),
      jacobian(m * n),
      metric(n * n),
      row_size(m),
      wanted(m),
      multipliers(m) {
  ENSURE(options.scale.empty() || options.scale.size() == n);
  ENSURE(options.movable.empty() || options.movable.size() == n);
  for (std::size_t i = 0; i < n; ++i)
    if (options.movable.empty() || options.movable[i]) moving.push_back(i);
  const std::size_t count = moving.size();
  if (count < n) {
    moving_rows.resize(m * count);
    moving_metric.resize(count * count);
  }
  load.resize(count);
  change.resize(count);
  if (count == 0) return;
  solver = KktSolver(static_cast<int>(count), constraints, options.kkt);
  mass_alone = KktSolver(static_cast<int>(count), 0, options.kkt);
}

/// Length of r, each row over its size.
double Projector::Work::size_of(const Vector& r) const {
  double sum = 0;
  for (std::size_t k = 0; k < m; ++k) {
    const double share = row_size[k] > 0 ? r[k] / row_size[k] : r[k];
    sum += share * share;
  }
  return std::sqrt(sum);
}

/// ‖x − x₀‖ in the metric at hand.
double Projector::Work::distance(std::span<const double> x) const {
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      sum += (x[i] - start[i]) * metric[i * n + j] * (x[j] - start[j]);
  return std::sqrt(std::max(sum, 0.0));
}

/// The metric and the rows of the moving components.
KktMatrices Projector::Work::moving_part() {
  const std::size_t count = moving.size();
  if (count == n) return {metric, jacobian};
  for (std::size_t a = 0; a < count; ++a) {
    for (std::size_t b = 0; b < count; ++b)
      moving_metric[a * count + b] = metric[moving[a] * n + moving[b]];
    for (std::size_t k = 0; k < m; ++k)
      moving_rows[k * count + a] = jacobian[k * n + moving[a]];
  }
  return {moving_metric, moving_rows};
}

void Projector::Work::measure_rows() {
  for (std::size_t k = 0; k < m; ++k) {
    row_size[k] = 0;
    for (std::size_t i = 0; i < n; ++i)
      row_size[k] += std::abs(jacobian[k * n + i]) * typical(i);
  }
}

/// Factors with W; false where W is singular, or was so at an x before.
bool Projector::Work::factors_given_metric() {
  if (report.metric == ProjectionMetric::scaled) return false;
  const KktMatrices given = moving_part();
  if (was_singular) {
    was_singular = !mass_alone.is_mass_trusted(given.mass);
    if (!was_singular) solver.factor(given);
  } else if (solver.factor(given).route == KktRoute::rank_revealing) {
    was_singular = !mass_alone.is_mass_trusted(given.mass);
  }
  return !was_singular;
}

/// Forms and factors [ W −Jᵀ; J 0 ] at x, with the scaled metric in the place of a singular W.
void Projector::Work::linearise(const ProjectionRows& rows, std::span<const double> x) {
  rows.linearise(x, jacobian, metric);
  is_fresh = true;
  measure_rows();
  if (moving.empty() || factors_given_metric()) return;
  report.metric = ProjectionMetric::scaled;
  std::fill(metric.begin(), metric.end(), 0.0);
  for (std::size_t i = 0; i < n; ++i)
    metric[i * n + i] = 1 / (typical(i) * typical(i));
  solver.factor(moving_part());
}

/// Writes x + share·change into `trial` and returns the size of the residual there, infinite where it cannot be taken.
double Projector::Work::try_change(const ProjectionRows& rows, std::span<const double> x, double share) {
  std::copy(x.begin(), x.end(), trial.begin());
  for (std::size_t a = 0; a < moving.size(); ++a)
    trial[moving[a]] += share * change[a];
  try {
    rows.residual(trial, trial_residual);
  } catch (const SolveError&) {
    return infinity;
  }
  const double size = size_of(trial_residual);
  if (!std::isfinite(size)) return infinity;
  return size;
}

/// Takes one Newton step from x, shortened until the residual falls; false where it falls no further.
bool Projector::Work::descend(const ProjectionRows& rows, std::span<double> x, double& size) {
  std::fill(load.begin(), load.end(), 0.0);
  for (std::size_t k = 0; k < m; ++k)
    wanted[k] = -residual[k];
  solver.solve(load, wanted, change, multipliers);
  double after = try_change(rows, x, 1);
  // Near round-off a step that does not help is the end; far from it, a shorter one may.
  constexpr double far = 1e-10;
  double share = 1;
  for (int i = 0; i < most_halvings && is_fresh && size > far && !(after < size); ++i) {
    share = share / 2;
    after = try_change(rows, x, share);
  }
  if (!(after < size)) return false;
  std::copy(trial.begin(), trial.end(), x.begin());
  residual.swap(trial_residual);
  is_fresh = false;
  const bool was_good = after <= good_ratio * size;
  size = after;
  if (!was_good && size > far) {
    linearise(rows, x);
    size = size_of(residual);
  }
  return true;
}

void Projector::Work::go_to_rows(const ProjectionRows& rows, std::span<double> x) {
  rows.residual(x, residual);
  double size = size_of(residual);
  for (int i = 0; i < options.max_iterations && size > enough; ++i) {
    ++report.iterations;
    if (descend(rows, x, size)) continue;
    if (is_fresh) return;
    // The kept matrices are too old, or this is round-off: new ones tell.
    constexpr double round_off = 1e-13;
    if (size < round_off) return;
    linearise(rows, x);
    size = size_of(residual);
  }
}

/// Writes the tangential way towards the start, −P(x − x₀), to `change` and returns its length.
double Projector::Work::find_way_back(std::span<const double> x) {
  const std::size_t count = moving.size();
  for (std::size_t a = 0; a < count; ++a) {
    load[a] = 0;
    for (std::size_t j = 0; j < n; ++j)
      load[a] -= metric[moving[a] * n + j] * (x[j] - start[j]);
  }
  std::fill(wanted.begin(), wanted.end(), 0.0);
  solver.solve(load, wanted, change, multipliers);
  double sum = 0;
  for (std::size_t a = 0; a < count; ++a)
    for (std::size_t b = 0; b < count; ++b)
      sum += change[a] * metric[moving[a] * n + moving[b]] * change[b];
  return std::sqrt(std::max(sum, 0.0));
}

/// Slides x along the rows until the way from the start is the shortest: sequential quadratic programming with the
/// metric as its Hessian matrix, every step followed by a return to the rows. Where the rows are curved strongly the
/// step is halved for good.
void Projector::Work::go_nearer(const ProjectionRows& rows, std::span<double> x) {
  Vector best(n);
  Vector best_residual;
  double share = 1;
  for (int i = 0; i < most_refinements && share > least_share; ++i) {
    linearise(rows, x);
    const double before = distance(x);
    if (find_way_back(x) <= nearest_accuracy * before) return;
    std::copy(x.begin(), x.end(), best.begin());
    best_residual = residual;
    const double size_before = size_of(residual);
    for (std::size_t a = 0; a < moving.size(); ++a)
      x[moving[a]] += share * change[a];
    go_to_rows(rows, x);
    const bool is_on_rows = size_of(residual) <= std::max(size_before, 1e-13);
    if (is_on_rows && distance(x) <= before) continue;
    std::copy(best.begin(), best.end(), x.begin());
    residual = best_residual;
    share /= 2;
  }
}

void Projector::Work::judge(std::span<const double> x) {
  report.rank = moving.empty() ? 0 : solver.status().rank;
  report.correction = distance(x);
  for (std::size_t k = 0; k < m; ++k) {
    const double share = std::abs(residual[k]) / (row_size[k] > 0 ? row_size[k] : 1);
    report.residual = std::max(report.residual, std::abs(residual[k]));
    report.scaled_residual = std::max(report.scaled_residual, share);
    if (!(share <= options.tolerance)) report.unmet_rows.push_back(k);
  }
  report.converged = report.unmet_rows.empty();
}

/// Sets components that converged to zero exactly to 0, so that relative tests do not see round-off.
void Projector::Work::clear_remainders(std::span<double> x) const {
  for (const std::size_t i : moving)
    if (x[i] != start[i] && std::abs(x[i]) < no_value * typical(i)) x[i] = 0.0;
}

Projector::Projector(int n, int m, ProjectionOptions options)
    : work_(std::make_unique<Work>(n, m, std::move(options))) {}
Projector::~Projector() = default;
Projector::Projector(Projector&&) noexcept = default;
Projector& Projector::operator=(Projector&&) noexcept = default;

const ProjectionReport& Projector::project(const ProjectionRows& rows, std::span<double> x, double enough,
                                           ProjectionBegin begin) {
  Work& w = *work_;
  ENSURE(x.size() == w.n);
  w.enough = enough;
  const ProjectionMetric last = w.report.metric;
  w.report = {};
  if (w.m == 0) {
    w.report.converged = true;
    return w.report;
  }
  std::copy(x.begin(), x.end(), w.start.begin());
  if (begin == ProjectionBegin::linearises) {
    w.linearise(rows, x);
  } else {
    w.report.metric = last;
    w.is_fresh = false;
    w.measure_rows();
  }
  if (w.moving.empty())
    rows.residual(x, w.residual);
  else
    w.go_to_rows(rows, x);
  if (w.options.aim == ProjectionAim::nearest && !w.moving.empty()) w.go_nearer(rows, x);
  w.judge(x);
  w.clear_remainders(x);
  return w.report;
}

} // namespace dalembert::inline numerics

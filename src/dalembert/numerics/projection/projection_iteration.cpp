#include <dalembert/base/errors.h>
#include <dalembert/numerics/projection/projection_iteration.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace dalembert {
inline namespace numerics {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double good_ratio = 0.25;        ///< a kept matrix serves while the residual falls at least by this factor
constexpr int most_halvings = 30;          ///< of a step that would raise the residual
constexpr int most_refinements = 100;      ///< of the nearest point
constexpr double least_share = 1e-3;       ///< of such a refinement
constexpr double nearest_accuracy = 1e-10; ///< of the nearest point, relative to the way from the start
constexpr double no_value = 1e-40;         ///< of its usual size: a component that every step made smaller by 10¹⁶

} // namespace

ProjectionIteration::ProjectionIteration(std::size_t n, std::size_t m, ProjectionOptions options)
    : n_(n),
      m_(m),
      options_(std::move(options)),
      scale_(n),
      start_(n),
      trial_(n),
      residual_(m),
      trial_residual_(m),
      row_size_(m),
      apart_(n),
      load_(n),
      wanted_(m),
      change_(n) {
  ENSURE(options_.scale.empty() || options_.scale.size() == n);
  ENSURE(options_.movable.empty() || options_.movable.size() == n);
  for (std::size_t i = 0; i < n; ++i)
    if (options_.movable.empty() || options_.movable[i]) moving_.push_back(i);
}

/// One projection: where x goes, in the memory of the iteration.
class ProjectionIteration::Way {
public:
  Way(ProjectionIteration& work, const Residual& residual, ProjectionEquations& equations, std::span<double> x,
      double enough)
      : w_(work), residual_(residual), equations_(equations), x_(x), enough_(enough) {}

  void linearise() {
    equations_.linearise(x_, w_.scale_);
    is_fresh_ = true;
    measure_rows();
  }
  void measure_rows() { equations_.measure_rows(w_.scale_, w_.row_size_); }
  void take_residual() { residual_(x_, w_.residual_); }
  void go_to_rows();
  void go_nearer();
  void judge();
  void clear_remainders() const;

private:
  [[nodiscard]] double size_of(const std::vector<double>& r) const;
  [[nodiscard]] double distance();
  [[nodiscard]] double try_change(double share);
  [[nodiscard]] bool descend(double& size);
  [[nodiscard]] double find_way_back();

  ProjectionIteration& w_;
  const Residual& residual_;
  ProjectionEquations& equations_;
  std::span<double> x_;
  double enough_;         ///< size of the residual that need not be made smaller
  bool is_fresh_ = false; ///< the equations belong to the x at hand
};

/// Length of r, each row over its size.
double ProjectionIteration::Way::size_of(const std::vector<double>& r) const {
  double sum = 0;
  for (std::size_t k = 0; k < w_.m_; ++k) {
    const double share = w_.row_size_[k] > 0 ? r[k] / w_.row_size_[k] : r[k];
    sum += share * share;
  }
  return std::sqrt(sum);
}

/// ‖x − x₀‖ in the metric at hand.
double ProjectionIteration::Way::distance() {
  for (std::size_t i = 0; i < w_.n_; ++i)
    w_.apart_[i] = x_[i] - w_.start_[i];
  return equations_.length(w_.apart_);
}

/// Writes x + share·change into `trial_` and returns the size of the residual there, infinite where it cannot be taken.
double ProjectionIteration::Way::try_change(double share) {
  std::copy(x_.begin(), x_.end(), w_.trial_.begin());
  for (const std::size_t i : w_.moving_)
    w_.trial_[i] += share * w_.change_[i];
  try {
    residual_(w_.trial_, w_.trial_residual_);
  } catch (const SolveError&) {
    return infinity;
  }
  const double size = size_of(w_.trial_residual_);
  if (!std::isfinite(size)) return infinity;
  return size;
}

/// Takes one Newton step from x, shortened until the residual falls; false where it falls no further.
bool ProjectionIteration::Way::descend(double& size) {
  std::fill(w_.load_.begin(), w_.load_.end(), 0.0);
  for (std::size_t k = 0; k < w_.m_; ++k)
    w_.wanted_[k] = -w_.residual_[k];
  equations_.solve(w_.load_, w_.wanted_, w_.change_);
  double after = try_change(1);
  // Near round-off a step that does not help is the end; far from it, a shorter one may.
  constexpr double far = 1e-10;
  double share = 1;
  for (int i = 0; i < most_halvings && is_fresh_ && size > far && !(after < size); ++i) {
    share = share / 2;
    after = try_change(share);
  }
  if (!(after < size)) return false;
  std::copy(w_.trial_.begin(), w_.trial_.end(), x_.begin());
  w_.residual_.swap(w_.trial_residual_);
  is_fresh_ = false;
  const bool was_good = after <= good_ratio * size;
  size = after;
  if (!was_good && size > far) {
    linearise();
    size = size_of(w_.residual_);
  }
  return true;
}

void ProjectionIteration::Way::go_to_rows() {
  take_residual();
  double size = size_of(w_.residual_);
  for (int i = 0; i < w_.options_.max_iterations && size > enough_; ++i) {
    ++w_.report_.iterations;
    if (descend(size)) continue;
    if (is_fresh_) return;
    // The kept matrices are too old, or this is round-off: new ones tell.
    constexpr double round_off = 1e-13;
    if (size < round_off) return;
    linearise();
    size = size_of(w_.residual_);
  }
}

/// Writes the tangential way towards the start, −P(x − x₀), to `change_` and returns its length.
double ProjectionIteration::Way::find_way_back() {
  for (std::size_t i = 0; i < w_.n_; ++i)
    w_.apart_[i] = x_[i] - w_.start_[i];
  equations_.multiply(w_.apart_, w_.load_);
  for (double& load : w_.load_)
    load = -load;
  std::fill(w_.wanted_.begin(), w_.wanted_.end(), 0.0);
  equations_.solve(w_.load_, w_.wanted_, w_.change_);
  return equations_.length(w_.change_);
}

/// Slides x along the rows until the way from the start is the shortest: sequential quadratic programming with the
/// metric as its Hessian matrix, every step followed by a return to the rows. Where the rows are curved strongly the
/// step is halved for good.
void ProjectionIteration::Way::go_nearer() {
  std::vector<double> best(w_.n_);
  std::vector<double> best_residual;
  double share = 1;
  for (int i = 0; i < most_refinements && share > least_share; ++i) {
    linearise();
    const double before = distance();
    if (find_way_back() <= nearest_accuracy * before) return;
    std::copy(x_.begin(), x_.end(), best.begin());
    best_residual = w_.residual_;
    const double size_before = size_of(w_.residual_);
    for (const std::size_t i_moving : w_.moving_)
      x_[i_moving] += share * w_.change_[i_moving];
    go_to_rows();
    const bool is_on_rows = size_of(w_.residual_) <= std::max(size_before, 1e-13);
    if (is_on_rows && distance() <= before) continue;
    std::copy(best.begin(), best.end(), x_.begin());
    w_.residual_ = best_residual;
    share /= 2;
  }
}

void ProjectionIteration::Way::judge() {
  ProjectionReport& report = w_.report_;
  report.rank = equations_.rank();
  report.correction = distance();
  for (std::size_t k = 0; k < w_.m_; ++k) {
    const double share = std::abs(w_.residual_[k]) / (w_.row_size_[k] > 0 ? w_.row_size_[k] : 1);
    report.residual = std::max(report.residual, std::abs(w_.residual_[k]));
    report.scaled_residual = std::max(report.scaled_residual, share);
    if (!(share <= w_.options_.tolerance)) report.unmet_rows.push_back(k);
  }
  report.converged = report.unmet_rows.empty();
}

/// Sets components that converged to zero exactly to 0, so that relative tests do not see round-off.
void ProjectionIteration::Way::clear_remainders() const {
  for (const std::size_t i : w_.moving_)
    if (x_[i] != w_.start_[i] && std::abs(x_[i]) < no_value * w_.scale_[i]) x_[i] = 0.0;
}

ProjectionReport& ProjectionIteration::project(const Residual& residual, ProjectionEquations& equations,
                                               std::span<double> x, double enough, ProjectionBegin begin) {
  ENSURE(x.size() == n_);
  report_ = {};
  if (m_ == 0) {
    report_.converged = true;
    return report_;
  }
  std::copy(x.begin(), x.end(), start_.begin());
  for (std::size_t i = 0; i < n_; ++i)
    scale_[i] = options_.scale.empty() ? std::max(1.0, std::abs(start_[i])) : options_.scale[i];
  Way way(*this, residual, equations, x, enough);
  if (begin == ProjectionBegin::linearises)
    way.linearise();
  else
    way.measure_rows();
  if (moving_.empty())
    way.take_residual();
  else
    way.go_to_rows();
  if (options_.aim == ProjectionAim::nearest && !moving_.empty()) way.go_nearer();
  way.judge();
  way.clear_remainders();
  return report_;
}

} // namespace numerics
} // namespace dalembert

#include <dalembert/base/errors.h>
#include <dalembert/numerics/step/fixed_stepper.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace dalembert {
inline namespace numerics {

namespace {

constexpr double far_enough = 0.75; ///< of a step: what the slope predicted need not be met closer

/// Shares of a step at which slopes are taken, such that their errors count least. Nodes of a quadrature that is exact
/// for the polynomial (three that lie evenly about the middle, say) would leave it open.
constexpr std::array<double, 2> two_nodes{0.2, 0.8};
constexpr std::array<double, 3> three_nodes{0.15, 0.25, 0.85};

/// d/dθ of θ²(1 − θ)²·θᵏ.
double bulge_slope(double theta, std::size_t k) {
  const double u = theta * (1 - theta);
  const double power = std::pow(theta, static_cast<double>(k));
  const double inner = k == 0 ? 0.0 : static_cast<double>(k) * std::pow(theta, static_cast<double>(k - 1));
  return 2 * u * (1 - 2 * theta) * power + u * u * inner;
}

} // namespace

FixedStepper::FixedStepper(OdeProblem problem, StepOptions options, int dense_order)
    : problem_(std::move(problem)), options_(std::move(options)), dense_order_(dense_order) {}

std::string FixedStepper::name_of(std::size_t i) const {
  return problem_.name ? problem_.name(i) : fmt::format("component {}", i);
}

void FixedStepper::evaluate(double t, std::span<const double> y, std::span<double> dydt) {
  ++statistics_.evaluations;
  problem_.rhs(t, y, dydt);
  const auto bad = std::ranges::find_if(dydt, [](double v) { return !std::isfinite(v); });
  if (bad != dydt.end())
    throw SolveError(fmt::format("the rate of {} is not finite at t = {:.6g} s",
                                 name_of(static_cast<std::size_t>(bad - dydt.begin())), t),
                     {.time = t});
}

void FixedStepper::start(double t, std::span<const double> y) {
  ENSURE(options_.step > 0 && options_.max_step > 0);
  n_ = y.size();
  time_ = previous_time_ = t;
  state_.assign(y.begin(), y.end());
  previous_state_ = trial_ = rate_ = previous_rate_ = state_;
  length_ = 0;
  has_step_ = false;
  has_dense_ = false;
  first_ = options_.initial_step > 0 ? options_.initial_step : std::numeric_limits<double>::infinity();
  evaluate(t, state_, rate_);
  prepare();
}

/// Lays equal steps from here to `t_stop`.
void FixedStepper::lay_grid(double t_stop) {
  constexpr double rounding = 1e-9; // a step that divides the way but for rounding does divide it
  origin_ = time_;
  grid_stop_ = t_stop;
  count_ = std::max(1.0, std::ceil(std::abs(t_stop - time_) / options_.step - rounding));
  length_ = (t_stop - time_) / count_;
  passed_ = 0;
  is_on_grid_ = true;
}

FixedStepper::Target FixedStepper::next_target() {
  const double grid = passed_ + 1 < count_ ? origin_ + (passed_ + 1) * length_ : grid_stop_;
  const double rest = is_on_grid_ ? length_ : grid - time_;
  double longest = options_.max_step;
  if (options_.longest_step) longest = std::min(longest, options_.longest_step(time_));
  longest = std::min({longest, piece_, first_});
  if (std::abs(rest) <= 1.01 * longest) return {grid, rest, true};
  const double t_new = time_ + std::copysign(longest, rest);
  return {t_new, t_new - time_, false};
}

/// False where the step from the state to `end` is longer than may be made; `share` then says how much of it may be.
bool FixedStepper::has_room(double h, std::span<const double> end, double& share) const {
  if (!options_.passable) return true;
  share = options_.passable(h, state_, end);
  return share >= far_enough;
}

/// Makes the step to `target` and evaluates f there; false where it is longer than may be made, `share` then says how
/// much of it may be.
bool FixedStepper::try_step(const Target& target, double shortest, double& share) {
  const double h = target.length;
  const bool is_bound = std::abs(h) >= shortest;
  for (std::size_t i = 0; i < n_; ++i)
    trial_[i] = state_[i] + h * rate_[i];
  if (is_bound && !has_room(h, trial_, share)) return false;
  try {
    advance(target.time, h);
    if (is_bound && !has_room(h, trial_, share)) return false;
    previous_rate_.swap(rate_);
    evaluate(target.time, trial_, rate_);
  } catch (const SolveError& error) {
    throw SolveError(fmt::format("{}; the integration cannot continue past t = {:.9g} s (step {:.2g} s)", error.what(),
                                 time_, std::abs(h)),
                     {time_, h, 0});
  }
  return true;
}

void FixedStepper::accept(const Target& target) {
  const double h = target.length;
  previous_time_ = time_;
  time_ = target.time;
  previous_state_.swap(state_);
  state_.swap(trial_);
  has_step_ = true;
  has_dense_ = false;
  is_on_grid_ = target.is_on_grid;
  if (is_on_grid_) ++passed_;
  if (time_ == grid_stop_) length_ = 0;
  first_ = std::numeric_limits<double>::infinity();
  ++statistics_.accepted;
  statistics_.largest_step = std::max(statistics_.largest_step, std::abs(h));
  statistics_.smallest_step =
      statistics_.smallest_step == 0 ? std::abs(h) : std::min(statistics_.smallest_step, std::abs(h));
  take_in(h);
}

void FixedStepper::step(double t_stop) {
  ENSURE(n_ > 0 && std::isfinite(t_stop));
  if (t_stop == time_) return;
  if (length_ == 0 || t_stop != grid_stop_) lay_grid(t_stop);
  const double shortest = 16 * std::numeric_limits<double>::epsilon() * std::max(std::abs(time_), std::abs(length_));
  piece_ = std::numeric_limits<double>::infinity();
  for (;;) {
    if (options_.max_steps > 0 && statistics_.accepted + statistics_.rejected >= options_.max_steps)
      throw SolveError(fmt::format("the limit of {} steps was reached at t = {:.9g} s",
                                   statistics_.accepted + statistics_.rejected, time_),
                       {time_, length_, 0});
    const Target target = next_target();
    double share = 1;
    if (try_step(target, shortest, share)) return accept(target);
    ++statistics_.rejected;
    piece_ = std::abs(target.length) * std::max(share, 1.0 / 16);
  }
}

void FixedStepper::jump(double t) {
  for (std::size_t i = 0; i < n_; ++i)
    state_[i] += (t - time_) * rate_[i];
  previous_time_ = time_ = t;
  previous_state_ = state_;
  has_step_ = false;
  length_ = 0;
  evaluate(t, state_, rate_);
  prepare();
}

/// Writes y(θ) of the cubic polynomial and the first `nodes` coefficients beyond it.
void FixedStepper::sum_dense(double theta, std::size_t nodes, std::span<double> y) const {
  const double h = time_ - previous_time_;
  const double u = theta * (1 - theta);
  for (std::size_t i = 0; i < n_; ++i) {
    const double change = state_[i] - previous_state_[i];
    const double at_begin = h * previous_rate_[i] - change;
    const double at_end = change - h * rate_[i];
    double beyond = 0;
    for (std::size_t k = nodes; k-- > 0;)
      beyond = beyond * theta + bulge_[k * n_ + i];
    y[i] = previous_state_[i] + (theta * change + u * ((1 - theta) * at_begin + theta * at_end) + u * u * beyond);
  }
}

/// Takes f at `nodes` on the polynomial at hand, and makes it the one that has these slopes.
void FixedStepper::fit_slopes(std::span<const double> nodes) {
  const std::size_t count = nodes.size();
  const std::size_t known = bulge_.size() / n_;
  const double h = time_ - previous_time_;
  Vector y(n_);
  Vector missing(count * n_); // h·f less the slope of the cubic
  for (std::size_t j = 0; j < count; ++j) {
    const double theta = nodes[j];
    sum_dense(theta, known, y);
    const std::span<double> f(&missing[j * n_], n_);
    evaluate(previous_time_ + theta * h, y, f);
    for (std::size_t i = 0; i < n_; ++i) {
      const double change = state_[i] - previous_state_[i];
      const double at_begin = h * previous_rate_[i] - change;
      const double at_end = change - h * rate_[i];
      // d/dθ of θ(1 − θ)·((1 − θ)·a + θ·b)
      const double cubic = change + (1 - theta) * (1 - 3 * theta) * at_begin + theta * (2 - 3 * theta) * at_end;
      f[i] = h * f[i] - cubic;
    }
  }
  std::vector<Vector> matrix(count, Vector(count));
  for (std::size_t j = 0; j < count; ++j)
    for (std::size_t k = 0; k < count; ++k)
      matrix[j][k] = bulge_slope(nodes[j], k);
  for (std::size_t k = 0; k < count; ++k) {
    const auto largest =
        std::max_element(matrix.begin() + static_cast<std::ptrdiff_t>(k), matrix.end(),
                         [k](const Vector& a, const Vector& b) { return std::abs(a[k]) < std::abs(b[k]); });
    const auto pivot = static_cast<std::size_t>(largest - matrix.begin());
    std::swap(matrix[k], matrix[pivot]);
    for (std::size_t i = 0; i < n_; ++i)
      std::swap(missing[k * n_ + i], missing[pivot * n_ + i]);
    for (std::size_t j = 0; j < count; ++j) {
      if (j == k) continue;
      const double factor = matrix[j][k] / matrix[k][k];
      for (std::size_t c = k; c < count; ++c)
        matrix[j][c] -= factor * matrix[k][c];
      for (std::size_t i = 0; i < n_; ++i)
        missing[j * n_ + i] -= factor * missing[k * n_ + i];
    }
  }
  bulge_.assign(count * n_, 0);
  for (std::size_t k = 0; k < count; ++k)
    for (std::size_t i = 0; i < n_; ++i)
      bulge_[k * n_ + i] = missing[k * n_ + i] / matrix[k][k];
}

void FixedStepper::build_dense() {
  bulge_.clear();
  if (dense_order_ >= 4) fit_slopes(two_nodes);
  if (dense_order_ >= 5) fit_slopes(two_nodes);
  if (dense_order_ >= 6) fit_slopes(three_nodes);
  has_dense_ = true;
}

void FixedStepper::interpolate(double t, std::span<double> y) {
  ENSURE(y.size() == n_);
  if (t == time_ || !has_step_) {
    std::ranges::copy(state_, y.begin());
    return;
  }
  if (!has_dense_) build_dense();
  sum_dense((t - previous_time_) / (time_ - previous_time_), bulge_.size() / n_, y);
}

bool FixedStepper::archive(Archive& with) {
  with(statistics_, time_, previous_time_, state_, previous_state_, rate_, previous_rate_, trial_, origin_, grid_stop_,
       length_, count_, passed_, first_, is_on_grid_, has_step_, has_dense_, bulge_);
  return true;
}

} // namespace numerics
} // namespace dalembert

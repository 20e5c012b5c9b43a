#include <dalembert/base/errors.h>
#include <dalembert/numerics/linear/kkt.h>
#include <dalembert/numerics/linear/singular_share.h>
#include <dalembert/simulation/engine/explain.h>
#include <dalembert/simulation/motion/row_independence.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace dalembert {
inline namespace simulation {

RowIndependence::RowIndependence(const Engine& engine, Motion& motion, int rank)
    : engine_(engine),
      motion_(motion),
      rank_(rank),
      entries_(engine),
      usual_(engine.constraints(), 0.0),
      usual_pivots_(routes, 0.0) {
  static_cast<void>(take_acting_rows());
}

std::vector<std::size_t> RowIndependence::take_acting_rows() {
  acting_.resize(engine_.constraints(), true);
  std::vector<std::size_t> out;
  for (std::size_t k = 0; k < acting_.size(); ++k) {
    const bool acts = motion_.dynamics().is_active(k);
    if (acts != acting_[k]) out.push_back(k);
    acting_[k] = acts;
  }
  if (!out.empty()) std::ranges::fill(usual_pivots_, 0.0);
  return out;
}

int RowIndependence::rank() const {
  return motion_.dynamics().acting_rank().value_or(rank_);
}

bool RowIndependence::counts(std::size_t row) const {
  return motion_.dynamics().is_active(row) && !vanishes_everywhere(row);
}

void RowIndependence::measure(double t, std::span<const double> y) {
  entries_.evaluate(t, y, values_);
  lengths_.assign(engine_.constraints(), 0.0);
  for (std::size_t k = 0; k < lengths_.size(); ++k) {
    const std::span<const double> row = entries_.of_row(std::span(std::as_const(values_)), k);
    const std::span<const std::size_t> columns = entries_.columns_of_row(k);
    for (std::size_t e = 0; e < row.size(); ++e)
      lengths_[k] = std::hypot(lengths_[k], row[e] * engine_.scale(columns[e]));
  }
}

/// At a state a tenth of the sizes of the coordinates away, in irregular directions.
void RowIndependence::find_typical(double t, std::span<const double> y) {
  constexpr double away = 0.1;
  std::vector<double> off(y.begin(), y.end());
  for (std::size_t i = 0; i < engine_.coordinates(); ++i)
    off[i] += away * engine_.scale(i) * std::sin(1.0 + 1.7 * static_cast<double>(i));
  measure(t, off);
  typical_ = lengths_;
}

void RowIndependence::take_usual(double t, std::span<const double> y) {
  if (typical_.empty()) find_typical(t, y);
  measure(t, y);
  for (std::size_t k = 0; k < usual_.size(); ++k)
    if (std::isfinite(lengths_[k])) usual_[k] = std::max(usual_[k], lengths_[k]);
}

std::span<const double> RowIndependence::lengths(double t, std::span<const double> y) {
  measure(t, y);
  return lengths_;
}

bool RowIndependence::vanishes_everywhere(std::size_t row) const {
  constexpr double rounding = 3e-3; // of the length off the constraints: the root of what a row is met to, and more
  return usual_[row] == 0.0 || (!typical_.empty() && usual_[row] < rounding * typical_[row]);
}

double RowIndependence::shortest(double t, std::span<const double> y) {
  measure(t, y);
  double out = 1.0;
  for (std::size_t k = 0; k < lengths_.size(); ++k)
    if (counts(k)) out = std::min(out, lengths_[k] / usual_[k]);
  return out;
}

RowIndependence::Pivot RowIndependence::smallest_pivot(double t, std::span<const double> y, bool is_solved) {
  if (rank() < 2) return {Route::matrices, shortest(t, y)};
  if (!is_solved && !can_solve_at(motion_, t, y)) return {};
  const Dynamics& dynamics = motion_.dynamics();
  const KktStatus& status = dynamics.status();
  if (dynamics.is_by_structure()) {
    const Route route = dynamics.is_by_released_structure() ? Route::released_structure : Route::structure;
    return {route, shortest(t, y) * std::sqrt(status.smallest_pivot)}; // sin² of an angle
  }
  if (status.route == KktRoute::rank_revealing) return {Route::by_rank, shortest(t, y) * status.smallest_pivot};
  return {Route::matrices, shortest(t, y) * std::sqrt(status.smallest_pivot)};
}

bool RowIndependence::may_be_below(double share, double t, std::span<const double> y, bool is_solved) {
  constexpr double margin = 4.0; // pivots fall in proportion to the distance as well
  const Pivot pivot = smallest_pivot(t, y, is_solved);
  const double usual = usual_pivots_[static_cast<std::size_t>(pivot.route)];
  return !(pivot.value > margin * share * usual && usual > 0.0);
}

/// What it is there is worked out when that is asked for, or where the next one is solved by another elimination.
void RowIndependence::take_usual_place(double t, std::span<const double> y) {
  const Pivot pivot = smallest_pivot(t, y, false);
  double& known = usual_pivots_[static_cast<std::size_t>(pivot.route)];
  if (!(pivot.value > known)) return;
  if (known == 0.0 && !usual_place_.empty()) {
    take_usual_value(usual());
    static_cast<void>(can_solve_at(motion_, t, y)); // the state stays the current one
  }
  known = pivot.value;
  usual_time_ = t;
  usual_place_.assign(y.begin(), y.end());
}

double RowIndependence::usual() {
  if (!usual_place_.empty()) take_usual_value(at(usual_time_, usual_place_));
  usual_place_.clear();
  return usual_value_;
}

/// Of the rows that count.
double RowIndependence::at(double t, std::span<const double> y) {
  const double out = shortest(t, y);
  if (rank() < 2) return out;
  if (!can_solve_at(motion_, t, y)) return 0.0;
  const std::size_t n = engine_.coordinates();
  const std::size_t m = engine_.constraints();
  const Dynamics& dynamics = motion_.dynamics();
  const std::span<const double> all = dynamics.rows();
  rows_.assign(all.begin(), all.end());
  for (std::size_t k = 0; k < m; ++k)
    if (!counts(k)) std::fill_n(rows_.begin() + static_cast<std::ptrdiff_t>(k * n), n, 0.0);
  return out * singular_share({dynamics.mass(), rows_, {}}, static_cast<int>(n), static_cast<int>(m), rank());
}

std::string RowIndependence::vanishing_row(double t, std::span<const double> y) {
  constexpr double share = 1e-3;
  measure(t, y);
  for (std::size_t k = 0; k < lengths_.size(); ++k)
    if (counts(k) && lengths_[k] < share * usual_[k]) return row_vanishes(engine_.system().constraints[k].name);
  return {};
}

bool can_solve_at(Motion& motion, double t, std::span<const double> y) {
  try {
    motion.unpack(t, y);
    motion.solve();
    return true;
  } catch (const SolveError&) {
    return false;
  }
}

std::string singular_reason(Motion& motion, const Engine& engine, double t, std::span<const double> y) {
  if (!can_solve_at(motion, t, y)) return {};
  const KktMatrices matrices{motion.dynamics().mass(), motion.dynamics().rows(), {}};
  return explain_nearly_singular(engine, matrices).value_or(std::string());
}

} // namespace simulation
} // namespace dalembert

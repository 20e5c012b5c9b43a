#include <dalembert/base/errors.h>
#include <dalembert/numerics/kkt.h>
#include <dalembert/simulation/explain.h>
#include <dalembert/simulation/row_independence.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace dalembert::inline simulation {

RowIndependence::RowIndependence(const Engine& engine, Motion& motion, int rank)
    : engine_(engine), motion_(motion), rank_(rank), entries_(engine), usual_(engine.constraints(), 0.0) {}

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
    if (!vanishes_everywhere(k)) out = std::min(out, lengths_[k] / usual_[k]);
  return out;
}

double RowIndependence::by_pivots(double t, std::span<const double> y, bool is_solved) {
  const double out = shortest(t, y);
  if (rank_ < 2) return out;
  if (!is_solved && !can_solve_at(motion_, t, y)) return 0.0;
  const KktStatus& status = motion_.dynamics().status();
  if (!motion_.dynamics().is_by_structure() && status.route == KktRoute::rank_revealing)
    return out * status.smallest_pivot;
  return out * std::sqrt(status.smallest_pivot); // sin² of an angle
}

double RowIndependence::at(double t, std::span<const double> y) {
  const double out = shortest(t, y);
  if (rank_ < 2) return out;
  if (!can_solve_at(motion_, t, y)) return 0.0;
  const Dynamics& dynamics = motion_.dynamics();
  if (dynamics.is_by_structure()) return out * std::sqrt(dynamics.status().smallest_pivot); // sin² of an angle
  const std::vector<double> spectrum =
      row_spectrum({dynamics.mass(), dynamics.rows(), {}}, static_cast<int>(engine_.coordinates()),
                   static_cast<int>(engine_.constraints()), {});
  return out * spectrum[static_cast<std::size_t>(rank_) - 1] / spectrum.front();
}

std::string RowIndependence::vanishing_row(double t, std::span<const double> y) {
  constexpr double share = 1e-3;
  measure(t, y);
  for (std::size_t k = 0; k < lengths_.size(); ++k)
    if (!vanishes_everywhere(k) && lengths_[k] < share * usual_[k])
      return row_vanishes(engine_.system().constraints[k].name);
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

} // namespace dalembert::inline simulation

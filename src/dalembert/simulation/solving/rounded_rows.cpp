#include <dalembert/base/errors.h>
#include <dalembert/numerics/linear/kkt.h>
#include <dalembert/program/rounding_bound.h>
#include <dalembert/simulation/engine/row_values.h>
#include <dalembert/simulation/solving/rounded_rows.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace dalembert {
inline namespace simulation {

namespace {

/// The rows of one level that act, at one state, and the least changes that meet them.
class ActingRows {
public:
  ActingRows(const Engine& engine, const Dynamics& dynamics, Level level)
      : engine_(engine), level_(level), values_(engine, level), n_(engine.coordinates()) {
    const std::vector<std::size_t>& holonomic = engine.programs->positions.rows;
    const std::size_t all = level == Level::position ? holonomic.size() : engine.constraints();
    for (std::size_t r = 0; r < all; ++r)
      if (dynamics.is_active(level == Level::position ? holonomic[r] : r)) rows_.push_back(r);
  }

  [[nodiscard]] std::size_t size() const { return rows_.size(); }

  /// Evaluates at `inputs` and factors.
  void take(std::span<const double> inputs) {
    values_.evaluate_rows(inputs);
    residual_.clear();
    gradient_.clear();
    for (const std::size_t r : rows_) {
      residual_.push_back(values_.view().residual[r]);
      const std::span<const double> row = values_.view().row(r);
      gradient_.insert(gradient_.end(), row.begin(), row.end());
    }
    std::vector<double> metric(n_ * n_, 0.0);
    for (std::size_t i = 0; i < n_; ++i)
      metric[i * n_ + i] = 1.0;
    solver_.emplace(static_cast<int>(n_), static_cast<int>(rows_.size()));
    solver_->factor({metric, gradient_, {}});
  }
  [[nodiscard]] const std::vector<double>& residual() const { return residual_; }

  /// The least change x with A x = `wanted`.
  [[nodiscard]] std::vector<double> change(const std::vector<double>& wanted) {
    std::vector<double> out(n_, 0.0);
    std::vector<double> multipliers(rows_.size());
    solver_->solve(std::vector<double>(n_, 0.0), wanted, out, multipliers);
    return out;
  }

  /// Those of them that act.
  [[nodiscard]] std::vector<double> among(const std::vector<double>& all) const {
    std::vector<double> out;
    for (const std::size_t r : rows_)
      out.push_back(all[level_ == Level::position ? engine_.programs->positions.rows[r] : r]);
    return out;
  }

private:
  const Engine& engine_;
  Level level_;
  RowValues values_;
  std::size_t n_;
  std::vector<std::size_t> rows_;
  std::vector<double> residual_;
  std::vector<double> gradient_;
  std::optional<KktSolver> solver_;
};

std::vector<double> alone(const std::vector<double>& values, std::size_t index) {
  std::vector<double> out(values.size(), 0.0);
  out[index] = values[index];
  return out;
}

void append_change(std::vector<std::vector<double>>& out, std::vector<double> positions, std::vector<double> rates) {
  positions.insert(positions.end(), rates.begin(), rates.end());
  out.push_back(std::move(positions));
}

std::vector<std::vector<double>> all_changes(const Engine& engine, const Dynamics& dynamics,
                                             std::span<const double> inputs) {
  const std::size_t n = engine.coordinates();
  std::vector<std::vector<double>> out;
  ActingRows positions(engine, dynamics, Level::position);
  ActingRows rates(engine, dynamics, Level::rate);
  if (rates.size() == 0) return out;
  rates.take(inputs);
  const RowRounding rounding = row_rounding(engine, inputs);
  const std::vector<double> met = rates.residual();
  const std::vector<double> of_rates = rates.among(rounding.rates);
  for (std::size_t r = 0; r < rates.size(); ++r)
    append_change(out, std::vector<double>(n, 0.0), rates.change(alone(of_rates, r)));
  if (positions.size() == 0) return out;
  positions.take(inputs);
  const std::vector<double> of_positions = positions.among(rounding.positions);
  std::vector<double> moved(inputs.begin(), inputs.end());
  const std::span<double> place = InputView<double>(engine.programs->layout, moved).positions();
  const std::vector<double> start(place.begin(), place.end());
  for (std::size_t r = 0; r < positions.size(); ++r) {
    const std::vector<double> change = positions.change(alone(of_positions, r));
    for (std::size_t i = 0; i < n; ++i)
      place[i] = start[i] + change[i];
    rates.take(moved);
    std::vector<double> wanted(met);
    for (std::size_t k = 0; k < wanted.size(); ++k)
      wanted[k] -= rates.residual()[k];
    append_change(out, change, rates.change(wanted));
  }
  return out;
}

} // namespace

std::vector<std::vector<double>> changes_by_rounded_rows(const Engine& engine, const Dynamics& dynamics,
                                                         std::span<const double> inputs) {
  constexpr std::size_t most = 200;
  if (engine.coordinates() + engine.constraints() > most) return {};
  try {
    return all_changes(engine, dynamics, inputs);
  } catch (const SolveError&) { // the rows have no finite values near here
    return {};
  }
}

RowRounding row_rounding(const Engine& engine, std::span<const double> inputs) {
  constexpr double several = 8.0; // what a projection leaves, in what rounding makes of a row
  const std::span<const double> state = inputs.first(engine.programs->layout.state_size());
  const std::vector<std::size_t>& holonomic = engine.programs->positions.rows;
  RowRounding out{std::vector<double>(engine.constraints(), 0.0), {}};
  if (!holonomic.empty()) {
    const std::vector<double> bounds = rounding_bounds(engine.programs->positions.tape, state);
    for (std::size_t r = 0; r < holonomic.size(); ++r)
      out.positions[holonomic[r]] = several * bounds[r];
  }
  const std::vector<double> bounds = rounding_bounds(engine.programs->rates.tape, state);
  for (std::size_t k = 0; k < engine.constraints(); ++k)
    out.rates.push_back(several * bounds[k]);
  return out;
}

std::vector<double> sizes_of_kinds(const Engine& engine, std::span<const double> inputs) {
  const InputView<const double> at(engine.programs->layout, inputs);
  const std::vector<Coordinate>& coordinates = engine.system().coordinates;
  const std::size_t n = coordinates.size();
  std::vector<double> out;
  for (std::size_t i = 0; i < 2 * n; ++i)
    out.push_back(engine.scale(i % n));
  if (!engine.system().has_units) return out;
  std::map<std::string, std::array<double, 2>> largest; // of positions and of rates
  for (std::size_t i = 0; i < 2 * n; ++i) {
    double& of_kind = largest[coordinates[i % n].measure.unit()].at(i / n);
    of_kind = std::max(of_kind, std::abs(at.motion()[i]));
  }
  for (std::size_t i = 0; i < 2 * n; ++i)
    out[i] = std::max(out[i], largest[coordinates[i % n].measure.unit()].at(i / n));
  return out;
}

} // namespace simulation
} // namespace dalembert

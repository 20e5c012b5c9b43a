#include <dalembert/base/errors.h>
#include <dalembert/numerics/linear/pivots.h>
#include <dalembert/simulation/engine/row_values.h>
#include <dalembert/simulation/solving/account.h>
#include <dalembert/studies/steady_newton.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace dalembert {
inline namespace studies {

namespace {

double largest_entry(const State& state) {
  double out = 0.0;
  for (const double q : state.q)
    out = std::max(out, std::abs(q));
  for (const double v : state.v)
    out = std::max(out, std::abs(v));
  return out;
}

double largest_entry(const DenseMatrix& m) {
  double out = 0.0;
  for (const double entry : m.entries)
    out = std::max(out, std::abs(entry));
  return out;
}

} // namespace

SteadyNewton::SteadyNewton(Lineariser& lineariser, const Freedoms& freedoms, Wanted wanted, Held held)
    : lineariser_(lineariser), engine_(lineariser.engine()), freedoms_(freedoms), wanted_(wanted), held_(held) {
  for (std::size_t i = 0; i < engine_.coordinates(); ++i) {
    if (wanted == Wanted::equilibrium || !freedoms.is_ignorable[i]) positions_.push_back(i);
    const bool is_free = std::binary_search(freedoms.rates.begin(), freedoms.rates.end(), i);
    // A rate at rest must vanish; an independent one in an equilibrium is put to 0 beforehand.
    const bool is_at_rest = wanted == Wanted::equilibrium ? !is_free : !freedoms.is_ignorable[i];
    if (is_at_rest) still_.push_back(i);
  }
  for (const std::size_t row : freedoms.holonomic_rows)
    if (wanted == Wanted::equilibrium ||
        !std::binary_search(freedoms.running_rows.begin(), freedoms.running_rows.end(), row))
      rows_.push_back(row);
}

std::optional<SteadyNewton::Found> SteadyNewton::from(State state) {
  if (wanted_ == Wanted::equilibrium) std::fill(state.v.begin(), state.v.end(), 0.0);
  if (!make_consistent(state)) return std::nullopt;
  System here = system_at(state);
  double size = norm(here);
  constexpr int most_steps = 60;
  for (int i = 0; i < most_steps && lineariser_.may_go_on(); ++i) {
    const auto size_of = [](const DenseMatrix& a) { return static_cast<double>(a.rows * a.columns * a.columns); };
    constexpr double rotations = 20.0; // of a singular value decomposition
    lineariser_.spend(rotations * size_of(here.jacobian));
    LeastNorm step = solve_least_norm(without_held(here.jacobian), here.right);
    double length = 0.0;
    for (const double s : step.solution)
      length = std::max(length, std::abs(s));
    constexpr double finished = 1e-11;
    if (length <= finished * (1.0 + largest_unknown(here.at.state, here.jacobian)))
      return held_ == Held::nothing ? finish(std::move(here), std::move(step)) : finish(std::move(here));
    if (!advance(here, step.solution, size)) return std::nullopt;
  }
  return std::nullopt;
}

std::optional<SteadyNewton::Found> SteadyNewton::at(State state) {
  if (wanted_ == Wanted::equilibrium) std::fill(state.v.begin(), state.v.end(), 0.0);
  if (!make_consistent(state)) return std::nullopt;
  return finish(system_at(state));
}

/// Solves the dependent rates for the independent ones; false where that fails.
bool SteadyNewton::make_consistent(State& state) {
  const std::size_t n = engine_.coordinates();
  const std::size_t m = engine_.constraints();
  RowValues all(engine_);
  std::vector<double> inputs = engine_.blank_inputs();
  constexpr int most = 8;
  for (int i = 0; i < most && m > 0; ++i) {
    put_state(engine_.programs->layout, state, inputs);
    all.evaluate(inputs);
    const DenseMatrix psi = DenseMatrix(m, 1, all.view().residual).row_selection(freedoms_.rows);
    const DenseMatrix rows = DenseMatrix(m, n, all.view().gradient);
    const DenseMatrix change =
        solve_square(rows.row_selection(freedoms_.rows).column_selection(freedoms_.dependent), psi);
    const std::vector<double> before = state.v;
    for (std::size_t r = 0; r < freedoms_.dependent.size(); ++r)
      state.v[freedoms_.dependent[r]] -= change.at(r, 0);
    if (state.v == before) break; // the next step would be the same
  }
  return std::all_of(state.v.begin(), state.v.end(), [](double v) { return std::isfinite(v); });
}

/// The rows φ, ẇ and the rates that must vanish, with their derivatives by the unknowns.
SteadyNewton::System SteadyNewton::system_at(const State& state) {
  Linearisation at = lineariser_.at(state);
  const ReducedFlow flow = reduced_flow(at, freedoms_);
  const std::size_t k = freedoms_.rates.size();
  const DenseMatrix rows = at.rows.row_selection(rows_);
  DenseMatrix by_position = stacked(stacked(rows, flow.speed_by_position), flow.rate_by_position.row_selection(still_));
  DenseMatrix jacobian = by_position.column_selection(positions_);
  if (has_speeds())
    jacobian = joined(jacobian, stacked(stacked(DenseMatrix(rows.rows, k), flow.speed_by_speed),
                                        flow.rate_by_speed.row_selection(still_)));
  const double round_off =
      1e-14 * std::max(largest_entry(at.acceleration_by_position), largest_entry(at.acceleration_by_rate));
  for (double& entry : jacobian.entries)
    if (std::abs(entry) <= round_off) entry = 0.0;
  System out{{}, std::move(jacobian), {}};
  for (const double phi : violations(state))
    out.right.push_back(-phi);
  for (const std::size_t i : freedoms_.rates)
    out.right.push_back(-at.accelerations[i]);
  for (const std::size_t i : still_)
    out.right.push_back(-state.v[i]);
  out.at = std::move(at);
  return out;
}

std::vector<double> SteadyNewton::violations(const State& state) {
  std::vector<double> inputs = engine_.blank_inputs();
  put_state(engine_.programs->layout, state, inputs);
  const RowValues values = rows_at(engine_, inputs, Level::position);
  const std::vector<std::size_t>& rows = engine_.programs->positions.rows;
  std::vector<double> out;
  for (std::size_t r = 0; r < rows.size(); ++r)
    if (std::binary_search(rows_.begin(), rows_.end(), rows[r])) out.push_back(values.view().residual[r]);
  return out;
}

/// ‖F‖ with every row in units of its derivatives; rows that hardly have any in those of the others, so that their
/// round-off is not magnified.
double SteadyNewton::norm(const System& system) {
  constexpr double weak = 1e-6;
  double largest = 1.0;
  for (const double entry : system.jacobian.entries)
    largest = std::max(largest, std::abs(entry));
  double sum = 0.0;
  for (std::size_t i = 0; i < system.right.size(); ++i) {
    double size = 0.0;
    for (std::size_t j = 0; j < system.jacobian.columns; ++j)
      size = std::max(size, std::abs(system.jacobian.at(i, j)));
    const double value = system.right[i] / std::max(size, weak * largest);
    sum += value * value;
  }
  return std::sqrt(sum);
}

State SteadyNewton::moved(const State& state, const std::vector<double>& step, double share) const {
  State out = state;
  for (std::size_t i = 0; i < positions_.size(); ++i)
    out.q[positions_[i]] += share * step[i];
  for (std::size_t i = 0; has_speeds() && i < freedoms_.rates.size(); ++i)
    out.v[freedoms_.rates[i]] += share * step[positions_.size() + i];
  return out;
}

/// The largest unknown that F changes with: a cyclic coordinate may be as large as it likes, F is not rounded by it.
double SteadyNewton::largest_unknown(const State& state, const DenseMatrix& jacobian) const {
  double out = 0.0;
  for (std::size_t j = 0; j < jacobian.columns; ++j) {
    bool has_weight = false;
    for (std::size_t i = 0; i < jacobian.rows; ++i)
      has_weight = has_weight || jacobian.at(i, j) != 0.0;
    if (!has_weight) continue;
    const bool is_position = j < positions_.size();
    out =
        std::max(out, std::abs(is_position ? state.q[positions_[j]] : state.v[freedoms_.rates[j - positions_.size()]]));
  }
  return out;
}

/// Goes along the step as far as ‖F‖ falls.
bool SteadyNewton::advance(System& here, const std::vector<double>& step, double& size) {
  constexpr double least = 1e-4;
  double length = 0.0;
  for (const double s : step)
    length = std::max(length, std::abs(s));
  const State state = here.at.state;
  const double longest = 1.0 + 0.5 * largest_entry(state); // a Newton step from afar may point anywhere
  for (double share = std::min(1.0, longest / length); share > least && lineariser_.may_go_on(); share /= 2) {
    State trial = moved(state, step, share);
    try {
      if (!make_consistent(trial)) continue;
      System there = system_at(trial);
      const double next = norm(there);
      constexpr double rounding = 1e-12;
      if (!std::isfinite(next) || (next >= size && next > rounding)) continue;
      here = std::move(there);
      size = next;
      return true;
    } catch (const SolveError&) { // NOLINT: a shorter step may do
    }
  }
  return false;
}

DenseMatrix SteadyNewton::without_held(DenseMatrix jacobian) const {
  for (std::size_t j = 0; j < jacobian.columns; ++j) {
    const bool is_position = j < positions_.size();
    if (held_ == Held::nothing || is_position != (held_ == Held::positions)) continue;
    for (std::size_t i = 0; i < jacobian.rows; ++i)
      jacobian.at(i, j) = 0.0;
  }
  return jacobian;
}

std::optional<SteadyNewton::Found> SteadyNewton::finish(System here) {
  LeastNorm last = solve_least_norm(here.jacobian, here.right);
  return finish(std::move(here), std::move(last));
}

/// `last` is the step of least norm where nothing is held.
std::optional<SteadyNewton::Found> SteadyNewton::finish(System here, LeastNorm last) {
  const double residual = norm(here);
  constexpr double met = 1e-8;
  if (residual > met * (1.0 + largest_unknown(here.at.state, here.jacobian))) return std::nullopt;
  Found out{here.at.state, std::move(here.at), residual, last.null_space.columns, std::move(last.null_space), {}};
  const Pivots pivots = eliminate_scaled(here.jacobian);
  out.conditions = {rows_, positions_, still_, has_speeds(), pivots.rows, pivots.columns, std::move(here.jacobian)};
  return out;
}

bool SteadyNewton::Found::is_moving() const {
  constexpr double met = 1e-6;
  const double largest = largest_entry(at.acceleration_by_position);
  return std::ranges::any_of(conditions.positions, [&](std::size_t i) {
    return std::abs(at.accelerations[i]) > met * std::max(1.0, largest);
  });
}

std::vector<bool> SteadyNewton::Found::free_coordinates(const std::vector<bool>& is_ignorable) const {
  constexpr double rest = 1e-7; // of the unit vector beside its projection onto the family
  std::vector<bool> out = is_ignorable;
  for (std::size_t i = 0; i < conditions.positions.size(); ++i) {
    double length = 0.0; // of the projection
    for (std::size_t c = 0; c < directions.columns; ++c)
      length += directions.at(i, c) * directions.at(i, c);
    if (length > 1.0 - rest) out[conditions.positions[i]] = true;
  }
  return out;
}

} // namespace studies
} // namespace dalembert

#include <dalembert/base/errors.h>
#include <dalembert/lowering/views.h>
#include <dalembert/simulation/motion/motion_residual.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace dalembert {
inline namespace simulation {

MotionResidual::Unknowns::Unknowns(const Engine& engine, std::span<const double> x) {
  SpanCutter<const double> parts(x);
  positions = parts.cut(engine.coordinates());
  rates = parts.cut(engine.coordinates());
  of_rates = parts.cut(engine.constraints());
  of_positions = parts.rest();
}

MotionResidual::Programs::Programs(const Engine& engine)
    : dynamics(engine.dynamics), equations(dynamics.outputs()), positions(engine, Level::position), rates(engine) {}

bool has_residual(const Engine& engine) {
  const InputLayout& layout = engine.programs->layout;
  return engine.derivatives && !engine.charts && engine.study->contacts.empty() && layout.frictions == 0 &&
         layout.jumps == 0;
}

ResidualProblem MotionResidual::problem() {
  ResidualProblem out;
  out.multipliers = engine_.constraints() + engine_.programs->positions.rows.size();
  out.residual = [this](double t, std::span<const double> x, std::span<const double> slope,
                        std::span<double> residual) { evaluate(t, x, slope, residual); };
  out.jacobian = [this](double t, double c, std::span<const double> x, std::span<const double> slope,
                        std::span<double> matrix) { linearise(t, c, x, slope, matrix); };
  out.start = [this](double t, std::span<const double> y, std::span<double> multipliers) { start(t, y, multipliers); };
  return out;
}

void MotionResidual::put(double t, std::span<const double> x, std::span<const double> slope) {
  if (!programs_) {
    programs_.emplace(engine_);
    inputs_ = engine_.blank_inputs();
  }
  const InputView<double> at(engine_.programs->layout, inputs_);
  const Unknowns state(engine_, x);
  const Unknowns rate(engine_, slope);
  at.time() = t;
  std::ranges::copy(state.positions, at.positions().begin());
  std::ranges::copy(state.rates, at.rates().begin());
  std::ranges::copy(rate.rates, at.accelerations().begin());
  std::ranges::copy(rate.of_rates, at.multipliers().begin());
}

void MotionResidual::evaluate_equations() {
  const std::size_t inputs = programs_->dynamics.inputs();
  programs_->dynamics.evaluate(std::span<const double>(inputs_).first(inputs), programs_->equations);
  if (!std::ranges::all_of(programs_->equations, [](double value) { return std::isfinite(value); }))
    throw SolveError(fmt::format("the equations of motion are not finite at t = {:.6g} s", inputs_[0]),
                     {.time = inputs_[0]});
}

void MotionResidual::evaluate(double t, std::span<const double> x, std::span<const double> slope,
                              std::span<double> residual) {
  put(t, x, slope);
  evaluate_equations();
  programs_->positions.evaluate(inputs_);
  programs_->rates.evaluate(inputs_);
  const std::size_t n = engine_.coordinates();
  const Unknowns state(engine_, x);
  const Unknowns rate(engine_, slope);
  const DynamicsView equations(engine_.programs->layout, programs_->equations);
  const RowsView levels = programs_->positions.view();
  for (std::size_t i = 0; i < n; ++i) {
    double drift = rate.positions[i] - state.rates[i];
    for (std::size_t k = 0; k < rate.of_positions.size(); ++k)
      drift -= levels.gradient[k * n + i] * rate.of_positions[k];
    double force = -equations.forcing[i];
    for (std::size_t j = 0; j < n; ++j)
      force += equations.mass[i * n + j] * rate.rates[j];
    for (std::size_t k = 0; k < rate.of_rates.size(); ++k)
      force -= equations.rows[k * n + i] * rate.of_rates[k];
    residual[i] = drift;
    residual[n + i] = force;
  }
  const auto behind = std::ranges::copy(programs_->rates.view().residual, residual.subspan(2 * n).begin()).out;
  std::ranges::copy(levels.residual, behind);
}

void MotionResidual::linearise(double t, double c, std::span<const double> x, std::span<const double> slope,
                               std::span<double> matrix) {
  put(t, x, slope);
  evaluate_equations();
  programs_->positions.evaluate(inputs_);
  programs_->rates.evaluate(inputs_);
  if (!programs_->derivatives) {
    programs_->derivatives.emplace(engine_.derivatives->get());
    programs_->derivative_values.resize(programs_->derivatives->outputs());
  }
  programs_->derivatives->evaluate(std::span<const double>(inputs_).first(programs_->derivatives->inputs()),
                                   programs_->derivative_values);
  const std::size_t n = engine_.coordinates();
  const std::size_t m = engine_.constraints();
  const std::size_t size = x.size();
  const DynamicsView equations(engine_.programs->layout, programs_->equations);
  const RowsView levels = programs_->positions.view();
  const std::size_t k = levels.residual.size();
  std::ranges::fill(matrix, 0.0);
  const auto entry = [&](std::size_t row, std::size_t column) -> double& { return matrix[column * size + row]; };
  for (std::size_t i = 0; i < n; ++i) {
    entry(i, i) = c;
    entry(i, n + i) = -1.0;
    for (std::size_t r = 0; r < k; ++r) {
      entry(i, 2 * n + m + r) = -c * levels.gradient[r * n + i];
      entry(2 * n + m + r, i) = levels.gradient[r * n + i];
    }
    for (std::size_t j = 0; j < n; ++j) {
      entry(n + i, j) = programs_->derivative_values[i * n + j];
      entry(n + i, n + j) = programs_->derivative_values[n * n + i * n + j] + c * equations.mass[i * n + j];
    }
    for (std::size_t r = 0; r < m; ++r) {
      entry(n + i, 2 * n + r) = -c * equations.rows[r * n + i];
      entry(2 * n + r, n + i) = equations.rows[r * n + i];
    }
  }
  // ∂ψ/∂q from differences: it steers Newton's iteration alone.
  const std::vector<double> here(programs_->rates.view().residual.begin(), programs_->rates.view().residual.end());
  const std::span<double> positions = InputView<double>(engine_.programs->layout, inputs_).positions();
  for (std::size_t j = 0; m > 0 && j < n; ++j) {
    const double place = positions[j];
    constexpr double share = 1e-7; // of the size of a coordinate
    positions[j] = place + share * std::max(engine_.scale(j), std::abs(place));
    programs_->rates.evaluate(inputs_);
    for (std::size_t r = 0; r < m; ++r)
      entry(2 * n + r, j) = (programs_->rates.view().residual[r] - here[r]) / (positions[j] - place);
    positions[j] = place;
  }
}

void MotionResidual::start(double t, std::span<const double> y, std::span<double> multipliers) {
  std::ranges::fill(multipliers, 0.0);
  std::vector<double> inputs = engine_.blank_inputs();
  const InputView<double> at(engine_.programs->layout, inputs);
  at.time() = t;
  std::copy_n(y.begin(), at.motion().size(), at.motion().begin());
  Dynamics dynamics(engine_);
  dynamics.solve(inputs);
  if (dynamics.status().rank < static_cast<int>(engine_.constraints()))
    throw SolveError(fmt::format("constraints repeat others at t = {:.6g} s, and IDA needs each multiplier to have one "
                                 "value; use the method auto",
                                 t),
                     {.time = t});
  std::ranges::copy(at.multipliers(), multipliers.begin());
}

} // namespace simulation
} // namespace dalembert

#include <dalembert/lowering/motion_series.h>
#include <dalembert/lowering/views.h>
#include <dalembert/simulation/motion/motion_momenta.h>

#include <algorithm>
#include <numeric>

namespace dalembert {
inline namespace simulation {

MomentumProblem MotionMomenta::problem(std::span<const double> inputs, Dynamics& dynamics) {
  if (!program_) {
    program_.emplace(engine_.momenta->get());
    outputs_.resize(program_->outputs());
    rates_.emplace(engine_);
    accelerations_.emplace(engine_.dynamics);
  }
  rows_.resize(engine_.constraints());
  std::iota(rows_.begin(), rows_.end(), std::size_t{0});
  if (active_) rows_ = active_->rows();
  MomentumProblem out;
  out.coordinates = engine_.coordinates();
  for (const std::size_t row : rows_)
    out.is_row_of_rates.push_back(engine_.system().constraints[row].kind == ConstraintKind::velocity);
  if (active_)
    out.kkt = active_->options(engine_);
  else if (ranks_)
    out.kkt = ranks_->options(engine_);
  out.holds_rates = !dynamics.frictions().held().empty() || !dynamics.jumps().sliding().empty();
  out.evaluate = [this, inputs, &dynamics](double t, std::span<const double> q, std::span<const double> v,
                                           std::span<const double> multipliers, const MomentumProblem::Values& values) {
    put({t, q, v}, inputs);
    evaluate(multipliers, dynamics, values);
  };
  out.linearise = [this, inputs](double t, std::span<const double> q, std::span<const double> v,
                                 const MomentumProblem::Linear& linear) {
    put({t, q, v}, inputs);
    linearise(linear);
  };
  if (engine_.derivatives)
    out.rate_gradients = [this, inputs](double t, std::span<const double> q, std::span<const double> v,
                                        std::span<double> gradients) {
      put({t, q, v}, inputs);
      take_rate_gradients(gradients);
    };
  return out;
}

void MotionMomenta::put(const Point& at, std::span<const double> from) {
  inputs_.assign(from.begin(), from.end());
  const InputView<double> all(engine_.programs->layout, inputs_);
  all.time() = at.t;
  std::ranges::copy(at.q, all.positions().begin());
  std::ranges::copy(at.v, all.rates().begin());
}

void MotionMomenta::evaluate(std::span<const double> multipliers, Dynamics& dynamics,
                             const MomentumProblem::Values& out) {
  const InputLayout& layout = engine_.programs->layout;
  if (layout.frictions + layout.jumps > 0) dynamics.solve(inputs_);
  const std::span<double> all = InputView<double>(layout, inputs_).multipliers();
  std::ranges::fill(all, 0.0);
  for (std::size_t k = 0; k < rows_.size(); ++k)
    all[rows_[k]] = multipliers[k];
  program_->evaluate(std::span<const double>(inputs_).first(program_->inputs()), outputs_);
  const SeriesOutputs places(layout);
  const std::span<const double> values(outputs_);
  std::ranges::copy(values.subspan(places.momenta, layout.coordinates), out.momenta.begin());
  std::ranges::copy(values.subspan(places.forces, layout.coordinates), out.forces.begin());
  for (std::size_t k = 0; k < rows_.size(); ++k)
    out.rows[k] = values[places.rows + rows_[k]];
}

void MotionMomenta::linearise(const MomentumProblem::Linear& out) {
  const std::size_t n = engine_.coordinates();
  rates_->evaluate(inputs_);
  const RowsView view = rates_->view();
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    out.rates[k] = view.residual[rows_[k]];
    std::ranges::copy(view.row(rows_[k]), out.matrix.subspan(k * n, n).begin());
  }
  if (!view.mass.empty()) {
    std::ranges::copy(view.mass, out.mass.begin());
    return;
  }
  // Where nothing is projected, the mass matrix is known to the accelerations alone.
  const InputLayout& layout = engine_.programs->layout;
  mass_values_.resize(accelerations_->outputs());
  accelerations_->evaluate(std::span<const double>(inputs_).first(accelerations_->inputs()), mass_values_);
  std::ranges::copy(DynamicsView(layout, mass_values_).mass, out.mass.begin());
}

/// ∂φ̇/∂q = ½ ∂φ̈/∂v
void MotionMomenta::take_rate_gradients(std::span<double> out) {
  if (!derivatives_) {
    derivatives_.emplace(engine_.derivatives->get());
    derivative_values_.resize(derivatives_->outputs());
  }
  derivatives_->evaluate(std::span<const double>(inputs_).first(derivatives_->inputs()), derivative_values_);
  const std::size_t n = engine_.coordinates();
  const std::size_t m = engine_.constraints();
  SpanCutter<const double> parts(derivative_values_);
  static_cast<void>(parts.cut(2 * n * n)); // of the equations of motion
  static_cast<void>(parts.cut(m * n));     // of the rows, by q
  const std::span<const double> by_rates = parts.cut(m * n);
  for (std::size_t k = 0; k < rows_.size(); ++k)
    for (std::size_t i = 0; i < n; ++i)
      out[k * n + i] = 0.5 * by_rates[rows_[k] * n + i];
}

} // namespace simulation
} // namespace dalembert

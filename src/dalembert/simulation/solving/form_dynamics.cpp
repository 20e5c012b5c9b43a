#include <dalembert/base/errors.h>
#include <dalembert/lowering/views.h>
#include <dalembert/numerics/linear/pivots.h>
#include <dalembert/simulation/solving/form_dynamics.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace dalembert {
inline namespace simulation {

namespace {

constexpr double largest_growth = 10.0; ///< of |X| before other speeds are looked for, and between two looks

} // namespace

FormDynamics::Chart::Chart(std::shared_ptr<const FormChart> of)
    : made(std::move(of)),
      program(made->program),
      enter(made->enter),
      dynamics(made->dynamics),
      back(made->back),
      solver(static_cast<int>(program.speeds), static_cast<int>(program.rows)),
      inputs(dynamics.inputs(), 0.0),
      outputs(dynamics.outputs()),
      speed_rates(program.speeds),
      threshold(largest_growth) {}

FormDynamics::FormDynamics(const Engine& engine)
    : engine_(engine), n_(engine.coordinates()), m_(engine.constraints()), current_(&chart({})) {}

FormDynamics::Chart& FormDynamics::chart(const std::vector<int>& independent) {
  std::unique_ptr<Chart>& slot = charts_[independent];
  if (!slot) slot = std::make_unique<Chart>(engine_.charts->at(independent));
  return *slot;
}

void FormDynamics::archive(Archive& with) {
  std::vector<std::vector<int>> choices;
  std::vector<double> thresholds;
  std::size_t in_use = 0;
  for (const auto& [choice, made] : charts_) {
    if (made.get() == current_) in_use = choices.size();
    choices.push_back(choice);
    thresholds.push_back(made->threshold);
  }
  with(choices, thresholds, in_use);
  if (!with.is_reading()) return;
  for (std::size_t i = 0; i < choices.size(); ++i)
    chart(choices[i]).threshold = thresholds.at(i);
  current_ = &chart(choices.at(in_use));
}

void FormDynamics::evaluate(Chart& chart, std::span<const double> inputs) const {
  const InputView<const double> at(engine_.programs->layout, inputs);
  chart.enter.evaluate(at.state(), chart.speed_rates);
  SpanCutter<double> parts(chart.inputs); // t, q, u, p, F
  parts.cut_one() = at.time();
  for (const std::span<const double> part :
       {at.positions(), std::span<const double>(chart.speed_rates), at.parameters(), at.frictions()})
    std::ranges::copy(part, parts.cut(part.size()).begin());
  chart.dynamics.evaluate(chart.inputs, chart.outputs);
}

double FormDynamics::growth(const Chart& chart) const {
  double largest = 0.0;
  for (std::size_t i = 0; i < chart.outputs.size(); ++i) {
    if (!std::isfinite(chart.outputs[i])) return std::numeric_limits<double>::infinity();
    if (i < n_ * chart.program.speeds) largest = std::max(largest, std::abs(chart.outputs[i]));
  }
  return largest;
}

std::vector<int> FormDynamics::independent(std::span<const double> rows) const {
  constexpr double negligible = 1e-9; // of a row scaled to 1: what is left of a redundant one
  std::vector<bool> is_pivot(n_, false);
  for (const RowPivot& pivot : row_pivots({rows.begin(), rows.end()}, m_, n_))
    if (pivot.size > negligible) is_pivot[pivot.column] = true;
  std::vector<int> out;
  for (std::size_t i = 0; i < n_; ++i)
    if (!is_pivot[i]) out.push_back(static_cast<int>(i));
  return out;
}

void FormDynamics::choose(std::span<const double> inputs, std::span<const double> rows) {
  evaluate(*current_, inputs);
  double size = growth(*current_);
  if (size <= current_->threshold) return;
  if (m_ > 0) {
    current_ = &chart(independent(rows));
    evaluate(*current_, inputs);
    size = growth(*current_);
  }
  if (!std::isfinite(size))
    throw SolveError(fmt::format("the speeds of the form {} become dependent at t = {:.10g} s: they no longer "
                                 "determine the rates; use --form lagrange, which has no such singularity",
                                 engine_.form, inputs[0]),
                     {.time = inputs[0]});
  current_->threshold = std::max(current_->threshold, largest_growth * size);
}

void FormDynamics::solve(std::span<double> inputs, const Multiplier& lagrange) {
  const InputView<double> at(engine_.programs->layout, inputs);
  choose(inputs, lagrange.rows);
  Chart& chart = *current_;
  const std::size_t k = chart.program.speeds;
  const std::size_t m = chart.program.rows;
  const FormView equations(chart.program, n_, chart.outputs);
  if (m > 0 && ranks_.is_redundant(engine_)) {
    KktOptions options;
    options.known_rank = ranks_.options(engine_).known_rank;
    chart.solver.set_options(options);
  }
  chart.solver.factor({equations.mass, equations.rows, equations.reaction_rows});
  if (!chart.solver.status().is_regular)
    throw SolveError(fmt::format("the equations of the form {} do not determine the motion at t = {:.10g} s",
                                 engine_.form, inputs[0]),
                     {.time = inputs[0], .norm = chart.solver.status().smallest_pivot});
  const std::span<double> lambda = at.multipliers();
  chart.solver.solve(equations.forcing, equations.row_forcing, chart.speed_rates, m > 0 ? lambda : std::span<double>());
  const std::span<double> acceleration = at.accelerations();
  for (std::size_t i = 0; i < n_; ++i) {
    acceleration[i] = equations.convective[i];
    for (std::size_t r = 0; r < k; ++r)
      acceleration[i] += equations.directions[i * k + r] * chart.speed_rates[r];
  }
  if (m_ == 0 || m > 0) return;
  std::vector<double> found(m_);
  chart.back.evaluate(inputs, found);
  std::copy(found.begin(), found.end(), lambda.begin());
  if (chart.program.has_redundant_rows) spread_redundant(lambda, lagrange);
}

void FormDynamics::spread_redundant(std::span<double> multipliers, const Multiplier& lagrange) {
  // M·x − Aᵀλ = −Aᵀλ₀, A·x = 0 has x = 0 and for λ the smallest of those that make the same forces as λ₀.
  if (!spreader_)
    spreader_ = std::make_unique<KktSolver>(static_cast<int>(n_), static_cast<int>(m_), ranks_.options(engine_));
  std::vector<double> forces(n_, 0.0);
  std::vector<double> still(m_, 0.0);
  std::vector<double> rest(n_);
  for (std::size_t k = 0; k < m_; ++k)
    for (std::size_t i = 0; i < n_; ++i)
      forces[i] -= lagrange.rows[k * n_ + i] * multipliers[k];
  spreader_->factor({lagrange.mass, lagrange.rows, {}});
  spreader_->solve(forces, still, rest, multipliers);
}

} // namespace simulation
} // namespace dalembert

#include <dalembert/base/errors.h>
#include <dalembert/simulation/motion/motion_jacobian.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace dalembert {
inline namespace simulation {

void MotionJacobian::evaluate(std::span<const double> inputs, Dynamics& dynamics, std::span<double> jacobian) {
  if (!program_) {
    program_.emplace(engine_.derivatives->get());
    outputs_.resize(program_->outputs());
  }
  program_->evaluate(inputs.first(program_->inputs()), outputs_);
  if (!std::ranges::all_of(outputs_, [](double x) { return std::isfinite(x); }))
    throw SolveError(fmt::format("a derivative of the equations of motion is not finite at t = {:.6g} s", inputs[0]),
                     {.time = inputs[0]});
  const std::size_t n = engine_.coordinates();
  const std::size_t m = engine_.constraints();
  const std::size_t frictions = engine_.programs->layout.frictions;
  const DynamicsView equations = dynamics.view();
  std::ranges::fill(jacobian, 0.0);
  for (std::size_t i = 0; i < n; ++i)
    jacobian[i * 2 * n + n + i] = 1.0;
  std::vector<double> forces(n);
  std::vector<double> rows(m);
  std::vector<double> change(n);
  std::vector<double> turning;
  for (std::size_t column = 0; column < 2 * n; ++column) {
    SpanCutter<const double> parts(outputs_);
    const std::size_t level = column < n ? 0 : 1; // by q, by v
    const std::size_t j = column - level * n;
    const auto entry = [&](std::span<const double> both, std::size_t height, std::size_t i) {
      return both[level * height * n + i * n + j];
    };
    const std::span<const double> residual = parts.cut(2 * n * n);
    const std::span<const double> levels = parts.cut(2 * m * n);
    for (std::size_t i = 0; i < n; ++i)
      forces[i] = -entry(residual, n, i);
    for (std::size_t k = 0; k < m; ++k)
      rows[k] = -entry(levels, m, k);
    for (std::size_t f = 0; f < frictions; ++f) {
      const double by = dynamics.frictions().sign(f) * entry(parts.cut(2 * n), 1, 0);
      for (std::size_t i = 0; i < n; ++i)
        forces[i] -= by * equations.friction(f).column[i];
    }
    turning.clear();
    for (std::size_t f = 0; f < 2 * dynamics.frictions().planes().candidates(); ++f)
      turning.push_back(entry(parts.cut(2 * n), 1, 0));
    dynamics.frictions().add_turning(equations, inputs, turning, forces);
    dynamics.solve_again(forces, rows, change);
    for (std::size_t i = 0; i < n; ++i)
      jacobian[(n + i) * 2 * n + column] = change[i];
  }
}

} // namespace simulation
} // namespace dalembert

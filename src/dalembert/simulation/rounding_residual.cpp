#include <dalembert/simulation/rounding_residual.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace dalembert::inline simulation {

std::optional<double> rounding_residual(const Engine& engine, std::span<const double> inputs, const Evaluation& at) {
  constexpr double of_sum = 64 * std::numeric_limits<double>::epsilon();
  if (!engine.derivatives) return std::nullopt;
  const std::shared_ptr<const Executor> program = engine.derivatives->get();
  const std::vector<double> derivatives = evaluated_once(*program, inputs.first(program->inputs()));
  const std::size_t n = engine.coordinates();
  double largest = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    double size = 0.0;
    for (std::size_t j = 0; j < n; ++j)
      size += std::abs(derivatives[i * n + j] * at.state.q[j]) + std::abs(derivatives[(n + i) * n + j] * at.state.v[j]);
    if (!(std::abs(at.residual[i]) <= of_sum * size)) return std::nullopt;
    if (size > 0.0) largest = std::max(largest, std::abs(at.residual[i]) / size);
  }
  return largest;
}

} // namespace dalembert::inline simulation

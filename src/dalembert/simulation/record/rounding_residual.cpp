#include <dalembert/lowering/views.h>
#include <dalembert/simulation/record/rounding_residual.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace dalembert {
inline namespace simulation {

namespace {

/// The residuals of one state with other values of its inputs.
class ResidualDifferences {
public:
  ResidualDifferences(const Engine& engine, std::span<const double> inputs)
      : engine_(engine),
        account_(engine.account),
        inputs_(inputs.begin(), inputs.end()),
        outputs_(account_.outputs()),
        here_(evaluated()) {}

  /// Adds |∂Eᵢ/∂x x| of one input to what is in `sizes`.
  void add_to(std::vector<double>& sizes, std::size_t input) {
    constexpr double share = 1e-6;
    const double value = inputs_[input];
    if (value == 0.0) return;
    const std::vector<double> above = at(input, value * (1.0 + share));
    const std::vector<double> below = at(input, value * (1.0 - share));
    inputs_[input] = value;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      const double size = std::min(std::abs(above[i] - here_[i]), std::abs(below[i] - here_[i])) / share;
      if (std::isfinite(size)) sizes[i] += size;
    }
  }

private:
  [[nodiscard]] std::vector<double> at(std::size_t input, double value) {
    inputs_[input] = value;
    return evaluated();
  }
  [[nodiscard]] std::vector<double> evaluated() {
    account_.evaluate(inputs_, outputs_);
    const AccountView view(engine_.programs->layout, engine_.system().reactions.size(), outputs_);
    return {view.residual.begin(), view.residual.end()};
  }

  const Engine& engine_;
  ProgramInstance account_;
  std::vector<double> inputs_;
  std::vector<double> outputs_;
  std::vector<double> here_;
};

} // namespace

std::optional<double> rounding_residual(const Engine& engine, std::span<const double> inputs, const Evaluation& at) {
  constexpr double of_sum = 64 * std::numeric_limits<double>::epsilon();
  std::vector<double> sizes(engine.coordinates(), 0.0);
  ResidualDifferences differences(engine, inputs);
  for (std::size_t input = 0; input < engine.programs->layout.state_size(); ++input)
    differences.add_to(sizes, input);
  double largest = 0.0;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (!(std::abs(at.residual[i]) <= of_sum * sizes[i])) return std::nullopt;
    if (sizes[i] > 0.0) largest = std::max(largest, std::abs(at.residual[i]) / sizes[i]);
  }
  return largest;
}

} // namespace simulation
} // namespace dalembert

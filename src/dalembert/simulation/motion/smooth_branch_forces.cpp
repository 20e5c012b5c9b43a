// What depends on forces at states beside a singular position.
#include <dalembert/base/errors.h>
#include <dalembert/simulation/motion/smooth_branch.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace dalembert {
inline namespace simulation {

/// True where a function whose values at the states are these, and no smooth ones, has a pole at the position, and is
/// not what rounding leaves of a 0.
bool SmoothBranch::has_pole(const Nodes& nodes, std::span<const double> at_nodes, double position) const {
  constexpr double smooth = 1e-5; // of the largest product
  const Weights all = weights(nodes, position);
  const Weights inner = weights(nodes, position, 1);
  double disagreement = 0.0;
  double largest = 0.0;
  for (std::size_t j = 0; j < node_count; ++j) {
    const double product = (nodes.centre + node_places[j] * reach_ - position) * at_nodes[j];
    disagreement += (all[j] - inner[j]) * product;
    largest = std::max(largest, std::abs(product));
  }
  return std::abs(disagreement) <= smooth * largest;
}

std::vector<double> SmoothBranch::values(double t, std::span<const double> y, const OfState& f) {
  constexpr double smooth = 1e-6; // of the largest value
  if (!is_swamped(t, y)) return f(t, y);
  const Nodes nodes = nodes_round(t, y);
  const Weights w = weights(nodes, 0.0);
  const Weights inner = weights(nodes, 0.0, 1);
  PerNode at_nodes;
  for (std::size_t j = 0; j < node_count; ++j)
    at_nodes[j] = f(nodes.times[j], nodes.y[j]);
  std::vector<double> out(at_nodes[0].size(), 0.0);
  std::optional<double> position;
  for (std::size_t i = 0; i < out.size(); ++i) {
    std::array<double, node_count> of_nodes{};
    double disagreement = 0.0;
    double largest = 0.0;
    for (std::size_t j = 0; j < node_count; ++j) {
      of_nodes[j] = at_nodes[j][i];
      out[i] += w[j] * of_nodes[j];
      disagreement += (w[j] - inner[j]) * of_nodes[j];
      largest = std::max(largest, std::abs(of_nodes[j]));
    }
    if (std::abs(disagreement) <= smooth * largest) continue;
    if (!position) position = position_among(nodes);
    if (!std::isfinite(largest) || has_pole(nodes, of_nodes, *position)) return f(t, y);
  }
  return out;
}

/// The distance of the position along u, by the measure at all states: with the sign of the side it is smooth.
double SmoothBranch::position_among(const Nodes& nodes) {
  constexpr int most_steps = 20;
  constexpr double small = 1e-14;
  std::array<double, node_count> measure{};
  for (std::size_t j = 0; j < node_count; ++j)
    measure[j] = std::copysign(rows_.at(nodes.times[j], nodes.y[j]), node_places[j]);
  const auto value = [&](double at) {
    const Weights w = weights(nodes, at);
    double sum = 0.0;
    for (std::size_t j = 0; j < node_count; ++j)
      sum += w[j] * measure[j];
    return sum;
  };
  double low = nodes.centre - reach_;
  double high = nodes.centre + reach_;
  double at_low = value(low);
  double at_high = value(high);
  for (int i = 0; i < most_steps && high - low > small * reach_; ++i) { // regula falsi, the kept end halved
    const double middle = (low * at_high - high * at_low) / (at_high - at_low);
    const double there = value(middle);
    if (there == 0.0) return middle;
    if (there < 0.0) {
      low = middle;
      at_low = there;
      at_high *= 0.5;
    } else {
      high = middle;
      at_high = there;
      at_low *= 0.5;
    }
  }
  return std::abs(value(low)) < std::abs(value(high)) ? low : high;
}

/// λₖ at the distance 0. It has a pole at the position at most, of first order, so its product with the distance from
/// the position is smooth. NaN at a pole, and where poles lie side by side.
double SmoothBranch::multiplier(const Nodes& nodes, const PerNode& at_nodes, std::size_t k, double position) const {
  constexpr double no_pole = 1e-6; // of the largest product
  constexpr double at_pole = 1e-6; // of the reach: what the position is known to
  constexpr double smooth = 1e-5;  // of the largest product: else poles lie side by side
  const Weights here = weights(nodes, 0.0);
  const Weights inner = weights(nodes, 0.0, 1);
  const Weights there = weights(nodes, position);
  double value = 0.0;
  double product = 0.0;
  double disagreement = 0.0;
  double residue = 0.0;
  double largest = 0.0;
  for (std::size_t j = 0; j < node_count; ++j) {
    const double distance = nodes.centre + node_places[j] * reach_ - position;
    const double of_node = distance * at_nodes[j][k];
    value += here[j] * at_nodes[j][k];
    product += here[j] * of_node;
    disagreement += (here[j] - inner[j]) * of_node;
    residue += there[j] * of_node;
    largest = std::max(largest, std::abs(of_node));
  }
  if (!(std::abs(disagreement) <= smooth * largest)) return std::numeric_limits<double>::quiet_NaN();
  if (std::abs(residue) <= no_pole * largest) return value;
  return std::abs(position) > at_pole * reach_ ? product / -position : std::numeric_limits<double>::quiet_NaN();
}

bool SmoothBranch::put_forces() {
  constexpr double clear = 2.0; // of the reach: multipliers are swamped farther out than rates
  const InputLayout& layout = engine_.programs->layout;
  const std::vector<double> y = motion_.packed();
  const double t = motion_.inputs()[layout.time()];
  if (std::abs(time_ - t) * speed(y) > clear * reach_) return false;
  std::vector<double> accelerations(layout.coordinates, 0.0);
  std::vector<double> multipliers;
  try {
    const Nodes nodes = nodes_round(t, y);
    const Forces at_nodes = forces(nodes);
    const Weights w = weights(nodes, 0.0);
    for (std::size_t j = 0; j < node_count; ++j)
      for (std::size_t i = 0; i < accelerations.size(); ++i)
        accelerations[i] += w[j] * at_nodes.accelerations[j][i];
    const double position = position_among(nodes);
    for (std::size_t k = 0; k < layout.multipliers; ++k)
      multipliers.push_back(multiplier(nodes, at_nodes.multipliers, k, position));
  } catch (const SolveError&) { // states beside it are of other equations
    multipliers.clear();
  }
  motion_.unpack(t, y);
  motion_.solve();
  if (multipliers.empty()) return false;
  const InputView<double> at(layout, motion_.inputs());
  std::ranges::copy(accelerations, at.accelerations().begin());
  std::ranges::copy(multipliers, at.multipliers().begin());
  return true;
}

} // namespace simulation
} // namespace dalembert

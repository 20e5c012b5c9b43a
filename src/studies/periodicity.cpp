#include <dalembert/base/errors.h>
#include <dalembert/simulation/account.h>
#include <dalembert/simulation/manifold.h>
#include <dalembert/studies/periodicity.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>

namespace dalembert {

namespace {

/// Everything that may show that a coordinate was turned; nothing where the motion is not determined.
std::optional<std::vector<double>> signs_of_life(Lineariser& lineariser, const State& state) {
  try {
    const Linearisation at = lineariser.at(state);
    std::vector<double> out = at.accelerations;
    const auto append = [&out](const std::vector<double>& more) { out.insert(out.end(), more.begin(), more.end()); };
    append(at.mass.entries);
    append(at.rows.entries);
    append(at.acceleration_by_position.entries);
    append(evaluate_at(lineariser.engine(), state).position_violation);
    return out;
  } catch (const SolveError&) {
    return std::nullopt;
  }
}

/// An admissible state near `around`, so that nothing is looked at where it happens to vanish.
State beside(const Engine& engine, const State& around) {
  State state = around;
  for (std::size_t i = 0; i < state.q.size(); ++i) {
    constexpr std::array<double, 3> shift{0.0371, -0.0213, 0.0457};
    state.q[i] += shift[i % shift.size()];
    state.v[i] += shift[(i + 1) % shift.size()];
  }
  std::vector<double> inputs = engine.blank_inputs();
  put_state(engine.programs->layout, state, inputs);
  try {
    Manifold manifold(engine);
    if (manifold.project(inputs)) return state_of(engine.programs->layout, inputs);
  } catch (const SolveError&) { // NOLINT(bugprone-empty-catch): the state itself will do
  }
  return around;
}

} // namespace

double wrapped(double angle) {
  const double turn = 2.0 * std::numbers::pi;
  const double out = angle - turn * std::round(angle / turn);
  return out <= -std::numbers::pi + 1e-9 ? out + turn : out;
}

std::vector<bool> periodic_coordinates(Lineariser& lineariser, const State& around) {
  const System& system = lineariser.engine().system();
  std::vector<bool> out(around.q.size(), false);
  const State state = beside(lineariser.engine(), around);
  const std::optional<std::vector<double>> here = signs_of_life(lineariser, state);
  for (std::size_t i = 0; i < out.size() && here; ++i) {
    if (!system.coordinates[i].measure.angular) continue;
    State turned = state;
    turned.q[i] += 2.0 * std::numbers::pi;
    const std::optional<std::vector<double>> there = signs_of_life(lineariser, turned);
    if (!there) continue;
    double size = 1.0;
    double difference = 0.0;
    for (std::size_t k = 0; k < here->size(); ++k) {
      size = std::max(size, std::abs((*here)[k]));
      difference = std::max(difference, std::abs((*there)[k] - (*here)[k]));
    }
    constexpr double rounding = 1e-9;
    out[i] = difference <= rounding * size;
  }
  return out;
}

} // namespace dalembert

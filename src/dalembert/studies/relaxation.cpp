#include <dalembert/base/errors.h>
#include <dalembert/simulation/account.h>
#include <dalembert/simulation/dynamics.h>
#include <dalembert/simulation/manifold.h>
#include <dalembert/studies/relaxation.h>

#include <algorithm>
#include <cmath>

namespace dalembert {

namespace {

/// v·M·v̇: positive while the kinetic energy grows.
double power(const Dynamics& dynamics, const std::vector<double>& v, std::span<const double> a) {
  const std::size_t n = v.size();
  double out = 0.0;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      out += v[i] * dynamics.mass()[i * n + j] * a[j];
  return out;
}

double largest_size(std::span<const double> values) {
  double out = 0.0;
  for (const double value : values)
    out = std::max(out, std::abs(value));
  return out;
}

} // namespace

std::optional<State> relaxed(const Engine& engine, const State& from) {
  // A step costs about (n + m)³ multiplications; all together may take 5·10⁸.
  constexpr double granted = 5e8;
  const auto unknowns = static_cast<double>(engine.coordinates() + engine.constraints());
  const int most_steps = static_cast<int>(std::min(1500.0, granted / (unknowns * unknowns * unknowns)));
  constexpr double enough = 1e-5; // of the first acceleration
  constexpr double longest_move = 0.05;
  const InputLayout& layout = engine.programs->layout;
  const std::size_t n = layout.coordinates;
  constexpr int least_steps = 50; // fewer lead nowhere
  if (most_steps < least_steps) return std::nullopt;
  State state = from;
  std::fill(state.v.begin(), state.v.end(), 0.0);
  std::vector<double> inputs = engine.blank_inputs();
  try {
    Dynamics dynamics(engine);
    Manifold manifold(engine);
    double first = 0.0;
    double step = 0.0;
    for (int i = 0; i < most_steps; ++i) {
      const std::vector<double> speeds = state.v;
      std::fill(state.v.begin(), state.v.end(), 0.0);
      put_state(layout, state, inputs);
      dynamics.solve(inputs);
      const std::span<const double> solved = InputView<const double>(layout, inputs).accelerations();
      const std::vector<double> a(solved.begin(), solved.end());
      const double size = largest_size(a);
      if (i == 0) first = size;
      if (size <= enough * first) return state;
      if (i == 0) step = std::sqrt(longest_move / size);
      const bool climbs = power(dynamics, speeds, a) < 0.0;
      constexpr double faster = 1.05;
      step *= climbs ? 0.5 : faster;
      step = std::min(step, std::sqrt(longest_move / size));
      for (std::size_t j = 0; j < n; ++j) {
        state.v[j] = (climbs ? 0.0 : speeds[j]) + step * a[j];
        state.q[j] += step * state.v[j];
      }
      put_state(layout, state, inputs);
      if (!manifold.project(inputs)) return std::nullopt;
      state = state_of(layout, inputs);
    }
    std::fill(state.v.begin(), state.v.end(), 0.0);
    return state;
  } catch (const SolveError&) {
    return std::nullopt;
  }
}

} // namespace dalembert

#include <dalembert/base/errors.h>
#include <dalembert/simulation/solving/account.h>
#include <dalembert/simulation/solving/dynamics.h>
#include <dalembert/simulation/solving/manifold.h>
#include <dalembert/studies/relaxation.h>

#include <algorithm>
#include <cmath>

namespace dalembert {
inline namespace studies {

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

/// The largest acceleration that a force would give to a coordinate alone: what round-off is measured by.
double free_acceleration(const DynamicsView& view) {
  double out = 0.0;
  const std::size_t n = view.forcing.size();
  for (std::size_t i = 0; i < n; ++i)
    if (view.mass[i * n + i] > 0.0) out = std::max(out, std::abs(view.forcing[i]) / view.mass[i * n + i]);
  return out;
}

/// Says when accelerations need not be followed any further.
class Ending {
public:
  /// `size` of the accelerations found next; `free` as free_acceleration.
  bool is_reached(double size, double free) {
    constexpr double enough = 1e-5;    // of the first acceleration
    constexpr double round_off = 1e-9; // of the largest: the start was an equilibrium
    constexpr double noise = 1e-13;    // of the free acceleration
    constexpr int most_idle = 60;      // steps at an equilibrium that round-off does not lead away from
    if (!first_) first_ = size;
    largest_ = std::max(largest_, size);
    idle_ = size <= noise * free ? idle_ + 1 : 0;
    return size <= enough * (*first_ <= round_off * largest_ ? largest_ : *first_) || idle_ > most_idle;
  }

private:
  std::optional<double> first_;
  double largest_ = 0.0;
  int idle_ = 0;
};

} // namespace

std::optional<State> relaxed(const Engine& engine, const State& from) {
  // A step costs about (n + m)³ multiplications; all together may take 5·10⁸.
  constexpr double granted = 5e8;
  const auto unknowns = static_cast<double>(engine.coordinates() + engine.constraints());
  const int most_steps = static_cast<int>(std::min(1500.0, granted / (unknowns * unknowns * unknowns)));
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
    Ending ending;
    double step = 0.0;
    for (int i = 0; i < most_steps; ++i) {
      const std::vector<double> speeds = state.v;
      std::fill(state.v.begin(), state.v.end(), 0.0);
      put_state(layout, state, inputs);
      dynamics.solve(inputs);
      if (!dynamics.frictions().held().empty()) return std::nullopt;
      const std::span<const double> solved = InputView<const double>(layout, inputs).accelerations();
      const std::vector<double> a(solved.begin(), solved.end());
      const double size = largest_size(a);
      if (ending.is_reached(size, free_acceleration(dynamics.view()))) return state;
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

} // namespace studies
} // namespace dalembert

#pragma once

#include <dalembert/lowering/views.h>
#include <dalembert/simulation/engine/engine.h>

#include <span>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// Returns the inputs of the programs of the motion: t, q, v, p and the values of the jumps that are held.
[[nodiscard]] inline std::vector<double> dynamics_inputs(const Engine& engine, std::span<const double> inputs) {
  const InputView<const double> at(engine.programs->layout, inputs);
  std::vector<double> out(at.state().begin(), at.state().end());
  out.insert(out.end(), at.jumps().begin(), at.jumps().end());
  return out;
}

/// Returns M, h, A, γ and what belongs to frictions, as DynamicsView reads them, at one state that is looked at once.
/// `inputs`: all inputs.
[[nodiscard]] inline std::vector<double> dynamics_values(const Engine& engine, std::span<const double> inputs) {
  return evaluated_once(*engine.dynamics, dynamics_inputs(engine, inputs));
}

} // namespace simulation
} // namespace dalembert

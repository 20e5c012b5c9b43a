#pragma once

#include <dalembert/lowering/views.h>
#include <dalembert/simulation/engine.h>

#include <span>
#include <vector>

namespace dalembert::inline simulation {

/// Returns M, h, A, γ and what belongs to frictions, as DynamicsView reads them, at one state that is looked at once.
/// `inputs`: all inputs; read are t, q, v, p and the values of the jumps that are held.
[[nodiscard]] inline std::vector<double> dynamics_values(const Engine& engine, std::span<const double> inputs) {
  const InputView<const double> at(engine.programs->layout, inputs);
  std::vector<double> read(at.state().begin(), at.state().end());
  read.insert(read.end(), at.jumps().begin(), at.jumps().end());
  return evaluated_once(*engine.dynamics, read);
}

} // namespace dalembert::inline simulation

#pragma once

#include <dalembert/simulation/engine/engine.h>
#include <dalembert/simulation/engine/recorded_state.h>

#include <span>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// What a study shows and tests (see `Observed`), state by state.
class Observables {
public:
  explicit Observables(const Engine& engine) : program_(engine.observables) {}

  /// Writes the values at the state in `inputs`.
  void observe(std::span<const double> inputs, std::vector<double>& values) {
    values.resize(program_.outputs());
    program_.evaluate(inputs, values);
  }
  /// The same, taken from `known` where that is there.
  void observe(std::span<const double> inputs, std::vector<double>& values, const RecordedState* known) {
    if (known == nullptr) return observe(inputs, values);
    values.assign(known->observables.begin(), known->observables.end());
  }

private:
  ProgramInstance program_;
};

} // namespace simulation
} // namespace dalembert

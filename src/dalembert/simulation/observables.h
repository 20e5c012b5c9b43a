#pragma once

#include <dalembert/simulation/engine.h>

#include <span>
#include <vector>

namespace dalembert::inline simulation {

/// What a study shows and tests (see `Observed`), state by state.
class Observables {
public:
  explicit Observables(const Engine& engine) : program_(engine.observables) {}

  /// Writes the values at the state in `inputs`.
  void observe(std::span<const double> inputs, std::vector<double>& values) {
    values.resize(program_.outputs());
    program_.evaluate(inputs, values);
  }

private:
  ProgramInstance program_;
};

} // namespace dalembert::inline simulation

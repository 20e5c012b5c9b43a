#pragma once

#include <dalembert/simulation/engine/engine.h>

#include <cstddef>
#include <span>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// Works out anew the observables that read a drift, where the drift has become known.
class DriftObserver {
public:
  explicit DriftObserver(const Engine& engine)
      : program_(engine.of_drifts), places_(engine.places_of_drifts), outputs_(places_.size()) {}

  /// Writes their values at the state in `inputs` into those of all observables.
  void observe(std::span<const double> inputs, std::vector<double>& values) {
    if (places_.empty()) return;
    program_.evaluate(inputs, outputs_);
    for (std::size_t k = 0; k < places_.size(); ++k)
      values[places_[k]] = outputs_[k];
  }

private:
  ProgramInstance program_;
  std::vector<std::size_t> places_;
  std::vector<double> outputs_;
};

} // namespace simulation
} // namespace dalembert

#pragma once

#include <dalembert/program/executor.h>

#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace dalembert::inline simulation {

/// Works out anew the observables that read a drift, where the drift has become known.
class DriftObserver {
public:
  /// `places`: of the outputs of the program among all observables.
  DriftObserver(std::shared_ptr<const Executor> program, std::vector<std::size_t> places)
      : program_(std::move(program)), places_(std::move(places)), outputs_(places_.size()) {}

  /// Writes their values at the state in `inputs`.
  void observe(std::span<const double> inputs, std::vector<double>& values) {
    program_.evaluate(inputs, outputs_);
    for (std::size_t k = 0; k < places_.size(); ++k)
      values[places_[k]] = outputs_[k];
  }

private:
  ProgramInstance program_;
  std::vector<std::size_t> places_;
  std::vector<double> outputs_;
};

/// Outputs of the programs that a record of a state is made of, from who evaluated them by the same operations.
struct RecordedState {
  std::vector<double> account;
  bool is_finite = false; ///< the outputs of the account
  std::vector<double> violations;
  std::vector<double> observables; ///< with the drifts that were known before this state
  DriftObserver* drifts = nullptr; ///< for those that read them
};

} // namespace dalembert::inline simulation

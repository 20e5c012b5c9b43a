#pragma once

#include <vector>

namespace dalembert {
inline namespace simulation {

/// Outputs of the programs that a record of a state is made of, from who evaluated them by the same operations.
struct RecordedState {
  std::vector<double> account;
  bool is_finite = false; ///< the outputs of the account
  std::vector<double> violations;
  std::vector<double> observables; ///< with the drifts that were known before this state
};

} // namespace simulation
} // namespace dalembert

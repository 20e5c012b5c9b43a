#pragma once

#include <vector>

namespace dalembert {
inline namespace simulation {

/// A time within a step, and the state there by steps of its own, as exact as the ends of steps are. The dense output
/// of a step is less exact than its end.
struct ExactState {
  double time = 0.0;
  std::vector<double> y;
};

} // namespace simulation
} // namespace dalembert

#pragma once

#include <vector>

namespace dalembert {
inline namespace lowering {

/// A state and the numbers of a model.
struct NumbersAt {
  double time = 0.0;
  std::vector<double> positions;
  std::vector<double> parameters; ///< SI, declaration order
};

} // namespace lowering
} // namespace dalembert

#pragma once

#include <string>

namespace dalembert {
inline namespace results {

/// What solves the equations of motion for accelerations and multipliers.
struct SolverChoice {
  std::string by;  ///< `structure`: programs that eliminate along it; `matrices`: factors of M and A in full; `form`
  std::string why; ///< it, and not another, in words
};

} // namespace results
} // namespace dalembert

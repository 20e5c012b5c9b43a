#pragma once

#include <cstddef>
#include <vector>

namespace dalembert::inline simulation {

/// What takes part in an impact, of the constraints and the impacts of a system.
struct ImpactParts {
  std::vector<std::size_t> rows;     ///< that persist
  std::vector<std::size_t> contacts; ///< that are struck
  std::vector<std::size_t> plastic;  ///< of these, struck without restitution
};

} // namespace dalembert::inline simulation

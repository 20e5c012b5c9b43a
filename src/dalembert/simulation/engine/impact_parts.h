#pragma once

#include <cstddef>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// What takes part in an impact, of the constraints and the impacts of a system.
struct ImpactParts {
  std::vector<std::size_t> rows;     ///< that persist
  std::vector<std::size_t> contacts; ///< that are struck
  std::vector<std::size_t> plastic;  ///< of these, struck without restitution
  std::vector<std::size_t> imposed;  ///< of the rows, those that the rates need not satisfy before
  std::vector<std::size_t> settled;  ///< of the rows, those of contacts that persist even where they would be let go
  /// Contacts may pull in a part of an impact that ends with all slips held: its end determines the impulses.
  bool is_by_end = false;
};

} // namespace simulation
} // namespace dalembert

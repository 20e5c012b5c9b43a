#pragma once

#include <dalembert/expr/residue.h>

#include <cstddef>
#include <vector>

namespace dalembert {

/// The null space of a matrix modulo the prime: one vector for each free column, with 1 there, 0 at the other free
/// columns, and what follows at the pivots. Pivots are the leftmost columns possible, so free columns lie to the right.
struct ResidueNullSpace {
  std::vector<std::size_t> free;             ///< columns
  std::vector<std::vector<Residue>> vectors; ///< one for each
};
[[nodiscard]] ResidueNullSpace residue_null_space(const std::vector<std::vector<Residue>>& rows, std::size_t columns);

} // namespace dalembert

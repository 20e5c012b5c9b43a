#pragma once

#include <utility>
#include <vector>

namespace dalembert {
inline namespace families {

/// Members of one block of a family: the ranges of their indices.
using Block = std::vector<std::pair<int, int>>;

/// Cuts each dimension of a family, `low` to `high`, into first members, those between, and last ones; fewest blocks
/// first.
[[nodiscard]] std::vector<std::vector<Block>> cuts(const std::vector<int>& low, const std::vector<int>& high);

} // namespace families
} // namespace dalembert

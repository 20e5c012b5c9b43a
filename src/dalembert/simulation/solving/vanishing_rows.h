#pragma once

#include <dalembert/base/diagnostic.h>
#include <dalembert/lowering/vanishing_row.h>
#include <dalembert/simulation/engine/engine.h>

#include <cstddef>
#include <span>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// A row whose derivatives vanish wherever it holds, and regular ones that say the same.
struct VanishingRow {
  std::size_t constraint = 0;
  RegularRows regular;
};

/// Finds those that are short at the admissible state in `inputs` and whose form tells (lowering/vanishing_row.h).
[[nodiscard]] std::vector<VanishingRow> vanishing_rows(const Engine& engine, std::span<const double> inputs);

/// The rank of the rows of `others` and of what the vanishing ones say, at the state in `inputs`.
[[nodiscard]] int rank_with_regular(const Engine& engine, std::span<const double> inputs,
                                    const std::vector<std::size_t>& others, const std::vector<VanishingRow>& vanishing);

/// What to write instead (W0308).
[[nodiscard]] Diagnostic explain_vanishing(const Engine& engine, const VanishingRow& row);

} // namespace simulation
} // namespace dalembert

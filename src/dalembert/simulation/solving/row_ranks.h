#pragma once

#include <dalembert/results/result.h>
#include <dalembert/simulation/engine/engine.h>
#include <dalembert/simulation/engine/known_ranks.h>

#include <cstddef>
#include <span>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// Finds them. Where all rows are independent at the state in `inputs`, they are so nearly everywhere. Else states near
/// it are brought onto the constraints, first by the rank that shows, then, to round-off, by this rank: a singular
/// value that is still there belongs to an independent row, one that went is zero on the constraints. The largest rank
/// of several states counts, since a single one may be a singular position.
/// `inputs`: an admissible state. Cost: about 20 projections and singular value decompositions, only with rows that
/// depend on one another. Source: docs/theory/constraints.md, "Repeated rows".
[[nodiscard]] RowRanks row_ranks(const Engine& engine, std::span<const double> inputs);
[[nodiscard]] RowRanks row_ranks(const Engine& engine, const State& admissible);
/// The same of some of the rows, ascending in System::constraints: the typical rows are of these, in their order.
[[nodiscard]] RowRanks row_ranks(const Engine& engine, std::span<const double> inputs,
                                 const std::vector<std::size_t>& rows);

} // namespace simulation
} // namespace dalembert

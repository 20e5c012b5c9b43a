#pragma once

#include <dalembert/derivation/equations.h>

#include <cstddef>
#include <optional>

namespace dalembert {
inline namespace analysis {

/// Returns a number that those symmetries of L do not exceed which change the positions alone, by ξ(q), and L by df(q)
/// + c dt: of the derivatives of ξ up to the first at a random point, how many are left free by Noether's equation and
/// its derivatives up to the fourth there. A symmetry is determined by these where M is regular, so whatever functions
/// it is made of it is counted.
///
/// Nothing where L holds the time, a coordinate that it does not hold, or a singular M; with more than 3 coordinates;
/// where L has no exact values, or its derivatives are too long. Cost: elimination of about 220 unknowns.
/// Source: docs/theory/analysis.md, "Symmetries and conserved quantities".
[[nodiscard]] std::optional<std::size_t> most_position_symmetries(const Equations& equations);

} // namespace analysis
} // namespace dalembert

#pragma once

#include <dalembert/derivation/equations.h>
#include <dalembert/mechanics/system.h>

#include <cstddef>
#include <vector>

namespace dalembert {
inline namespace derivation {

using Direction = std::vector<Expr>; ///< n entries: of the rates, in the order of the coordinates

/// Returns false where the mass matrix is regular at some place; makes no nodes.
[[nodiscard]] bool may_lack_inertia(const System& system);

/// Returns a basis of the d(q, t) with M d = 0 and A d = 0; of large systems the coordinates without inertia that no
/// row holds. Nothing where the elimination grows too large.
[[nodiscard]] std::vector<Direction> directions_without_inertia(const Equations& equations);

} // namespace derivation
} // namespace dalembert

#pragma once

#include <dalembert/mechanics/system.h>
#include <dalembert/picture/item.h>

#include <optional>

namespace dalembert {
inline namespace mechanics {

/// Returns the direction u in which a force conjugate to `speed` acts if it acts at the point `at`:
/// Σₖ uₖ ∂Pₖ/∂qᵢ = ∂s/∂q′ᵢ for every coordinate on which P depends. Nothing where that has no solution or several, or
/// where u = 0.
/// Cost: exact zero tests of minors; points of more than 12 coordinates are not looked at.
[[nodiscard]] std::optional<Place<Expr>> force_direction(const System& system, const Place<Expr>& at, Expr speed);

} // namespace mechanics
} // namespace dalembert

#pragma once

#include <dalembert/sketch/kinematics.h>
#include <dalembert/sketch/known_point.h>

#include <optional>

namespace dalembert {
inline namespace sketching {

/// Returns the direction u in which a force conjugate to `speed` acts if it acts at the point: Σₖ uₖ ∂Pₖ/∂qᵢ = ∂s/∂q′ᵢ
/// for every coordinate on which P depends; nothing where that has no solution or several, or u = 0. A component of the
/// point that never moves takes no part of the force.
[[nodiscard]] std::optional<Place<Expr>> direction_at_place(Kinematics& kinematics, const Place<Expr>& at, Expr speed);

/// The same for a known point: along the unit vectors of polar coordinates where it has them, which is shorter.
[[nodiscard]] std::optional<Place<Expr>> direction_at_point(Kinematics& kinematics, const KnownPoint& point,
                                                            Expr speed);

} // namespace sketching
} // namespace dalembert

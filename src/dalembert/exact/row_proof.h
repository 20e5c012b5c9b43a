#pragma once

#include <dalembert/derivation/equations.h>

namespace dalembert {
inline namespace exact {

/// True where `claim` (in t, q, v, v̇, λ, p; to vanish) is a multiple of one equation of motion, or an identity, once a
/// root that a holonomic constraint gives (√(x² + y²) = l) is replaced by what it equals. A local proof: its cost does
/// not grow with the system. A claim of many accelerations is compared with the power of all equations, Σ vᵢEᵢ + Σ
/// λₖψₖ: that is E' = −2D, at a cost that grows with the size of the equations. False says nothing. Claims with
/// friction forces are left to others.
[[nodiscard]] bool follows_from_one_row(const Equations& equations, Expr claim);

} // namespace exact
} // namespace dalembert

#pragma once

#include <dalembert/derivation/equations.h>

namespace dalembert {

/// True where `claim` (in t, q, v, v̇, λ, p; to vanish) is a multiple of one equation of motion, or an identity, once a
/// root that a holonomic constraint gives (√(x² + y²) = l) is replaced by what it equals. A local proof: its cost does
/// not grow with the system. False says nothing. Claims with friction forces are left to others.
[[nodiscard]] bool follows_from_one_row(const Equations& equations, Expr claim);

} // namespace dalembert

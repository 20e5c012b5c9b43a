#pragma once

#include <dalembert/lowering/inertia_structure.h>

#include <cstddef>
#include <vector>

namespace dalembert {
inline namespace lowering {

/// What was added for one row.
struct RowInertia {
  std::size_t row = 0;          ///< in the rows of the structure
  Minimisation::Place load = 0; ///< the entry weight · γ
  Expr weight;
};

/// Adds ½ wₖ (aₖ·x − γₖ)² to the function that `structure` minimises for each row k of positions along whose gradient
/// the kinetic energy vanishes identically, M aₖ = 0, as it does along q for a unit quaternion: M is then positive
/// where it was singular in that direction alone. On the rows the term and its derivatives vanish, so that v̇ and λ are
/// the same for every wₖ.
///
///   wₖ = Σᵢ Mᵢᵢ / Σᵢ aₖᵢ²   over the coordinates of the row, Mᵢᵢ without what its terms share
///
/// Rows of `switched`, ascending, which do not hold all the time, get none; nor do rows whose coordinates have no
/// inertia at all. `structure` has all rows of `equations`. Cost: O(rows · terms) operations on residues.
/// Source: docs/theory/numerics.md, "Rows without inertia".
std::vector<RowInertia> add_row_inertia(const Equations& equations, const std::vector<std::size_t>& switched,
                                        InertiaStructure& structure);

/// Takes γ = `values`, one for each row, into what was added.
void renew_row_loads(Graph& graph, const std::vector<RowInertia>& added, const std::vector<Expr>& values,
                     InertiaStructure& structure);

} // namespace lowering
} // namespace dalembert

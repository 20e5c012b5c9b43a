#pragma once

#include <dalembert/derivation/equations.h>
#include <dalembert/mechanics/study.h>
#include <dalembert/sketch/visited_range.h>

namespace dalembert {
inline namespace sketching {

/// Makes the picture of a model from its equations alone: masses, rods, springs, wires, arrows of forces, and lanes for
/// coordinates that have no place.
///
/// Each item names its rule, P1 … P9 of docs/picture.md, and shows what T, V, a constraint or a reaction proves, by
/// exact zero tests; what is not proved stands in `not_drawn`. Doubles only choose among what is proved. Adds nodes to
/// the graph of the system. Cost: O(size of the energies) and O(n²) for n points, nothing is expanded.
/// `visited` is asked only where a curve or a surface without ends is drawn.
[[nodiscard]] Picture sketch(const Study& study, const Equations& equations, const VisitedRange& visited = {});

} // namespace sketching
} // namespace dalembert

#pragma once

#include <dalembert/lowering/numbers_at.h>
#include <dalembert/mechanics/system.h>

#include <cstddef>
#include <optional>
#include <vector>

namespace dalembert {
inline namespace lowering {

/// Looks at places on the zero set of the holonomic row `constraint` around an admissible state, where a Newton
/// iteration leads from random starts. Returns directions that span the normals of the zero set (orthonormal, n entries
/// each) where the derivatives of the row vanish at all of these places; nothing where they do not at one, or where the
/// iteration leads nowhere. A cone or a crossing of two surfaces has derivatives at other places, and is left.
/// Cost: 6 + 3n iterations of at most 200 evaluations.
[[nodiscard]] std::optional<std::vector<std::vector<double>>>
normals_of_vanishing(const System& system, std::size_t constraint, const NumbersAt& at);

} // namespace lowering
} // namespace dalembert

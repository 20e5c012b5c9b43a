#pragma once

#include <dalembert/mechanics/system.h>

#include <cstddef>
#include <vector>

namespace dalembert {
inline namespace mechanics {

/// Returns the coordinates, in System::coordinates, whose rates no kinetic energy and no Lagrangian contains: they have
/// no inertia at any state.
[[nodiscard]] std::vector<std::size_t> massless_coordinates(const System& system);

} // namespace mechanics
} // namespace dalembert

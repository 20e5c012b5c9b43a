#pragma once

#include <dalembert/mechanics/system.h>

#include <array>
#include <cstddef>
#include <vector>

namespace dalembert {
inline namespace mechanics {

/// Two frictions of one reaction, in System::frictions: the components of the friction of one slip in a plane.
using SlipPlane = std::array<std::size_t, 2>;

/// Returns the pairs of frictions that are the only two of their reaction, in the order of the first ones.
[[nodiscard]] std::vector<SlipPlane> slip_planes(const System& system);

/// Returns the reactions of more than two frictions, in System::reactions: each of these has a bound of its own.
[[nodiscard]] std::vector<std::size_t> reactions_of_many_frictions(const System& system);

} // namespace mechanics
} // namespace dalembert

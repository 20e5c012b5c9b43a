#pragma once

#include <dalembert/picture/not_drawn.h>
#include <dalembert/sketch/kinematics.h>

#include <vector>

namespace dalembert {
inline namespace sketching {

/// Rule P8: holonomic rows that are linear in one length and one angle with a constant ratio a. A wheel of radius |a|
/// that rolls has such a row, and so has a drum with a rope: the equations do not tell them apart, so nothing is drawn
/// and the radius is said.
[[nodiscard]] std::vector<NotDrawn> wheels(Kinematics& kinematics);

} // namespace sketching
} // namespace dalembert

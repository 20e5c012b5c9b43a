#pragma once

#include <dalembert/mechanics/picture.h>
#include <dalembert/mechanics/system.h>

namespace dalembert {
inline namespace sketching {

/// Rule P9: adds a lane for each coordinate on which no item of `picture` depends, and says why it has no place. Arrows
/// and gauges do not show a coordinate. There are at most 24 lanes; of the others their number is said.
void add_lanes(const System& system, Picture& picture);

} // namespace sketching
} // namespace dalembert

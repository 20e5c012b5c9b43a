#pragma once

#include <dalembert/picture/not_drawn.h>
#include <dalembert/sketch/gravity.h>
#include <dalembert/sketch/kinetic_squares.h>
#include <dalembert/sketch/known_point.h>

#include <vector>

namespace dalembert {
inline namespace sketching {

/// Keeps the points that have one origin. Points whose coordinates no energy, constraint or force holds together with
/// those of others, and whose masses differ, may be measured from anywhere, as the vector from one body to another
/// beside their centre of mass: kept are those that gravity or a stated force puts in their place, else those with the
/// largest mass, since a reduced mass is at most a quarter of the total. `stated`: points where the model says that a
/// force acts.
void keep_one_origin(Kinematics& kinematics, const KineticTerms& terms, const std::optional<Gravity>& gravity,
                     const std::vector<KnownPoint>& stated, std::vector<KnownPoint>& points,
                     std::vector<NotDrawn>& not_drawn);

} // namespace sketching
} // namespace dalembert

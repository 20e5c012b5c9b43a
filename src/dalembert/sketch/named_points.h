#pragma once

#include <dalembert/sketch/kinematics.h>
#include <dalembert/sketch/known_point.h>

#include <vector>

namespace dalembert {
inline namespace sketching {

/// Rule P4, what the model states: the points where its reactions and forces act.
[[nodiscard]] std::vector<KnownPoint> stated_points(Kinematics& kinematics);

/// Rule P4, what names say. `known`: what the rules before found. Pairs and triples of coordinates with the names of
/// one point, where T does not show that one of them is relative to something else; of `let`s and pairs of parameters,
/// which count only where a link ties them to a known point; of two expressions that are plotted over one another,
/// where they move with such a pair. Paths that are plotted are noted in `known`.
struct NamedPoints {
  std::vector<KnownPoint> coordinates; ///< sure
  std::vector<KnownPoint> candidates;  ///< sure where a link ties them to another point
};
[[nodiscard]] NamedPoints named_points(Kinematics& kinematics, std::vector<KnownPoint>& known);

} // namespace sketching
} // namespace dalembert

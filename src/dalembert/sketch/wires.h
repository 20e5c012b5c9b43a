#pragma once

#include <dalembert/picture/not_drawn.h>
#include <dalembert/sketch/kinetic_squares.h>
#include <dalembert/sketch/known_point.h>
#include <dalembert/sketch/links.h>
#include <dalembert/sketch/visited_range.h>

#include <vector>

namespace dalembert {
inline namespace sketching {

/// What constraints leave of the plane or of space to one point, where that is known exactly.
struct Wires {
  std::vector<DrawnItem<Expr>> items;
  std::vector<NotDrawn> not_drawn;
};

/// Rule P7. A holonomic row in one component of a mass fixes it: a line, or a plane in space. A row in two or three
/// components of one mass that is linear in one of them is a curve y = f(x), a plane, a surface z = f(x, y); one in
/// their squares a conic or a quadric. Two rows in the plane that are linear in one component each and share a
/// coordinate without inertia are a curve. `links`: distances that are drawn already. Only in models of points alone:
/// what holds the centre of a body is not where the body touches.
[[nodiscard]] Wires wires(Kinematics& kinematics, const KineticTerms& terms, const std::vector<KnownPoint>& points,
                          const std::vector<Link>& links, int dimension, const VisitedRange& visited);

} // namespace sketching
} // namespace dalembert

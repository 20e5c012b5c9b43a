#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/text.h>
#include <dalembert/sketch/wheels.h>

#include <fmt/format.h>

#include <cmath>

namespace dalembert {
inline namespace sketching {

std::vector<NotDrawn> wheels(Kinematics& kinematics) {
  constexpr std::size_t longest = 60; // of the text of a radius
  const System& system = kinematics.system();
  Graph& graph = kinematics.graph();
  std::vector<NotDrawn> out;
  for (const Constraint& row : system.constraints) {
    const std::vector<std::size_t> held = kinematics.coordinates_of(row.residual);
    if (row.kind != ConstraintKind::holonomic || held.size() != 2) continue;
    const bool is_first = kinematics.is_length_coordinate(held[0]);
    const Coordinate& length = system.coordinates[held[is_first ? 0 : 1]];
    const Coordinate& angle = system.coordinates[held[is_first ? 1 : 0]];
    if (kinematics.is_length_coordinate(held[1]) == is_first || !angle.measure.angular) continue;
    const std::vector<Expr> slopes = gradient(graph, row.residual, std::vector<Expr>{length.position, angle.position});
    if (!kinematics.is_constant(slopes[0]) || !kinematics.is_constant(slopes[1]) || graph.is_zero(slopes[0])) continue;
    Expr radius = graph.div(slopes[1], slopes[0]);
    const double size = kinematics.at_start(radius);
    if (!std::isfinite(size) || graph.is_number(radius)) continue;
    if (size < 0) radius = graph.neg(radius);
    const std::string written = text(graph, radius, longest);
    out.push_back(
        {row.name,
         fmt::format("{}/{} = {} is the radius of a wheel that rolls or of a drum with a rope; which of them, "
                     "and where, is not in the equations",
                     length.name, angle.name, written),
         fmt::format("draw ring({}) at ({}, {})", written, length.name, written)});
  }
  return out;
}

} // namespace sketching
} // namespace dalembert

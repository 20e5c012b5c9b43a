#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/mechanics/force_direction.h>
#include <dalembert/sketch/point_direction.h>

namespace dalembert {
inline namespace sketching {

namespace {

/// How far a point moves for a small change of one of its coordinates: 1 for lengths, the distance from the axis for
/// angles.
Expr lever(Graph& graph, const KnownPoint& point, Expr position) {
  const bool is_azimuth = point.polar->azimuth && *point.polar->azimuth == position;
  const bool is_length = position == point.polar->radius || position == point.at.back();
  if (is_length) return graph.one();
  if (!is_azimuth) return point.polar->radius;
  // At the azimuth 0 the first component is the distance from the axis.
  return substitute(graph, point.at.front(), std::vector<Replacement>{{position, graph.zero()}});
}

/// Along the unit vectors of polar coordinates, where the radius is a coordinate: shorter, and proved there.
std::optional<Place<Expr>> polar_direction(Kinematics& kinematics, const KnownPoint& point, Expr speed) {
  Graph& graph = kinematics.graph();
  if (!point.polar || graph.kind(point.polar->radius) != NodeKind::symbol ||
      kinematics.coordinates_of(point.polar->radius).empty())
    return std::nullopt;
  std::vector<Expr> positions;
  std::vector<Expr> rates;
  for (const std::size_t i : kinematics.coordinates_of(point.at)) {
    positions.push_back(kinematics.system().coordinates[i].position);
    rates.push_back(kinematics.system().coordinates[i].rate);
  }
  const std::vector<Expr> wanted = gradient(graph, speed, rates);
  std::vector<std::vector<Expr>> slopes; // by component
  for (const Expr component : point.at)
    slopes.push_back(gradient(graph, component, positions));
  Place<Expr> out(point.at.size(), graph.zero());
  bool is_nothing = true;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    if (graph.is_zero(wanted[i])) continue;
    is_nothing = false;
    Expr length = graph.zero();
    for (const std::vector<Expr>& slope : slopes)
      length = graph.add(length, graph.square(slope[i]));
    const Expr known = lever(graph, point, positions[i]);
    if (!kinematics.vanish({graph.sub(length, graph.square(known))})) return std::nullopt;
    for (std::size_t k = 0; k < out.size(); ++k)
      out[k] = graph.add(out[k], graph.mul(graph.div(wanted[i], graph.square(known)), slopes[k][i]));
  }
  std::vector<Expr> rest;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    Expr left = graph.neg(wanted[i]);
    for (std::size_t k = 0; k < out.size(); ++k)
      left = graph.add(left, graph.mul(out[k], slopes[k][i]));
    rest.push_back(left);
  }
  if (is_nothing || !kinematics.vanish(rest)) return std::nullopt;
  return out;
}

} // namespace

std::optional<Place<Expr>> direction_at_place(Kinematics& kinematics, const Place<Expr>& at, Expr speed) {
  Place<Expr> moving;
  for (const Expr part : at)
    if (!kinematics.coordinates_of(part).empty()) moving.push_back(part);
  if (moving.size() < 2) return std::nullopt;
  const auto found = force_direction(kinematics.system(), moving, speed);
  if (!found) return std::nullopt;
  Place<Expr> out;
  std::size_t next = 0;
  for (const Expr part : at)
    out.push_back(kinematics.coordinates_of(part).empty() ? kinematics.graph().zero() : (*found)[next++]);
  return out;
}

std::optional<Place<Expr>> direction_at_point(Kinematics& kinematics, const KnownPoint& point, Expr speed) {
  const auto found = polar_direction(kinematics, point, speed);
  return found ? found : direction_at_place(kinematics, point.at, speed);
}

} // namespace sketching
} // namespace dalembert

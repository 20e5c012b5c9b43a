#include <dalembert/expr/differentiate.h>
#include <dalembert/sketch/scene_up.h>

#include <array>
#include <cmath>

namespace dalembert {
inline namespace sketching {

namespace {

/// Which way a mass is lighter, by the axes of the scene; nothing where that is not a constant direction. Of a point
/// whose components are coordinates the pull is ∂W/∂X; of others the height of its mass is one of the components.
std::optional<std::array<double, 3>> rise_of(Kinematics& kinematics, const Gravity& gravity, const KnownPoint& point) {
  Graph& graph = kinematics.graph();
  std::array<double, 3> out{};
  bool are_coordinates = true;
  for (const Expr part : point.at)
    are_coordinates = are_coordinates && graph.kind(part) == NodeKind::symbol;
  if (are_coordinates) {
    const std::vector<Expr> pull = gradient(graph, gravity.moment, point.at);
    for (std::size_t k = 0; k < pull.size(); ++k) {
      if (!kinematics.coordinates_of(pull[k]).empty()) return std::nullopt;
      out[k] = kinematics.at_start(pull[k]);
    }
    return out;
  }
  const auto height = height_of(kinematics, gravity, *point.mass);
  if (!height) return std::nullopt;
  for (std::size_t k = 0; k < point.at.size(); ++k)
    for (const double sign : {1.0, -1.0}) {
      const Expr rest = sign > 0 ? graph.sub(*height, point.at[k]) : graph.add(*height, point.at[k]);
      if (!kinematics.is_at_rest(rest)) continue;
      out[k] = sign;
      return out;
    }
  return std::nullopt;
}

} // namespace

std::optional<SceneUp> scene_up(Kinematics& kinematics, const std::optional<Gravity>& gravity,
                                const std::vector<KnownPoint>& points, int dimension) {
  if (gravity && gravity->is_ambiguous) return std::nullopt;
  const Gravity pull = gravity ? *gravity : Gravity{potential_at_rest(kinematics), false};
  constexpr std::size_t most_looked_at = 8;
  std::size_t looked_at = 0;
  for (const KnownPoint& point : points) {
    if (!point.mass || ++looked_at > most_looked_at) continue;
    const auto rise = rise_of(kinematics, pull, point);
    if (!rise) continue;
    std::size_t axis = 3;
    for (std::size_t k = 0; k < 3; ++k) {
      if (!(std::abs((*rise)[k]) > 0)) continue;
      if (axis != 3) return std::nullopt; // oblique axes of a slope
      axis = k;
    }
    if (axis == 3) return std::nullopt; // a horizontal plane
    // A uniform force of which it is not known whether it is a weight is one along the axis that is called the height.
    if (!gravity && axis + 1 != static_cast<std::size_t>(dimension)) return std::nullopt;
    const bool is_usual = axis + 1 == static_cast<std::size_t>(dimension) && (*rise)[axis] > 0;
    if (is_usual) return std::nullopt;
    if ((*rise)[axis] < 0) {
      if (axis == 0) return SceneUp::minus_x;
      return axis == 1 ? SceneUp::minus_y : SceneUp::minus_z;
    }
    if (axis == 0) return SceneUp::x;
    return axis == 1 ? SceneUp::y : SceneUp::z;
  }
  return std::nullopt;
}

} // namespace sketching
} // namespace dalembert

#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace dalembert {
inline namespace picture {

/// Which plane a scene in the plane lies in, for its names of the axes alone.
enum class ScenePlane : std::uint8_t { xy, xz, yz };
/// The direction that points up on the page.
enum class SceneUp : std::uint8_t { y, minus_y, x, z, minus_z, minus_x };
/// What becomes of the automatic picture where there are `draw` statements: their arrows alone, all of it, nothing.
enum class AutomaticPicture : std::uint8_t { arrows, with, none };

/// From where a spatial scene is looked at: azimuth about z from −y on, elevation above the horizontal plane, rad.
struct Camera {
  double azimuth = 0.6108652381980153;   ///< 35°
  double elevation = 0.3490658503988659; ///< 20°
};

/// What `animate { … }` says.
struct SceneSettings {
  std::optional<ScenePlane> plane;
  std::optional<SceneUp> up;
  std::optional<Camera> camera;
  std::optional<std::array<std::array<double, 2>, 2>> view; ///< corners, m
  double speed = 1.0;                                       ///< seconds of motion shown in one second
  std::map<std::string, double> scales;                     ///< m per unit, by unit: N, N m, m/s, N s
  AutomaticPicture automatic = AutomaticPicture::arrows;
  bool flash = true; ///< impacts are marked
};

} // namespace picture
} // namespace dalembert

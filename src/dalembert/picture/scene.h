#pragma once

#include <dalembert/picture/item.h>
#include <dalembert/picture/not_drawn.h>
#include <dalembert/picture/settings.h>

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace dalembert {
inline namespace picture {

/// A number of a scene: itself, or the column of a row of numbers in which it stands.
struct SceneNumber {
  double value = 0.0;
  std::optional<std::size_t> column;

  [[nodiscard]] double at(std::span<const double> row) const { return column ? row[*column] : value; }
};

/// A picture whose numbers stand in the rows of a table, one row for each instant: what every painter reads.
struct Scene {
  int dimension = 2; ///< 2 or 3
  bool moving_axes = false;
  std::vector<DrawnItem<SceneNumber>> items;
  SceneSettings settings;
  Place<SceneNumber> follow; ///< a point that the view moves with; empty where it stands
  std::vector<NotDrawn> not_drawn;
  std::array<std::array<double, 3>, 2>
      bounds{}; ///< corners of a box that holds all points of all rows, m; z unused in the plane
  /// What tables print of the forces that arrows and arcs show, in the unit of the arrow, by name.
  std::map<std::string, SceneNumber> amounts;
  std::map<std::string, double> scales; ///< m of an arrow for one SI unit of its unit, by unit
};

/// The instants of a scene.
struct SceneFrames {
  std::vector<double> times;             ///< s
  std::vector<std::vector<double>> rows; ///< one for each time
};

} // namespace picture
} // namespace dalembert

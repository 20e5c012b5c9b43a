#pragma once

#include <dalembert/painter/point3.h>
#include <dalembert/picture/scene.h>

#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <vector>

// The items of a scene with the numbers of one row, and what they need to know of all rows.
namespace dalembert {
inline namespace painter {

using SceneItem = DrawnItem<SceneNumber>;
using ShownItem = DrawnItem<double>;

/// Returns `item` with the numbers of `row`; nothing where it is hidden, or one of its numbers is not finite or is too
/// large for a page.
[[nodiscard]] std::optional<ShownItem> shown(const SceneItem& item, std::span<const double> row);

/// The same, whether it is hidden or not.
[[nodiscard]] std::optional<ShownItem> with_numbers(const SceneItem& item, std::span<const double> row);

/// The point that the view moves with; the origin where it stands.
[[nodiscard]] Point3 followed(const Scene& scene, std::span<const double> row);

/// True where some number of `item` stands in a column.
[[nodiscard]] bool is_moving(const SceneItem& item);

/// The size of an arrow or an arc in its unit, 0 for all other items.
[[nodiscard]] double arrow_size(const ShownItem& item);

/// The unit of an arrow or an arc; null for all other items.
[[nodiscard]] const std::string* arrow_unit(const SceneItem& item);

/// A ball of the model that an item fills.
struct Ball {
  Point3 centre;
  double radius = 0.0;
};
/// Balls that together hold `item`; empty for what has no place or no extent of its own.
[[nodiscard]] std::vector<Ball> filled(const ShownItem& item, int dimension);

/// The least and the greatest of some values.
struct Span {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();

  void take(double value);
  [[nodiscard]] bool is_empty() const { return low > high; }
  [[nodiscard]] double length() const { return high - low; }
};

/// What one item is in all rows.
struct ItemFacts {
  Span length;              ///< of a segment, m
  bool is_taut = false;     ///< a segment that has its longest length in at least a twentieth of the rows
  Span value;               ///< of a gauge or a lane
  Span near;                ///< of a ground in the plane: where along it things are near it, m
  std::vector<Point3> path; ///< of a trail, one point for each row; not finite where there is none
};

/// What all items are in all rows.
struct SceneFacts {
  std::vector<ItemFacts> items; ///< one for each item
  double heaviest = 0.0;        ///< kg, of the masses
};

/// Gathers the facts of `scene` from `rows`.
[[nodiscard]] SceneFacts facts_of(const Scene& scene, const std::vector<std::span<const double>>& rows);

} // namespace painter
} // namespace dalembert

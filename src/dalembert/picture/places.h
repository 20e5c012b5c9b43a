#pragma once

#include <dalembert/picture/item.h>

#include <span>
#include <type_traits>
#include <variant>

// The points of an item, whatever kind it is.
namespace dalembert {
inline namespace picture {

/// Calls `visit(place)` for every point of `item`: not for directions and vectors.
template <class N, class Visit>
void for_places(const DrawnItem<N>& item, Visit&& visit) {
  std::visit(
      [&visit](const auto& what) {
        using T = std::decay_t<decltype(what)>;
        if constexpr (std::is_same_v<T, Segment<N>>) {
          visit(what.from);
          visit(what.to);
        } else if constexpr (std::is_same_v<T, Path<N>> || std::is_same_v<T, Surface<N>>) {
          for (const Place<N>& point : what.points)
            visit(point);
        } else if constexpr (std::is_same_v<T, Support<N>>) {
          visit(what.through);
        } else if constexpr (std::is_same_v<T, Trail<N>>) {
          visit(what.of);
        } else if constexpr (std::is_same_v<T, Arrow<N>>) {
          visit(what.at);
          if (!what.against.empty()) visit(what.against);
        } else if constexpr (!std::is_same_v<T, Gauge<N>> && !std::is_same_v<T, Lane<N>>) {
          visit(what.at);
        }
      },
      item.what);
}

/// Returns 3 where a point of the items has three components, else 2.
template <class N>
[[nodiscard]] int dimension_of(std::span<const DrawnItem<N>> items) {
  constexpr std::size_t spatial = 3;
  bool is_spatial = false;
  for (const DrawnItem<N>& item : items)
    for_places(item, [&is_spatial](const Place<N>& place) { is_spatial = is_spatial || place.size() == spatial; });
  return is_spatial ? 3 : 2;
}

} // namespace picture
} // namespace dalembert

#pragma once

#include <dalembert/picture/item.h>

#include <string>
#include <vector>

namespace dalembert {
inline namespace sketching {

/// True for arrows, arcs and gauges: what acts, not what there is.
template <class N>
[[nodiscard]] bool is_force(const DrawnItem<N>& item) {
  return std::holds_alternative<Arrow<N>>(item.what) || std::holds_alternative<Arc<N>>(item.what) ||
         std::holds_alternative<Gauge<N>>(item.what);
}

template <class N>
[[nodiscard]] bool is_lane(const DrawnItem<N>& item) {
  return std::holds_alternative<Lane<N>>(item.what);
}

/// The names of the forces that an arrow, arc or gauge shows: several of a resultant.
template <class N>
[[nodiscard]] std::vector<std::string> forces_of(const DrawnItem<N>& item) {
  std::string all;
  if (const auto* arrow = std::get_if<Arrow<N>>(&item.what)) all = arrow->of;
  if (const auto* arc = std::get_if<Arc<N>>(&item.what)) all = arc->of;
  if (const auto* gauge = std::get_if<Gauge<N>>(&item.what)) all = gauge->of;
  std::vector<std::string> out;
  while (!all.empty()) {
    const std::size_t comma = all.find(", ");
    out.push_back(all.substr(0, comma));
    all = comma == std::string::npos ? std::string() : all.substr(comma + 2);
  }
  return out;
}

/// Calls `visit` with every place and vector of an item; not with what may be empty and is.
template <class N, class Visit>
void for_each_place(DrawnItem<N>& item, Visit&& visit) {
  const auto some = [&](Place<N>& place) {
    if (!place.empty()) visit(place);
  };
  std::visit(
      [&](auto& what) {
        if constexpr (requires { what.points; })
          for (Place<N>& point : what.points)
            some(point);
        if constexpr (requires { what.at.size(); }) some(what.at);
        if constexpr (requires { what.from.size(); }) some(what.from);
        if constexpr (requires { what.to; }) some(what.to);
        if constexpr (requires { what.through; }) some(what.through);
        if constexpr (requires { what.along; }) some(what.along);
        if constexpr (requires { what.vector; }) some(what.vector);
        if constexpr (requires { what.against; }) some(what.against);
        if constexpr (std::is_same_v<std::decay_t<decltype(what)>, Trail<N>>) some(what.of);
      },
      item.what);
}

} // namespace sketching
} // namespace dalembert

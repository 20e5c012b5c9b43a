#include <dalembert/sketch/completed.h>
#include <dalembert/sketch/item_parts.h>
#include <dalembert/sketch/lanes.h>
#include <dalembert/sketch/scene_plane.h>

#include <algorithm>
#include <set>

namespace dalembert {
inline namespace sketching {

namespace {

bool is_spatial(DrawnItem<Expr> item) {
  bool out = false;
  for_each_place(item, [&](const Place<Expr>& place) { out = out || place.size() == 3; });
  return out;
}

/// All places of one dimension: an automatic arrow in a scene that the model draws in space, and the reverse.
void make_one_dimension(Graph& graph, std::vector<DrawnItem<Expr>>& items) {
  if (std::ranges::none_of(items, is_spatial)) return;
  for (DrawnItem<Expr>& item : items)
    widen(graph, item, 3);
}

SceneSettings settings_of(const SceneSettings& own, const SceneSettings& automatic) {
  SceneSettings out = own;
  if (!out.plane) out.plane = automatic.plane;
  if (!out.up) out.up = automatic.up;
  return out;
}

} // namespace

Picture completed(const Study& study, const Picture& automatic) {
  const Picture& own = study.picture;
  const bool draws = std::ranges::any_of(own.items, [](const auto& item) { return !is_force(item); });
  const bool replaces = draws && own.settings.automatic == AutomaticPicture::arrows;
  if (own.settings.automatic == AutomaticPicture::none) return own;
  std::set<std::string> drawn;
  for (const DrawnItem<Expr>& item : own.items)
    if (is_force(item))
      for (const std::string& name : forces_of(item))
        drawn.insert(name);
  const auto is_drawn = [&](const DrawnItem<Expr>& item) {
    const std::vector<std::string> names = forces_of(item);
    return std::ranges::any_of(names, [&](const std::string& name) { return drawn.contains(name); });
  };
  Picture out;
  out.moving_axes = automatic.moving_axes;
  out.follow = own.follow;
  out.settings = settings_of(own.settings, automatic.settings);
  if (!replaces)
    for (const DrawnItem<Expr>& item : automatic.items)
      if (!is_force(item) && !is_lane(item)) out.items.push_back(item);
  out.items.insert(out.items.end(), own.items.begin(), own.items.end());
  for (const DrawnItem<Expr>& item : automatic.items)
    if (is_force(item) && !is_drawn(item)) out.items.push_back(item);
  make_one_dimension(*study.system.graph, out.items);
  std::set<std::string> lanes;
  for (const DrawnItem<Expr>& item : automatic.items)
    if (is_lane(item)) lanes.insert(item.name);
  for (const NotDrawn& each : automatic.not_drawn) {
    const bool is_of_force = std::ranges::any_of(automatic.items, [&](const DrawnItem<Expr>& item) {
      const std::vector<std::string> names = forces_of(item);
      return std::ranges::find(names, each.what) != names.end();
    });
    if (is_of_force ? !drawn.contains(each.what) : (!replaces && !lanes.contains(each.what)))
      out.not_drawn.push_back(each);
  }
  add_lanes(study.system, out);
  return out;
}

} // namespace sketching
} // namespace dalembert

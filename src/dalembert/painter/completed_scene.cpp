#include <dalembert/painter/completed_scene.h>
#include <dalembert/painter/extent.h>
#include <dalembert/painter/instants.h>
#include <dalembert/picture/places.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace dalembert {
inline namespace painter {

namespace {

constexpr double resolved = 1e-13; ///< side of a box over its distance at which a page still tells its pixels apart
constexpr double unplaceable = 1e100;

/// The largest component of the places of `item` in one row; NaN where one is not finite.
double reach_in(const SceneItem& item, const SceneFrames& frames, std::size_t row) {
  double out = 0.0;
  for_places(item, [&](const Place<SceneNumber>& place) {
    for (const SceneNumber& n : place) {
      const double size = std::abs(n.at(frames.rows[row]));
      if (!(size <= out)) out = std::isnan(out) ? out : size;
    }
  });
  return out;
}

/// The least reach of all rows; nothing where the places are finite in none.
std::optional<double> least_reach(const SceneItem& item, const SceneFrames& frames) {
  std::optional<double> out;
  for (std::size_t i = 0; i < frames.rows.size(); ++i)
    if (const double reach = reach_in(item, frames, i); reach < unplaceable) out = std::min(out.value_or(reach), reach);
  return out;
}

std::string label_of(const SceneItem& item) {
  return item.name.empty() ? "an item without a name" : item.name;
}

/// Takes the items out for which `why` returns a reason.
template <class Why>
void leave_out(Scene& scene, const Why& why) {
  std::erase_if(scene.items, [&](const SceneItem& item) {
    const std::string reason = why(item);
    if (!reason.empty()) scene.not_drawn.push_back({label_of(item), reason, ""});
    return !reason.empty();
  });
}

/// The side of the box that is drawn, and the farthest coordinate in it.
struct Box {
  double side = 0.0;
  double farthest = 0.0;
};

Box box_of(const Scene& scene, const SceneFrames& frames) {
  const Bounds bounds = bounds_of(scene, frames);
  Box out;
  for (std::size_t k = 0; k < bounds[0].size(); ++k) {
    out.side = std::max(out.side, bounds[1].at(k) - bounds[0].at(k));
    out.farthest = std::max({out.farthest, std::abs(bounds[0].at(k)), std::abs(bounds[1].at(k))});
  }
  return out;
}

/// The scene without what cannot be drawn, which is listed.
Scene drawable(Scene scene, const SceneFrames& frames) {
  if (frames.rows.empty()) return scene;
  leave_out(scene, [&frames](const SceneItem& item) {
    return std::string(least_reach(item, frames) ? "" : "its place is not finite");
  });
  const Box box = box_of(scene, frames);
  constexpr double least_side = 1.0; // m
  const double far = std::max(box.side, least_side) / resolved;
  if (box.farthest < far) return scene;
  leave_out(scene, [&](const SceneItem& item) {
    return std::string(*least_reach(item, frames) < far ? "" : "its place is too far away for double precision");
  });
  return scene;
}

} // namespace

Scene completed(Scene scene, const SceneFrames& frames) {
  scene = drawable(std::move(scene), frames);
  scene.bounds = bounds_of(scene, frames);
  scene.scales = scales_of(scene, frames, scene.bounds);
  return scene;
}

} // namespace painter
} // namespace dalembert

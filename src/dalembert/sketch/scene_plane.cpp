#include <dalembert/sketch/axis_names.h>
#include <dalembert/sketch/item_parts.h>
#include <dalembert/sketch/scene_plane.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>

namespace dalembert {
inline namespace sketching {

namespace {

constexpr std::size_t spatial = 3;

void make_spatial(Graph& graph, KnownPoint& point) {
  Place<Expr> wide(spatial, graph.zero());
  const std::string axes = point.axes.empty() ? "xy" : point.axes;
  for (std::size_t k = 0; k < 2; ++k)
    wide[axis_letters.find(axes[k])] = point.at[k];
  point.at = wide;
  point.is_flat = true;
  if (point.polar) point.polar->pole.resize(spatial, graph.zero());
}

} // namespace

int make_one_plane(Graph& graph, std::vector<KnownPoint>& points, std::vector<KnownPoint>& candidates,
                   SceneSettings& settings) {
  std::set<std::string> planes;
  bool is_spatial = false;
  for (const KnownPoint& point : points) {
    is_spatial = is_spatial || point.at.size() == spatial;
    if (point.at.size() == 2 && !point.axes.empty()) planes.insert(point.axes);
  }
  if (!is_spatial && planes.size() < 2) {
    const std::string plane = planes.empty() ? "xy" : *planes.begin();
    std::erase_if(candidates, [&](const KnownPoint& point) { return point.axes != plane; });
    if (plane == "xz") settings.plane = ScenePlane::xz;
    if (plane == "yz") settings.plane = ScenePlane::yz;
    return 2;
  }
  for (std::vector<KnownPoint>* list : {&points, &candidates})
    for (KnownPoint& point : *list)
      if (point.at.size() < spatial) make_spatial(graph, point);
  return static_cast<int>(spatial);
}

void widen(Graph& graph, DrawnItem<Expr>& item, int dimension) {
  for_each_place(item, [&](Place<Expr>& place) { place.resize(static_cast<std::size_t>(dimension), graph.zero()); });
  auto* arc = std::get_if<Arc<Expr>>(&item.what);
  if (arc != nullptr && dimension == 3 && arc->axis.empty()) arc->axis = {graph.zero(), graph.zero(), graph.one()};
}

} // namespace sketching
} // namespace dalembert

#include <dalembert/expr/depends.h>
#include <dalembert/picture/convert.h>
#include <dalembert/sketch/item_parts.h>
#include <dalembert/sketch/lanes.h>

#include <fmt/format.h>

#include <algorithm>

namespace dalembert {
inline namespace sketching {

namespace {

constexpr std::size_t most_lanes = 24; ///< of one picture; more say nothing to the eye

std::string suggestion(const System& system, const Coordinate& q, bool is_angle) {
  const std::string unit = system.has_units ? " [m]" : "";
  if (is_angle) return "draw rod(1" + unit + ") at (0, 0) turned " + q.name;
  return "draw mass at (" + q.name + ", 0)";
}

} // namespace

void add_lanes(const System& system, Picture& picture) {
  const Graph& graph = *system.graph;
  std::vector<Expr> numbers;
  for (const DrawnItem<Expr>& item : picture.items)
    if (!is_force(item) && !is_lane(item))
      static_cast<void>(converted(item, [&](Expr e) {
        numbers.push_back(e);
        return e;
      }));
  const std::vector<Expr> shown = free_symbols(graph, numbers);
  std::size_t count = 0;
  for (const Coordinate& q : system.coordinates) {
    if (std::ranges::binary_search(shown, q.position) || ++count > most_lanes) continue;
    Lane<Expr> lane;
    lane.is_angle = q.measure.angular;
    lane.unit = q.measure.unit();
    lane.value = q.position;
    DrawnItem<Expr> item;
    item.what = lane;
    item.name = q.name;
    item.rule = "P9";
    item.span = q.span;
    picture.items.push_back(std::move(item));
    picture.not_drawn.push_back({q.name,
                                 lane.is_angle ? "what turns with this angle has no place and no shape in the equations"
                                               : "where this length lies is not in the equations",
                                 suggestion(system, q, lane.is_angle)});
  }
  if (count > most_lanes)
    picture.not_drawn.push_back({fmt::format("{} more coordinates", count - most_lanes),
                                 fmt::format("a picture has at most {} lanes", most_lanes), ""});
}

} // namespace sketching
} // namespace dalembert

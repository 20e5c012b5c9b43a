#include <dalembert/painter/support_extent.h>
#include <dalembert/painter/view.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace dalembert {
inline namespace painter {

namespace {

/// What the items cover on a plane at right angles to the line of sight, m.
struct Extent {
  Span right;
  Span up;

  void take(const Directions& d, const Point3& place, double radius) {
    for (const double r : {-radius, radius}) {
      right.take(dot(place, d.right) + r);
      up.take(dot(place, d.up) + r);
    }
  }
};

void widen(Span& span, double by) {
  span.low -= by;
  span.high += by;
}

double diagonal_of(const Scene& scene) {
  const auto& [low, high] = scene.bounds;
  return norm(Point3{high[0] - low[0], high[1] - low[1], high[2] - low[2]});
}

/// The head of an arrow as far as it is drawn.
Point3 drawn_vector(const Arrow<double>& arrow, double scale, double longest) {
  const Point3 v = scale * point(arrow.vector);
  const double length = norm(v);
  return length > longest ? (longest / length) * v : v;
}

/// What stands in a scene in space.
void take_items(Extent& out, const Scene& scene, std::span<const double> row, const Directions& axes) {
  const Point3 origin = followed(scene, row);
  for (const SceneItem& item : scene.items)
    if (const auto now = shown(item, row)) {
      for (const Ball& ball : filled(*now, scene.dimension))
        out.take(axes, ball.centre - origin, ball.radius);
      if (const auto* support = std::get_if<Support<double>>(&now->what))
        for (const Point3& corner : patch_of(scene, *support, origin).corners())
          out.take(axes, corner - origin, 0.0);
    }
}

void take_arrows(Extent& out, const Scene& scene, std::span<const double> row, const Directions& axes,
                 const std::map<std::string, double>& scales, ArrowsShown arrows) {
  const Point3 origin = followed(scene, row);
  for (const SceneItem& item : scene.items) {
    const std::string* unit = arrow_unit(item);
    if (unit == nullptr || !scales.contains(*unit)) continue;
    const auto now = shown(item, row);
    const auto* arrow = now ? std::get_if<Arrow<double>>(&now->what) : nullptr;
    if (arrow == nullptr || !is_shown(arrow->role, arrows)) continue;
    const Point3 v = drawn_vector(*arrow, scales.at(*unit), longest_arrow_drawn * diagonal_of(scene));
    out.take(axes, point(arrow->at) - origin + v, 0.0);
    if (!arrow->against.empty()) out.take(axes, point(arrow->against) - origin - v, 0.0);
  }
}

void take_bounds(Extent& out, const Scene& scene, const Directions& axes) {
  const auto& [low, high] = scene.bounds;
  for (const double x : {low[0], high[0]})
    for (const double y : {low[1], high[1]})
      for (const double z : {low[2], high[2]})
        out.take(axes, {x, y, z}, 0.0);
}

/// What settings or items ask for.
Extent extent_of(const Scene& scene, const std::vector<std::span<const double>>& rows,
                 const std::map<std::string, double>& scales, const PictureOptions& options, const Directions& axes) {
  Extent out;
  if (const auto& view = scene.settings.view) {
    for (const std::array<double, 2>& corner : *view)
      if (scene.dimension == 2) {
        out.take(axes, {corner[0], corner[1], 0.0}, 0.0);
      } else {
        out.right.take(corner[0]);
        out.up.take(corner[1]);
      }
    if (out.right.length() > 0.0 && out.up.length() > 0.0) return out;
    out = {};
  }
  const bool is_space = scene.dimension == 3;
  constexpr double margin = 0.06;
  if (is_space)
    for (const std::span<const double>& row : rows)
      take_items(out, scene, row, axes);
  if (is_space && !out.right.is_empty()) {
    const double wider = margin * std::max(out.right.length(), out.up.length());
    widen(out.right, wider);
    widen(out.up, wider);
  } else {
    take_bounds(out, scene, axes);
  }
  if (options.arrows != ArrowsShown::none)
    for (const std::span<const double>& row : rows)
      take_arrows(out, scene, row, axes, scales, options.arrows);
  return out;
}

} // namespace

bool is_shown(ArrowRole role, ArrowsShown arrows) {
  const bool is_reaction = role == ArrowRole::reaction || role == ArrowRole::friction || role == ArrowRole::impulse;
  return arrows == ArrowsShown::all || (arrows == ArrowsShown::reactions && is_reaction);
}

Directions directions_of(const Scene& scene, const PictureOptions& options) {
  const SceneUp up = scene.settings.up.value_or(scene.dimension == 2 ? SceneUp::y : SceneUp::z);
  if (scene.dimension == 2) {
    if (up == SceneUp::minus_y) return {{1, 0, 0}, {0, -1, 0}, {0, 0, -1}};
    if (up == SceneUp::x) return {{0, -1, 0}, {1, 0, 0}, {0, 0, 1}};
    if (up == SceneUp::minus_x) return {{0, 1, 0}, {-1, 0, 0}, {0, 0, 1}};
    return {};
  }
  // axes of the model that stand for x, y and z of the camera, in which z is up
  std::array<Point3, 3> e{Point3{1, 0, 0}, Point3{0, 1, 0}, Point3{0, 0, 1}};
  if (up == SceneUp::y) e = {Point3{1, 0, 0}, Point3{0, 0, -1}, Point3{0, 1, 0}};
  if (up == SceneUp::minus_y) e = {Point3{1, 0, 0}, Point3{0, 0, 1}, Point3{0, -1, 0}};
  if (up == SceneUp::x) e = {Point3{0, 1, 0}, Point3{0, 0, 1}, Point3{1, 0, 0}};
  if (up == SceneUp::minus_x) e = {Point3{0, 1, 0}, Point3{0, 0, -1}, Point3{-1, 0, 0}};
  if (up == SceneUp::minus_z) e = {Point3{1, 0, 0}, Point3{0, -1, 0}, Point3{0, 0, -1}};
  const Camera camera = options.camera.value_or(scene.settings.camera.value_or(Camera{}));
  const double ca = std::cos(camera.azimuth);
  const double sa = std::sin(camera.azimuth);
  const Point3 level = sa * e[0] - ca * e[1]; // towards the reader, horizontally
  Directions out;
  out.right = ca * e[0] + sa * e[1];
  out.towards = std::cos(camera.elevation) * level + std::sin(camera.elevation) * e[2];
  out.up = cross(out.towards, out.right);
  return out;
}

View fitted(const Scene& scene, const std::vector<std::span<const double>>& rows,
            const std::map<std::string, double>& scales, const PictureOptions& options, const PageBox& box) {
  const Directions axes = directions_of(scene, options);
  Extent extent = extent_of(scene, rows, scales, options, axes);
  for (Span* span : {&extent.right, &extent.up})
    if (span->length() <= 0.0) widen(*span, std::max(0.5, 1e-9 * std::abs(span->low)));
  const double scale = std::min(box.width() / extent.right.length(), box.height() / extent.up.length());
  const Spot centre{0.5 * (box.left + box.right), 0.5 * (box.top + box.bottom)};
  const Spot middle{0.5 * (extent.right.low + extent.right.high), -0.5 * (extent.up.low + extent.up.high)};
  return {axes, scale, centre - scale * middle};
}

} // namespace painter
} // namespace dalembert

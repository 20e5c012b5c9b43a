#pragma once

#include <dalembert/painter/instants.h>
#include <dalembert/painter/options.h>
#include <dalembert/painter/outline.h>
#include <dalembert/picture/scene.h>

#include <map>
#include <span>
#include <string>
#include <vector>

namespace dalembert {
inline namespace painter {

/// Three directions of the model, at right angles: what is right, up, and towards the reader on the page.
struct Directions {
  Point3 right{1, 0, 0};
  Point3 up{0, 1, 0};
  Point3 towards{0, 0, 1};
};

/// Where the reader of `scene` stands. In the plane `up = "-y"` shows the plane with y downward and x to the right.
[[nodiscard]] Directions directions_of(const Scene& scene, const PictureOptions& options);

/// From the model to the page: an orthographic projection of one scale in all directions.
class View {
public:
  View(const Directions& directions, double scale, const Spot& origin)
      : directions_(directions), scale_(scale), origin_(origin) {}

  [[nodiscard]] Spot spot(const Point3& place) const { return origin_ + vector(place - followed_); }
  [[nodiscard]] Spot vector(const Point3& v) const {
    return {scale_ * dot(v, directions_.right), -scale_ * dot(v, directions_.up)};
  }
  /// Greater nearer to the reader, m.
  [[nodiscard]] double depth(const Point3& place) const { return dot(place, directions_.towards); }
  [[nodiscard]] const Directions& directions() const { return directions_; }
  [[nodiscard]] double scale() const { return scale_; } ///< px/m
  /// The same view of another instant, of which `point` is where `point` of the first was.
  void follow(const Point3& point) { followed_ = point; }
  [[nodiscard]] const Point3& followed() const { return followed_; }

private:
  Directions directions_;
  double scale_;
  Spot origin_;     ///< of the model, or of the point that is followed
  Point3 followed_; ///< m
};

/// What of the page the instants of a scene may cover, px.
struct PageBox {
  double left = 0.0;
  double top = 0.0;
  double right = 0.0;
  double bottom = 0.0;

  [[nodiscard]] double width() const { return right - left; }
  [[nodiscard]] double height() const { return bottom - top; }
};

/// Fits all instants of `rows` into `box`: all items, and the heads of the arrows that are shown, `scales` in m per
/// unit. In the plane the box of `bounds` is in it, too.
[[nodiscard]] View fitted(const Scene& scene, const std::vector<std::span<const double>>& rows,
                          const std::map<std::string, double>& scales, const PictureOptions& options,
                          const PageBox& box);

/// True where arrows of this role are drawn.
[[nodiscard]] bool is_shown(ArrowRole role, ArrowsShown arrows);

/// The longest arrow, as a share of the diagonal; what is longer is cut.
constexpr double longest_arrow_drawn = 0.35;

} // namespace painter
} // namespace dalembert

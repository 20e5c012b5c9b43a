// Shapes in space: outline, visible faces, and lines by which turning is seen.
#include <dalembert/painter/draw_items.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace dalembert {
inline namespace painter {

namespace {

using std::numbers::pi;

class Solid {
public:
  Solid(Sheet& sheet, const Shape<double>& shape)
      : sheet_(sheet),
        shape_(shape),
        e_(triad(shape.turned)),
        centre_(point(shape.at)),
        towards_(sheet.view().directions().towards),
        colour_(sheet.colour(Hue::body)),
        line_(sheet.width(1.4)) {}

  void draw() {
    switch (shape_.kind) {
    case ShapeKind::disc:
      return disc();
    case ShapeKind::ring:
      return ring();
    case ShapeKind::sphere:
      return ellipsoid({size(0), size(0), size(0)});
    case ShapeKind::ellipsoid:
      return ellipsoid({size(0), size(1), size(2)});
    case ShapeKind::box:
      return box();
    case ShapeKind::cylinder:
      return cylinder();
    case ShapeKind::cone:
      return cone();
    case ShapeKind::torus:
      return torus();
    }
  }

private:
  [[nodiscard]] double size(std::size_t i) const { return i < shape_.sizes.size() ? std::abs(shape_.sizes[i]) : 0.0; }
  [[nodiscard]] Spot spot(const Point3& place) const { return sheet_.view().spot(place); }
  [[nodiscard]] Spot vector(const Point3& v) const { return sheet_.view().vector(v); }
  /// The angle in the plane of u and v at which a round thing turns towards the reader.
  [[nodiscard]] double facing(const Point3& u, const Point3& v) const {
    return std::atan2(dot(v, towards_), dot(u, towards_));
  }
  void thin(const Outline& outline) { sheet_.stroke(outline, colour_, 0.65 * line_); }

  void disc() {
    const Point3 u = size(0) * e_[0];
    sheet_.face(Outline().ellipse(spot(centre_), vector(u), vector(size(0) * e_[1])), colour_, line_);
    thin(Outline().move(spot(centre_)).line(spot(centre_ + u)));
    sheet_.fill(Outline().circle(spot(centre_), 1.6 * sheet_.pen()), colour_);
  }

  void ring() {
    const Point3 u = size(0) * e_[0];
    sheet_.stroke(Outline().ellipse(spot(centre_), vector(u), vector(size(0) * e_[1])), colour_,
                  std::max(line_, 2.0 * sheet_.pen()));
    thin(Outline().move(spot(centre_ + 0.85 * u)).line(spot(centre_ + u)));
  }

  /// The visible half of the circle centre + cos·u + sin·v on an ellipsoid; `shrunk` maps it to the unit sphere.
  void visible_half(const Point3& u, const Point3& v, double u_facing, double v_facing) {
    const double middle = std::atan2(v_facing, u_facing);
    thin(Outline().arc(spot(centre_), vector(u), vector(v), middle - 0.5 * pi, middle + 0.5 * pi));
  }

  void ellipsoid(const std::array<double, 3>& half) {
    // The outline is the image of the unit sphere: an ellipse with the matrix S = P·Pᵀ, P the images of the axes.
    std::array<Spot, 3> images;
    for (std::size_t i = 0; i < 3; ++i)
      images.at(i) = vector(half.at(i) * e_.at(i));
    double xx = 0.0;
    double xy = 0.0;
    double yy = 0.0;
    for (const Spot& p : images) {
      xx += p.x * p.x;
      xy += p.x * p.y;
      yy += p.y * p.y;
    }
    const double first = std::sqrt(xx); // Cholesky: columns of L are half axes of the ellipse
    const Spot u{first, first > 0.0 ? xy / first : 0.0};
    const Spot v{0.0, std::sqrt(std::max(0.0, yy - u.y * u.y))};
    sheet_.face(Outline().ellipse(spot(centre_), u, v), colour_, line_);
    Outline shade;
    const Spot c = spot(centre_);
    const double to_light = 0.22; // the lit part is an ellipse shifted by this share
    const double half_angle = std::atan2(1.0, std::sqrt(2.0) * to_light);
    const double larger = std::sqrt(1.0 + 2.0 * to_light * to_light);
    shade.arc(c, u, v, -0.25 * pi, 0.75 * pi);
    shade.arc(c - to_light * (u + v), larger * u, larger * v, 0.25 * pi + half_angle, 0.25 * pi - half_angle);
    sheet_.add("dp-shade", "", shade.close());
    std::array<double, 3> facing{};
    for (std::size_t i = 0; i < 3; ++i)
      facing.at(i) = half.at(i) > 0.0 ? dot(e_.at(i), towards_) / half.at(i) : 0.0;
    visible_half(half[0] * e_[0], half[1] * e_[1], facing[0], facing[1]);
    visible_half(half[0] * e_[0], half[2] * e_[2], facing[0], facing[2]);
  }

  void box() {
    const Point3 a = 0.5 * size(0) * e_[0];
    const Point3 b = 0.5 * size(1) * e_[1];
    const Point3 c = 0.5 * size(2) * e_[2];
    face_pair(c, a, b, 0);
    face_pair(a, b, c, 1);
    face_pair(b, c, a, 2);
  }

  /// The one of two opposite faces that the reader sees.
  void face_pair(const Point3& out, const Point3& u, const Point3& v, int shade) {
    const double facing = dot(cross(u, v), towards_) >= 0.0 ? 1.0 : -1.0;
    const Point3 middle = centre_ + facing * out;
    if (size(2) == 0.0 && norm(out) > 0.0) return sheet_.skip(); // a plate
    sheet_.face(
        Outline().polygon({spot(middle - u - v), spot(middle + u - v), spot(middle + u + v), spot(middle - u + v)}),
        colour_, line_, shade);
  }

  void cylinder() {
    const Point3 u = size(0) * e_[0];
    const Point3 v = size(0) * e_[1];
    const double end = dot(e_[2], towards_) >= 0.0 ? 0.5 : -0.5;
    const Spot near = spot(centre_ + end * size(1) * e_[2]);
    const Spot far = spot(centre_ - end * size(1) * e_[2]);
    const double middle = facing(u, v);
    sheet_.face(Outline()
                    .arc(near, vector(u), vector(v), middle + 0.5 * pi, middle - 0.5 * pi)
                    .arc(far, vector(u), vector(v), middle - 0.5 * pi, middle + 0.5 * pi)
                    .close(),
                colour_, line_, 1);
    sheet_.face(Outline().ellipse(near, vector(u), vector(v)), colour_, line_);
    thin(Outline().move(near).line(near + vector(u)));
  }

  void cone() {
    const double height = size(1);
    const Point3 u = size(0) * e_[0];
    const Point3 v = size(0) * e_[1];
    const Point3 foot = centre_ - 0.25 * height * e_[2];
    const Spot base = spot(foot);
    const Spot apex = spot(foot + height * e_[2]);
    const double across = std::hypot(dot(e_[0], towards_), dot(e_[1], towards_));
    const double along = dot(e_[2], towards_);
    // The side at the angle a is seen where height·across·cos(a − middle) + R·along > 0.
    const double k = height * across > 0.0 ? -size(0) * along / (height * across) : (along > 0.0 ? -1.0 : 1.0);
    const double half = std::acos(std::clamp(k, -1.0, 1.0));
    const double middle = facing(u, v);
    sheet_.face(Outline().ellipse(base, vector(u), vector(v)), colour_, line_, 2);
    if (half > 0.0)
      sheet_.face(Outline().move(apex).arc(base, vector(u), vector(v), middle - half, middle + half).close(), colour_,
                  line_, 0);
    else
      sheet_.skip();
    const double mark = std::remainder(-middle, 2.0 * pi); // of the line from the apex to e₁
    if (std::abs(mark) < half)
      thin(Outline().move(apex).line(base + vector(u)));
    else if (along < 0.0)
      thin(Outline().move(base).line(base + vector(u)));
  }

  /// The image of a torus is its middle circle drawn with a pen as thick as the tube: the far half first, then the near
  /// one over it.
  void torus() {
    const Point3 u = size(0) * e_[0];
    const Point3 v = size(0) * e_[1];
    const double tube = 2.0 * size(1) * sheet_.view().scale();
    const double middle = facing(u, v);
    for (const double start : {middle + 0.5 * pi, middle - 0.5 * pi}) {
      const Outline half = Outline().arc(spot(centre_), vector(u), vector(v), start, start + pi);
      sheet_.at(Layer::body, centre_ + (start < middle ? 0.7 : -0.7) * (std::cos(middle) * u + std::sin(middle) * v));
      sheet_.stroke(half, colour_, tube + line_, " stroke-linecap=\"butt\"");
      sheet_.tinted_stroke(half, colour_, std::max(0.0, tube - line_), " stroke-linecap=\"butt\"");
    }
    const double lifted = std::atan2(dot(e_[2], towards_), dot(e_[0], towards_));
    thin(Outline().arc(spot(centre_ + u), vector(size(1) * e_[0]), vector(size(1) * e_[2]), lifted - 0.5 * pi,
                       lifted + 0.5 * pi));
  }

  Sheet& sheet_;
  const Shape<double>& shape_;
  Triad e_;
  Point3 centre_;
  Point3 towards_;
  std::string colour_;
  double line_;
};

} // namespace

void draw_solid(Sheet& sheet, const Shape<double>& shape) {
  Solid(sheet, shape).draw();
}

} // namespace painter
} // namespace dalembert

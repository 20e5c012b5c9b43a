#include <dalembert/painter/draw_items.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace dalembert {
inline namespace painter {

namespace {

using std::numbers::pi;

/// A shape in the plane, in pixels.
class PlaneShape {
public:
  PlaneShape(Sheet& sheet, const Shape<double>& shape)
      : sheet_(sheet),
        shape_(shape),
        e_(triad(shape.turned)),
        centre_(sheet.spot(shape.at)),
        colour_(sheet.colour(Hue::body)),
        line_(sheet.width(1.5)) {}

  void draw() {
    switch (shape_.kind) {
    case ShapeKind::disc:
      return disc();
    case ShapeKind::ring:
      return ring();
    case ShapeKind::sphere:
      return sphere();
    case ShapeKind::box:
      return polygon({{-0.5 * size(0), -0.5 * size(1)},
                      {0.5 * size(0), -0.5 * size(1)},
                      {0.5 * size(0), 0.5 * size(1)},
                      {-0.5 * size(0), 0.5 * size(1)}});
    case ShapeKind::cylinder:
      return polygon(
          {{-size(0), -0.5 * size(1)}, {size(0), -0.5 * size(1)}, {size(0), 0.5 * size(1)}, {-size(0), 0.5 * size(1)}});
    case ShapeKind::cone:
      return polygon({{-size(0), -0.25 * size(1)}, {size(0), -0.25 * size(1)}, {0.0, 0.75 * size(1)}});
    case ShapeKind::ellipsoid:
      sheet_.face(Outline().ellipse(centre_, size(0) * axis(0), size(1) * axis(1)), colour_, line_);
      return spoke(0.0, size(0));
    case ShapeKind::torus:
      return torus();
    }
  }

private:
  [[nodiscard]] double size(std::size_t i) const { return i < shape_.sizes.size() ? std::abs(shape_.sizes[i]) : 0.0; }
  [[nodiscard]] double radius(std::size_t i) const { return size(i) * sheet_.view().scale(); }
  /// Pixels for 1 m along an axis of the shape.
  [[nodiscard]] Spot axis(std::size_t i) const { return sheet_.view().vector(e_.at(i)); }
  [[nodiscard]] Spot at(double x, double y) const { return centre_ + x * axis(0) + y * axis(1); }

  void spoke(double from, double to) {
    sheet_.stroke(Outline().move(at(from, 0.0)).line(at(to, 0.0)), colour_, 0.75 * line_);
  }
  void hub() { sheet_.fill(Outline().circle(centre_, std::min(1.7 * sheet_.pen(), 0.2 * radius(0))), colour_); }

  void disc() {
    sheet_.face(Outline().circle(centre_, radius(0)), colour_, line_);
    spoke(0.0, size(0));
    hub();
  }

  void ring() {
    sheet_.stroke(Outline().circle(centre_, radius(0)), colour_, std::max(line_, 2.2 * sheet_.pen()));
    spoke(0.82 * size(0), size(0));
  }

  /// A circle in shade, with the meridian through e₁ as a spoke.
  void sphere() {
    sheet_.face(Outline().circle(centre_, radius(0)), colour_, line_);
    const double r = radius(0);
    Outline shade;
    shade.arc(centre_, {r, 0.0}, {0.0, r}, -0.25 * pi, 0.75 * pi);
    // a circle about a point towards the light, through both ends
    constexpr double shift = 0.18;
    const double inner = r * std::sqrt(1.0 + 2.0 * shift * shift);
    const double half = std::atan2(1.0, std::sqrt(2.0) * shift);
    shade.arc(centre_ - shift * Spot{r, r}, {inner, 0.0}, {0.0, inner}, 0.25 * pi + half, 0.25 * pi - half);
    sheet_.add("dp-shade", "", shade.close());
    spoke(0.0, size(0));
    hub();
  }

  void torus() {
    const double tube = std::min(size(1), size(0)) * sheet_.view().scale();
    const Outline circle = Outline().circle(centre_, radius(0));
    sheet_.stroke(circle, colour_, 2.0 * tube + line_);
    sheet_.tinted_stroke(circle, colour_, std::max(0.0, 2.0 * tube - line_));
    spoke(size(0) - size(1), size(0) + size(1));
  }

  void polygon(const std::vector<Spot>& corners) {
    std::vector<Spot> spots;
    for (const Spot& corner : corners)
      spots.push_back(at(corner.x, corner.y));
    sheet_.face(Outline().polygon(spots), colour_, line_);
  }

  Sheet& sheet_;
  const Shape<double>& shape_;
  Triad e_;
  Spot centre_;
  std::string colour_;
  double line_;
};

} // namespace

void draw(Sheet& sheet, const Shape<double>& shape) {
  sheet.at(Layer::body, shape.at);
  if (sheet.is_space())
    draw_solid(sheet, shape);
  else
    PlaneShape(sheet, shape).draw();
  double size = 0.0; // px from the centre to the nearest edge
  if (!shape.sizes.empty()) size = std::abs(shape.sizes.front()) * sheet.view().scale();
  if (shape.kind == ShapeKind::box && shape.sizes.size() > 1)
    size = 0.5 * std::min(std::abs(shape.sizes[0]), std::abs(shape.sizes[1])) * sheet.view().scale();
  sheet.name(sheet.spot(shape.at), size + 6.0);
}

} // namespace painter
} // namespace dalembert

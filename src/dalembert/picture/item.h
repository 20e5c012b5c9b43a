#pragma once

#include <dalembert/base/source.h>
#include <dalembert/picture/kinds.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

// The items of a picture. `N` is what their numbers are: expressions of a model (`Picture`, room mechanics), or numbers
// and columns of a table (`Scene`). Lengths are in m, angles in rad, all else in coherent SI units. In the plane y
// points up, in space z does.
namespace dalembert {
inline namespace picture {

/// A point or a vector: two components in the plane, three in space.
template <class N>
using Place = std::vector<N>;

/// How a thing is turned from the axes of the scene: not at all (no entry), by an angle about z (one), or by a rotation
/// matrix of which the first two columns are given, e₁ and e₂ (six); e₃ = e₁ × e₂.
template <class N>
struct Orientation {
  std::vector<N> entries;
};

/// `point` `mass` `pin` `coil` `label`: a sign of fixed size at a point.
template <class N>
struct Mark {
  MarkKind kind = MarkKind::point;
  Place<N> at;
  Orientation<N> turned; ///< of a coil: the angle by which its spring is wound
  std::optional<N> mass; ///< kg, sets the size of a mass
};

/// `rod` `rope` `spring` `damper`: between two points.
template <class N>
struct Segment {
  SegmentKind kind = SegmentKind::rod;
  Place<N> from;
  Place<N> to;
  std::optional<int> coils; ///< of a spring
};

/// `line` `polygon` `curve`: a row of points, closed and filled where it is a polygon.
template <class N>
struct Path {
  PathKind kind = PathKind::line;
  std::vector<Place<N>> points;
  std::string written = {}; ///< of an automatic curve: `through (u, u^2) for u in -1..1 { points = 61 }`
};

/// `surface`: points of a grid in space, row by row.
template <class N>
struct Surface {
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::vector<Place<N>> points; ///< rows × columns
  std::string written = {};     ///< of an automatic surface, as of a `Path`
};

/// `disc` `ring` `box` `sphere` `cylinder` `cone` `ellipsoid` `torus`: a body about its centre. `sizes` in the order of
/// the language: R · R · a, b[, c] · R · R, L · R, h · a, b, c · R, r. The axis of a disc, ring, cylinder, cone and
/// torus is e₃ in space, and perpendicular to the plane in the plane, but for a plane cylinder or cone, whose axis is
/// e₂.
template <class N>
struct Shape {
  ShapeKind kind = ShapeKind::disc;
  std::vector<N> sizes;
  Place<N> at;
  Orientation<N> turned;
};

/// `ground` `plane`: a straight line with hatching on its right-hand side, seen along `along`; a patch of a plane with
/// the normal `along`.
template <class N>
struct Support {
  SupportKind kind = SupportKind::ground;
  Place<N> through;
  Place<N> along;
};

/// `arrow`: a force, an impulse or a velocity as a vector at a point.
template <class N>
struct Arrow {
  ArrowRole role = ArrowRole::reaction;
  Standing standing = Standing::solid;
  std::string of;   ///< the name of the reaction, friction, force or impact; empty for a vector that was written
  std::string unit; ///< of the vector: all arrows of one unit share one scale
  Place<N> at;
  Place<N> vector;
  Place<N> against; ///< where the opposite vector acts; empty where it acts on the ground
};

/// A moment, or an angular speed, as an arc round a point.
template <class N>
struct Arc {
  ArrowRole role = ArrowRole::reaction;
  Standing standing = Standing::solid;
  std::string of;
  std::string unit;
  Place<N> at;
  N value{};     ///< positive counter-clockwise, or right-handed about `axis`
  Place<N> axis; ///< unit vector in space; empty in the plane
};

/// `gauge`: a value without a place, as a bar with zero in the middle.
template <class N>
struct Gauge {
  std::string of; ///< the name, or the text of the expression
  std::string unit;
  N value{};
};

/// `trail`: the path that a point took in the last `length` seconds; all of it where no length is given.
template <class N>
struct Trail {
  Place<N> of;
  std::optional<double> length; ///< s
};

/// `frame`: a tripod of axes.
template <class N>
struct Axes {
  Place<N> at;
  Orientation<N> turned;
  std::optional<N> length; ///< m
};

/// `angle`: an arc at a point from a direction on, with the name of the angle.
template <class N>
struct AngleMark {
  N value{}; ///< rad
  Place<N> at;
  Place<N> from; ///< direction of angle 0; empty for +x
};

/// A coordinate that has no place in the picture: a dot on a ruled line, or a hand on a dial, below the picture.
template <class N>
struct Lane {
  bool is_angle = false;
  std::string unit; ///< of the value
  N value{};
};

/// How thick a thing is drawn: a length of the model, or pixels; neither where the kind decides.
template <class N>
struct Width {
  std::optional<N> length; ///< m
  std::optional<double> pixels;
};

/// One thing that is drawn.
template <class N>
struct DrawnItem {
  std::variant<Mark<N>, Segment<N>, Path<N>, Surface<N>, Shape<N>, Support<N>, Arrow<N>, Arc<N>, Gauge<N>, Trail<N>,
               Axes<N>, AngleMark<N>, Lane<N>>
      what;
  std::string name;         ///< a word for labels and screen readers: the user's string, or the name that it came from
  std::string rule;         ///< of the automatic picture that made it (P1 … P9); empty where it was written
  SourceSpan span;          ///< of the statement, or of what the rule rests on
  Colour colour;            ///< `Hue::by_kind` where the kind decides
  std::optional<N> visible; ///< drawn where it is positive
  Width<N> width;
};

} // namespace picture
} // namespace dalembert

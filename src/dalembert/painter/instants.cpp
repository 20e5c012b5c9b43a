#include <dalembert/painter/instants.h>
#include <dalembert/picture/convert.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace dalembert {
inline namespace painter {

namespace {

const Point3 nowhere{std::numeric_limits<double>::quiet_NaN(), 0.0, 0.0};
constexpr double largest_number = 1e100; ///< squares of it are still finite

/// Points on the rim of a disc about `centre`.
void add_rim(std::vector<Ball>& out, const Point3& centre, const Point3& u, const Point3& v) {
  constexpr int points = 24;
  for (int i = 0; i < points; ++i) {
    const double angle = 2.0 * std::numbers::pi * i / points;
    out.push_back({centre + std::cos(angle) * u + std::sin(angle) * v, 0.0});
  }
}

void add_corners(std::vector<Ball>& out, const Point3& centre, const Triad& halves) {
  for (const double i : {-1.0, 1.0})
    for (const double j : {-1.0, 1.0})
      for (const double k : {-1.0, 1.0})
        out.push_back({centre + i * halves[0] + j * halves[1] + k * halves[2], 0.0});
}

std::vector<Ball> filled_by(const Shape<double>& shape, int dimension) {
  const Point3 centre = point(shape.at);
  const Triad e = triad(shape.turned);
  const auto size = [&shape](std::size_t i) { return i < shape.sizes.size() ? std::abs(shape.sizes[i]) : 0.0; };
  std::vector<Ball> out;
  switch (shape.kind) {
  case ShapeKind::disc:
  case ShapeKind::ring:
    if (dimension == 2) return {{centre, size(0)}};
    add_rim(out, centre, size(0) * e[0], size(0) * e[1]);
    break;
  case ShapeKind::sphere:
    return {{centre, size(0)}};
  case ShapeKind::box:
    add_corners(out, centre, {0.5 * size(0) * e[0], 0.5 * size(1) * e[1], 0.5 * size(2) * e[2]});
    break;
  case ShapeKind::ellipsoid:
    if (dimension == 2)
      add_rim(out, centre, size(0) * e[0], size(1) * e[1]);
    else
      add_corners(out, centre, {0.75 * size(0) * e[0], 0.75 * size(1) * e[1], 0.75 * size(2) * e[2]});
    break;
  case ShapeKind::cylinder:
    if (dimension == 2)
      add_corners(out, centre, {size(0) * e[0], 0.5 * size(1) * e[1], Point3{}});
    else
      for (const double side : {-0.5, 0.5})
        add_rim(out, centre + side * size(1) * e[2], size(0) * e[0], size(0) * e[1]);
    break;
  case ShapeKind::cone: {
    const Point3& axis = dimension == 2 ? e[1] : e[2];
    const Point3 base = centre - 0.25 * size(1) * axis;
    out.push_back({base + size(1) * axis, 0.0});
    if (dimension == 2)
      out.insert(out.end(), {{base + size(0) * e[0], 0.0}, {base - size(0) * e[0], 0.0}});
    else
      add_rim(out, base, size(0) * e[0], size(0) * e[1]);
    break;
  }
  case ShapeKind::torus:
    if (dimension == 2) return {{centre, size(0) + size(1)}};
    add_rim(out, centre, size(0) * e[0], size(0) * e[1]);
    for (Ball& ball : out)
      ball.radius = size(1);
    break;
  }
  return out;
}

std::vector<Ball> balls(const std::vector<Place<double>>& points) {
  std::vector<Ball> out;
  out.reserve(points.size());
  for (const Place<double>& place : points)
    out.push_back({point(place), 0.0});
  return out;
}

struct Filler {
  int dimension = 2;
  double half_width = 0.0;

  std::vector<Ball> operator()(const Mark<double>& m) const { return {{point(m.at), 0.0}}; }
  std::vector<Ball> operator()(const Segment<double>& s) const {
    return {{point(s.from), half_width}, {point(s.to), half_width}};
  }
  std::vector<Ball> operator()(const Path<double>& p) const { return balls(p.points); }
  std::vector<Ball> operator()(const Surface<double>& s) const { return balls(s.points); }
  std::vector<Ball> operator()(const Shape<double>& s) const { return filled_by(s, dimension); }
  std::vector<Ball> operator()(const Support<double>& s) const { return {{point(s.through), 0.0}}; }
  std::vector<Ball> operator()(const Arrow<double>& a) const {
    std::vector<Ball> out{{point(a.at), 0.0}};
    if (!a.against.empty()) out.push_back({point(a.against), 0.0});
    return out;
  }
  std::vector<Ball> operator()(const Arc<double>& a) const { return {{point(a.at), 0.0}}; }
  std::vector<Ball> operator()(const Gauge<double>&) const { return {}; }
  std::vector<Ball> operator()(const Trail<double>& t) const { return {{point(t.of), 0.0}}; }
  std::vector<Ball> operator()(const Axes<double>& a) const {
    std::vector<Ball> out{{point(a.at), 0.0}};
    const Triad e = triad(a.turned);
    for (int i = 0; a.length && i < dimension; ++i)
      out.push_back({point(a.at) + *a.length * e.at(static_cast<std::size_t>(i)), 0.0});
    return out;
  }
  std::vector<Ball> operator()(const AngleMark<double>& a) const { return {{point(a.at), 0.0}}; }
  std::vector<Ball> operator()(const Lane<double>&) const { return {}; }
};

void take(ItemFacts& facts, double& heaviest, const ShownItem& item) {
  if (const auto* segment = std::get_if<Segment<double>>(&item.what))
    facts.length.take(norm(point(segment->to) - point(segment->from)));
  if (const auto* gauge = std::get_if<Gauge<double>>(&item.what)) facts.value.take(gauge->value);
  if (const auto* lane = std::get_if<Lane<double>>(&item.what)) facts.value.take(lane->value);
  if (const auto* mark = std::get_if<Mark<double>>(&item.what); mark != nullptr && mark->mass)
    heaviest = std::max(heaviest, *mark->mass);
}

/// True where the longest length is that of many rows: what is a rope then, and no mere line of changing length.
bool is_taut(const SceneItem& item, const Span& length, const std::vector<std::span<const double>>& rows) {
  constexpr double equal = 1e-5;
  constexpr std::size_t share = 20;
  std::size_t found = 0;
  for (const std::span<const double>& row : rows)
    if (const auto now = with_numbers(item, row)) {
      const auto& rope = std::get<Segment<double>>(now->what);
      if (norm(point(rope.to) - point(rope.from)) >= length.high * (1.0 - equal)) ++found;
    }
  return found > 0 && found * share >= rows.size();
}

} // namespace

void Span::take(double value) {
  low = std::min(low, value);
  high = std::max(high, value);
}

std::optional<ShownItem> with_numbers(const SceneItem& item, std::span<const double> row) {
  bool is_good = true;
  const auto number = [&](const SceneNumber& n) {
    const bool is_there = !n.column || *n.column < row.size();
    const double value = is_there ? n.at(row) : largest_number;
    is_good = is_good && std::abs(value) < largest_number; // false for what is no number
    return value;
  };
  ShownItem out = converted(item, number);
  if (!is_good) return std::nullopt;
  return out;
}

std::optional<ShownItem> shown(const SceneItem& item, std::span<const double> row) {
  std::optional<ShownItem> out = with_numbers(item, row);
  if (out && out->visible && !(*out->visible > 0.0)) return std::nullopt;
  return out;
}

Point3 followed(const Scene& scene, std::span<const double> row) {
  Place<double> out;
  for (const SceneNumber& n : scene.follow)
    out.push_back(!n.column || *n.column < row.size() ? n.at(row) : 0.0);
  const Point3 at = point(out);
  return norm(at) < largest_number ? at : Point3{};
}

bool is_moving(const SceneItem& item) {
  bool found = false;
  const auto note = [&found](const SceneNumber& n) {
    found = found || n.column.has_value();
    return n;
  };
  static_cast<void>(converted(item, note));
  return found;
}

double arrow_size(const ShownItem& item) {
  if (const auto* arrow = std::get_if<Arrow<double>>(&item.what)) return norm(point(arrow->vector));
  const auto* arc = std::get_if<Arc<double>>(&item.what);
  return arc == nullptr ? 0.0 : std::abs(arc->value);
}

const std::string* arrow_unit(const SceneItem& item) {
  if (const auto* arrow = std::get_if<Arrow<SceneNumber>>(&item.what)) return &arrow->unit;
  const auto* arc = std::get_if<Arc<SceneNumber>>(&item.what);
  return arc == nullptr ? nullptr : &arc->unit;
}

std::vector<Ball> filled(const ShownItem& item, int dimension) {
  return std::visit(Filler{dimension, 0.5 * std::abs(item.width.length.value_or(0.0))}, item.what);
}

SceneFacts facts_of(const Scene& scene, const std::vector<std::span<const double>>& rows) {
  SceneFacts out;
  for (const SceneItem& item : scene.items) {
    ItemFacts facts;
    const bool moves = is_moving(item);
    const bool is_trail = std::holds_alternative<Trail<SceneNumber>>(item.what);
    for (const std::span<const double>& row : rows) {
      const auto now = with_numbers(item, row);
      if (now) take(facts, out.heaviest, *now);
      if (is_trail) facts.path.push_back(now ? point(std::get<Trail<double>>(now->what).of) : nowhere);
      if (!moves && !is_trail) break;
    }
    const auto* segment = std::get_if<Segment<SceneNumber>>(&item.what);
    if (segment != nullptr && segment->kind == SegmentKind::rope && !facts.length.is_empty())
      facts.is_taut = is_taut(item, facts.length, rows);
    out.items.push_back(facts);
  }
  return out;
}

} // namespace painter
} // namespace dalembert

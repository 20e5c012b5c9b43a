#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/sketch/extents.h>
#include <dalembert/sketch/quadrics.h>
#include <dalembert/sketch/wires.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace dalembert {
inline namespace sketching {

namespace {

constexpr std::size_t most_rows = 60;

class WireSearch {
public:
  WireSearch(Kinematics& kinematics, const KineticTerms& terms, const std::vector<KnownPoint>& points,
             const std::vector<Link>& links, int dimension, const VisitedRange& visited)
      : kinematics_(kinematics),
        system_(kinematics.system()),
        graph_(kinematics.graph()),
        terms_(terms),
        points_(points),
        dimension_(static_cast<std::size_t>(dimension)),
        sampler_(kinematics),
        extents_(kinematics, sampler_, visited) {
    for (const Link& link : links)
      drawn_.push_back(link.span);
  }

  Wires run() {
    if (!has_points_alone()) return {};
    for (std::size_t k = 0; k < std::min(system_.constraints.size(), most_rows); ++k)
      if (system_.constraints[k].kind == ConstraintKind::holonomic) row(system_.constraints[k]);
    parametric();
    return std::move(out_);
  }

private:
  /// A point whose component is a coordinate.
  struct Held {
    const KnownPoint* point = nullptr;
    std::size_t axis = 0;
  };

  [[nodiscard]] std::optional<Held> holder(std::size_t coordinate) const {
    for (const KnownPoint& point : points_)
      for (std::size_t k = 0; k < point.at.size(); ++k)
        if (point.mass && point.at[k] == system_.coordinates[coordinate].position) return Held{&point, k};
    return std::nullopt;
  }

  [[nodiscard]] bool has_inertia(std::size_t coordinate) {
    const Expr rate = system_.coordinates[coordinate].rate;
    const auto holds = [&](Expr e) { return depends(graph_, e, rate); };
    return std::ranges::any_of(terms_.rest, holds) ||
           std::ranges::any_of(terms_.squares, [&](const KineticSquare& square) { return holds(square.base); });
  }

  /// True where every coordinate with inertia is a component of a mass.
  [[nodiscard]] bool has_points_alone() {
    constexpr std::size_t most_coordinates = 60;
    if (system_.coordinates.size() > most_coordinates) return false;
    for (std::size_t i = 0; i < system_.coordinates.size(); ++i)
      if (has_inertia(i) && !holder(i)) return false;
    return !points_.empty();
  }

  void row(const Constraint& constraint) {
    if (std::ranges::find(drawn_, constraint.span) != drawn_.end()) return;
    if (!kinematics_.is_of_positions(constraint.residual)) return;
    const std::vector<std::size_t> held = kinematics_.coordinates_of(constraint.residual);
    if (held.size() == 1) return fixed_component(constraint, held.front());
    if (held.size() > 3) return;
    std::vector<Held> axes;
    for (const std::size_t i : held) {
      const auto found = holder(i);
      if (!found || (!axes.empty() && found->point != axes.front().point)) return;
      axes.push_back(*found);
    }
    if (axes.empty()) return;
    const bool is_drawn = dimension_ == 2 ? wire(constraint, held, axes) : surface(constraint, held, axes);
    if (is_drawn) return;
    const std::string bounds = system_.has_units ? " [m]" : "";
    out_.not_drawn.push_back(
        {constraint.name,
         dimension_ == 2 ? "no smooth curve of it was found about the motion"
                         : "no smooth surface of it was found about the motion",
         dimension_ == 2
             ? fmt::format("draw curve through (u, u) for u in -1..1{}", bounds)
             : fmt::format("draw surface through (u, v, u) for u in -1..1{}, v in -1..1{}", bounds, bounds)});
  }

  /// The solution of a residual that is linear in `unknown`.
  [[nodiscard]] std::optional<Expr> explicit_in(Expr residual, Expr unknown) {
    const Expr slope = gradient(graph_, residual, std::vector<Expr>{unknown}).front();
    if (depends(graph_, slope, unknown) || kinematics_.vanish({slope})) return std::nullopt;
    const double steepness = kinematics_.at_start(slope);
    if (!std::isfinite(steepness) || steepness == 0.0) return std::nullopt;
    try {
      const Expr rest = substitute(graph_, residual, std::vector<Replacement>{{unknown, graph_.zero()}});
      const Expr found = graph_.neg(graph_.div(rest, slope));
      if (depends(graph_, found, unknown)) return std::nullopt;
      return found;
    } catch (const std::domain_error&) { // no value where the unknown is 0
      return std::nullopt;
    }
  }

  /// The solution of a residual that is linear in `unknown` with a constant slope.
  [[nodiscard]] std::optional<Expr> solved_for(Expr residual, Expr unknown) {
    const Expr slope = gradient(graph_, residual, std::vector<Expr>{unknown}).front();
    if (!kinematics_.is_constant(slope) || kinematics_.vanish({slope})) return std::nullopt;
    const Expr rest = substitute(graph_, residual, std::vector<Replacement>{{unknown, graph_.zero()}});
    const Expr found = graph_.neg(graph_.div(rest, slope));
    if (depends(graph_, found, unknown)) return std::nullopt;
    return found;
  }

  void fixed_component(const Constraint& constraint, std::size_t coordinate) {
    const auto held = holder(coordinate);
    const auto value = solved_for(constraint.residual, system_.coordinates[coordinate].position);
    if (!held || !value) return;
    Support<Expr> made;
    made.kind = dimension_ == 2 ? SupportKind::ground : SupportKind::plane;
    made.through = made.along = Place<Expr>(dimension_, graph_.zero());
    made.through[held->axis] = *value;
    made.along[dimension_ == 2 ? 1 - held->axis : held->axis] = graph_.one();
    push(constraint, std::move(made));
  }

  /// A row in both components of a mass in the plane: y = f(x), or a conic.
  bool wire(const Constraint& constraint, const std::vector<std::size_t>& held, const std::vector<Held>& axes) {
    if (axes.size() != 2) return false;
    for (const std::size_t along : {std::size_t{0}, std::size_t{1}}) {
      const auto value = explicit_in(constraint.residual, position(held[1 - along]));
      if (!value) continue;
      Place<Expr> point(2, graph_.zero());
      point[axes[along].axis] = position(held[along]);
      point[axes[1 - along].axis] = *value;
      if (curve(constraint, point, held[along], *axes.front().point)) return true;
    }
    return conic(constraint, held, axes);
  }

  /// A row in two or three components of a mass in space: z = f(x, y), or a quadric.
  bool surface(const Constraint& constraint, const std::vector<std::size_t>& held, const std::vector<Held>& axes) {
    for (const Expr component : axes.front().point->at)
      if (graph_.kind(component) != NodeKind::symbol) return false;
    if (plane(constraint, held, axes)) return true;
    std::vector<std::size_t> all(3); // the coordinates of the mass, by axis
    for (std::size_t k = 0; k < 3; ++k)
      all[k] = coordinate(axes.front().point->at[k]);
    for (std::size_t solved = 3; solved-- > 0;) { // the height first
      const auto value = explicit_in(constraint.residual, position(all[solved]));
      if (value && (bowl(constraint, all, solved, *value) || graph(constraint, all, solved, *value))) return true;
    }
    return conic(constraint, held, axes);
  }

  /// A row that is linear in all components.
  bool plane(const Constraint& constraint, const std::vector<std::size_t>& held, const std::vector<Held>& axes) {
    const std::vector<Expr> positions = positions_of(held);
    const std::vector<Expr> slopes = gradient(graph_, constraint.residual, positions);
    if (!std::ranges::all_of(slopes, [this](Expr e) { return kinematics_.coordinates_of(e).empty(); })) return false;
    const auto value = explicit_in(constraint.residual, positions.back());
    if (!value) return false;
    Support<Expr> made;
    made.kind = SupportKind::plane;
    made.through = made.along = Place<Expr>(3, graph_.zero());
    std::vector<Replacement> origin;
    for (std::size_t k = 0; k < axes.size(); ++k) {
      made.along[axes[k].axis] = slopes[k];
      origin.push_back({positions[k], graph_.zero()});
    }
    made.through[axes.back().axis] = substitute(graph_, *value, origin);
    push(constraint, std::move(made));
    return true;
  }

  /// A surface of revolution about the axis of the component that is solved: x·f_y = y·f_x.
  bool bowl(const Constraint& constraint, const std::vector<std::size_t>& all, std::size_t solved, Expr value) {
    const std::size_t first = solved == 0 ? 1 : 0;
    const std::size_t second = solved == 2 ? 1 : 2;
    const Expr x = position(all[first]);
    const Expr y = position(all[second]);
    const std::vector<Expr> slopes = gradient(graph_, value, std::vector<Expr>{x, y});
    if (!kinematics_.vanish({graph_.sub(graph_.mul(x, slopes[1]), graph_.mul(y, slopes[0]))})) return false;
    const double start = std::hypot(kinematics_.at_start(x), kinematics_.at_start(y));
    double largest = start;
    for (const std::size_t i : {all[first], all[second]}) {
      const auto [lower, upper] = extents_.of(i);
      largest = std::max({largest, std::abs(lower), std::abs(upper)});
    }
    const double middle = std::max(start, 0.5 * largest);
    const auto radius = sampler_.range('u', 0.0, largest, middle, false, Extents::rings);
    if (!radius) return false;
    const RealRange angle = sampler_.turn('v', Extents::spokes);
    Place<Expr> point(3, graph_.zero());
    point[first] = graph_.mul(radius->symbol, graph_.cos(angle.symbol));
    point[second] = graph_.mul(radius->symbol, graph_.sin(angle.symbol));
    try { // along y = 0, where the radius is x
      const Expr along = substitute(graph_, value, std::vector<Replacement>{{y, graph_.zero()}});
      point[solved] = substitute(graph_, along, std::vector<Replacement>{{x, radius->symbol}});
    } catch (const std::domain_error&) {
      return false;
    }
    constexpr double times = 4.0; // what grows steeply ends there
    return push_surface(constraint, point, *radius, angle, times * largest);
  }

  bool graph(const Constraint& constraint, const std::vector<std::size_t>& all, std::size_t solved, Expr value) {
    const std::size_t first = solved == 0 ? 1 : 0;
    const std::size_t second = solved == 2 ? 1 : 2;
    const auto u = extents_.along('u', all[first], Extents::rings);
    const auto v = extents_.along('v', all[second], Extents::rings);
    if (!u || !v) return false;
    Place<Expr> point(3, graph_.zero());
    point[first] = u->symbol;
    point[second] = v->symbol;
    point[solved] = substitute(
        graph_, value, std::vector<Replacement>{{position(all[first]), u->symbol}, {position(all[second]), v->symbol}});
    return push_surface(constraint, point, *u, *v, extents_.reach(all));
  }

  /// Squares of components alone. What closes is drawn whole; the ranges of the other parameters are bounds enough.
  bool conic(const Constraint& constraint, const std::vector<std::size_t>& held, const std::vector<Held>& axes) {
    const std::vector<Expr> positions = positions_of(held);
    constexpr double everywhere = std::numeric_limits<double>::infinity();
    const std::vector<Parametrised> parts = quadric(kinematics_, constraint.residual, positions);
    bool is_drawn = !parts.empty();
    for (const Parametrised& part : parts) {
      Place<Expr> point = axes.front().point->at; // what is not held stays free
      std::vector<RealRange> ranges;
      for (const Parametrised::Parameter& parameter : part.parameters) {
        const auto found = extents_.along(parameter, held, dimension_);
        if (!found) return false;
        ranges.push_back(*found);
      }
      std::vector<Replacement> named;
      for (std::size_t k = 0; k < ranges.size(); ++k)
        named.push_back({part.parameters[k].symbol, ranges[k].symbol});
      for (std::size_t k = 0; k < axes.size(); ++k)
        point[axes[k].axis] = substitute(graph_, part.values[k], named);
      if (dimension_ == 2) {
        const auto made = sampler_.curve(point, ranges.front(), everywhere);
        if (made) push(constraint, *made);
        is_drawn = is_drawn && made;
        continue;
      }
      for (Expr& component : point) { // a cylinder
        if (ranges.size() == 2 || graph_.kind(component) != NodeKind::symbol || is_range(component, ranges)) continue;
        const auto along = extents_.along('w', coordinate(component), Extents::rings);
        if (!along) return false;
        component = along->symbol;
        ranges.insert(ranges.begin(), *along);
      }
      is_drawn = ranges.size() == 2 && push_surface(constraint, point, ranges[0], ranges[1], everywhere) && is_drawn;
    }
    return is_drawn;
  }

  [[nodiscard]] static bool is_range(Expr e, const std::vector<RealRange>& ranges) {
    return std::ranges::any_of(ranges, [e](const RealRange& range) { return range.symbol == e; });
  }

  /// x = X(s), y = Y(s) and in space z = Z(s) with a coordinate s that has no inertia.
  void parametric() {
    for (std::size_t s = 0; s < system_.coordinates.size(); ++s) {
      if (has_inertia(s)) continue;
      std::vector<std::optional<Expr>> value(dimension_);
      const KnownPoint* point = nullptr;
      const Constraint* first = nullptr;
      for (const Constraint& constraint : system_.constraints) {
        std::vector<std::size_t> held = kinematics_.coordinates_of(constraint.residual);
        if (constraint.kind != ConstraintKind::holonomic || held.size() != 2 || std::erase(held, s) != 1) continue;
        const auto holds = holder(held.front());
        if (!holds || (point != nullptr && point != holds->point)) continue;
        value.at(holds->axis) = solved_for(constraint.residual, system_.coordinates[held.front()].position);
        point = holds->point;
        if (first == nullptr) first = &constraint;
      }
      Place<Expr> moving;
      for (const std::optional<Expr>& component : value)
        if (component) moving.push_back(*component);
      if (moving.size() == dimension_) curve(*first, moving, s, *point);
    }
  }

  /// The curve of `point` as one coordinate runs over the range that it visits.
  bool curve(const Constraint& constraint, const Place<Expr>& point, std::size_t parameter, const KnownPoint& mass) {
    const auto along = extents_.along('u', parameter, Extents::samples);
    if (!along) return false;
    const Expr q = position(parameter);
    Place<Expr> moving;
    try {
      moving = substitute(graph_, point, std::vector<Replacement>{{q, along->symbol}});
    } catch (const std::domain_error&) {
      return false;
    }
    const auto made = sampler_.curve(moving, *along, extents_.reach(kinematics_.coordinates_of(mass.at)));
    if (!made) return false;
    push(constraint, *made);
    return true;
  }

  bool push_surface(const Constraint& constraint, const Place<Expr>& point, const RealRange& first,
                    const RealRange& second, double reach) {
    const auto made = sampler_.surface(point, first, second, reach);
    if (made) push(constraint, *made);
    return made.has_value();
  }

  [[nodiscard]] Expr position(std::size_t i) const { return system_.coordinates[i].position; }
  [[nodiscard]] std::vector<Expr> positions_of(const std::vector<std::size_t>& coordinates) const {
    std::vector<Expr> out;
    out.reserve(coordinates.size());
    for (const std::size_t i : coordinates)
      out.push_back(position(i));
    return out;
  }
  [[nodiscard]] std::size_t coordinate(Expr position) { return kinematics_.coordinates_of(position).front(); }

  template <class What>
  void push(const Constraint& constraint, What what) {
    DrawnItem<Expr> item;
    item.what = std::move(what);
    item.name = constraint.name;
    item.rule = "P7";
    item.span = constraint.span;
    out_.items.push_back(std::move(item));
  }

  Kinematics& kinematics_;
  const System& system_;
  Graph& graph_;
  const KineticTerms& terms_;
  const std::vector<KnownPoint>& points_;
  std::size_t dimension_;
  Sampler sampler_;
  Extents extents_;
  std::vector<SourceSpan> drawn_;
  Wires out_;
};

} // namespace

Wires wires(Kinematics& kinematics, const KineticTerms& terms, const std::vector<KnownPoint>& points,
            const std::vector<Link>& links, int dimension, const VisitedRange& visited) {
  return WireSearch(kinematics, terms, points, links, dimension, visited).run();
}

} // namespace sketching
} // namespace dalembert

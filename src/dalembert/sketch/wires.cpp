#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/expr/text.h>
#include <dalembert/sketch/wires.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace dalembert::inline sketching {

namespace {

constexpr std::int64_t samples = 61;
constexpr std::size_t most_rows = 60;

class WireSearch {
public:
  WireSearch(Kinematics& kinematics, const KineticTerms& terms, const std::vector<KnownPoint>& points,
             const std::vector<Link>& links, int dimension)
      : kinematics_(kinematics),
        system_(kinematics.system()),
        graph_(kinematics.graph()),
        terms_(terms),
        points_(points),
        dimension_(static_cast<std::size_t>(dimension)) {
    for (const Link& link : links)
      drawn_.push_back(link.span);
  }

  Wires run() {
    if (!has_points_alone()) return {};
    for (std::size_t k = 0; k < std::min(system_.constraints.size(), most_rows); ++k)
      if (system_.constraints[k].kind == ConstraintKind::holonomic) row(system_.constraints[k]);
    if (dimension_ == 2) parametric();
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
    const std::vector<std::size_t> held = kinematics_.coordinates_of(constraint.residual);
    if (held.size() == 1) fixed_component(constraint, held.front());
    if (held.size() == 2 && dimension_ == 2) graph_of_function(constraint, held);
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

  /// y = f(x) for the components of one mass.
  void graph_of_function(const Constraint& constraint, const std::vector<std::size_t>& held) {
    const auto first = holder(held[0]);
    const auto second = holder(held[1]);
    if (!first || !second || first->point != second->point) return;
    for (const std::size_t along : {std::size_t{0}, std::size_t{1}}) {
      const std::size_t given = held[along];
      const auto value = solved_for(constraint.residual, system_.coordinates[held[1 - along]].position);
      if (!value) continue;
      Place<Expr> point(2, graph_.zero());
      point[along == 0 ? first->axis : second->axis] = system_.coordinates[given].position;
      point[along == 0 ? second->axis : first->axis] = *value;
      return curve(constraint, point, given);
    }
    out_.not_drawn.push_back(
        {constraint.name, "its curve is not solved for one of its coordinates", "draw line through (0, 0), (1, 1)"});
  }

  /// x = X(s), y = Y(s) with a coordinate s that has no inertia.
  void parametric() {
    for (std::size_t s = 0; s < system_.coordinates.size(); ++s) {
      if (has_inertia(s)) continue;
      std::array<std::optional<Expr>, 2> value;
      const KnownPoint* point = nullptr;
      const Constraint* first = nullptr;
      for (const Constraint& constraint : system_.constraints) {
        std::vector<std::size_t> held = kinematics_.coordinates_of(constraint.residual);
        if (constraint.kind != ConstraintKind::holonomic || held.size() != 2 || std::erase(held, s) != 1) continue;
        const auto holds = holder(held.front());
        if (!holds || (point != nullptr && point != holds->point)) continue;
        value[holds->axis] = solved_for(constraint.residual, system_.coordinates[held.front()].position);
        point = holds->point;
        if (first == nullptr) first = &constraint;
      }
      if (value[0] && value[1]) curve(*first, {*value[0], *value[1]}, s);
    }
  }

  /// The curve of `point` as one coordinate runs over a range about its start.
  void curve(const Constraint& constraint, const Place<Expr>& point, std::size_t parameter) {
    const Coordinate& q = system_.coordinates[parameter];
    const bool is_angle = q.measure.angular;
    const double start = std::abs(kinematics_.at_start(q.position));
    const double reach = is_angle ? std::max(1.25 * start, half_turn) : (start > 0 ? 2 * start : 1.0);
    if (!std::isfinite(reach) || reach > largest) return;
    const std::string bound = fmt::format("{:.2g}", reach);
    const auto number = Rational::parse(bound);
    if (!number) return;
    const std::string name = free_name();
    const Expr symbol = graph_.symbol(name);
    const Place<Expr> moving = substitute(graph_, point, std::vector<Replacement>{{q.position, symbol}});
    Path<Expr> made;
    made.kind = PathKind::curve;
    const Expr lower = graph_.number(-*number);
    const Expr step = graph_.sub(graph_.number(*number), lower);
    std::vector<Expr> all;
    try {
      for (std::int64_t k = 0; k < samples; ++k) {
        const Expr at = graph_.add(lower, graph_.scale(Rational(k, samples - 1), step));
        made.points.push_back(substitute(graph_, moving, std::vector<Replacement>{{symbol, at}}));
        all.insert(all.end(), made.points.back().begin(), made.points.back().end());
      }
    } catch (const std::domain_error&) { // a division by 0
      return;
    }
    const std::vector<double> values = kinematics_.at_start(all);
    if (!std::ranges::all_of(values, [](double value) { return std::isfinite(value); })) return;
    const std::string unit = system_.has_units ? (is_angle ? " [rad]" : " [m]") : "";
    made.written =
        fmt::format("through ({}, {}) for {} in -{}..{}{} {{ points = {} }}", text(graph_, moving[0]),
                    text(graph_, moving[1]), name, number->decimal_text(), number->decimal_text(), unit, samples);
    push(constraint, std::move(made));
  }

  static constexpr double half_turn = 3.2; ///< a little more than π, rad
  static constexpr double largest = 1e6;

  [[nodiscard]] std::string free_name() const {
    const auto is_taken = [this](const std::string& name) {
      const auto has = [&name](const auto& list) {
        return std::ranges::any_of(
            list, [&name](const Declared& each) { return each.name == name || each.member.family == name; });
      };
      return has(system_.coordinates) || has(system_.parameters) || has(system_.counts) || has(system_.speeds) ||
             has(system_.lets) || has(system_.function_lets) || has(system_.functions) || has(system_.energies) ||
             has(system_.forces) || has(system_.constraints) || has(system_.reactions) || has(system_.frictions) ||
             has(system_.impacts);
    };
    std::string name = "u";
    while (is_taken(name))
      name += "u";
    return name;
  }

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
  std::vector<SourceSpan> drawn_;
  Wires out_;
};

} // namespace

Wires wires(Kinematics& kinematics, const KineticTerms& terms, const std::vector<KnownPoint>& points,
            const std::vector<Link>& links, int dimension) {
  return WireSearch(kinematics, terms, points, links, dimension).run();
}

} // namespace dalembert::inline sketching

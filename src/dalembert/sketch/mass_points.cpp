#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/sketch/axis_names.h>
#include <dalembert/sketch/components.h>
#include <dalembert/sketch/mass_points.h>
#include <dalembert/sketch/reduced_mass.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace dalembert {
inline namespace sketching {

namespace {

/// A square of T that is the rate of a component: the place of the square and of the component.
struct Matched {
  std::size_t square = 0;
  std::size_t component = 0;
};

/// Squares with one coefficient whose components have names of one point.
struct Group {
  Expr coefficient;
  std::array<std::optional<Matched>, 3> by_axis;
  bool is_ambiguous = false;

  [[nodiscard]] std::size_t size() const {
    return static_cast<std::size_t>(std::ranges::count_if(by_axis, [](const auto& each) { return each.has_value(); }));
  }
};

/// A point with the squares that it explains.
struct Made {
  std::size_t order = 0;
  KnownPoint point;
  std::vector<Matched> used;
  bool is_shared = false; ///< other points explain them as well
};

class MassSearch {
public:
  MassSearch(Kinematics& kinematics, KineticTerms& terms, const std::optional<Gravity>& gravity)
      : kinematics_(kinematics),
        graph_(kinematics.graph()),
        terms_(terms),
        gravity_(gravity),
        components_(kinematics) {}

  std::vector<KnownPoint> run() {
    collect();
    for (const std::size_t wanted : {std::size_t{3}, std::size_t{2}})
      for (Group& group : groups_)
        if (group.size() == wanted) take(group);
    std::ranges::stable_sort(made_, {}, &Made::order);
    std::vector<KnownPoint> out;
    for (Made& each : made_) {
      if (each.is_shared) each.point.mass.reset();
      out.push_back(std::move(each.point));
    }
    return out;
  }

private:
  void collect() {
    for (std::size_t s = 0; s < terms_.squares.size(); ++s) {
      const KineticSquare& square = terms_.squares[s];
      match(s, square.coefficient, square.base);
      if (square.whole.size() > 1) match(s, square.outer, graph_.product(square.whole));
    }
  }

  /// Notes what coefficient·base² may be the square of.
  void match(std::size_t square, Expr coefficient, Expr base) {
    if (!kinematics_.coordinates_of(coefficient).empty() || kinematics_.holds_rates(coefficient)) return;
    for (const Components::Match& each : components_.moving_like(base))
      for (const AxisName& name : axis_names(components_.all()[each.component].name))
        note(graph_.scale(each.ratio * each.ratio, coefficient), name, {square, each.component});
  }

  void note(Expr coefficient, const AxisName& name, Matched matched) {
    const auto [place, is_new] = group_of_.try_emplace({coefficient.id, name.tag}, groups_.size());
    if (is_new) groups_.push_back({coefficient, {}, false});
    Group& group = groups_[place->second];
    auto& held = group.by_axis.at(axis_letters.find(name.axis));
    if (!held)
      held = matched;
    else if (held->square != matched.square)
      group.is_ambiguous = true;
  }

  [[nodiscard]] const Component& component(const Matched& matched) const {
    return components_.all()[matched.component];
  }

  void take(Group& group) {
    if (group.is_ambiguous || !kinematics_.is_positive(group.coefficient)) return;
    KnownPoint point;
    std::vector<std::string> names;
    std::vector<Matched> used;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      if (!group.by_axis[axis]) continue;
      const Matched& matched = *group.by_axis[axis];
      const Component& part = component(matched);
      if (components_.is_relative(part)) return;
      point.at.push_back(part.value);
      point.axes += axis_letters[axis];
      names.push_back(part.name);
      used.push_back(matched);
    }
    if (std::ranges::any_of(used, [this](const Matched& each) { return terms_.squares[each.square].is_taken; }))
      return note_another(point, used, joined_names(names));
    point.span = component(used.front()).span;
    point.name = joined_names(names);
    point.rule = "P1";
    point.mass = graph_.scale(Rational(2), group.coefficient);
    if (are_two_on_a_line(point)) return;
    for (const Matched& matched : used)
      note_moving_axes(matched, point);
    if (point.at.size() == 2 && point.axes == "xy") add_height(group, point, used);
    for (const Matched& matched : used)
      terms_.squares[matched.square].is_taken = true;
    made_.push_back({used.front().square, std::move(point), used});
  }

  /// A second point whose rates have the squares of one that was found, as two balls of one governor: which of them T
  /// speaks of, or of both, is not known. Both are points, and none is a mass.
  void note_another(KnownPoint& point, const std::vector<Matched>& used, const std::string& name) {
    for (std::size_t m = 0; m < made_.size(); ++m) {
      Made& other = made_[m];
      const bool has_same_squares =
          std::ranges::equal(other.used, used, [](const Matched& a, const Matched& b) { return a.square == b.square; });
      if (!has_same_squares || other.point.at.size() != point.at.size()) continue;
      for (std::size_t k = 0; k < point.at.size(); ++k) {
        // A place that differs by a constant moves along: it is another point of the same thing.
        if (kinematics_.is_at_rest(graph_.sub(other.point.at[k], point.at[k]))) continue;
        point.span = component(used.front()).span;
        point.name = name;
        point.rule = "P1";
        point.is_moving_axes = other.point.is_moving_axes;
        other.is_shared = true;
        made_.push_back({other.order, std::move(point), used, true});
        return;
      }
    }
  }

  void note_moving_axes(const Matched& matched, KnownPoint& point) {
    const KineticSquare& square = terms_.squares[matched.square];
    const Expr rate = kinematics_.rate(component(matched).value);
    if (square.base == rate || kinematics_.vanish_at_points(graph_.sub(
                                   graph_.mul(square.coefficient, graph_.square(square.base)),
                                   graph_.scale(Rational(1, 2), graph_.mul(*point.mass, graph_.square(rate))))))
      return;
    point.is_moving_axes = true;
  }

  /// The third component where no name has it: a square that is the rate of this mass's height.
  void add_height(const Group& group, KnownPoint& point, std::vector<Matched>& used) {
    const auto height = gravity_ ? height_of(kinematics_, *gravity_, *point.mass) : std::nullopt;
    if (!height || graph_.is_zero(*height)) return;
    const auto wanted = kinematics_.rate_part(kinematics_.rate(*height));
    for (std::size_t s = 0; wanted && s < terms_.squares.size(); ++s) {
      const KineticSquare& square = terms_.squares[s];
      const bool is_used = std::ranges::any_of(used, [s](const Matched& matched) { return matched.square == s; });
      if (square.is_taken || is_used || square.outer != group.coefficient) continue;
      const auto found = kinematics_.rate_part(graph_.product(square.whole));
      if (!found || found->is_zero() || (*found != *wanted && !(*found + *wanted).is_zero())) continue;
      point.at.push_back(*height);
      point.axes = "xyz";
      used.push_back({s, used.front().component});
      return;
    }
  }

  /// True where two coordinates that have the letters of one plane point may as well be the places of two equal masses:
  /// V, the dissipation or a constraint holds their sum or difference, or gravity pulls with more than one weight. Not
  /// where a force is stated to act at the point.
  [[nodiscard]] bool are_two_on_a_line(const KnownPoint& point) {
    if (point.at.size() != 2) return false;
    for (const Expr part : point.at)
      if (graph_.kind(part) != NodeKind::symbol) return false;
    const System& system = kinematics_.system();
    for (const Reaction& each : system.reactions)
      if (each.application && each.application->at == point.at) return false;
    for (const Force& each : system.forces)
      if (each.application && each.application->at == point.at) return false;
    if (gravity_ && !gravity_->is_ambiguous && gravity_->is_scaled) {
      constexpr double rounding = 1e-9;
      const std::vector<Expr> pull = gradient(graph_, gravity_->moment, point.at);
      const double strength = std::hypot(kinematics_.at_start(pull[0]), kinematics_.at_start(pull[1]));
      if (strength > kinematics_.at_start(*point.mass) * (1 + rounding)) return true;
    }
    const Expr first = kinematics_.rate(point.at[0]);
    if (holds_sum_of({system.total(EnergyKind::dissipation)}, first, kinematics_.rate(point.at[1]))) return true;
    std::vector<Expr> roots{system.total(EnergyKind::potential), system.total(EnergyKind::lagrangian)};
    for (const Constraint& constraint : system.constraints)
      if (constraint.kind == ConstraintKind::holonomic) roots.push_back(constraint.residual);
    return holds_sum_of(roots, point.at[0], point.at[1]);
  }

  [[nodiscard]] bool holds_sum_of(const std::vector<Expr>& roots, Expr a, Expr b) const {
    for (const Expr node : reachable(graph_, roots)) {
      if (graph_.kind(node) != NodeKind::sum) continue;
      std::optional<Rational> of_a;
      std::optional<Rational> of_b;
      for (const Term& term : graph_.terms(node)) {
        if (term.expr == a) of_a = graph_.value(term.coefficient).abs();
        if (term.expr == b) of_b = graph_.value(term.coefficient).abs();
      }
      if (of_a && of_b && *of_a == *of_b) return true;
    }
    return false;
  }

  Kinematics& kinematics_;
  Graph& graph_;
  KineticTerms& terms_;
  const std::optional<Gravity>& gravity_;
  Components components_;
  std::vector<Group> groups_;
  std::map<std::pair<std::uint32_t, std::string>, std::size_t> group_of_;
  std::vector<Made> made_;
};

/// Says of which points T is not the kinetic energy of a mass there: other summands couple the rates of its lengths.
void find_coupled(Kinematics& kinematics, const KineticTerms& terms, std::vector<KnownPoint>& points) {
  std::vector<bool> is_coupled(kinematics.system().coordinates.size(), false);
  const auto note = [&](Expr e) {
    const std::vector<std::size_t>& rates = kinematics.rates_in(e);
    for (const std::size_t i : rates)
      if (rates.size() > 1 && kinematics.is_length_coordinate(i)) is_coupled[i] = true;
  };
  for (const Expr e : terms.rest)
    note(e);
  for (const KineticSquare& square : terms.squares)
    if (!square.is_taken) note(square.base);
  for (KnownPoint& point : points)
    for (const std::size_t i : kinematics.coordinates_of(point.at))
      if (is_coupled[i]) point.mass.reset();
}

/// Axes that move are one frame: what T adds to the rates of one point is what it adds to those of another one that
/// is put in its place. Where that is not seen, none of these points is kept.
void keep_one_frame(std::vector<KnownPoint>& points) {
  const auto moving = std::ranges::count_if(points, &KnownPoint::is_moving_axes);
  if (moving == 0 || points.size() == 1) return;
  std::erase_if(points, [](const KnownPoint& point) { return point.is_moving_axes; });
}

} // namespace

std::vector<KnownPoint> mass_points(Kinematics& kinematics, KineticTerms& terms,
                                    const std::optional<Gravity>& gravity) {
  std::vector<KnownPoint> points = MassSearch(kinematics, terms, gravity).run();
  if (points.size() > 1)
    std::erase_if(points, [&](const KnownPoint& point) {
      return point.mass && is_reduced_mass(kinematics.system(), *point.mass);
    });
  find_coupled(kinematics, terms, points);
  keep_one_frame(points);
  return points;
}

} // namespace sketching
} // namespace dalembert

#include <dalembert/sketch/origins.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace dalembert {
inline namespace sketching {

namespace {

/// Coordinates that something holds together.
class Coupling {
public:
  Coupling(Kinematics& kinematics, const KineticTerms& terms)
      : kinematics_(kinematics), graph_(kinematics.graph()), parent_(kinematics.system().coordinates.size()) {
    std::iota(parent_.begin(), parent_.end(), std::size_t{0});
    for (const KineticSquare& square : terms.squares)
      join({square.coefficient, square.base});
    for (const Expr e : terms.rest)
      join({e});
    const System& system = kinematics.system();
    for (const EnergyTerm& energy : system.energies)
      if (energy.kind != EnergyKind::kinetic) visit(energy.value);
    for (const Constraint& row : system.constraints)
      join({row.residual});
    for (const Force& force : system.forces)
      for (const Force::Part& part : force.parts)
        join({part.magnitude, part.speed});
  }

  void join(const std::vector<Expr>& together) {
    std::optional<std::size_t> first;
    for (const Expr e : together)
      for (const std::vector<std::size_t>* held : {&kinematics_.coordinates_of(e), &kinematics_.rates_in(e)})
        for (const std::size_t i : *held) {
          if (!first) first = i;
          parent_[root(i)] = root(*first);
        }
  }

  [[nodiscard]] std::size_t root(std::size_t i) const {
    while (parent_[i] != i)
      i = parent_[i];
    return i;
  }

private:
  /// Each summand by itself, without expanding anything.
  void visit(Expr e) {
    if (graph_.kind(e) == NodeKind::sum) {
      for (const Term& term : graph_.terms(e))
        visit(term.expr);
      return;
    }
    if (graph_.kind(e) == NodeKind::product) {
      std::vector<Factor> moving;
      for (const Factor& each : graph_.factors(e))
        if (!kinematics_.coordinates_of(each.base).empty() || kinematics_.holds_rates(each.base))
          moving.push_back(each);
      if (moving.size() == 1 && moving.front().exponent == one_id) return visit(moving.front().base);
    }
    join({e});
  }

  Kinematics& kinematics_;
  const Graph& graph_;
  std::vector<std::size_t> parent_;
};

} // namespace

void keep_one_origin(Kinematics& kinematics, const KineticTerms& terms, const std::optional<Gravity>& gravity,
                     const std::vector<KnownPoint>& stated, std::vector<KnownPoint>& points,
                     std::vector<NotDrawn>& not_drawn) {
  if (points.size() < 2) return;
  Coupling coupling(kinematics, terms);
  for (const KnownPoint& point : points) {
    coupling.join(point.at);
    for (const KnownPoint& other : points) // a reduced mass is no mass of another body
      if (point.mass && point.mass == other.mass) coupling.join({point.at.front(), other.at.front()});
  }
  const auto group_of = [&](const KnownPoint& point) -> std::optional<std::size_t> {
    const std::vector<std::size_t> held = kinematics.coordinates_of(point.at);
    return held.empty() ? std::nullopt : std::optional(coupling.root(held.front()));
  };
  std::vector<std::size_t> placed;
  if (gravity)
    for (const std::size_t i : kinematics.coordinates_of(gravity->moment))
      placed.push_back(coupling.root(i));
  for (const KnownPoint& point : stated)
    if (const auto group = group_of(point)) placed.push_back(*group);
  const auto is_placed = [&](const KnownPoint& point) {
    const auto group = group_of(point);
    return !group || std::ranges::find(placed, *group) != placed.end();
  };
  if (std::ranges::none_of(points, is_placed)) {
    const auto mass_of = [&](const KnownPoint& point) {
      const double mass = point.mass ? kinematics.at_start(*point.mass) : 0.0;
      return std::isfinite(mass) ? mass : 0.0;
    };
    placed.push_back(*group_of(*std::ranges::max_element(points, {}, mass_of)));
  }
  for (const KnownPoint& point : points)
    if (!is_placed(point))
      not_drawn.push_back(
          {point.name, "its origin relative to the other things is not in the equations", "draw mass at (0, 0)"});
  std::erase_if(points, [&](const KnownPoint& point) { return !is_placed(point); });
}

} // namespace sketching
} // namespace dalembert

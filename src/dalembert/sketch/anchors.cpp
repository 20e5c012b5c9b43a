#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/sketch/anchors.h>

#include <algorithm>

namespace dalembert::inline sketching {

namespace {

constexpr std::size_t most_nodes = 20'000;
constexpr std::size_t most_anchors = 50;

class AnchorSearch {
public:
  AnchorSearch(Kinematics& kinematics, const std::vector<KnownPoint>& points)
      : kinematics_(kinematics), graph_(kinematics.graph()) {
    for (const KnownPoint& point : points) {
      const bool has_own = std::ranges::all_of(point.at, [this](Expr part) {
        return graph_.kind(part) == NodeKind::symbol && !kinematics_.coordinates_of(part).empty();
      });
      if (has_own) points_.push_back(&point);
    }
  }

  std::vector<KnownPoint> run() {
    const System& system = kinematics_.system();
    for (const EnergyTerm& energy : system.energies)
      if (energy.kind == EnergyKind::potential || energy.kind == EnergyKind::lagrangian)
        look_in(energy.value, energy.span);
    for (const Constraint& row : system.constraints)
      if (row.kind == ConstraintKind::holonomic) look_in(row.residual, row.span);
    return std::move(out_);
  }

private:
  void look_in(Expr root, SourceSpan span) {
    if (points_.empty()) return;
    const std::vector<Expr> nodes = reachable(graph_, std::vector<Expr>{root});
    for (std::size_t i = 0; i < std::min(nodes.size(), most_nodes) && out_.size() < most_anchors; ++i) {
      if (graph_.kind(nodes[i]) != NodeKind::sum || !kinematics_.is_of_positions(nodes[i])) continue;
      const std::vector<std::size_t>& held = kinematics_.coordinates_of(nodes[i]);
      for (const KnownPoint* point : points_)
        if (held == kinematics_.coordinates_of(point->at)) try_square(nodes[i], *point, span);
    }
  }

  /// u = Σ (Xₖ − Cₖ)² exactly where C = X − ½ ∂u/∂X is constant and gives u back.
  void try_square(Expr u, const KnownPoint& point, SourceSpan span) {
    const std::vector<Expr> slopes = gradient(graph_, u, point.at);
    KnownPoint made;
    std::vector<Expr> rates;
    Expr sum = graph_.zero();
    for (std::size_t k = 0; k < point.at.size(); ++k) {
      const Expr gap = graph_.scale(Rational(1, 2), slopes[k]);
      sum = graph_.add(sum, graph_.square(gap));
      made.at.push_back(constant_of(graph_.sub(point.at[k], gap)));
      rates.push_back(kinematics_.rate(graph_.sub(point.at[k], gap)));
    }
    for (const Expr rate : rates)
      if (!kinematics_.vanish_at_points(rate)) return;
    if (!kinematics_.are_same(u, sum)) return;
    const bool is_origin =
        std::ranges::all_of(made.at, [this](Expr part) { return kinematics_.vanish_at_points(part); });
    const auto is_it = [&](const KnownPoint& other) {
      for (std::size_t k = 0; k < made.at.size(); ++k)
        if (other.at.size() != made.at.size() || !kinematics_.are_same(other.at[k], made.at[k])) return false;
      return true;
    };
    const bool holds_coordinates =
        std::ranges::any_of(made.at, [this](Expr part) { return !kinematics_.coordinates_of(part).empty(); });
    if (is_origin || holds_coordinates || std::ranges::any_of(out_, is_it)) return;
    made.axes = point.axes;
    made.name = "fixed point";
    made.rule = "P4";
    made.span = span;
    made.is_fixed = true;
    out_.push_back(std::move(made));
  }

  /// The same without the coordinates that cancel in it.
  [[nodiscard]] Expr constant_of(Expr e) const {
    std::vector<Replacement> at_zero;
    for (const Coordinate& q : kinematics_.system().coordinates)
      at_zero.push_back({q.position, graph_.zero()});
    return substitute(graph_, e, at_zero);
  }

  Kinematics& kinematics_;
  Graph& graph_;
  std::vector<const KnownPoint*> points_;
  std::vector<KnownPoint> out_;
};

} // namespace

std::vector<KnownPoint> anchors(Kinematics& kinematics, const std::vector<KnownPoint>& points) {
  return AnchorSearch(kinematics, points).run();
}

} // namespace dalembert::inline sketching

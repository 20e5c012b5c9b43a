#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/sketch/anchors.h>
#include <dalembert/sketch/axis_names.h>

#include <algorithm>

namespace dalembert {
inline namespace sketching {

namespace {

constexpr std::size_t most_anchor_nodes = 20'000;
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
    for (std::size_t i = 0; i < std::min(nodes.size(), most_anchor_nodes) && out_.size() < most_anchors; ++i) {
      if (graph_.kind(nodes[i]) != NodeKind::sum || !kinematics_.is_of_positions(nodes[i])) continue;
      const std::vector<std::size_t>& held = kinematics_.coordinates_of(nodes[i]);
      for (const KnownPoint* point : points_)
        if (std::ranges::includes(held, kinematics_.coordinates_of(point->at))) try_square(nodes[i], *point, span);
    }
  }

  /// u = Σ (Xₖ − Cₖ)² exactly where C = X − ½ ∂u/∂X does not depend on X and gives u back.
  void try_square(Expr u, const KnownPoint& point, SourceSpan span) {
    const std::vector<Expr> slopes = gradient(graph_, u, point.at);
    std::vector<Replacement> without_own; // what cancels in C
    for (const Expr part : point.at)
      without_own.push_back({part, graph_.zero()});
    KnownPoint made;
    Expr sum = graph_.zero();
    for (std::size_t k = 0; k < point.at.size(); ++k) {
      const Expr gap = graph_.scale(Rational(1, 2), slopes[k]);
      sum = graph_.add(sum, graph_.square(gap));
      const Expr end = graph_.sub(point.at[k], gap);
      for (const Expr slope : gradient(graph_, end, point.at))
        if (!kinematics_.vanish_at_points(slope)) return;
      made.at.push_back(substitute(graph_, end, without_own));
    }
    if (!kinematics_.are_same(u, sum) || is_known(made.at)) return;
    made.axes = point.axes;
    std::vector<std::string> names;
    for (const std::size_t i : kinematics_.coordinates_of(made.at))
      names.push_back(kinematics_.system().coordinates[i].name);
    made.is_fixed = names.empty();
    made.name = made.is_fixed ? "fixed point" : "point that moves with " + joined_names(names);
    made.rule = "P4";
    made.span = span;
    out_.push_back(std::move(made));
  }

  [[nodiscard]] bool is_known(const Place<Expr>& at) {
    if (std::ranges::all_of(at, [this](Expr part) { return kinematics_.vanish_at_points(part); }))
      return true; // origin
    return std::ranges::any_of(out_, [&](const KnownPoint& other) {
      bool is_same = other.at.size() == at.size();
      for (std::size_t k = 0; k < at.size() && is_same; ++k)
        is_same = kinematics_.are_same(other.at[k], at[k]);
      return is_same;
    });
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

} // namespace sketching
} // namespace dalembert

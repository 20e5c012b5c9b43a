#include <dalembert/expr/depends.h>
#include <dalembert/sketch/distances.h>

#include <algorithm>

namespace dalembert {
inline namespace sketching {

SpokenDistances::SpokenDistances(Kinematics& kinematics) : kinematics_(kinematics) {
  const System& system = kinematics.system();
  const Graph& graph = kinematics.graph();
  std::vector<Expr> roots{system.total(EnergyKind::potential), system.total(EnergyKind::lagrangian)};
  for (const Constraint& row : system.constraints)
    if (row.kind == ConstraintKind::holonomic) roots.push_back(row.residual);
  constexpr std::size_t most_spoken_nodes = 20'000;
  const std::vector<Expr> all = reachable(graph, roots);
  for (std::size_t i = 0; i < std::min(all.size(), most_spoken_nodes); ++i) {
    const NodeKind kind = graph.kind(all[i]);
    if ((kind != NodeKind::sum && kind != NodeKind::product) || !kinematics.is_of_positions(all[i])) continue;
    const auto value = kinematics.residues(all[i]);
    if (value) nodes_.try_emplace(value->front().value(), all[i]);
  }
}

std::optional<Expr> SpokenDistances::square_of(const Place<Expr>& a, const Place<Expr>& b) {
  Graph& graph = kinematics_.graph();
  const std::size_t size = std::max(a.size(), b.size());
  Residue sum;
  for (std::size_t k = 0; k < size; ++k) {
    const auto left = kinematics_.residues(k < a.size() ? a[k] : graph.zero());
    const auto right = kinematics_.residues(k < b.size() ? b[k] : graph.zero());
    if (!left || !right) return std::nullopt;
    const Residue gap = left->front() - right->front();
    sum += gap * gap;
  }
  const auto found = nodes_.find(sum.value());
  if (sum.is_zero() || found == nodes_.end()) return std::nullopt;
  Expr square = graph.zero();
  for (std::size_t k = 0; k < size; ++k)
    square = graph.add(square,
                       graph.square(graph.sub(k < a.size() ? a[k] : graph.zero(), k < b.size() ? b[k] : graph.zero())));
  return kinematics_.are_same(square, found->second) ? std::optional(found->second) : std::nullopt;
}

} // namespace sketching
} // namespace dalembert

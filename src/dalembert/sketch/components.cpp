#include <dalembert/expr/differentiate.h>
#include <dalembert/sketch/components.h>

#include <algorithm>

namespace dalembert {
inline namespace sketching {

Components::Components(Kinematics& kinematics) : kinematics_(kinematics) {
  const System& system = kinematics.system();
  for (std::size_t i = 0; i < system.coordinates.size(); ++i)
    if (kinematics.is_length_coordinate(i))
      all_.push_back({system.coordinates[i].position, system.coordinates[i].name, system.coordinates[i].span});
  for (const Let& let : system.lets)
    if (kinematics.is_length(let.measure) && kinematics.is_of_positions(let.value) &&
        !kinematics.coordinates_of(let.value).empty())
      all_.push_back({let.value, let.name, let.span});
  for (std::size_t c = 0; c < all_.size(); ++c) {
    const Term rate = kinematics.graph().as_term(kinematics.rate(all_[c].value));
    const auto found = kinematics.rate_part(rate.expr);
    if (found && !found->is_zero()) by_rate_[found->value()].push_back({c, kinematics.graph().value(rate.coefficient)});
  }
}

std::vector<Components::Match> Components::moving_like(Expr speed) {
  const Graph& graph = kinematics_.graph();
  const Term term = graph.as_term(speed);
  const auto wanted = kinematics_.rate_part(term.expr);
  std::vector<Match> out;
  if (!wanted || wanted->is_zero()) return out;
  const Rational coefficient = graph.value(term.coefficient);
  for (const Residue each : {*wanted, -*wanted}) {
    const auto found = by_rate_.find(each.value());
    if (found == by_rate_.end()) continue;
    for (const Match& match : found->second)
      out.push_back({match.component, coefficient * match.ratio.inverse()});
  }
  std::ranges::sort(out, {}, &Match::component);
  return out;
}

bool Components::is_relative(const Component& component) {
  Graph& graph = kinematics_.graph();
  std::vector<Expr> lengths;
  for (const std::size_t i : kinematics_.coordinates_of(component.value))
    if (kinematics_.is_length_coordinate(i)) lengths.push_back(kinematics_.system().coordinates[i].position);
  constexpr std::size_t most = 12; // of a chain that is written recursively; its lets add lengths up
  if (lengths.size() < 2 || lengths.size() > most) return false;
  bool grows = false;
  bool falls = false;
  for (const Expr slope : gradient(graph, component.value, lengths)) {
    const double value = kinematics_.is_constant(slope) ? kinematics_.at_start(slope) : 0.0;
    grows = grows || value > 0;
    falls = falls || value < 0;
  }
  return grows && falls;
}

} // namespace sketching
} // namespace dalembert

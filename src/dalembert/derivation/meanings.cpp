#include <dalembert/base/errors.h>
#include <dalembert/derivation/meanings.h>

namespace dalembert {
inline namespace derivation {

namespace {

Expr meaning(const Derived& derived, const Equations& equations) {
  const auto index = static_cast<std::size_t>(derived.index < 0 ? 0 : derived.index);
  const EnergyAccount& energy = equations.energy;
  switch (derived.kind) {
  case DerivedKind::momentum:
    return equations.momenta.at(index);
  case DerivedKind::constraint_force:
    return equations.constraint_forces.at(index);
  case DerivedKind::lagrangian:
    return energy.lagrangian;
  case DerivedKind::energy_function:
    return energy.energy_function;
  case DerivedKind::total_energy:
    return energy.total.value_or(energy.energy_function);
  default:
    ENSURE(!is_history(derived.kind));
    return energy.lagrangian;
  }
}

/// Nothing acts at an open contact.
void put_zero_at_contacts(const Study& open, std::vector<Replacement>& out) {
  const System& closed = open.closed->system;
  const Expr zero = closed.graph->zero();
  for (std::size_t k = open.system.constraints.size(); k < closed.constraints.size(); ++k)
    out.push_back({closed.constraints[k].multiplier, zero});
  for (std::size_t r = open.system.reactions.size(); r < closed.reactions.size(); ++r)
    out.push_back({closed.reactions[r].symbol, zero});
  for (std::size_t f = open.system.frictions.size(); f < closed.frictions.size(); ++f)
    out.push_back({closed.frictions[f].symbol, zero});
  for (std::size_t i = open.system.impacts.size(); i < closed.impacts.size(); ++i)
    out.push_back({closed.impacts[i].symbol, zero});
}

} // namespace

bool is_history(DerivedKind kind) {
  return kind == DerivedKind::work || kind == DerivedKind::lost || kind == DerivedKind::impulse ||
         kind == DerivedKind::drift;
}

Expr reaction_value(const System& system, const std::vector<Expr>& row) {
  Graph& graph = *system.graph;
  Expr sum = graph.zero();
  for (std::size_t k = 0; k < row.size(); ++k)
    sum = graph.add(sum, graph.mul(row[k], system.constraints[k].multiplier));
  return sum;
}

std::vector<Replacement> reaction_meanings(const Equations& equations) {
  const System& system = *equations.system;
  std::vector<Replacement> out;
  for (std::size_t r = 0; r < system.reactions.size(); ++r)
    out.push_back({system.reactions[r].symbol, reaction_value(system, equations.reactions[r].row)});
  return out;
}

std::vector<Replacement> meanings(const Study& study, const Equations& equations) {
  std::vector<Replacement> out = reaction_meanings(equations);
  if (study.closed) put_zero_at_contacts(study, out);
  for (const Derived& derived : study.derived)
    if (!is_history(derived.kind)) out.push_back({derived.symbol, meaning(derived, equations)});
  return out;
}

} // namespace derivation
} // namespace dalembert

#include <dalembert/base/errors.h>
#include <dalembert/mechanics/system.h>

#include <algorithm>

namespace dalembert {
inline namespace mechanics {

namespace {

template <class Items, class Member>
std::vector<Expr> collect(const Items& items, Member member) {
  std::vector<Expr> symbols;
  symbols.reserve(items.size());
  for (const auto& item : items)
    symbols.push_back(item.*member);
  return symbols;
}

} // namespace

Expr System::total(EnergyKind kind) const {
  std::optional<Expr> sum;
  for (const EnergyTerm& term : energies)
    if (term.kind == kind) sum = sum ? graph->add(*sum, term.value) : term.value;
  return sum ? *sum : graph->number(0);
}

Measure slip_measure(const Friction& friction) {
  if (!friction.measure.dimension) return {};
  Measure out{Dimension::power() / *friction.measure.dimension};
  out.angular = friction.measure.moment;
  return out;
}

System System::restricted(const std::vector<std::size_t>& rows) const {
  ENSURE(frictions.empty());
  System part = *this;
  part.constraints.clear();
  part.impacts.clear();
  std::vector<int> place(constraints.size(), -1);
  for (const std::size_t k : rows) {
    place.at(k) = static_cast<int>(part.constraints.size());
    part.constraints.push_back(constraints[k]);
  }
  const auto is_left_out = [&place](int k) { return place[static_cast<std::size_t>(k)] < 0; };
  std::erase_if(part.reactions, [&](const Reaction& r) { return std::ranges::any_of(r.of, is_left_out); });
  for (Reaction& reaction : part.reactions)
    for (int& k : reaction.of)
      k = place[static_cast<std::size_t>(k)];
  return part;
}

System System::equations_only() const {
  ENSURE(frictions.empty());
  System part = *this;
  part.reactions.clear();
  part.impacts.clear();
  part.speeds.clear();
  part.lets.clear();
  return part;
}

bool System::gives_kinetic_energy() const {
  const auto has = [this](EnergyKind kind) {
    return std::ranges::any_of(energies, [kind](const EnergyTerm& term) { return term.kind == kind; });
  };
  return has(EnergyKind::kinetic) || !has(EnergyKind::lagrangian);
}

Expr System::lagrangian() const {
  const Expr natural = graph->sub(total(EnergyKind::kinetic), total(EnergyKind::potential));
  return graph->add(natural, total(EnergyKind::lagrangian));
}

std::vector<Expr> System::written_parts() const {
  std::vector<Expr> parts = collect(energies, &EnergyTerm::value);
  for (const Force& force : forces)
    for (const Force::Part& part : force.parts)
      parts.push_back(part.magnitude);
  for (const Constraint& constraint : constraints)
    parts.push_back(constraint.residual);
  return parts;
}

std::vector<Expr> System::positions() const {
  return collect(coordinates, &Coordinate::position);
}
std::vector<Expr> System::rates() const {
  return collect(coordinates, &Coordinate::rate);
}
std::vector<Expr> System::accelerations() const {
  return collect(coordinates, &Coordinate::acceleration);
}
std::vector<Expr> System::multipliers() const {
  return collect(constraints, &Constraint::multiplier);
}

} // namespace mechanics
} // namespace dalembert

#include <dalembert/mechanics/hidden_constraint.h>
#include <dalembert/printing/quantity_names.h>

#include <algorithm>

namespace dalembert {
inline namespace printing {

std::string force_unit(const Measure& measure) {
  if (!measure.dimension) return {};
  return measure.dimension->text(Dimension::Spelling::moment);
}

std::string unit_of(const System& system, std::string_view name) {
  std::size_t primes = 0;
  while (!name.empty() && name.back() == '\'') {
    name.remove_suffix(1);
    ++primes;
  }
  for (const Coordinate& q : system.coordinates) {
    if (q.name != name) continue;
    Measure measure = q.measure;
    for (std::size_t i = 0; i < primes; ++i)
      measure = rate_of(measure);
    return measure.unit();
  }
  return {};
}

bool is_energy_kinetic(const System& system) {
  return system.gives_kinetic_energy() && std::ranges::none_of(system.energies, [](const EnergyTerm& term) {
           return term.kind == EnergyKind::potential || term.kind == EnergyKind::lagrangian;
         });
}

QuantityNames::QuantityNames(const System& system) {
  for (const Coordinate& q : system.coordinates) {
    coordinates.push_back(q.name);
    rates.push_back(q.name + "'");
    accelerations.push_back(q.name + "''");
  }
  for (const Constraint& constraint : system.constraints) {
    constraints.push_back(constraint.name);
    if (!is_hidden(constraint)) multipliers.push_back("lambda." + constraint.name);
  }
  for (const Reaction& reaction : system.reactions)
    reactions.push_back(reaction.name);
  for (const Friction& friction : system.frictions)
    reactions.push_back(friction.name);
}

QuantityUnits::QuantityUnits(const System& system)
    : time(system.has_units ? "s" : ""), energy(system.has_units ? "J" : "") {
  for (const Coordinate& q : system.coordinates) {
    coordinates.push_back(q.measure.unit());
    rates.push_back(rate_of(q.measure).unit());
    accelerations.push_back(rate_of(rate_of(q.measure)).unit());
    constraint_forces.push_back(force_unit(energy_like(q.measure) / q.measure));
  }
  for (const Constraint& constraint : system.constraints)
    multipliers.push_back(force_unit(constraint.multiplier_measure));
  for (const Reaction& reaction : system.reactions)
    reactions.push_back(force_unit(reaction.measure));
  for (const Friction& friction : system.frictions)
    reactions.push_back(force_unit(friction.measure));
}

} // namespace printing
} // namespace dalembert

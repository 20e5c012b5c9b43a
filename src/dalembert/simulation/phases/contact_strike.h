#pragma once

#include <dalembert/simulation/impact/impact.h>
#include <dalembert/simulation/phases/contact_states.h>

#include <cstddef>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// Contacts that take part in one impact, all in Study::contacts, and equations that are imposed.
struct Strike {
  std::vector<std::size_t> struck;  ///< gaps that close
  std::vector<std::size_t> plastic; ///< of these, struck without restitution: their bounces have died out
  std::vector<std::size_t> settled; ///< touching, and bounced out: they persist as constraints do
  std::vector<std::size_t> resting; ///< touching without rate: each persists, or is let go
  std::vector<std::size_t> closed;  ///< of these, constraints before the impact
  std::vector<std::size_t> imposed; ///< equations that the rates did not have to satisfy before: System::constraints
  std::vector<std::size_t> leaving; ///< touching, with a gap that opens
};

/// What an impact does.
struct StrikeOutcome {
  ImpactReport report;
  std::vector<std::size_t> persisting; ///< closed contacts that it presses, of a restitution that is not 0
  std::vector<std::size_t> by_end;  ///< those that persist, where one of them would be let go in a part of the impact
  std::vector<std::size_t> sharing; ///< struck ones whose impulses depend on their order, while the motion does not
};

/// Solves the impulsive equations for `strike`, with all constraints persisting.
///
/// Of the resting contacts the set persists that the impact presses together (Λ > 0); the others may open. A closed
/// contact persists by Newton's law, c⁺ = −e c⁻ = 0, whatever its e. One that only touches and has an e is not pressed:
/// whether the blow goes through it at once or makes it bounce, the equations do not say.
/// Where no set is possible since a contact with friction would be let go in a part of the impact, but one is by the
/// impulses of an end at which all slips are held, that one persists.
/// Precondition: the contacts that are struck do not act on one another (`strike_order.h`).
/// @throws SolveError where a contact that is not closed and has a restitution is pressed, where no set, or more than
///         one, is possible, and where the impact presses a friction that it does not strike; 2^resting impacts are
///         solved
[[nodiscard]] StrikeOutcome solve_strike(const Engine& engine, ContactStates& states, const State& before,
                                         const Strike& strike);

} // namespace simulation
} // namespace dalembert

#pragma once

#include <dalembert/simulation/engine.h>
#include <dalembert/simulation/impact_parts.h>
#include <dalembert/simulation/result.h>

#include <cstddef>
#include <optional>
#include <vector>

namespace dalembert::inline simulation {

/// A contact that is struck and the friction there, in System::impacts.
struct Rubbing {
  std::size_t contact = 0;
  std::size_t friction = 0;
};

/// Returns the struck contacts of `parts` with a friction, in their order.
/// @throws SolveError where one has frictions along several lines, or a coefficient without finite value
[[nodiscard]] std::vector<Rubbing> rubbing_contacts(const Engine& engine, const State& before,
                                                    const ImpactParts& parts);

/// Returns `parts` without the contacts that rub.
[[nodiscard]] ImpactParts without(const ImpactParts& parts, const std::vector<Rubbing>& rubbing);
/// Returns `parts` with the frictions behind the contacts.
[[nodiscard]] ImpactParts with_frictions(const ImpactParts& parts, const std::vector<Rubbing>& rubbing);

/// Writes the impulses of contacts with friction and their works into `out`.
/// @throws SolveError where one of them acts on another contact that is struck, where the constraints hold its speed or
///         its slip, and where it lets a persisting contact go before it ends
void strike_with_friction(const Engine& engine, const State& before, const ImpactParts& parts,
                          const std::vector<Rubbing>& rubbing, ImpactReport& out);

/// Returns a warning (W0826) where a contact with friction gains energy in an impact, which Newton's law lets happen.
[[nodiscard]] std::optional<Diagnostic> gain_of_energy(const Engine& engine, const ImpactReport& impact);

} // namespace dalembert::inline simulation

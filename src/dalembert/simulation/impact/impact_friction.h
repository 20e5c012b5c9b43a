#pragma once

#include <dalembert/results/result.h>
#include <dalembert/simulation/engine/engine.h>
#include <dalembert/simulation/engine/impact_parts.h>

#include <cstddef>
#include <optional>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// A contact that is struck and the frictions that follow its impulse, in System::impacts: its own, and behind it those
/// of contacts that persist.
struct Rubbing {
  std::size_t contact = 0;
  std::vector<std::size_t> frictions;
  bool is_planar = false; ///< it has two of its own, which act together
};

/// Returns the struck contacts of `parts` with frictions, in their order. Those of contacts that persist are taken in
/// where one contact is struck alone.
/// @throws SolveError where one has frictions along more than two lines, or along two while it presses others, and
///         where a coefficient has no finite value
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

} // namespace simulation
} // namespace dalembert

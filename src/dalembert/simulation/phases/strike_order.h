#pragma once

#include <dalembert/simulation/phases/contact_strike.h>

namespace dalembert {
inline namespace simulation {

/// Solves `strike`, whose contacts may act on one another.
///
/// Those that do not are struck at once (`solve_strike`). Where they do, each order in which they may be struck is
/// followed, one contact after the other, until no gap closes any more. If all orders end with the same rates, that is
/// the outcome: with the impulses of all strikes added up, and the mean of the orders where these differ.
/// @throws SolveError as `solve_strike`, and where orders end with different rates, or an order has no end or cannot be
///         solved, naming two contacts that act on one another. Cost: of r contacts at least r! strikes, at most 2000
[[nodiscard]] StrikeOutcome solve_in_any_order(const Engine& engine, ContactStates& states, const State& before,
                                               const Strike& strike);

} // namespace simulation
} // namespace dalembert

#pragma once

#include <dalembert/studies/precise_motion.h>
#include <dalembert/studies/reduced_flow.h>
#include <dalembert/studies/steady_state.h>

#include <cstddef>
#include <vector>

namespace dalembert {
inline namespace studies {

/// What is known of steady states from symbols.
struct SteadyHints {
  std::vector<State> motions;     ///< solutions at the model's parameters: starts where no others lead to one
  std::vector<State> equilibria;  ///< the same for equilibria, all of which are starts
  std::vector<std::size_t> radii; ///< coordinates that are not negative: −r is r on the other side
};

/// Looks for equilibria and steady motions of a scleronomic study from several starts: the initial state, angles at 0
/// and π, and the hints. Newton's method on
///   φ = 0,  ẇ = 0,  q̇ⱼ = 0 for every coordinate that is not ignorable,
/// with steps of least norm; w are independent rates. What is found is settled in sixty digits (`precise`); what is
/// found twice, or along its own family, is said once. Of several steady motions the one nearest to the initial state
/// is given. States at which a pivot of the rows vanishes, the inertia grows without bound, or the equations of motion
/// have no values on one side are none. Source: docs/theory/analysis.md (6)–(9).
/// @throws SolveError where the motion cannot be linearised anywhere near the initial state
[[nodiscard]] SteadyStates find_steady_states(Lineariser& lineariser, PreciseMotions& precise, const State& initial,
                                              const SteadyHints& hints = {});

} // namespace studies
} // namespace dalembert

#pragma once

#include <dalembert/mechanics/system.h>
#include <dalembert/results/result.h>

#include <cstddef>
#include <span>
#include <vector>

namespace dalembert {
inline namespace studies {

/// The solutions of the conditions of an equilibrium whose unknowns can be found one after another.
struct EquilibriaByRoots {
  std::vector<State> states;         ///< at rest; what no condition holds stays as in the initial state
  std::vector<std::size_t> unknowns; ///< the coordinates that the conditions hold
  bool is_complete = false;          ///< all solutions are among the states
};

/// Solves `conditions` (that vanish at an equilibrium, at the rates 0) for the numbers of a model: products by one
/// factor after another, equations in one unknown by all their real roots (`univariate_roots`), each of which is put
/// into the rest. Solutions are starts for Newton's method: some of them may be none. 64 states are the bound.
[[nodiscard]] EquilibriaByRoots equilibria_by_roots(const System& system, std::span<const double> parameters,
                                                    const State& initial, const std::vector<Expr>& conditions);

} // namespace studies
} // namespace dalembert

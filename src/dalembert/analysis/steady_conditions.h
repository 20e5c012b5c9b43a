#pragma once

#include <dalembert/analysis/reduced_residual.h>
#include <dalembert/mechanics/system.h>

#include <cstddef>
#include <string>
#include <vector>

namespace dalembert {
inline namespace analysis {

/// What must vanish in a steady motion.
struct SteadyConditions {
  std::vector<std::size_t> kept;    ///< coordinates that are not ignorable: they stay at a value
  std::vector<std::size_t> running; ///< independent coordinates that are ignorable
  std::vector<Expr> written;        ///< R and the rates of `kept` at constant rates, without those that vanish
  std::vector<Expr> apart; ///< the same with sin(±θ + ρ) by the addition theorems, for each angle θ of `kept`
  std::vector<std::string> names; ///< `theta`, `phi'`: of the positions that stay and the rates that run
};

/// Forms them; `reduced` is written with the sines apart from then on.
[[nodiscard]] SteadyConditions steady_conditions(const System& system, ReducedResidual& reduced);

} // namespace analysis
} // namespace dalembert

#pragma once

#include <dalembert/mechanics/study.h>

#include <vector>

namespace dalembert {
inline namespace lowering {

/// The symbols whose values are the inputs of state and full programs, in the order of InputLayout.
[[nodiscard]] std::vector<Expr> state_inputs(const System& system);
/// [ t | q | v | p | v̇ | λ | F ], the beginning of full_inputs.
[[nodiscard]] std::vector<Expr> motion_inputs(const System& system);
[[nodiscard]] std::vector<Expr> full_inputs(const Study& study);

} // namespace lowering
} // namespace dalembert

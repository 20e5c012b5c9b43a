#pragma once

#include <dalembert/lowering/views.h>

#include <span>

namespace dalembert {
inline namespace simulation {

/// Changes multipliers by the least amounts δ with which Lagrange's equations hold at given accelerations,
///   Aᵀδ = E,   E = M·v̇ − h − Aᵀλ the residual,
/// each equation in units of √Mᵢᵢ. Combinations that the rows leave undetermined, or that rounding would determine,
/// stay. Nothing changes where a multiplier is not finite. `residual`: E at `multipliers`; n values.
void balance_multipliers(std::span<double> multipliers, const DynamicsView& equations,
                         std::span<const double> residual);

} // namespace simulation
} // namespace dalembert

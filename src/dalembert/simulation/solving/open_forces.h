#pragma once

#include <dalembert/results/force_choices.h>
#include <dalembert/simulation/engine/engine.h>
#include <dalembert/simulation/engine/known_ranks.h>
#include <dalembert/simulation/solving/dynamics.h>

#include <span>
#include <vector>

namespace dalembert {
inline namespace simulation {

/// Finds the forces that redundant rows leave open at the state in `inputs`, where the rows have the rank `ranks.all`:
/// with Aᵀz = 0, λ + z gives the same motion as λ. Cost: singular values of A, and one evaluation of the reactions for
/// each multiplier. Source: docs/theory/constraints.md, "Repeated rows".
[[nodiscard]] OpenForces open_forces(const Engine& engine, const RowRanks& ranks, std::span<const double> inputs);

/// Finds those that frictions at rest leave open, at the state in `inputs` that `dynamics` solved last: others that
/// stick hold their slips, or stick along the same lines. Cost: a solution of the linear equations for each such
/// friction, and one evaluation of the reactions for each multiplier. Source: docs/theory/lagrange.md (9a), (9b).
[[nodiscard]] OpenForces open_friction_forces(const Engine& engine, Dynamics& dynamics, std::span<const double> inputs);

} // namespace simulation
} // namespace dalembert

#pragma once

#include <dalembert/simulation/engine.h>
#include <dalembert/simulation/friction_solver.h>

#include <cstddef>
#include <span>

namespace dalembert::inline simulation {

/// Decides what the frictions do whose modes are open, at the state in `inputs` that was evaluated last.
///
/// One whose slip is not 0 slides. For the others all choices are tried: to stick, and to slide in either direction.
/// One is possible where the forces of those that stick are within their bounds, |F| ≤ μ|N| with the static
/// coefficient, and where the slips of those that begin to slide accelerate in their directions. Of several that give
/// the same motion the one is taken in which most stick; of others that in which those stick whose static coefficient
/// is larger than that of sliding: a friction at rest sticks while it can. Cost: 3^resting solutions of 2^sliding
/// systems, of at most 6 lines along which frictions rest.
/// @throws SolveError where no choice is possible or several are (Painlevé's paradox), and where the constraints alone
///         hold a slip or make several depend on one another, naming the frictions
void decide_frictions(const Engine& engine, FrictionSolver& frictions, RowSolver& solver, const DynamicsView& equations,
                      std::span<double> inputs);

/// True where the slip of a friction is 0 but for rounding, at the state in `inputs` that was evaluated last.
[[nodiscard]] bool is_at_rest(const Engine& engine, const FrictionSolver& frictions, std::size_t friction,
                              std::span<const double> inputs);

} // namespace dalembert::inline simulation

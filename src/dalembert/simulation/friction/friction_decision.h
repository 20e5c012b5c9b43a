#pragma once

#include <dalembert/base/errors.h>
#include <dalembert/simulation/engine/engine.h>
#include <dalembert/simulation/friction/friction_solver.h>

#include <cstddef>
#include <span>

namespace dalembert {
inline namespace simulation {

/// Coulomb's law leaves several motions possible.
class SeveralMotions : public SolveError {
public:
  using SolveError::SolveError;
};

/// Frictions at rest whose forces are not determined.
class UndeterminedFriction : public SolveError {
public:
  using SolveError::SolveError;
};

/// Decides what the frictions do whose modes are open, at the state in `inputs` that was evaluated last.
///
/// One whose slip is not 0 slides. For the others all choices are tried: to stick, and to slide in either direction; of
/// two that are one in a plane, to stick, and to slide in the directions that are found.
/// One is possible where the forces of those that stick are within their bounds, |F| ≤ μ|N| with the static
/// coefficient, and where the slips of those that begin to slide accelerate in their directions. Contacts that are
/// closed must push. Of several that give the same motion the one is taken in which most stick; of others that in which
/// those stick whose static coefficient is larger than that of sliding: a friction at rest sticks while it can. Cost:
/// 3^resting solutions of 2^sliding systems, of at most 6 lines along which frictions rest. Where slips depend on one
/// another, as those of a ladder, not all of them are held: the others lean on those, with their forces at the bound.
/// The forces that can hold such a system are a polytope; these are its corners, so that it rests if and only if one of
/// them is possible.
/// @throws SolveError where no choice is possible, SeveralMotions where several are (Painlevé's paradox), and
///         UndeterminedFriction where the constraints alone hold the slips, and where slips depend on one another and a
///         static coefficient is larger than that of sliding, naming the frictions
void decide_frictions(const Engine& engine, FrictionSolver& frictions, RowSolver& solver, const DynamicsView& equations,
                      std::span<double> inputs);

/// True where the slip of a friction, with that of the other one in its plane, is 0 but for rounding, at the state in
/// `inputs` that was evaluated last.
[[nodiscard]] bool is_at_rest(const Engine& engine, const FrictionSolver& frictions, std::size_t friction,
                              std::span<const double> inputs);

} // namespace simulation
} // namespace dalembert

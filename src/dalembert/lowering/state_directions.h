#pragma once

#include <dalembert/derivation/equations.h>
#include <dalembert/mechanics/study.h>
#include <dalembert/program/tape.h>

#include <vector>

namespace dalembert {
inline namespace lowering {

/// Lowers derivatives of the equations of motion, and of what is known at a state, along a direction (δq, δv, δv̇, δλ)
/// of the state and of its accelerations and multipliers. `observables` hold no friction force.
///   motion inputs, δq n, δv n, δv̇ n, δλ m → δE n, δC m where v̇ and λ stay what they are
///   (lower_motion_derivatives), δφ mh and δψ m of the rows of positions and rates, then δ of each reaction, of each of
///   `observables`, of T, V and h
/// Cost: a few sweeps over the equations.
/// @throws ModelError as `lower`
[[nodiscard]] Tape lower_state_directions(const Study& study, const Equations& equations,
                                          const std::vector<Expr>& observables);

} // namespace lowering
} // namespace dalembert

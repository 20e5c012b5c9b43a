#pragma once

#include <dalembert/claims/judgement.h>
#include <dalembert/results/result.h>
#include <dalembert/simulation/engine/engine.h>

namespace dalembert {
inline namespace studies {

/// Takes those conditions back under which a false equation fails at a real state that meets them: `x' = 0`, `x = 0`,
/// `p = 0`, `a = b`.
///
/// At almost all positions the constraints may let x' vanish only where everything rests, and so say the exact states
/// that found the condition: x' = v·cos(th) of a skate. Where the factor vanishes instead, th = π/2, the skate moves.
/// From random states Newton's method with least-norm steps in positions and rates together finds both kinds. What a
/// conserved quantity needs is refuted at states alone that the motion does not leave at once.
/// Cost: 24 searches of at most 30 steps for each condition, or eight states of other parameters; with at most 40
/// coordinates and constraints. Source: docs/theory/prove.md, section 5.
void drop_refuted_conditions(Judgement& judgement, const Engine& engine, const Equations& equations,
                             const InitialState& initial);

} // namespace studies
} // namespace dalembert

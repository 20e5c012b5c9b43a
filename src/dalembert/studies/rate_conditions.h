#pragma once

#include <dalembert/claims/judgement.h>
#include <dalembert/simulation/engine.h>
#include <dalembert/simulation/result.h>

namespace dalembert::inline studies {

/// Takes those conditions `x' = 0` of a false equation back under which it fails at a real state.
///
/// At almost all positions the constraints may let x' vanish only where everything rests, and so say the exact states
/// that found the condition: x' = v·cos(th) of a skate. Where the factor vanishes instead, th = π/2, the skate moves.
/// From random states Newton's method with least-norm steps in positions and rates together finds both kinds.
/// Conservation claims, which speak of whole motions, keep their conditions. Cost: 24 searches of at most 30 steps for
/// each condition, with at most 40 coordinates and constraints. Source: docs/theory/prove.md, section 5.
void drop_refuted_rate_conditions(Judgement& judgement, const Engine& engine, const Equations& equations,
                                  const InitialState& initial);

} // namespace dalembert::inline studies

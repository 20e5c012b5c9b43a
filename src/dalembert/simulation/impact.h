#pragma once

#include <dalembert/simulation/engine.h>
#include <dalembert/simulation/result.h>

namespace dalembert::inline simulation {

/// Solves the impulsive equations at `before`: positions stay, velocities jump.
///
///   [ M  −Aᵀ  −Bᵀ ] [ v⁺ − v⁻ ]   [ 0        ]
///   [ A   0    0  ] [ Λ       ] = [ 0        ]      c = B·v + β,  v⁻ meeting the constraints
///   [ B   0    0  ] [ I       ]   [ c⁺ − c⁻  ]
///
/// Newton: c⁺ = −e·c⁻. Poisson: the impulse of restitution is e times that of compression. Stronge: the work of
/// restitution is e² times that of compression. Energy: the kinetic energy is kept. Without friction the three laws
/// agree for one contact; for several contacts struck together the law is applied to all of them at once.
/// Signs: I is the impulse on the system conjugate to c. Units: N·s (J·s per unit of the contact speed).
/// Source: docs/theory/impulse.md (1)–(6).
/// @throws SolveError where the struck contacts are not independent of the constraints, where they follow different
/// laws, or where Stronge's law has no solution that Newton's method finds from Poisson's
[[nodiscard]] ImpactReport solve_impact(const Engine& engine, const State& before);

} // namespace dalembert::inline simulation

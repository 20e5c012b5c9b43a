#pragma once

#include <dalembert/results/result.h>
#include <dalembert/simulation/engine/engine.h>
#include <dalembert/simulation/engine/impact_parts.h>

namespace dalembert {
inline namespace simulation {

/// Solves the impulsive equations at `before`: positions stay, velocities jump.
///
///   [ M  −Aᵀ  −Bᵀ ] [ v⁺ − v⁻ ]   [ 0        ]
///   [ A   0    0  ] [ Λ       ] = [ 0        ]      c = B·v + β,  v⁻ meeting the constraints
///   [ B   0    0  ] [ I       ]   [ c⁺ − c⁻  ]
///
/// Newton: c⁺ = −e·c⁻. Poisson: the impulse of restitution is e times that of compression. Stronge: the work of
/// restitution is e² times that of compression. Energy: the kinetic energy is kept. Without friction the three laws
/// agree for one contact; for several contacts struck together the law is applied to all of them at once. Contacts with
/// friction are integrated in their normal impulse (`darboux_keller.h`), each alone.
/// Signs: I is the impulse on the system conjugate to c. Units: N·s (J·s per unit of the contact speed).
/// Source: docs/theory/impulse.md (1)–(8).
/// @throws SolveError where contacts with friction act on others that are struck, where the struck contacts are not
/// independent of the constraints, where they follow different laws, or where Stronge's law has no solution that
/// Newton's method finds from Poisson's
[[nodiscard]] ImpactReport solve_impact(const Engine& engine, const State& before);

/// The same for some of the contacts: impulses of the others are 0, their speeds are those that they are left with.
[[nodiscard]] ImpactReport solve_impact(const Engine& engine, const State& before, const ImpactParts& parts);

/// The impulses Λ of all constraints, that of a contact which was struck among them: it is along the gradient of its
/// gap, as its λ ≥ 0 is while it is closed.
[[nodiscard]] std::vector<double> constraint_impulses(const Study& study, const ImpactReport& impact);

/// @throws SolveError where an impact presses a reaction of a friction without striking it: its impulses of friction
/// are not in the impulsive equations
void require_no_pressed_friction(const Engine& engine, const ImpactReport& impact);

/// How much the impulses of an impact change h by, J: ½ (v⁺ + v⁻)·(Bᵀ I + Aᵀ Λ), which does not rest on h.
[[nodiscard]] double work_of_impact(const Engine& engine, const ImpactReport& impact);

/// The change of the speed of each contact by a unit impulse on each: of contact i by j at place i·r + j.
[[nodiscard]] std::vector<double> contact_responses(const Engine& engine, const State& at, const ImpactParts& parts);

} // namespace simulation
} // namespace dalembert

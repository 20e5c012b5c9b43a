#pragma once

#include <dalembert/studies/linearisation.h>

namespace dalembert {
inline namespace studies {

/// True where the accelerations, or their derivatives, differ on both sides of a state: there is no linear motion about
/// it. Looked for along each coordinate and rate by two pairs of neighbours, the difference between which shrinks where
/// the equations are smooth. Cost: none for a system without switches and tables of coordinates, else 8n
/// linearisations.
/// @throws SolveError as Lineariser::at
[[nodiscard]] bool has_jump(Lineariser& lineariser, const State& state);

} // namespace studies
} // namespace dalembert

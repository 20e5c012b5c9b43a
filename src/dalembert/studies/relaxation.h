#pragma once

#include <dalembert/results/result.h>
#include <dalembert/simulation/engine/engine.h>

#include <optional>

namespace dalembert {
inline namespace studies {

/// Lets a study sink towards a stable equilibrium: it starts at rest at `from`, follows its own accelerations on the
/// constraints, and loses its speed whenever it would climb (v·M·v̇ < 0). The result is a start for Newton's method, not
/// a solution. Nothing where the motion cannot be followed. Source: Bitzek et al., Phys. Rev. Lett. 97, 170201 (2006),
/// with the accelerations of the constrained system.
[[nodiscard]] std::optional<State> relaxed(const Engine& engine, const State& from);

} // namespace studies
} // namespace dalembert

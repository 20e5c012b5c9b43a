#pragma once

#include <dalembert/mechanics/system.h>

namespace dalembert {
inline namespace sketching {

/// True for m₁m₂/(m₁ + m₂) and the like, also as the value of a parameter: a mass divided by a sum of masses belongs to
/// the distance of two things, not to a thing.
[[nodiscard]] bool is_reduced_mass(const System& system, Expr mass);

} // namespace sketching
} // namespace dalembert

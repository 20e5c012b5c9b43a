#pragma once

#include <dalembert/mechanics/system.h>

#include <optional>

namespace dalembert {
inline namespace derivation {

/// The dimension that the text of `e` has for who reads it in a file of `system`, where every number is dimensionless.
/// Nothing where that text would be refused: units of numbers are lost (0.01 [m]·φ), or an unknown function has no
/// derivative that could be written. In a file without units everything is dimensionless.
[[nodiscard]] std::optional<Dimension> dimension_as_read(const System& system, Expr e);

} // namespace derivation
} // namespace dalembert

#pragma once

namespace dalembert {
inline namespace mechanics {

/// The relative tolerances that a run may have, as `tolerance = ` of `simulate` and --tolerance give them.
inline constexpr double least_tolerance = 1e-15; ///< beyond what doubles resolve
inline constexpr double most_tolerance = 0.1;    ///< a digit

} // namespace mechanics
} // namespace dalembert

#pragma once

#include <dalembert/sketch/kinematics.h>

#include <vector>

namespace dalembert {
inline namespace sketching {

/// For each constraint, whether its row of A·u̇ = γ depends on no other rows, so that its multiplier has one value.
/// Decided at one exact point, up to a probability of about degree/2⁶²; false for all where A has no value there or has
/// more than 60 rows.
[[nodiscard]] std::vector<bool> independent_rows(Kinematics& kinematics);

} // namespace sketching
} // namespace dalembert

#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <utility>

namespace dalembert {
inline namespace sketching {

/// Tells the least and the largest value that a coordinate takes along the motion; nothing where that is not known.
/// Empty where nothing is known of the motion. It decides how much of a thing without ends is drawn, nothing else.
using VisitedRange = std::function<std::optional<std::pair<double, double>>(std::size_t coordinate)>;

} // namespace sketching
} // namespace dalembert

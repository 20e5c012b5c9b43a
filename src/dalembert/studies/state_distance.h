#pragma once

#include <dalembert/results/result.h>

#include <vector>

namespace dalembert {
inline namespace studies {

/// How far two states are apart, every coordinate and rate beside its own size; `is_free` ones do not count.
[[nodiscard]] double distance(const State& a, const State& b, const std::vector<bool>& is_free);

[[nodiscard]] double fastest(const State& state);

} // namespace studies
} // namespace dalembert

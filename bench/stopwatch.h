#pragma once

#include <functional>

namespace dalembert::bench {

/// Returns the least time of one call, s, over batches that last `batch_seconds` each: the least is what the machine
/// can do, the rest is its noise.
[[nodiscard]] double least_seconds(const std::function<void()>& call, int batches = 9, double batch_seconds = 0.05);

/// Largest memory that this process held so far, MiB.
[[nodiscard]] double peak_memory();

} // namespace dalembert::bench

#pragma once

#include <functional>
#include <span>
#include <vector>

namespace dalembert::bench {

/// Returns the least time of one call, s, over batches that last `batch_seconds` each: the least is what the machine
/// can do, the rest is its noise.
[[nodiscard]] double least_seconds(const std::function<void()>& call, int batches = 9, double batch_seconds = 0.05);

/// Returns the times of several calls, s, whose ratios are wanted: batches of one after those of the other, in rounds,
/// and the round in which all come nearest to their least times. What else the machine does (on the other half of the
/// same core, for example) slows none of them then, or all.
[[nodiscard]] std::vector<double> least_seconds_in_turns(std::span<const std::function<void()>> calls, int rounds = 180,
                                                         double batch_seconds = 0.0025);

/// Largest memory that this process held so far, MiB.
[[nodiscard]] double peak_memory();

} // namespace dalembert::bench

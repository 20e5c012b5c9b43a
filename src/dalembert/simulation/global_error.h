#pragma once

#include <dalembert/simulation/run_options.h>

#include <functional>
#include <optional>

namespace dalembert::inline simulation {

/// Estimates the error of `result` by a second run (`run_again`) with a hundredth of the tolerance (not below what
/// doubles can hold): the largest difference of the final states and samples, relative to the size of each coordinate.
/// Nothing where the second run does not reach its end; where that was interrupted, so is `result`.
[[nodiscard]] std::optional<double> global_error(const RunOptions& options, RunResult& result,
                                                 const std::function<RunResult(const RunOptions&)>& run_again);

} // namespace dalembert::inline simulation

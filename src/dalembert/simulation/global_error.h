#pragma once

#include <dalembert/simulation/run.h>

#include <optional>

namespace dalembert {

/// Estimates the error of `result` by a second run with a hundredth of the tolerance (not below what doubles can hold):
/// the largest difference of the final states and samples, relative to the size of each coordinate. Nothing where the
/// second run does not reach its end; where that was interrupted, so is `result`.
[[nodiscard]] std::optional<double> global_error(const Engine& engine, const RunOptions& options, RunResult& result);

} // namespace dalembert

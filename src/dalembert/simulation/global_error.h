#pragma once

#include <dalembert/simulation/run_options.h>

#include <functional>
#include <optional>
#include <string>

namespace dalembert::inline simulation {

/// Estimates the error of `result` by further runs (`run_again`) with a hundredth of the tolerance (not below what
/// doubles can hold): by the most exact method, and by `other_method` where there is one. Nothing where none of them
/// reaches its end; where one was interrupted, so is `result`.
[[nodiscard]] std::optional<GlobalError> global_error(const RunOptions& options, RunResult& result,
                                                      const std::function<RunResult(const RunOptions&)>& run_again,
                                                      const std::optional<std::string>& other_method = {});

} // namespace dalembert::inline simulation

#pragma once

#include <dalembert/results/run_options.h>

#include <functional>
#include <optional>
#include <string>

namespace dalembert {
inline namespace simulation {

/// Methods that a run is compared with, beside the most exact one.
struct Verifiers {
  std::optional<std::string> method;     ///< as exact as that
  std::optional<std::string> other_code; ///< independent of it, and less exact
};

/// Estimates the error of `result` by further runs (`run_again`) with a hundredth of the tolerance (not below what
/// doubles can hold): by the most exact method, and by another one where there is one. Nothing where none of them
/// reaches its end; where one was interrupted, so is `result`.
///
/// Then another code is asked, with tolerances that it can keep: one run, and before it one of ten times its tolerance,
/// from which its own error is estimated. Both together may take at most 4 times the operations of the other runs.
/// Where it refuses, fails or is cut, GlobalError::SecondOpinion says why, and nothing else changes.
[[nodiscard]] std::optional<GlobalError> global_error(const RunOptions& options, RunResult& result,
                                                      const std::function<RunResult(const RunOptions&)>& run_again,
                                                      const Verifiers& by = {});

} // namespace simulation
} // namespace dalembert

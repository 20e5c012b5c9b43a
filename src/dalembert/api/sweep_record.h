#pragma once

#include <string>

namespace dalembert {
inline namespace api {

/// Compares what two sweeps are, each as its `sweep.json` says it: their numbers are the same where this returns
/// nothing. Else it returns the first difference, in words that name the option: `--to is 3 there and 5 here`. Blanks,
/// comments and the way in which values are written do not matter, nor do the names of files.
[[nodiscard]] std::string sweep_difference(const std::string& there, const std::string& here);

} // namespace api
} // namespace dalembert

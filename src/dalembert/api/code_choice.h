#pragma once

#include <dalembert/program/compile.h>
#include <dalembert/program/series_evaluation.h>

#include <cstddef>
#include <string>

namespace dalembert {
inline namespace api {

/// How tapes become programs, and why so.
struct CodeChoice {
  Compile compile;
  CompileSeries compile_series;
  std::string reason; ///< as in "the interpreter, because the processor has no AVX2 and FMA"
};

/// How a tape becomes a program for several states at once.
struct LaneChoice {
  Compile compile;
  std::size_t lanes = 1;  ///< states that one instruction works on
  std::size_t groups = 1; ///< of lanes that one program should hold, so that none waits for its own results
};

/// The one place that chooses for lanes, in which each state has the bits that it has alone (`code_choice`).
[[nodiscard]] LaneChoice lane_choice();

/// The one place that chooses. The bits of all results are the same either way.
[[nodiscard]] CodeChoice code_choice();

} // namespace api
} // namespace dalembert

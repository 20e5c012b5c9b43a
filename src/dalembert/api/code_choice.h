#pragma once

#include <dalembert/program/compile.h>
#include <dalembert/program/series_evaluation.h>

#include <string>

namespace dalembert::inline api {

/// How tapes become programs, and why so.
struct CodeChoice {
  Compile compile;
  CompileSeries compile_series;
  std::string reason; ///< as in "the interpreter, because the processor has no AVX2 and FMA"
};

/// The one place that chooses. The bits of all results are the same either way.
[[nodiscard]] CodeChoice code_choice();

} // namespace dalembert::inline api

#pragma once

#include <dalembert/jit/processor.h>
#include <dalembert/program/series_evaluation.h>

#include <cstdint>
#include <memory>

namespace dalembert {
inline namespace jit {

/// Compiles `program` to machine code of this processor, for series of one order. Coefficients equal those of the
/// interpreter; only the sign of zeros and the payload of a NaN may differ. Costs about a microsecond for each
/// operation.
/// @returns nothing where `why_no_machine_code` says why, where the order is above 32, or where the program holds what
///          the interpreter alone knows (translate_series)
[[nodiscard]] std::shared_ptr<const SeriesExecutor> machine_series(const std::shared_ptr<const SeriesProgram>& program,
                                                                   int order,
                                                                   Instructions instructions = best_instructions());

/// Returns the interpreter of `program`, which becomes machine code once so many series have been taken that compiling
/// would have cost no more; an evaluation goes over to it when it is started.
[[nodiscard]] std::shared_ptr<const SeriesExecutor>
deferred_machine_series(const std::shared_ptr<const SeriesProgram>& program, int order);

/// How many series by the interpreter take as long as compiling.
[[nodiscard]] std::uint64_t worthwhile_series(std::size_t operations, int order);

} // namespace jit
} // namespace dalembert

#pragma once

#include <dalembert/lowering/part_program.h>

#include <span>

namespace dalembert {
inline namespace lowering {

/// Collects the parts of the time below `roots`. Where a constraint gives a coordinate as a function of the time, the
/// parts that depend on this coordinate are parts too.
[[nodiscard]] PartProgram time_parts(const System& system, std::span<const Expr> roots, std::span<const Expr> inputs);

} // namespace lowering
} // namespace dalembert

#pragma once

#include <dalembert/program/tape.h>

#include <cstdint>

namespace dalembert {
inline namespace program {

/// Returns what `Operation::table` computes: the derivative of `order` of `table` at `x`.
[[nodiscard]] double look_up(const TabulatedFunction* table, std::uint32_t order, double x);

} // namespace program
} // namespace dalembert

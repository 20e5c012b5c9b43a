#pragma once

#include <dalembert/program/tape.h>

#include <cstddef>
#include <cstdint>

namespace dalembert {
inline namespace jit {

// What machine code of several lanes calls: the functions that the interpreter calls, lane by lane.

/// out[l] = f(a[l], b[l]) with f = Function(function).
void call_function_lanes(const double* a, const double* b, double* out, std::uint32_t function, std::size_t lanes);
/// out[l] = the derivative of `order` at a[l].
void call_table_lanes(const double* a, const TabulatedFunction* table, double* out, std::uint32_t order,
                      std::size_t lanes);

} // namespace jit
} // namespace dalembert

#pragma once

#include <dalembert/program/tape.h>

#include <span>
#include <vector>

namespace dalembert {
inline namespace program {

/// Returns how far rounding may move each output of the tape at `in`: every input, constant and result is taken to be
/// off by 2⁻⁵² of itself, and each operation is evaluated again with each of its operands off by what is known of it.
///
///   e(f(a, b, c)) = |f(a ± eₐ, b, c) − f| + |f(a, b ± e_b, c) − f| + |f(a, b, c ± e_c) − f| + 2⁻⁵² |f|
///
/// It sees terms that cancel anywhere inside: x′ − ∂x/∂t is off by 2⁻⁵² x′. A bound to first order: errors add up in
/// it as if each had the worst sign. A value that is not finite has the error 0. Cost: about six runs by `apply`.
[[nodiscard]] std::vector<double> rounding_bounds(const Tape& tape, std::span<const double> in);

} // namespace program
} // namespace dalembert

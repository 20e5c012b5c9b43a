#pragma once

#include <dalembert/program/tape.h>

namespace dalembert {
inline namespace program {

/// Returns a tape with the results of `tape` bit for bit (signs of zeros too), with fewer operations where it can: a
/// negation becomes part of the multiply-adds, additions and subtractions that read its value, or of a product of it.
/// Operations stay in their order. Cost: linear.
[[nodiscard]] Tape fold_signs(const Tape& tape);

} // namespace program
} // namespace dalembert

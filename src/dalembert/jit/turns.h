#pragma once

#include <dalembert/jit/processor.h>

#include <cstddef>

namespace dalembert {
inline namespace jit {

/// Turns are computed in full vectors: the memory of angles, sines and cosines holds a multiple of as many numbers.
inline constexpr std::size_t turn_padding = 8;

/// Writes sines and cosines of `count` angles in rad, with the bits of `sine_and_cosine`.
using TurnFunction = void (*)(const double* angles, double* sines, double* cosines, std::size_t count);

/// Precondition of these: the processor has the instructions, AVX2 and FMA for the first.
void turns_in_order(const double* angles, double* sines, double* cosines, std::size_t count);
void vector_turns_avx2(const double* angles, double* sines, double* cosines, std::size_t count);
void vector_turns_avx512(const double* angles, double* sines, double* cosines, std::size_t count);

/// Returns the one to use for so many angles. Precondition: instructions that the processor has.
[[nodiscard]] TurnFunction turn_function(Instructions instructions, std::size_t count);

} // namespace jit
} // namespace dalembert

#pragma once

#include <dalembert/jit/processor.h>

#include <cstddef>

namespace dalembert::inline jit {

/// How the sines and cosines of a program are computed.
enum class Sines {
  library, ///< by the C library: the same bits as the interpreter's
  vector,  ///< several at once, within 0.8 units in the last place; the same bits on every processor that can
};

/// Angles in rad that the vector kernels reduce themselves; they ask the C library about larger ones.
inline constexpr double largest_reduced_angle = 0x1p30;

/// Turns are computed in full vectors: the memory of angles, sines and cosines holds a multiple of as many numbers.
inline constexpr std::size_t turn_padding = 8;

/// Writes sines and cosines of both + sines_only + cosines_only angles, which stand in this order. The cosines of the
/// second group and the sines of the third may be written or not.
using TurnFunction = void (*)(const double* angles, double* sines, double* cosines, std::size_t both,
                              std::size_t sines_only, std::size_t cosines_only);

void library_turns(const double* angles, double* sines, double* cosines, std::size_t both, std::size_t sines_only,
                   std::size_t cosines_only);
/// These two write equal bits. Precondition: the processor has the instructions.
void vector_turns_avx2(const double* angles, double* sines, double* cosines, std::size_t both, std::size_t sines_only,
                       std::size_t cosines_only);
void vector_turns_avx512(const double* angles, double* sines, double* cosines, std::size_t both, std::size_t sines_only,
                         std::size_t cosines_only);

/// Returns the one to use. Precondition: instructions that the processor has.
[[nodiscard]] TurnFunction turn_function(Sines how, Instructions instructions);

} // namespace dalembert::inline jit

#pragma once

#include <cstdint>

namespace dalembert {
inline namespace jit {

/// The instructions that machine code is made of, each set with all those before it.
enum class Instructions : std::uint8_t {
  none,   ///< no machine code on this processor
  avx2,   ///< x86-64 with AVX2 and FMA: 16 registers, four lanes
  avx512, ///< and AVX-512 F, DQ, VL: 32 registers, eight lanes
};

/// Returns what the processor and its operating system support.
[[nodiscard]] Instructions best_instructions();

} // namespace jit
} // namespace dalembert

#pragma once

#include <dalembert/expr/residue.h>

#include <cstddef>
#include <cstdint>

namespace dalembert {
inline namespace algebra {

/// Returns the random value modulo the prime at which images of polynomials have a variable (splitmix64).
[[nodiscard]] inline Residue random_residue(std::size_t variable) {
  std::uint64_t x = (std::uint64_t{variable} + 1) * 0x9E3779B97F4A7C15U;
  x = (x ^ (x >> 30U)) * 0xBF58476D1CE4E5B9U;
  x = (x ^ (x >> 27U)) * 0x94D049BB133111EBU;
  return Residue(x ^ (x >> 31U));
}

} // namespace algebra
} // namespace dalembert

#pragma once

#include <cstdint>

namespace dalembert {
inline namespace base {

/// Stirs 64 bits so that every input bit reaches every output bit (the finaliser of MurmurHash3, public domain).
/// A weaker hash makes long probe chains, because ids of neighbouring nodes differ in their low bits only.
[[nodiscard]] constexpr std::uint64_t stir(std::uint64_t h) {
  h = (h ^ (h >> 33U)) * 0xFF51AFD7ED558CCDU;
  h = (h ^ (h >> 33U)) * 0xC4CEB9FE1A85EC53U;
  return h ^ (h >> 33U);
}

} // namespace base
} // namespace dalembert

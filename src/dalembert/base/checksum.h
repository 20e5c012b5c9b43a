#pragma once

#include <cstdint>
#include <string_view>

namespace dalembert {
inline namespace base {

/// FNV-1a of 64 bits: tells bytes that were cut off or changed by accident. `seed`: the checksum of what comes before.
[[nodiscard]] constexpr std::uint64_t checksum(std::string_view bytes, std::uint64_t seed = 0xcbf29ce484222325U) {
  for (const char c : bytes) {
    seed ^= static_cast<unsigned char>(c);
    seed *= 0x100000001b3U;
  }
  return seed;
}

} // namespace base
} // namespace dalembert

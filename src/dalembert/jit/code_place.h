#pragma once

#include <cstddef>
#include <cstdint>

namespace dalembert {
inline namespace jit {

/// Where a value stands in memory: row `index` of an area; a row holds one number for each lane. In a loop it may move
/// by `stride` rows from one round
/// to the next.
struct CodePlace {
  enum class Area : std::uint8_t { none, constants, inputs, outputs, workspace };
  Area area = Area::none;
  std::uint32_t index = 0;
  std::int32_t stride = 0;

  [[nodiscard]] bool is_none() const { return area == Area::none; }
  friend bool operator==(const CodePlace&, const CodePlace&) = default;
};

/// Machine code in the making reads a value from a register or from memory.
struct CodeOperand {
  int in_register = -1; ///< negative: it stands at `place`
  CodePlace place = {};
};

} // namespace jit
} // namespace dalembert

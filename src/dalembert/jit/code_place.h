#pragma once

#include <cstddef>
#include <cstdint>

namespace dalembert::inline jit {

/// Where a value stands in memory: row `index` of an area; a row holds one number for each lane.
struct CodePlace {
  enum class Area : std::uint8_t { none, constants, inputs, outputs, workspace };
  Area area = Area::none;
  std::uint32_t index = 0;

  [[nodiscard]] bool is_none() const { return area == Area::none; }
};

/// Machine code in the making reads a value from a register or from memory.
struct CodeOperand {
  int in_register = -1; ///< negative: it stands at `place`
  CodePlace place = {};
};

} // namespace dalembert::inline jit

#pragma once

#include <dalembert/jit/turn_batches.h>
#include <dalembert/program/tape.h>

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

namespace dalembert::inline jit {

/// When values are read from registers, counted in places of TurnBatches::others. Turns read memory and do not count.
struct NextReads {
  static constexpr std::uint32_t never = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> first;               ///< of each value: its first reader
  std::vector<std::array<std::uint32_t, 3>> then; ///< of each place, for operands a, b, c: the reader after this one
};

/// Cost: linear.
[[nodiscard]] NextReads next_reads(const Tape& tape, const TurnBatches& order);

} // namespace dalembert::inline jit

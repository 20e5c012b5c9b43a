#pragma once

#include <dalembert/jit/turn_batches.h>
#include <dalembert/program/tape.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace dalembert {
inline namespace jit {

/// When values are read from registers, counted in places of TurnBatches::others. Turns read memory and do not count.
struct NextReads {
  static constexpr std::uint32_t never = std::numeric_limits<std::uint32_t>::max();
  struct Read {
    std::uint32_t value;
    std::uint32_t then; ///< its next reader
  };
  std::vector<std::uint32_t> first;               ///< of each value: its first reader
  std::vector<std::array<std::uint32_t, 3>> then; ///< of each place, for operands a, b, c: the reader after this one
  std::vector<std::vector<Read>> of_loops;        ///< what each loop reads, all of it where the loop begins
};

/// Places [begin, end) that are one loop.
struct LoopPlaces {
  std::uint32_t begin;
  std::uint32_t end;
};

/// Cost: linear.
[[nodiscard]] NextReads next_reads(const Tape& tape, const TurnBatches& order, std::span<const LoopPlaces> loops);

/// Of a program of its own that begins at place 0; `kept` are the values that are read behind its end.
[[nodiscard]] NextReads next_reads(std::span<const Instruction> instructions, std::size_t values,
                                   std::span<const std::uint32_t> kept);

} // namespace jit
} // namespace dalembert

#pragma once

#include <dalembert/program/tape.h>

#include <cstdint>
#include <vector>

namespace dalembert::inline program {

/// `count` instructions in a row that do the same operation (and call the same function).
struct InstructionRun {
  Operation operation;
  std::uint32_t count;
};

/// A tape in another order, with other slots and the same results: instructions of one kind stand together as far as
/// their operands allow, so that an interpreter decides once for many of them. Constants and inputs stay where they
/// are.
struct GroupedTape {
  std::vector<InstructionRun> runs;
  std::vector<Instruction> instructions;
  std::vector<std::uint32_t> outputs; ///< slots
  std::size_t slots = 0;
  Tape::Tables tables;
};

/// Groups the instructions of `tape`. Cost: linear in their number.
[[nodiscard]] GroupedTape group(const Tape& tape);

} // namespace dalembert::inline program

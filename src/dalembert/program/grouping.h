#pragma once

#include <dalembert/program/tape.h>

#include <cstdint>
#include <vector>

namespace dalembert {
inline namespace program {

/// `count` instructions in a row that do the same operation (and call the same function).
struct InstructionRun {
  Operation operation;
  std::uint32_t count;
};

/// An instruction whose values stand in slots: slot[result] ← operation(slot[a], slot[b], slot[c]). 16 bytes.
struct SlotInstruction {
  Operation operation : 8;
  std::uint32_t result : 24;
  std::uint32_t a;
  std::uint32_t b; ///< of sincos, where the cosine goes; of table, which one
  std::uint32_t c; ///< of unary and binary, the Function; of table, the order of the derivative

  [[nodiscard]] Function function() const { return static_cast<Function>(c); }
};
static_assert(sizeof(SlotInstruction) == 16);

/// A tape in another order, its values in slots: instructions of one kind stand together as far as their operands
/// allow, so that an interpreter decides once for many of them. Constants and inputs keep their numbers as slots and
/// are never written; another slot is used again when its value has been read for the last time.
struct GroupedTape {
  std::vector<InstructionRun> runs;
  std::vector<SlotInstruction> instructions;
  std::vector<std::uint32_t> outputs; ///< slots
  std::size_t slots = 0;
  Tape::Tables tables;
};

/// Groups the instructions of `tape`. Cost: linear in their number.
[[nodiscard]] GroupedTape group(const Tape& tape);

} // namespace program
} // namespace dalembert

#pragma once

#include <dalembert/program/tape.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace dalembert {
inline namespace jit {

/// Sines and cosines that are computed together, one after the other in TurnBatches::turns: first those instructions
/// that want both, then the sines, then the cosines.
struct TurnBatch {
  std::size_t before = 0; ///< the place in TurnBatches::others of the first instruction after it
  std::size_t first = 0;  ///< in TurnBatches::turns
  std::size_t both = 0;
  std::size_t sines = 0;
  std::size_t cosines = 0;

  [[nodiscard]] std::size_t count() const { return both + sines + cosines; }
};

/// The instructions of a tape in an order in which many sines and cosines are computed together: those whose angles
/// have equally many sines and cosines above one another below them, as early as they can; where there are very many,
/// in several batches, each before its first reader. The other instructions keep their order where that allows it.
struct TurnBatches {
  std::vector<std::uint32_t> others; ///< instructions that are no sine and no cosine
  std::vector<std::uint32_t> turns;
  std::vector<TurnBatch> batches;
};

/// How many turns a batch has at most.
enum class BatchSize : std::uint8_t {
  small, ///< what is read soon is in the first cache then, eight lanes of it too
  any,   ///< no batch comes between instructions that repeat
};

/// Cost: linear in the number of instructions.
[[nodiscard]] TurnBatches batch_turns(const Tape& tape, BatchSize size = BatchSize::small);

[[nodiscard]] inline bool is_turn(Operation operation) {
  return operation == Operation::sincos || operation == Operation::sin || operation == Operation::cos;
}

/// Calls `visit` with the number of every value that an instruction reads.
template <typename Visit>
void for_operands(const Instruction& i, Visit&& visit) {
  const int count = operand_count(i.operation);
  visit(i.a);
  if (count > 1) visit(i.b);
  if (count > 2) visit(i.c);
}

} // namespace jit
} // namespace dalembert

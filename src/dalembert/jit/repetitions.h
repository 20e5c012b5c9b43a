#pragma once

#include <dalembert/jit/extremes.h>
#include <dalembert/jit/memory_plan.h>
#include <dalembert/jit/turn_batches.h>
#include <dalembert/program/tape.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace dalembert {
inline namespace jit {

/// Instructions that repeat, counted in places of TurnBatches::others: in round r the instruction at first + r·period +
/// b does what that at first + b does in round 0.
struct Repetition {
  std::uint32_t first;
  std::uint32_t period;
  std::uint32_t count; ///< of rounds

  [[nodiscard]] std::uint32_t end() const { return first + period * count; }
  [[nodiscard]] std::uint32_t place(std::uint32_t round, std::uint32_t offset) const {
    return first + round * period + offset;
  }
  [[nodiscard]] std::uint32_t round_of(std::uint32_t place) const { return (place - first) / period; }
};

/// True for operations that are done by a function.
[[nodiscard]] bool is_call(const Instruction& i);

/// The instructions of a tape in an order, by their places.
class InstructionStream {
public:
  static constexpr std::uint32_t no_place = std::numeric_limits<std::uint32_t>::max();

  InstructionStream(const Tape& tape, const TurnBatches& order, const Extremes& extremes, const MemoryPlan& memory);

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(order_.others.size()); }
  [[nodiscard]] const Instruction& at(std::uint32_t place) const { return tape_.instructions()[order_.others[place]]; }
  [[nodiscard]] Extremes::Kind kind(std::uint32_t place) const { return extremes_.of(order_.others[place]); }
  [[nodiscard]] std::uint32_t result(std::uint32_t place) const { return memory_.result(order_.others[place]); }
  [[nodiscard]] const MemoryPlan& memory() const { return memory_; }
  /// Where the value is computed; nowhere for constants, inputs and turns.
  [[nodiscard]] std::uint32_t place_of(std::uint32_t value) const { return place_of_[value]; }
  /// The operands, as many as there are.
  struct Operands {
    std::array<std::uint32_t, 3> values = {};
    std::uint32_t count = 0;
    [[nodiscard]] const std::uint32_t* begin() const { return values.data(); }
    [[nodiscard]] const std::uint32_t* end() const { return values.data() + count; }
  };
  [[nodiscard]] Operands operands(std::uint32_t place) const {
    Operands out;
    for_operands(at(place), [&out](std::uint32_t v) { out.values[out.count++] = v; });
    return out;
  }
  /// Where a value stands among its like: what moves, moves in one area by equal steps.
  struct Position {
    CodePlace::Area area; ///< none: of a place
    std::int64_t index;
  };
  [[nodiscard]] Position position(std::uint32_t value) const;
  /// What instructions that do the same have in common.
  [[nodiscard]] std::uint64_t shape(std::uint32_t place) const { return steps_[place].shape; }
  /// True where the operands and stores at `place` have moved from one period before as far as there from two.
  [[nodiscard]] bool moves_on(std::uint32_t place, std::uint32_t period) const;
  /// Ranges of places, each without a call in it and without a batch of turns between its places.
  [[nodiscard]] std::vector<std::pair<std::uint32_t, std::uint32_t>> parts() const;

private:
  static constexpr std::size_t most_stores = 2; ///< of an instruction that is like another one
  struct Step {
    std::uint64_t shape;
    std::array<std::uint32_t, 3 + most_stores> positions; ///< of the operands and of what is stored
  };
  [[nodiscard]] Step step(std::uint32_t place) const;

  const Tape& tape_;
  const TurnBatches& order_;
  const Extremes& extremes_;
  const MemoryPlan& memory_;
  std::vector<std::uint32_t> place_of_;
  std::vector<Step> steps_;
};

/// What an operand in a repetition is, from one round to the next.
enum class OperandKind : std::uint8_t {
  fixed,    ///< one value for all rounds
  internal, ///< computed in the same round, or not more than `most_rounds_back` before
  moving,   ///< moves through memory
};
inline constexpr std::uint32_t most_rounds_back = 2;

/// Of operand `operand` of the instructions at `offset`.
[[nodiscard]] OperandKind operand_kind(const InstructionStream& stream, const Repetition& repetition,
                                       std::uint32_t offset, std::uint32_t operand);

/// Finds what repeats often, in the order of places, without overlaps: each operand keeps its kind in all rounds, and a
/// moving one moves by equal steps through constants, inputs, turns, or results of one offset of one earlier
/// repetition. Cost: linear.
[[nodiscard]] std::vector<Repetition> find_repetitions(const InstructionStream& stream);

} // namespace jit
} // namespace dalembert

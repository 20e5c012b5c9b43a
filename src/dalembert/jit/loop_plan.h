#pragma once

#include <dalembert/jit/memory_plan.h>
#include <dalembert/jit/repetitions.h>
#include <dalembert/jit/vector_assembler.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace dalembert {
inline namespace jit {

/// A repetition as a loop: so many of its rounds in one body that pointers are moved on seldom.
struct Loop {
  Repetition rounds;
  std::uint32_t rounds_in_body = 1;

  [[nodiscard]] std::uint32_t first() const { return rounds.first; }
  [[nodiscard]] std::uint32_t body() const { return rounds.period * rounds_in_body; } ///< instructions
  [[nodiscard]] std::uint32_t bodies() const { return rounds.count / rounds_in_body; }
  [[nodiscard]] std::uint32_t end() const { return first() + body() * bodies(); } ///< the rounds behind it are no loop

  /// A result of an earlier body that a body reads: of `offset`, in the `back`-th one before.
  struct Carried {
    std::uint32_t offset;
    std::uint32_t back;
    friend bool operator==(const Carried&, const Carried&) = default;
  };
  std::vector<Carried> carried = {};
  /// Where each of them is written behind the last body; none where its value has a home of its own.
  std::vector<CodePlace> exits = {};
};

/// The value that `carried` refers to in body `body`, counted from 0.
[[nodiscard]] std::uint32_t carried_value(const InstructionStream& stream, const Loop& loop,
                                          const Loop::Carried& carried, std::uint32_t body);

/// The pointers with which the loop goes through memory, as planned.
[[nodiscard]] std::vector<VectorAssembler::Pointer> pointers_of(const InstructionStream& stream, const Loop& loop);

/// The place of a value in all bodies of a loop, from those in the first two.
[[nodiscard]] CodePlace moving_place(CodePlace first, CodePlace second);

/// Makes loops of the repetitions of a stream, and gives rows of `memory`, the plan that the stream refers to, to what
/// leaves them. Cost: linear.
[[nodiscard]] std::vector<Loop> plan_loops(const Tape& tape, const TurnBatches& order, const InstructionStream& stream,
                                           std::span<const Repetition> repetitions, MemoryPlan& memory);

} // namespace jit
} // namespace dalembert

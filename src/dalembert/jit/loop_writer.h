#pragma once

#include <dalembert/jit/live_values.h>
#include <dalembert/jit/loop_plan.h>
#include <dalembert/jit/vector_assembler.h>
#include <dalembert/program/slots.h>
#include <dalembert/program/tape.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace dalembert {
inline namespace jit {

/// Writes a loop. Its operands are in memory at its begin, and its results that are read later are in memory at its
/// end; between two bodies values are passed in registers.
class LoopWriter {
public:
  /// `memory` has the homes that values have where the loop begins.
  LoopWriter(const InstructionStream& stream, const Loop& loop, const MemoryPlan& memory, const Tape::Tables& tables);

  void write(VectorAssembler& code, Slots& slots) const;

private:
  /// Where a value from an earlier body is at the edge of a body.
  struct Edge {
    int in_register = -1; ///< negative: in `row`
    CodePlace row = {};
  };
  struct Outcome {
    std::vector<int> registers = {}; ///< where the source of each of them was at the end; −1: in memory
    std::size_t moves = 0;           ///< at the edge
  };
  static constexpr std::size_t bytes_per_instruction = 32;

  [[nodiscard]] std::uint32_t result(std::uint32_t offset) const;
  [[nodiscard]] std::uint32_t carried(std::uint32_t offset, std::uint32_t back) const;
  [[nodiscard]] std::uint32_t local(std::uint32_t offset, std::uint32_t operand);
  [[nodiscard]] std::uint32_t external(std::uint32_t in_first_body, std::uint32_t in_second_body);
  void add_stores(std::uint32_t offset);
  [[nodiscard]] std::vector<Edge> edges(int registers, const NextReads& reads, Slots& slots) const;
  static void take_over(const Outcome& outcome, std::vector<Edge>& edges);
  Outcome write_loop(VectorAssembler& code, Slots& slots, const NextReads& reads, std::span<const Edge> edges) const;
  Outcome pass_on(VectorAssembler& code, const LiveValues& values, std::span<const Edge> edges) const;

  const InstructionStream& stream_;
  const Loop& loop_;
  const MemoryPlan& memory_;
  const Tape::Tables& tables_;
  // The body as a program of its own. Its values: what is carried in, results, what comes from outside.
  std::vector<Instruction> instructions_;
  std::vector<std::uint32_t> sources_; ///< of what is carried into the next body
  std::vector<CodePlace> homes_;
  std::vector<MemoryPlan::Store> stores_;
  std::unordered_map<std::uint64_t, std::uint32_t> externals_; ///< by their values in the first two bodies
};

} // namespace jit
} // namespace dalembert

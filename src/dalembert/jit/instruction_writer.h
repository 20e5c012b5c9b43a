#pragma once

#include <dalembert/jit/extremes.h>
#include <dalembert/jit/live_values.h>
#include <dalembert/jit/vector_assembler.h>
#include <dalembert/program/tape.h>

#include <cstddef>
#include <cstdint>

namespace dalembert {
inline namespace jit {

/// Writes the code of instructions, one after the other, on values that are where LiveValues has them. Sines and
/// cosines are not among them: they come in batches.
class InstructionWriter {
public:
  /// The code holds addresses of `tables`.
  InstructionWriter(const Tape::Tables& tables, VectorAssembler& code, LiveValues& values)
      : tables_(tables), code_(code), values_(values) {}

  /// Writes the instruction at `place` of the order that `values` follows.
  void write(const Instruction& i, Extremes::Kind kind, std::uint32_t result, std::size_t place);

private:
  void commutative(const Instruction& i, std::uint32_t result);
  void binary(Operation operation, std::uint32_t first, std::uint32_t second, std::uint32_t result);
  void extreme(Extremes::Kind kind, const Instruction& i, std::uint32_t result);
  void unary(Operation operation, std::uint32_t operand, std::uint32_t result);
  void select(const Instruction& i, std::uint32_t result);
  void multiply_add(const Instruction& i, std::uint32_t result);
  void put_first(std::uint32_t& a, std::uint32_t& b) const;
  void multiply_into(Operation operation, int to, std::uint32_t a, std::uint32_t b, std::uint32_t c,
                     std::uint32_t result);
  void finish_multiply_add(Operation operation, MultiplyAddForm form, int to, int second, const CodeOperand& third,
                           std::uint32_t result);
  void call(const Instruction& i, std::uint32_t result);
  void call_of_lanes(const Instruction& i, std::uint32_t result);

  const Tape::Tables& tables_;
  VectorAssembler& code_;
  LiveValues& values_;
};

} // namespace jit
} // namespace dalembert

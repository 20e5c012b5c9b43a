#pragma once

#include <dalembert/jit/code_place.h>
#include <dalembert/jit/memory_plan.h>
#include <dalembert/jit/next_reads.h>
#include <dalembert/jit/register_file.h>
#include <dalembert/jit/turn_batches.h>
#include <dalembert/jit/vector_assembler.h>
#include <dalembert/program/slots.h>
#include <dalembert/program/tape.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace dalembert {
inline namespace jit {

/// Where the values of a tape are while its instructions are translated one after the other: in registers, in memory,
/// or both. Writes the code that moves them. A value is written to memory once at most, when it is computed or when
/// its register is needed; an instruction reads it from there unless it needs it in a register.
class LiveValues {
public:
  /// Takes what it needs of `slots`, and gives it back; uses the first `registers`.
  LiveValues(NextReads reads, MemoryPlan& memory, Slots& slots, VectorAssembler& code, int registers);

  [[nodiscard]] const MemoryPlan& memory() const { return memory_; }

  using Read = NextReads::Read; ///< of the instruction that is being translated

  /// Begins the instruction at `place` of the order: its operands keep their registers until `release_operands`.
  void begin_instruction(const Instruction& i, std::size_t place);
  [[nodiscard]] std::span<const Read> operands() const { return std::span(read_).first(operands_); }
  [[nodiscard]] bool is_in_register(std::uint32_t value) const { return registers_.of(value) != RegisterFile::none; }
  /// The register of an operand, which is loaded where it has none.
  int in_register(std::uint32_t value);
  [[nodiscard]] CodeOperand anywhere(std::uint32_t value) const;
  /// True where the j-th operand stands in a register that may be written over.
  [[nodiscard]] bool is_spent(std::size_t j) const {
    return is_in_register(read_[j].value) && read_[j].then == NextReads::never;
  }
  /// A register that holds nothing that is wanted.
  int free_register();
  /// A value from memory in a register that will be written over.
  int loaded_copy(std::uint32_t value);
  void lock(int r) { registers_.lock(r); }
  /// After the operands have been read: those that are not wanted any more leave their registers and slots.
  void release_operands();
  /// Register `r` holds a new value from here on.
  void define(std::uint32_t value, int r);
  /// Returns the place where a value is to be written that is not computed in a register.
  CodePlace define_in_memory(std::uint32_t value);
  void copy(CodePlace to, CodePlace from);

  /// Before a call: what is read later is written to memory, and the operands to registers 0 and 1.
  void pass_operands();
  /// The same with all operands in memory.
  void write_operands();
  /// Before a call that has no operands, and before a loop.
  void empty_registers();

  /// Behind a loop: what it has read last leaves its slot.
  void release_reads_of_loop(std::size_t loop);
  /// At the begin of a program: `value` stands in register `r`.
  void put(std::uint32_t value, int r);
  /// At the end of a program: all that was taken is given back.
  void give_back_slots();

private:
  void spill(std::uint32_t value);
  /// Writes the value to memory and frees its register where it is not read soon.
  void leave_if_waiting_long(std::uint32_t value, std::uint32_t next_read);
  [[nodiscard]] bool has_slot(std::uint32_t value) const;
  void pass(int n, const CodeOperand& from);
  [[nodiscard]] bool is_read_after(std::uint32_t value) const;

  VectorAssembler& code_;
  NextReads reads_;
  MemoryPlan& memory_;
  Slots& slots_;
  RegisterFile registers_;
  std::uint32_t place_ = 0;
  std::array<Read, 3> read_ = {};
  std::size_t operands_ = 0;
  std::array<std::uint32_t, 3> given_back_ = {}; ///< slots that the last instruction read for the last time
  std::size_t slots_given_back_ = 0;
};

} // namespace jit
} // namespace dalembert

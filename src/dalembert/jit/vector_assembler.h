#pragma once

#include <dalembert/jit/code_place.h>
#include <dalembert/jit/extremes.h>
#include <dalembert/jit/processor.h>
#include <dalembert/program/operation.h>

#include <array>
#include <asmjit/x86.h>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace dalembert {
inline namespace jit {

/// Which operand of a multiply-add its result replaces: the three forms of the processor.
enum class MultiplyAddForm : std::uint8_t {
  replaces_factor_times_second, ///< r ← r·second ± third
  replaces_factor_times_third,  ///< r ← r·third ± second
  replaces_summand,             ///< r ← second·third ± r
};

/// Numbers that instructions need beside those of the tape, each in as many copies as fit a vector; they stand before
/// the constants of the tape.
struct SpecialConstants {
  static constexpr std::size_t copies = 8;
  static constexpr std::size_t sign_bit = 0;
  static constexpr std::size_t all_but_sign = 1;
  static constexpr std::size_t one = 2;
  static constexpr std::size_t zero = 3;
  static constexpr std::size_t count = 4;
  static constexpr std::size_t numbers = count * copies;
  /// The number in each of its copies.
  [[nodiscard]] static double value(std::size_t constant);
};

/// Writes machine code of the signature void(inputs, outputs, workspace, constants) on numbers of one lane, or of
/// several at once: row i of an area holds the lanes of one value. Registers are numbered from 0. All registers of
/// numbers are the callee's in a call.
class VectorAssembler {
public:
  /// `lanes`: 1, 4, or 8 with AVX-512. `bytes`: the expected length of the code.
  VectorAssembler(Instructions instructions, std::size_t lanes, std::size_t bytes);
  VectorAssembler(const VectorAssembler&) = delete;
  VectorAssembler& operator=(const VectorAssembler&) = delete;

  [[nodiscard]] int registers() const { return instructions_ == Instructions::avx512 ? 32 : 16; }
  [[nodiscard]] std::size_t lanes() const { return lanes_; }
  [[nodiscard]] Instructions instructions() const { return instructions_; }

  /// Whether there are loops between begin and end; they need more registers.
  enum class Frame : std::uint8_t { straight, with_loops };
  void begin(Frame frame);
  void end(Frame frame);

  /// How memory moves from one round of a loop to the next: one pointer for each area and stride.
  struct Pointer {
    CodePlace::Area area;
    std::int32_t stride;
    friend bool operator==(const Pointer&, const Pointer&) = default;
  };
  static constexpr std::size_t most_pointers = 10;
  /// What is written from here to `end_loop` runs `rounds` times, once at least. No calls are between.
  void begin_loop(std::span<const Pointer> pointers, std::uint32_t rounds);
  void end_loop();
  void load(int to, CodePlace from);
  void store(CodePlace to, int from);
  void move(int to, int from);
  /// a or b: b where they are equal, or one is no number.
  void extreme(Extremes::Kind kind, int to, int a, const CodeOperand& b);
  /// add, sub, mul, div.
  void arithmetic(Operation operation, int to, int a, const CodeOperand& b);
  /// fma, fms, fnma, fnms.
  void multiply_add(Operation operation, MultiplyAddForm form, int to, int second, const CodeOperand& third);
  void square_root(int to, int a);
  void negative(int to, int a);
  void absolute(int to, int a);
  /// less, less_equal, equal, not_equal: 1 or 0.
  void compare(Operation operation, int to, int a, const CodeOperand& b);
  /// `yes` where `condition` is not 0, else `no`. `spare` is another register, which may be that of the condition.
  void choose(int to, int condition, int yes, int no, int spare);

  /// The following put arguments of a call into their places, the n-th one of integers and addresses; then it is made.
  void address_argument(int n, CodePlace place);
  void integer_argument(int n, std::uint64_t value);
  void call(const void* function);

  [[nodiscard]] std::span<const std::uint8_t> code() const;

private:
  /// Ends the compilation by InternalError where asmjit finds an instruction that does not exist.
  struct Strict final : asmjit::ErrorHandler {
    void handleError(asmjit::Error error, const char* message, asmjit::BaseEmitter* origin) override;
  };

  [[nodiscard]] bool is_scalar() const { return lanes_ == 1; }
  [[nodiscard]] asmjit::InstId for_width(asmjit::InstId scalar, asmjit::InstId packed) const {
    return is_scalar() ? scalar : packed;
  }
  [[nodiscard]] asmjit::x86::Vec vector(int number) const;
  [[nodiscard]] asmjit::x86::Mem memory(CodePlace place);
  [[nodiscard]] asmjit::x86::Mem memory_from_base(CodePlace place) const;
  [[nodiscard]] std::size_t offset_of(CodePlace place) const;
  [[nodiscard]] asmjit::x86::Assembler& encoded_for(const asmjit::x86::Mem& at);
  [[nodiscard]] bool has_short_offsets() const { return instructions_ == Instructions::avx512 && lanes_ != 4; }
  void forget_windows() { windows_.fill({}); }
  [[nodiscard]] asmjit::x86::Mem memory_in_loop(CodePlace place) const;
  [[nodiscard]] asmjit::x86::Mem special(std::size_t constant) const;
  void emit(asmjit::InstId id, int to, int a, const CodeOperand& b);

  Strict strict_;
  asmjit::CodeHolder holder_;
  asmjit::x86::Assembler assembler_;
  Instructions instructions_;
  std::size_t lanes_;
  /// A register that points into the middle of a page of an area, so that one byte tells a row.
  struct Window {
    CodePlace::Area area = CodePlace::Area::none;
    std::size_t page = 0;
    std::size_t last_use = 0;
  };
  std::array<Window, 9> windows_ = {};
  std::size_t uses_of_windows_ = 0;
  bool is_in_loop_ = false;
  std::vector<Pointer> pointers_; ///< of the loop
  asmjit::Label loop_;
};

} // namespace jit
} // namespace dalembert

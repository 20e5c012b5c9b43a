#pragma once

#include <dalembert/expr/graph.h>
#include <dalembert/program/operation.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace dalembert::inline program {

/// One step of a tape: slot[result] ← operation(slot[a], slot[b], slot[c]). 16 bytes.
struct Instruction {
  Operation operation : 8;
  std::uint32_t result : 24;
  std::uint32_t a; ///< slot
  std::uint32_t b; ///< slot; of sincos, where the cosine goes; of table, which one
  std::uint32_t c; ///< slot; of unary and binary, the Function; of table, the order of the derivative

  [[nodiscard]] Function function() const { return static_cast<Function>(c); }
};
static_assert(sizeof(Instruction) == 16);

/// A straight-line program y = f(x) over slots of doubles: first the constants, then the inputs, then the slots that
/// instructions write, each reused when its value has been read for the last time. Constants and inputs are never
/// written. The multiply-adds are decided here, so that every executor gives the same results.
class Tape {
public:
  using Tables = std::vector<std::shared_ptr<const TabulatedFunction>>;
  struct Parts {
    std::vector<double> constants = {};
    std::size_t inputs = 0;
    std::size_t slots = 0; ///< constants and inputs included
    std::vector<Instruction> instructions = {};
    std::vector<std::uint32_t> outputs = {}; ///< slot of each output
    std::vector<Expr> origins = {};          ///< of each instruction: the node that it computes, or a part of
    std::vector<Expr> input_origins = {};
    Tables tables = {};
  };
  explicit Tape(Parts parts);

  [[nodiscard]] std::size_t inputs() const { return parts_.inputs; }
  [[nodiscard]] std::size_t outputs() const { return parts_.outputs.size(); }
  /// The number of instructions; a sine and cosine of one angle count as one, so does a multiply-add.
  [[nodiscard]] std::size_t operations() const { return parts_.instructions.size(); }
  [[nodiscard]] std::size_t slots() const { return parts_.slots; }

  [[nodiscard]] std::span<const double> constants() const { return parts_.constants; }
  [[nodiscard]] std::span<const Instruction> instructions() const { return parts_.instructions; }
  [[nodiscard]] std::span<const std::uint32_t> output_slots() const { return parts_.outputs; }
  [[nodiscard]] const Tables& tables() const { return parts_.tables; }
  /// Computes instruction `i` from the values of its operands; of sincos the sine.
  [[nodiscard]] double computed(const Instruction& i, double a, double b, double c) const;
  [[nodiscard]] std::uint32_t input_slot(std::size_t i) const {
    return static_cast<std::uint32_t>(parts_.constants.size() + i);
  }
  [[nodiscard]] Expr origin(std::size_t instruction) const { return parts_.origins[instruction]; }
  [[nodiscard]] Expr input_origin(std::size_t i) const { return parts_.input_origins[i]; }
  [[nodiscard]] std::size_t bytes() const; ///< memory held

  /// Prints one instruction a line: `s7 = fma s2 s3 s5`; inputs are x0, x1, …, outputs y0, y1, … at the end.
  [[nodiscard]] std::string text() const;

private:
  Parts parts_;
};

} // namespace dalembert::inline program

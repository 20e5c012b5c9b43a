#pragma once

#include <dalembert/expr/graph.h>
#include <dalembert/program/operation.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace dalembert {
inline namespace program {

/// One step of a tape: the next value is operation(a, b, c). 16 bytes.
struct Instruction {
  Operation operation;
  std::uint32_t a; ///< number of a value
  std::uint32_t b; ///< number of a value; of table, which one
  std::uint32_t c; ///< number of a value; of unary and binary, the Function; of table, the order of the derivative

  [[nodiscard]] Function function() const { return static_cast<Function>(c); }
  /// How many values it makes: of sincos the sine, then the cosine.
  [[nodiscard]] std::uint32_t results() const { return operation == Operation::sincos ? 2 : 1; }
};
static_assert(sizeof(Instruction) == 16);

/// A straight-line program y = f(x) in single assignment: its values are numbered, first the constants, then the
/// inputs, then the results of the instructions in their order; an instruction reads values of lower numbers. Which
/// memory holds a value, and for how long, is up to the executor. The order and the multiply-adds are decided here, so
/// that every executor gives the same results.
class Tape {
public:
  using Tables = std::vector<std::shared_ptr<const TabulatedFunction>>;
  struct Parts {
    std::vector<double> constants = {};
    std::size_t inputs = 0;
    std::vector<Instruction> instructions = {};
    std::vector<std::uint32_t> outputs = {}; ///< number of the value of each output
    std::vector<Expr> origins = {};          ///< of each instruction: the node that it computes, or a part of
    std::vector<Expr> input_origins = {};
    Tables tables = {};
  };
  explicit Tape(Parts parts);

  [[nodiscard]] std::size_t inputs() const { return parts_.inputs; }
  [[nodiscard]] std::size_t outputs() const { return parts_.outputs.size(); }
  /// The number of instructions; a sine and cosine of one angle count as one, so does a multiply-add.
  [[nodiscard]] std::size_t operations() const { return parts_.instructions.size(); }
  [[nodiscard]] std::size_t values() const { return values_; }

  [[nodiscard]] std::span<const double> constants() const { return parts_.constants; }
  [[nodiscard]] std::span<const Instruction> instructions() const { return parts_.instructions; }
  [[nodiscard]] std::span<const std::uint32_t> output_values() const { return parts_.outputs; }
  [[nodiscard]] const Tables& tables() const { return parts_.tables; }
  /// Computes instruction `i` from the values of its operands; of sincos the sine.
  [[nodiscard]] double computed(const Instruction& i, double a, double b, double c) const;
  [[nodiscard]] std::uint32_t input_value(std::size_t i) const {
    return static_cast<std::uint32_t>(parts_.constants.size() + i);
  }
  /// The number of the first result of the first instruction.
  [[nodiscard]] std::uint32_t first_result() const { return input_value(parts_.inputs); }
  [[nodiscard]] Expr origin(std::size_t instruction) const { return parts_.origins[instruction]; }
  [[nodiscard]] Expr input_origin(std::size_t i) const { return parts_.input_origins[i]; }
  [[nodiscard]] std::size_t bytes() const; ///< memory held

  /// Prints one instruction a line: `v7 = fma v2 v3 v5`; inputs are x0, x1, …, outputs y0, y1, … at the end.
  [[nodiscard]] std::string text() const;

private:
  Parts parts_;
  std::size_t values_;
};

} // namespace program
} // namespace dalembert

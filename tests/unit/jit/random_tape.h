#pragma once

#include <dalembert/expr/tabulated.h>
#include <dalembert/program/tape.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <random>
#include <utility>
#include <vector>

namespace dalembert::testing {

/// Tapes of every operation on operands that are sometimes near and sometimes far, with repeated operands, constants
/// and inputs among them. The same seed gives the same tape.
class RandomTape {
public:
  /// With `operations` instructions; 0: a random number, a few hundred at most.
  explicit RandomTape(std::uint64_t seed, std::size_t operations = 0) : random_(seed), operations_(operations) {}

  Tape tape() {
    Tape::Parts parts;
    parts.constants.resize(below(8));
    for (double& c : parts.constants)
      c = number();
    parts.inputs = 1 + below(12);
    parts.input_origins.resize(parts.inputs);
    parts.tables.push_back(table());
    values_ = parts.constants.size() + parts.inputs;
    const std::size_t operations = operations_ > 0 ? operations_ : below(300);
    turns_ = below(3); // some tapes have many sines, some have none
    reach_ = 1 + below(200);
    for (std::size_t k = 0; k < operations; ++k) {
      parts.instructions.push_back(instruction());
      values_ += parts.instructions.back().results();
    }
    parts.origins.resize(operations);
    const std::size_t outputs = 1 + below(40);
    for (std::size_t k = 0; k < outputs; ++k)
      parts.outputs.push_back(operand());
    return Tape(std::move(parts));
  }

  std::vector<double> inputs(std::size_t count) {
    std::vector<double> out(count);
    for (double& x : out)
      x = number();
    return out;
  }

private:
  std::size_t below(std::size_t end) { return std::uniform_int_distribution<std::size_t>(0, end - 1)(random_); }

  double number() {
    constexpr double inf = std::numeric_limits<double>::infinity();
    switch (below(40)) {
    case 0:
      return 0.0;
    case 1:
      return -0.0;
    case 2:
      return inf;
    case 3:
      return std::nan("");
    case 4:
      return 1e-310;
    case 5:
      return 1e12;
    default:
      return std::normal_distribution<double>(0.0, 2.0)(random_);
    }
  }

  std::uint32_t operand() {
    const std::size_t back = below(4) == 0 ? below(values_) : below(std::min(values_, reach_));
    return static_cast<std::uint32_t>(values_ - 1 - back);
  }

  Operation operation() {
    constexpr Operation common[] = {Operation::add, Operation::sub,  Operation::mul, Operation::fma,
                                    Operation::fms, Operation::fnma, Operation::fnms};
    constexpr Operation rare[] = {Operation::div,        Operation::neg,    Operation::sqrt,      Operation::exp,
                                  Operation::unary,      Operation::binary, Operation::table,     Operation::less,
                                  Operation::less_equal, Operation::equal,  Operation::not_equal, Operation::select};
    constexpr Operation turns[] = {Operation::sincos, Operation::sin, Operation::cos};
    if (turns_ > 0 && below(12) < turns_) return turns[below(std::size(turns))];
    return below(3) > 0 ? common[below(std::size(common))] : rare[below(std::size(rare))];
  }

  Instruction instruction() {
    Instruction i{operation(), operand(), 0, 0};
    const int count = operand_count(i.operation);
    const auto again = [&] { return below(5) == 0 ? i.a : operand(); };
    if (count > 1) i.b = again();
    if (count > 2) i.c = below(5) == 0 ? i.b : again();
    constexpr auto first_binary = static_cast<std::size_t>(Function::atan2);
    if (i.operation == Operation::unary) i.c = static_cast<std::uint32_t>(below(first_binary));
    if (i.operation == Operation::binary)
      i.c = static_cast<std::uint32_t>(first_binary + below(function_count - first_binary));
    if (i.operation == Operation::table) i.c = static_cast<std::uint32_t>(below(4));
    return i;
  }

  static std::shared_ptr<const TabulatedFunction> table() {
    return std::make_shared<const TabulatedFunction>(TabulatedFunction::Column{{-3, -1, 0, 2, 5}, {}},
                                                     TabulatedFunction::Column{{1, 0, 2, 2, -4}, {}});
  }

  std::mt19937_64 random_;
  std::size_t operations_;
  std::size_t values_ = 0;
  std::size_t turns_ = 0;
  std::size_t reach_ = 1;
};

/// One output for each operation and function, of the inputs a, b, c.
inline Tape every_operation() {
  Tape::Parts parts;
  parts.inputs = 3;
  parts.input_origins.resize(3);
  parts.tables.push_back(std::make_shared<const TabulatedFunction>(TabulatedFunction::Column{{-1, 0, 1}, {}},
                                                                   TabulatedFunction::Column{{1, 0, 2}, {}}));
  std::uint32_t next = 3;
  const auto add = [&](Instruction i) {
    parts.instructions.push_back(i);
    for (std::uint32_t r = 0; r < i.results(); ++r)
      parts.outputs.push_back(next++);
  };
  for (int k = 0; k < operation_count; ++k) {
    const auto operation = static_cast<Operation>(k);
    if (operation != Operation::unary && operation != Operation::binary)
      add({operation, 0, operation == Operation::table ? 0U : 1U, 2});
  }
  for (int k = 0; k < function_count; ++k) {
    const bool is_binary = arity(static_cast<Function>(k)) == 2;
    add({is_binary ? Operation::binary : Operation::unary, 0, 1, static_cast<std::uint32_t>(k)});
  }
  parts.origins.resize(parts.instructions.size());
  return Tape(std::move(parts));
}

} // namespace dalembert::testing

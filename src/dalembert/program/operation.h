#pragma once

#include <dalembert/expr/function.h>

#include <cstdint>
#include <string_view>

namespace dalembert {
inline namespace program {

/// What one instruction of a tape computes from its operands a, b, c.
enum class Operation : std::uint8_t {
  add,        ///< a + b
  sub,        ///< a − b
  mul,        ///< a · b
  div,        ///< a / b
  neg,        ///< −a
  fma,        ///< a · b + c, rounded once
  fms,        ///< a · b − c, rounded once
  fnma,       ///< c − a · b, rounded once
  fnms,       ///< −(a · b) − c, rounded once
  sqrt,       ///< √a
  sincos,     ///< sin a, and cos a as a second result
  sin,        ///< sin a
  cos,        ///< cos a
  exp,        ///< eᵃ
  unary,      ///< f(a), f = Function(c)
  binary,     ///< f(a, b), f = Function(c)
  table,      ///< the derivative of order c of table b at a
  less,       ///< a < b: 1 or 0
  less_equal, ///< a ≤ b: 1 or 0
  equal,      ///< a = b: 1 or 0
  not_equal,  ///< a ≠ b: 1 or 0
  select,     ///< b where a ≠ 0, else c
};
inline constexpr int operation_count = static_cast<int>(Operation::select) + 1;

[[nodiscard]] std::string_view name(Operation operation);
/// How many of a, b, c are operands.
[[nodiscard]] int operand_count(Operation operation);
/// Computes one operation other than `table`; `function` is that of unary and binary. For sincos this is the sine.
[[nodiscard]] double apply(Operation operation, Function function, double a, double b, double c);

} // namespace program
} // namespace dalembert

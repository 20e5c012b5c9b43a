#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace dalembert {
inline namespace expr {

/// The mathematical functions of the language, unary first, then binary. Angles are in radians.
/// `log` is the natural logarithm; `round` rounds halves away from zero; `sign(0) = 0`, `heaviside(0) = 1/2`.
enum class Function : std::uint8_t {
  sin,
  cos,
  tan,
  asin,
  acos,
  atan,
  sinh,
  cosh,
  tanh,
  asinh,
  acosh,
  atanh,
  exp,
  log,
  abs,
  sign,
  heaviside,
  floor,
  ceil,
  round,
  trunc,
  erf,
  atan2,
  min,
  max,
  pow,
  fmod,
};
inline constexpr int function_count = static_cast<int>(Function::fmod) + 1;

[[nodiscard]] constexpr int arity(Function f) {
  return f < Function::atan2 ? 1 : 2;
}
[[nodiscard]] std::string_view name(Function f);
/// Returns the function of that name, also `sgn`, `ln`, `fabs`; nothing for `sqrt`, `log10`, … which are makers of
/// the graph, and for unknown names.
[[nodiscard]] std::optional<Function> function_named(std::string_view name);
/// Evaluates `f` at a double as <cmath> does; `b` only for binary functions.
[[nodiscard]] double evaluate(Function f, double a, double b = 0.0);

} // namespace expr
} // namespace dalembert

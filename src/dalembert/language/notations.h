#pragma once

#include <dalembert/language/token_view.h>

#include <cstddef>
#include <optional>
#include <string_view>

// Notation of handwriting, LaTeX, Mathematica, MATLAB and SymPy inside expressions, each answered with the way to write
// it here. Where a notation has two readings no edit is offered.
namespace dalembert {
inline namespace language {
namespace ast {

/// True for the functions of one number, `sin`, `sqrt`, …, that handwriting applies without brackets.
[[nodiscard]] bool is_applied_without_brackets(std::string_view word);

/// `cos theta`: the current token is the argument of the function before it.
[[nodiscard]] std::optional<Diagnostic> unbracketed_argument(const TokenView& cursor);

/// `9.81 m/s^2`, `2*pi rad/s`: the current token starts a unit without brackets. Words that the file declares are
/// names.
[[nodiscard]] std::optional<Diagnostic> unbracketed_unit(const TokenView& cursor);

/// `1_000`, `1'000`.
[[nodiscard]] std::optional<Diagnostic> grouped_digits(const TokenView& cursor);

/// `d/dt theta`: the current token is what is differentiated.
[[nodiscard]] std::optional<Diagnostic> prefixed_derivative(const TokenView& cursor);

/// Tokens that have a meaning together, and the index of the first token behind them.
struct Notation {
  Diagnostic diagnostic;
  std::size_t end = 0;
};

/// `sin^2(theta)`, `sin² theta`, `d^2theta/dt^2`: the cursor stands behind the first word.
[[nodiscard]] std::optional<Notation> power_of_word(const TokenView& cursor);

/// A character of another notation: `\theta`, `30°`, `√`, `½`, `″`.
[[nodiscard]] std::optional<Diagnostic> foreign_sign(const TokenView& cursor);

/// `ẋ`, `θ̈`: a name with dots above its first letter, with primes instead; nothing for any other word.
[[nodiscard]] std::optional<std::string> without_dots(std::string_view word);

/// `[kg m2]`, `[m/s**2]`, `[m/s²]`: a unit written with `^`, or nothing where that does not make it one.
[[nodiscard]] std::optional<std::string> corrected_unit(std::string_view written);

} // namespace ast
} // namespace language
} // namespace dalembert

#pragma once

#include <dalembert/base/dimension.h>
#include <dalembert/base/source.h>
#include <dalembert/expr/graph.h>
#include <dalembert/expr/time_derivative.h>
#include <dalembert/mechanics/system.h>

#include <optional>
#include <string>
#include <vector>

namespace dalembert {
inline namespace mechanics {

enum class WrittenKind {
  number,   ///< `2`, `0.5 [kg]`
  name,     ///< a name, an indexed name, a call that is no plain function; with primes
  sum,      ///< parts added, the inverse ones subtracted; one inverse part alone is `-a`
  product,  ///< parts multiplied, the inverse ones divided by
  power,    ///< parts: base, exponent
  function, ///< a function of one argument
  rate,     ///< the time derivative of a written expression: `(r^2*theta')'`
};

/// An expression as the user wrote it: its brackets, its order, its names. Where an Expr forgets how something was
/// written, this tree can be changed in one place and printed again.
struct Written {
  WrittenKind kind = WrittenKind::number;
  bool inverse = false;   ///< subtracted from, or divided by, what stands before it in its parent
  bool bracketed = false; ///< stands in brackets
  std::vector<Written> parts;
  Expr value;                         ///< of a number or name, without its primes
  int dots = 0;                       ///< primes behind a name, or behind the brackets of a rate
  std::string text;                   ///< of a number or name without its primes; the name of a function
  std::optional<Function> function;   ///< none where `text` is `sqrt`
  std::optional<Dimension> dimension; ///< of a number or name without its primes, where the text says it: `2 [1/s]`
  SourceSpan span;                    ///< in the user's text
};

/// Prints `written` in the language, with the brackets it needs and those that the user put.
[[nodiscard]] std::string text(const Written& written);

/// Returns what `written` stands for. `rates` differentiates with respect to time; its seeds say how far.
/// @throws std::domain_error where it divides by the number 0
[[nodiscard]] Expr value_of(Graph& graph, TimeDerivative& rates, const Written& written);

/// A statement to be judged: `left = right`, an inequality, or `left = const`.
struct Claim {
  Written left;
  Written right; ///< of no meaning where `is_constant`
  Comparison relation = Comparison::equal;
  bool is_constant = false;
  SourceSpan span;
};

/// Prints a claim in the language.
[[nodiscard]] std::string text(const Claim& claim);

} // namespace mechanics
} // namespace dalembert

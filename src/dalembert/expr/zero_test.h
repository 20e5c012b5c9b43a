#pragma once

#include <dalembert/base/answer.h>
#include <dalembert/expr/graph.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace dalembert {
inline namespace expr {

/// What a zero test may assume and how hard it tries.
struct ZeroTest {
  std::uint64_t seed = 1;
  std::size_t states = 3;          ///< exact random points that must agree
  std::vector<Expr> positive = {}; ///< symbols that stand for positive numbers: √(x²) = x for them
};

/// The answer of a zero test.
struct ZeroReport {
  Answer verdict = Answer::undecided;
  std::size_t index = 0;  ///< of the first expression that is not zero (or not decided)
  std::size_t states = 0; ///< exact points that were evaluated
  /// True where the expression could not be treated exactly and doubles at random real states were all that was looked
  /// at: a verdict `undecided` then means that it vanished at all of them, to rounding.
  bool sampled = false;
};

/// Decides whether all of `expressions` vanish identically in their symbols.
///
/// `yes` is a proof up to a probability of about (degree/2⁶²)^states: exact evaluation modulo a prime of 62 bits (see
/// ModularPoint); with s signs (abs, min, select …) enough states that every combination of signs is met, refused for
/// s > 5. Where a sign or root was met, doubles at real states must agree with it, unless the other branches vanish in
/// the field too. `no` carries a witness: a nonzero exact value, or, where roots, signs and functions without algebraic
/// form leave room, a real state at which the value exceeds its own rounding error. Everything else is `undecided`.
[[nodiscard]] ZeroReport zero_test(const Graph& graph, std::span<const Expr> expressions, const ZeroTest& test = {});

/// As `zero_test` of the differences leftᵢ − rightᵢ. Precondition: equally many on both sides.
[[nodiscard]] ZeroReport equality_test(const Graph& graph, std::span<const Expr> left, std::span<const Expr> right,
                                       const ZeroTest& test = {});

/// True where `zero_test` says yes.
[[nodiscard]] bool is_zero(const Graph& graph, Expr e, const ZeroTest& test = {});
[[nodiscard]] bool are_equal(const Graph& graph, Expr a, Expr b, const ZeroTest& test = {});

} // namespace expr
} // namespace dalembert

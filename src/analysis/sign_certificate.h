#pragma once

#include <dalembert/mechanics/system.h>

namespace dalembert {

/// What is known of the sign of an expression at every real state.
enum class SignKnown { nothing, non_negative, positive };

/// Looks for a reason why `e` cannot be negative: it is a sum of squares, of even powers and of products of what is
/// positive. Positive are numbers, π, exp, and the symbols that the system assumes to be (`assume m > 0`).
/// `nothing` does not mean that `e` is ever negative.
[[nodiscard]] SignKnown sign_of(const System& system, Expr e);

} // namespace dalembert

#pragma once

#include <dalembert/exact/monomial_memo.h>
#include <dalembert/mechanics/system.h>

#include <optional>
#include <string>
#include <vector>

namespace dalembert {
inline namespace exact {

/// What is known of the sign of an expression at every real state.
enum class SignKnown { nothing, non_negative, positive };

/// A sign, and the names of the parameters whose values in the model it rests on.
struct SignCertificate {
  SignKnown sign = SignKnown::nothing;
  std::vector<std::string> positive;
};

/// Looks for a reason why `e` cannot be negative: it is a sum of squares, of even powers and of products of what is
/// positive. Positive are numbers, π, exp, the symbols that the system assumes to be (`assume m > 0`), and where these
/// do not do, the parameters with positive `values` (by declaration; may be empty). `nothing` does not mean that `e` is
/// ever negative.
[[nodiscard]] SignCertificate sign_certificate(const System& system, Expr e,
                                               const std::vector<std::optional<double>>& values);

/// The same without values.
[[nodiscard]] SignKnown sign_of(const System& system, Expr e);
/// The same where the symbols `positive` are known to be positive too; what is multiplied out is remembered in `memo`.
[[nodiscard]] SignKnown sign_of(const System& system, Expr e, const std::vector<Expr>& positive, MonomialMemo& memo);

} // namespace exact
} // namespace dalembert

#pragma once

#include <dalembert/textbook/balance_terms.h>

#include <cstdint>
#include <optional>

namespace dalembert {
inline namespace textbook {

/// Which common factors a balance is divided by.
enum class CommonFactors : std::uint8_t {
  of_parameters, ///< polynomials in parameters: R − a
  of_positions,  ///< those of coordinates and angles too: cos θ, which elimination multiplies equations by
};

/// A balance without a common factor: balance = divisor · (motion − forces).
struct PrimitiveTerms {
  BalanceTerms terms;
  Fraction divisor{unit_laurent(), unit_laurent()};
};

/// Divides all terms by the greatest common divisor of their coefficients, each the factor beside one product of rates,
/// accelerations and forces. Returns nothing where that is 1, or beyond a bounded amount of work.
[[nodiscard]] std::optional<PrimitiveTerms> without_common_factor(Algebra& algebra, const BalanceTerms& terms,
                                                                  CommonFactors which);

/// Multiplies the balance by the denominators that stand in it. Returns nothing where there are none, or beyond a
/// bounded amount of work.
[[nodiscard]] std::optional<PrimitiveTerms> without_denominators(Algebra& algebra, const Balance& balance);

} // namespace textbook
} // namespace dalembert

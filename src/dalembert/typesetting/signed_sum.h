#pragma once

#include <dalembert/typesetting/formula_syntax.h>

#include <vector>

namespace dalembert {
inline namespace typesetting {

/// A summand without its sign, and the sign.
struct SignedFormula {
  bool is_negative = false;
  Formula formula;
};

/// Returns the sum of signed summands, `-a + b`.
[[nodiscard]] Formula signed_sum(std::vector<SignedFormula> summands);

/// Returns the summands of a sum; a formula that is none is one summand. The inverse of `signed_sum`.
[[nodiscard]] std::vector<SignedFormula> summands_of(const Formula& formula);

} // namespace typesetting
} // namespace dalembert

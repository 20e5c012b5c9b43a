#pragma once

#include <dalembert/exact/row_monomials.h>

#include <cstddef>
#include <optional>

namespace dalembert {
inline namespace claims {

/// Returns a·k, factor by factor.
[[nodiscard]] MonomialSum product(const MonomialSum& a, const Factors& k, const Rational& number);
/// Adds `number` times `b` to `a`.
void add_multiple(MonomialSum& a, const MonomialSum& b, const Rational& number);

/// Returns q with q·divisor = dividend, as sums of powers of independent quantities, negative powers included; nothing
/// where there is none of at most `most` terms. Nothing is known of relations such as sin² + cos² = 1.
[[nodiscard]] std::optional<MonomialSum> quotient(MonomialSum dividend, const MonomialSum& divisor,
                                                  std::size_t most = 8);

/// The factors that all terms have in common, with the least exponents, negative ones too. Precondition: not empty
[[nodiscard]] Factors common_monomial(const MonomialSum& of);

} // namespace claims
} // namespace dalembert

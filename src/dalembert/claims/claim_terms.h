#pragma once

#include <dalembert/claims/correction.h>
#include <dalembert/exact/row_monomials.h>

#include <optional>

namespace dalembert {
inline namespace claims {

/// Exchanges the term of `claim` that is `found` multiplied out (one monomial of left − right, brackets included) for
/// `wanted`, one term or several; an empty `wanted` takes it out. Returns whether it stood on the left; nothing, and no
/// change, where no term is `found`.
[[nodiscard]] std::optional<bool> exchange_term(CorrectionSearch& search, Claim& claim, const MonomialSum& found,
                                                const MonomialSum& wanted);

/// Returns whether `found` (of left − right) stands on the left of `claim` multiplied out; true where it is on neither
/// side.
[[nodiscard]] bool is_on_the_left(CorrectionSearch& search, const Claim& claim, const MonomialSum& found);

} // namespace claims
} // namespace dalembert

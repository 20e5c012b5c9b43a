#pragma once

#include <dalembert/claims/correction.h>
#include <dalembert/exact/row_monomials.h>

namespace dalembert {
inline namespace claims {

/// Looks for one term that is missing: what the claim lacks at a state, −R, is compared with the monomials of the rows
/// (and of the claim multiplied out), times quotients of one or two words.
/// Source: docs/theory/prove.md, section 4.
void search_missing(CorrectionSearch& search, const std::vector<MotionRow>& rows);

/// Adds `terms` (of left − right) to `claim`: on the left, or on the right where the left is a single name
/// or holds the inertia alone.
[[nodiscard]] Claim with_terms(CorrectionSearch& search, Claim claim, const MonomialSum& terms);
/// True where that is the right side of the claim of `search`.
[[nodiscard]] bool terms_go_right(CorrectionSearch& search, const MonomialSum& terms);

/// Returns −terms.
[[nodiscard]] MonomialSum negated(MonomialSum terms);

/// Whether terms were made up, or stand in the row that a claim was taken from.
enum class TermsFrom { words, row };

/// What `terms` cost beyond their number: accelerations and multipliers that the claim did not have; of terms that no
/// row holds also new denominators and names of sums that the claim does not use.
[[nodiscard]] double term_penalty(CorrectionSearch& search, const MonomialSum& terms,
                                  TermsFrom from = TermsFrom::words);

} // namespace claims
} // namespace dalembert

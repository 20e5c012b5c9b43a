#pragma once

#include <dalembert/claims/correction.h>
#include <dalembert/exact/row_monomials.h>

namespace dalembert {
inline namespace claims {

/// Looks for the row of the system that the claim was taken from: both multiplied out, the row scaled so that most
/// terms agree. What is left over on both sides are the mistakes, several at once: terms that differ in their sign,
/// their number or one factor, terms only in the row (missing) and only in the claim (too many).
/// Source: docs/theory/prove.md, section 4.
void search_rows(CorrectionSearch& search, const std::vector<MotionRow>& rows);

} // namespace claims
} // namespace dalembert

#pragma once

#include <dalembert/claims/correction.h>

namespace dalembert {
inline namespace claims {

/// Looks for a single edit of the written claim that makes it true: a sign, a number, a factor, a function, a name, a
/// dot, a power, a term too many. Every place of the tree is tried, brackets and denominators included.
///
/// A term in which the residual is linear needs no trying: the multiple k that it should have is R₀/(R₀ − R), with R₀
/// the residual without the term; k is then read as a number or as a quotient of words.
/// Source: docs/theory/prove.md, section 4.
void search_edits(CorrectionSearch& search);

} // namespace claims
} // namespace dalembert

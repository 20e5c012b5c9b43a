#pragma once

#include <dalembert/analysis/mend.h>
#include <dalembert/analysis/row_monomials.h>

namespace dalembert {

/// Looks for one term that is missing: what the claim lacks at a state, −R, is compared with the monomials of the rows
/// (and of the claim multiplied out), times quotients of one or two words.
/// Source: docs/theory/prove.md, section 4.
void search_missing(MendSearch& search, const std::vector<Row>& rows);

/// Adds `terms` (of left − right) to a claim: on the left, or on the right where the left is a single name.
[[nodiscard]] Claim with_terms(Graph& graph, Claim claim, std::vector<Written> terms);

/// What `terms` cost beyond their number: new denominators, multipliers that the claim did not have.
[[nodiscard]] double term_penalty(MendSearch& search, const Polynomial& terms);

} // namespace dalembert

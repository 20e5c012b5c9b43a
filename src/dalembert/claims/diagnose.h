#pragma once

#include <dalembert/claims/judgement.h>
#include <dalembert/exact/truth.h>

#include <vector>

namespace dalembert {
inline namespace claims {

/// The verdict on a claim that follows from the facts `used`; docs/theory/prove.md, section 2.
[[nodiscard]] Verdict verdict_of(const System& system, const std::vector<Fact>& used);

/// Looks for what makes the false `claim` true: corrections of one place, or conditions. Fills in diagnosis, others,
/// holds_if, rate and convention of `judgement`, and makes it `special` where a condition explains the claim best.
/// Source: docs/theory/prove.md, sections 3 and 4.
void diagnose(TruthTest& truth, const Claim& claim, Expr residual, Judgement& judgement);

/// The same where `truth` knows the equations of motion alone: corrections only.
void diagnose_by_equations(TruthTest& truth, const Claim& claim, Expr residual, Judgement& judgement);

} // namespace claims
} // namespace dalembert

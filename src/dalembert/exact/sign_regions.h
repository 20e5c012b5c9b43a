#pragma once

#include <dalembert/exact/truth.h>
#include <dalembert/exact/vocabulary.h>

#include <optional>
#include <string>
#include <vector>

namespace dalembert {
inline namespace exact {

/// Finds where a claim with roots or signs holds that does not hold everywhere: `sin(theta) <= 0`, `y >= 0`. One
/// quantity is looked for, a word, a product of two, or a part of the claim, whose sign tells at 48 exact states
/// whether the claim holds there, and which no real state contradicts. Nothing where there is none. Source:
/// docs/theory/prove.md, section 1.
[[nodiscard]] std::optional<std::string> region_of(TruthTest& truth, Expr residual,
                                                   const std::vector<NamedFactor>& words);

} // namespace exact
} // namespace dalembert

#pragma once

#include <dalembert/claims/correction.h>

#include <cstddef>
#include <vector>

namespace dalembert {
inline namespace claims {

/// Returns the values that the part `node` of `work` would need at a state for the claim to hold there, all else as it
/// is written: the value of the other side is carried down the tree, over sums, products, fraction bars, powers, roots
/// and absolute values. Even powers have two. None inside a sine, an exponent or a time derivative, nor of `X = const`.
/// Cost: one evaluation of what stands beside the way. Precondition: `state` < TruthTest::sieve_states; `node` is a
/// part of `work`.
[[nodiscard]] std::vector<Residue> wanted_values(CorrectionSearch& search, const Claim& work, const Written& node,
                                                 std::size_t state);

} // namespace claims
} // namespace dalembert

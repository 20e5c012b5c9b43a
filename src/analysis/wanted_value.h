#pragma once

#include <dalembert/analysis/correction.h>

#include <cstddef>
#include <vector>

namespace dalembert {

/// Returns the values that the part `node` of `work` would need at a state for the claim to hold there, all else as it
/// is written. The residual is read as A + C·Sᵉ in the value S of the part, with e one of ±1, ±2, ±3, ±½, ±3/2, from
/// its values at S = 1, 4, 9, 16; so parts in brackets, below fraction bars, under roots and powers have one (even e:
/// two). None where the residual has another form, such as inside a sine or under a time derivative. Cost: five
/// evaluations of the residual. Precondition: `state` < 2; `node` is a part of `work`.
[[nodiscard]] std::vector<Residue> wanted_values(CorrectionSearch& search, const Claim& work, Written& node,
                                                 std::size_t state);

} // namespace dalembert

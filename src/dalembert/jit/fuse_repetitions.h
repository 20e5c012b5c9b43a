#pragma once

#include <dalembert/jit/repetitions.h>
#include <dalembert/jit/turn_batches.h>

#include <cstdint>
#include <span>
#include <vector>

namespace dalembert {
inline namespace jit {

/// Returns TurnBatches::others in an order in which repetitions that read one another round by round run together, one
/// round of each after the other, so that what passes between them does not go through memory. `repetitions` are those
/// of `stream`, in their order. Cost: linear, but for groups of many repetitions.
[[nodiscard]] std::vector<std::uint32_t> fused_order(const InstructionStream& stream, const TurnBatches& order,
                                                     std::span<const Repetition> repetitions);

} // namespace jit
} // namespace dalembert

#pragma once

#include <dalembert/expr/graph.h>

#include <cstdint>
#include <span>
#include <vector>

namespace dalembert::inline program {

/// What the nodes below the outputs are used for.
struct NodeUses {
  std::vector<Expr> nodes;               ///< reached, children first; nothing below an input
  std::vector<std::uint32_t> count;      ///< per node id
  std::vector<std::uint32_t> as_divisor; ///< per node id: products that divide by it or by a power of it
  std::vector<std::uint8_t> turns;       ///< per node id: 1 sine wanted, 2 cosine wanted
};

/// Walks down from the outputs and stops at inputs (marked in `is_input`, by node id).
[[nodiscard]] NodeUses count_uses(const Graph& graph, std::span<const Expr> outputs, const std::vector<bool>& is_input);

} // namespace dalembert::inline program

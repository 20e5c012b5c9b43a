#pragma once

#include <dalembert/derivation/equations.h>

#include <cstddef>
#include <optional>
#include <vector>

namespace dalembert {
inline namespace analysis {

/// König's split T = ½·m·v_G² + T′ about the mass centre, where some lengths shift the whole system along axes at right
/// angles:  v_G = p/m with p = ∂T/∂v for these lengths.
struct KoenigSplit {
  std::vector<std::size_t> shifts; ///< the lengths, at most three
  Expr mass;                       ///< m
  std::vector<Expr> velocity;      ///< v_G, one component for each
  Expr relative;                   ///< T′, free of the shifts' rates
};

/// Finds the split. T does not depend on any length; the block of the lengths in the mass matrix is m times 1 with a
/// constant m; every other coordinate is an angle, and all lengths couple to the same angles. Every mass of T moves
/// with the lengths and not across their axes, as the bob of a pendulum on a cart does; two lengths or more are named
/// as different axes (x, y_G). Returns nothing otherwise. Source: docs/theory/analysis.md (1), (2).
[[nodiscard]] std::optional<KoenigSplit> koenig_split(const Equations& equations);

} // namespace analysis
} // namespace dalembert

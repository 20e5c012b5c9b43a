#pragma once

#include <dalembert/expr/graph.h>
#include <dalembert/program/minimisation.h>

#include <cstddef>
#include <map>
#include <span>

namespace dalembert {
inline namespace lowering {

/// Which defined unknown the rate of a sum is.
struct Point {
  std::size_t definition = 0;
  bool is_minus = false; ///< the rate is that of the definition with a minus
};

/// Definitions of rates: the places of `problem` are those of `entries`; `places` are time, then the coordinates of the
/// free unknowns.
struct RateDefinitions {
  const Minimisation& problem;
  std::span<const Expr> entries;
  std::span<const Expr> places;
};

/// Returns the sums below `e` whose rates are definitions: x = X + l sin θ, where the rate of X and l cos θ · θ' make
/// one. Found from the inside: what is such a sum is taken as one thing in others. Cost: O(nodes below `e`).
[[nodiscard]] std::map<Expr, Point> points_in(Graph& graph, Expr e, const RateDefinitions& definitions);

} // namespace lowering
} // namespace dalembert

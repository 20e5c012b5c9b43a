#pragma once

#include <dalembert/expr/graph.h>

#include <vector>

namespace dalembert::bench {

/// Mass matrix and forcing of a planar chain, as expressions: what a right-hand side evaluates.
struct Chain {
  std::vector<Expr> inputs;  ///< q, v, parameters
  std::vector<Expr> outputs; ///< M (lower triangle, row by row), h
};

/// A cart with `links` links in relative angles, each of mass m, moment J about its centre and length l, under gravity.
[[nodiscard]] Chain cart(Graph& graph, int links);
/// Two point masses on massless rods in absolute angles.
[[nodiscard]] Chain double_pendulum(Graph& graph);

} // namespace dalembert::bench

#pragma once

#include <dalembert/expr/graph.h>

#include <cstddef>

namespace dalembert {
inline namespace expr {

/// The one table of derivatives: what a change of a child does to a node. Both sweeps are built on it.
class ChainRule {
public:
  explicit ChainRule(Graph& graph) : graph_(graph) {}

  /// Returns how many children `e` has; child i is the i-th that Graph::for_children visits.
  [[nodiscard]] std::size_t children(Expr e) const;
  [[nodiscard]] Expr child(Expr e, std::size_t i) const;

  /// Returns ∂e/∂childᵢ · `with`, as a term of a sum.
  [[nodiscard]] Term apply(Expr e, std::size_t i, Expr with);

private:
  [[nodiscard]] Term of_product(Expr e, std::size_t i, Expr with);
  [[nodiscard]] Expr of_function(Expr e, std::size_t i, Expr with);
  [[nodiscard]] Expr unary(Expr e, Function f, Expr a);
  [[nodiscard]] Expr arc_slope(Expr a);
  [[nodiscard]] Expr inverse_root(Expr radicand) { return graph_.pow(radicand, Rational(-1, 2)); }

  Graph& graph_;
  std::vector<Factor> factors_; ///< scratch
};

} // namespace expr
} // namespace dalembert

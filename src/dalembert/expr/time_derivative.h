#pragma once

#include <dalembert/expr/chain_rule.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/graph.h>
#include <dalembert/expr/id_map.h>

#include <span>
#include <vector>

namespace dalembert {
inline namespace expr {

/// Takes the total derivative of many expressions of one graph along one direction, and remembers that of every node:
/// the members of a recursive family cost O(size of all of them) together.
/// For d/dt the direction is (t, 1), (q, v), (v, a). Symbols without a seed do not move.
class TimeDerivative {
public:
  explicit TimeDerivative(Graph& graph) : graph_(graph), rule_(graph) {}

  /// Says how `symbol` moves; before any expression that holds it is asked for.
  void seed(Expr symbol, Expr direction);

  /// Returns Σₛ ∂e/∂s · directionₛ. Cost: O(nodes of e not met before).
  [[nodiscard]] Expr of(Expr e);

private:
  [[nodiscard]] bool is_known(Expr e) const { return rates_.contains(e.id); }
  void remember(Expr e, Expr rate);
  [[nodiscard]] bool push_children(Expr e, std::vector<Expr>& waiting) const;
  [[nodiscard]] Expr rate(Expr e);

  Graph& graph_;
  ChainRule rule_;
  IdMap<Expr> rates_;
  std::vector<Term> terms_; ///< scratch
};

} // namespace expr
} // namespace dalembert

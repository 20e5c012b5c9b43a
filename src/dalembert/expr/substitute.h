#pragma once

#include <dalembert/expr/graph.h>
#include <dalembert/expr/id_map.h>

#include <span>
#include <vector>

namespace dalembert {
inline namespace expr {

/// What stands for `symbol` after a substitution. `symbol` may be any node, not only a symbol.
struct Replacement {
  Expr symbol;
  Expr by;
};

/// Replaces simultaneously (replacements are not themselves replaced) in every root; shared nodes are rebuilt once.
[[nodiscard]] std::vector<Expr> substitute(Graph& graph, std::span<const Expr> roots,
                                           std::span<const Replacement> replacements);
[[nodiscard]] Expr substitute(Graph& graph, Expr root, std::span<const Replacement> replacements);

/// The same for expressions that come one by one: what was rebuilt once is remembered.
class Substitution {
public:
  Substitution(Graph& graph, std::span<const Replacement> replacements);
  /// Returns `e` with every replacement made. Cost: O(nodes of e not met before).
  [[nodiscard]] Expr of(Expr e);

private:
  [[nodiscard]] bool is_known(Expr e) const { return images_.contains(e.id); }
  void remember(Expr e, Expr by);

  Graph& graph_;
  IdMap<Expr> images_;
};

} // namespace expr
} // namespace dalembert

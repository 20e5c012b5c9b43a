#pragma once

#include <dalembert/expr/graph.h>

#include <cstddef>
#include <limits>

namespace dalembert {
inline namespace algebra {

/// How long a text may be that is printed; a longer one, or one with names for shared parts, is not looked for.
struct TextLimit {
  static constexpr int any_nodes = std::numeric_limits<int>::max();

  std::size_t characters = 20'000;
  int nodes = any_nodes; ///< names, numbers, operators and functions
};

/// What is counted in an expression as a tree, shared parts wherever they stand: all nodes, or symbols and numbers
/// alone. Exponents and the coefficients of sums are no nodes.
enum class TreePart { node, leaf };

/// Returns true where the tree of `e` has more than `most` such parts. Cost: about `most` nodes.
[[nodiscard]] bool has_more(const Graph& graph, Expr e, TreePart part, std::size_t most);

/// Returns true only where the structural text of `e` takes more than `longest` characters: n leaves take at least n,
/// and n − 1 operators between them.
[[nodiscard]] bool is_surely_longer(const Graph& graph, Expr e, std::size_t longest);

} // namespace algebra
} // namespace dalembert

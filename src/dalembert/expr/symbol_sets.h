#pragma once

#include <dalembert/expr/graph.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace dalembert {
inline namespace expr {

/// Which of given symbols the nodes below some roots hold: one pass for all roots, where `depends` walks each anew.
/// Cost: O(nodes below the roots · symbols/64); a question costs O(1).
class SymbolSets {
public:
  SymbolSets(const Graph& graph, std::span<const Expr> roots, std::span<const Expr> symbols);

  /// True where `e`, a root or a node below one, holds the symbol of place `index`.
  [[nodiscard]] bool holds(Expr e, std::size_t index) const;
  /// How many of the symbols `e` holds.
  [[nodiscard]] std::size_t count(Expr e) const;
  /// The places of all symbols that `e` holds, ascending.
  [[nodiscard]] std::vector<std::size_t> held(Expr e) const;

private:
  [[nodiscard]] const std::uint64_t* words(Expr e) const;

  std::size_t per_node_;
  std::unordered_map<std::uint32_t, std::size_t> place_; ///< of a node that holds any, in `bits_`
  std::vector<std::uint64_t> bits_;
};

} // namespace expr
} // namespace dalembert

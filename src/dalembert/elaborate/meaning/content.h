#pragma once

#include <dalembert/expr/graph.h>

#include <cstdint>
#include <vector>

namespace dalembert {
inline namespace elaboration {

/// What kinds of symbols an expression holds, as a set of bits.
using Content = std::uint8_t;
namespace holds {
inline constexpr Content time = 1;
inline constexpr Content coordinate = 2;
inline constexpr Content rate = 4;
inline constexpr Content acceleration = 8;
inline constexpr Content parameter = 16;
inline constexpr Content reaction = 32; ///< multiplier, reaction, friction or impulse
inline constexpr Content history = 64;  ///< known along a run only: work, drift, …
} // namespace holds

/// Remembers for every node of a graph what kinds of symbols stand below it; each node is looked at once.
class ContentTable {
public:
  explicit ContentTable(const Graph& graph) : graph_(graph) {}

  void mark(Expr symbol, Content content);
  [[nodiscard]] Content of(Expr e);
  [[nodiscard]] bool has(Expr e, Content any) { return (of(e) & any) != 0; }

private:
  [[nodiscard]] bool is_known(Expr e) const { return e.id < table_.size() && (table_[e.id] & known) != 0; }
  void remember(Expr e, Content content);
  static constexpr Content known = 128;

  const Graph& graph_;
  std::vector<Content> table_; ///< by node id
};

} // namespace elaboration
} // namespace dalembert

#pragma once

#include <dalembert/derivation/equations.h>
#include <dalembert/program/value_graph.h>

#include <cstddef>
#include <span>
#include <vector>

namespace dalembert {
inline namespace lowering {

/// What the violation of a row is measured by, sₖ = Σᵢ |aₖᵢ| max(1, |xᵢ|) with x = q or v: the terms of the row that
/// may cancel, where a coordinate below 1 SI unit counts as 1. Entries of A that are 0 everywhere cost nothing.
class RowSizes {
public:
  /// `entries`: the list of expressions that a tape is built from, to which what is needed here is appended. `rows`:
  /// which rows of A.
  RowSizes(const Equations& equations, std::span<const std::size_t> rows, std::vector<Expr>& entries);

  /// Returns the values of s for x = q, or x = v; `entries` are the values of the list.
  [[nodiscard]] std::vector<program::Value> by_positions(ValueGraph& values,
                                                         std::span<const program::Value> entries) const;
  [[nodiscard]] std::vector<program::Value> by_rates(ValueGraph& values, std::span<const program::Value> entries) const;

private:
  [[nodiscard]] std::vector<program::Value> sizes(ValueGraph& values, std::span<const program::Value> entries,
                                                  std::size_t x) const;

  struct Entry {
    std::size_t coordinate;
    std::size_t place; ///< among the list
  };
  std::vector<std::vector<Entry>> rows_;
  std::size_t positions_; ///< places where q and v begin
  std::size_t rates_;
};

} // namespace lowering
} // namespace dalembert

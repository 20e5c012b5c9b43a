#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace dalembert {
inline namespace numerics {

/// Where a square matrix may have entries.
struct EntryPlace {
  std::uint32_t row;
  std::uint32_t column;
};

/// How the factors of a matrix with given entries are found: in full, or of the entries alone.
struct LuPlan {
  std::size_t size = 0;
  bool is_sparse = false;
  double multiplications = 0;        ///< of one factorisation, about
  double entries_of_factors = 0;     ///< of L and U together
  std::vector<EntryPlace> places;    ///< of each value handed over
  std::vector<int> begins;           ///< of the columns, size + 1; empty where they are full
  std::vector<int> rows;             ///< of the entries, column by column
  std::vector<std::size_t> place_of; ///< of each value among them
};

/// Chooses by estimated work. Full factors take N³/3 multiply-adds, one behind the other in memory; those of the
/// entries Σ cₖ², with cₖ the entries below the diagonal of column k of the factor of the symmetric pattern (minimum
/// degree), each three times as long with its place to look up, and what a column costs beside them. Which pivots rows
/// are exchanged for is seen when numbers are there. No place may stand twice. Cost: O(entries of the factors). Source
/// of the counts: Davis, Direct Methods for Sparse Linear Systems, 4.4.
[[nodiscard]] LuPlan make_lu_plan(std::size_t size, std::vector<EntryPlace> places);

/// What the equations of a step of Radau IIA with seven stages take, in ns on an x86 processor, where an operation of a
/// program takes about one: the factors of a real matrix, of one real and three complex ones, and the solution of a
/// Newton step, for each stage.
[[nodiscard]] double factor_price(const LuPlan& plan);
[[nodiscard]] double factors_price(const LuPlan& plan);
[[nodiscard]] double solution_price(const LuPlan& plan);

} // namespace numerics
} // namespace dalembert

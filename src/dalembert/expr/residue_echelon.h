#pragma once

#include <dalembert/expr/residue.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace dalembert {
inline namespace expr {

/// The null space of a matrix modulo the prime: one vector for each free column, with 1 there, 0 at the other free
/// columns, and what follows at the pivots. Pivots are the leftmost columns possible, so free columns lie to the right.
struct ResidueNullSpace {
  std::vector<std::size_t> free;             ///< columns
  std::vector<std::vector<Residue>> vectors; ///< one for each
};
[[nodiscard]] ResidueNullSpace residue_null_space(const std::vector<std::vector<Residue>>& rows, std::size_t columns);

/// Elimination modulo the prime of rows that come one after the other: rank, null space, solutions. Products are summed
/// in 128 bits and reduced now and then.
class ResidueEchelon {
public:
  explicit ResidueEchelon(std::size_t columns);

  /// Adds a row; false where it depends on those before it. Rows with many zeros come cheapest before others.
  bool add(const std::vector<Residue>& row);
  [[nodiscard]] std::size_t rank() const { return rows_.size(); }
  [[nodiscard]] std::size_t free_columns() const { return row_of_.size() - rows_.size(); }
  [[nodiscard]] bool is_free(std::size_t column) const;
  /// Puts at the pivots before the column `last` what every row asks for; x holds values at the free columns up to it.
  void complete(std::vector<Residue>& x, std::size_t last) const;
  [[nodiscard]] ResidueNullSpace null_space() const;
  /// The columns at which every vector of the null space is 0.
  [[nodiscard]] std::vector<std::size_t> vanishing_columns() const;

private:
  __extension__ using Wide = unsigned __int128;
  struct Row {
    std::size_t first;                  ///< its own column, where it is 1
    std::size_t end;                    ///< past the last entry that is not 0
    std::vector<Residue> entries;       ///< from `first` on
    std::vector<std::uint32_t> nonzero; ///< columns after `first`, of a row with many zeros; empty for others
  };
  /// A multiple of a row that is to be added to the open one.
  struct Multiple {
    const Residue* entries;
    std::size_t first;
    std::size_t end;
    std::uint64_t factor;
  };
  static constexpr std::size_t batch = 4;
  /// Added to an open entry; with three rows that wait, one with few entries and a residue they fit into 128 bits,
  /// which hold 16 products below 2¹²⁴. A multiple of the batch.
  static constexpr std::size_t most_products = 12;
  /// Of the columns after its own, a row with few entries that are not 0 holds one in so many.
  static constexpr std::size_t columns_per_entry = 3;
  [[nodiscard]] std::vector<Residue> vector(std::size_t f) const;
  void take(std::size_t c, Residue entry);
  [[nodiscard]] Wide entry_at(std::size_t c) const;
  void subtract_waiting(std::size_t from);
  void subtract_few(const Row& row, std::uint64_t factor);

  std::vector<std::size_t> row_of_; ///< by column, of the row that begins there
  std::vector<Row> rows_;
  std::vector<Wide> open_;             ///< the row that is being added
  std::vector<Multiple> waiting_;      ///< of earlier rows that `open_` does not contain yet
  std::vector<std::uint32_t> nonzero_; ///< memory of `take`
  std::size_t products_ = 0;           ///< at most so many were added to each of `open_` since it was reduced
};

/// A space spanned by rows that come one after the other.
class RowSpace {
public:
  /// Adds a row; true where it was independent of those before.
  bool add(const std::vector<Residue>& row) {
    if (!echelon_) echelon_.emplace(row.size());
    return echelon_->add(row);
  }
  [[nodiscard]] int rank() const { return echelon_ ? static_cast<int>(echelon_->rank()) : 0; }

private:
  std::optional<ResidueEchelon> echelon_; ///< of as many columns as the first row has
};

} // namespace expr
} // namespace dalembert

#pragma once

#include <dalembert/expr/residue_echelon.h>

#include <cstddef>
#include <vector>

namespace dalembert {
inline namespace exact {

/// Finds columns at which every vector of a null space is 0, from rows that come in batches with few entries each: what
/// one batch rules out is left out of the later ones, so that no batch has many columns.
class ColumnSieve {
public:
  explicit ColumnSieve(std::size_t columns) : is_ruled_out_(columns), batch_(columns) {}

  /// Adds a row to the open batch; false where it depends on the rows of the batch.
  bool add(std::vector<Residue> row);
  /// Rules out what the rows of the batch rule out, and opens another one.
  void close_batch();

  /// How many entries of a row are not 0 in columns that are not ruled out.
  [[nodiscard]] std::size_t entries(const std::vector<Residue>& row) const;
  /// The columns that are not ruled out.
  [[nodiscard]] std::vector<std::size_t> kept() const;
  /// All rows that added something to their batches.
  [[nodiscard]] const std::vector<std::vector<Residue>>& rows() const { return rows_; }

private:
  std::vector<bool> is_ruled_out_;
  ResidueEchelon batch_;
  std::vector<std::vector<Residue>> rows_;
};

} // namespace exact
} // namespace dalembert

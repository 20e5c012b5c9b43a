#pragma once

#include <dalembert/expr/residue.h>

#include <cstddef>
#include <vector>

namespace dalembert {

/// A space spanned by exact rows modulo 2⁶¹ − 1, kept in echelon form.
class RowSpace {
public:
  /// Adds a row; true where it was independent of those before. Cost: O(rank · columns).
  bool add(std::vector<Residue> row);
  [[nodiscard]] int rank() const { return static_cast<int>(rows_.size()); }

private:
  struct Row {
    std::size_t pivot; ///< its entry is 1
    std::vector<Residue> entries;
  };
  std::vector<Row> rows_;
};

} // namespace dalembert

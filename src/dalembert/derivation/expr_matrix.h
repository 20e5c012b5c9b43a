#pragma once

#include <dalembert/expr/graph.h>

#include <cstddef>
#include <vector>

namespace dalembert {
inline namespace derivation {

/// A dense matrix of expressions, row by row.
struct ExprMatrix {
  int rows = 0;
  int columns = 0;
  std::vector<Expr> entries;

  ExprMatrix() = default;
  ExprMatrix(int r, int c, Expr fill)
      : rows(r), columns(c), entries(static_cast<std::size_t>(r) * static_cast<std::size_t>(c), fill) {}
  [[nodiscard]] Expr& at(int row, int column) { return entries.at(index(row, column)); }
  [[nodiscard]] Expr at(int row, int column) const { return entries.at(index(row, column)); }
  [[nodiscard]] std::vector<Expr> row(int i) const {
    const auto begin = entries.begin() + static_cast<std::ptrdiff_t>(i) * columns;
    return {begin, begin + columns};
  }

private:
  [[nodiscard]] std::size_t index(int row, int column) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) + static_cast<std::size_t>(column);
  }
};

} // namespace derivation
} // namespace dalembert

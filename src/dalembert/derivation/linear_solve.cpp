#include <dalembert/derivation/linear_solve.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/zero_test.h>

#include <limits>
#include <utility>

namespace dalembert::inline derivation {

namespace {

/// The elimination in progress on [S | A].
class Elimination {
public:
  Elimination(Graph& graph, const ExprMatrix& left, const ExprMatrix& right)
      : graph_(graph), unknowns_(left.columns), work_(left.rows, left.columns + right.columns, graph.zero()) {
    for (int i = 0; i < left.rows; ++i) {
      for (int j = 0; j < left.columns; ++j)
        work_.at(i, j) = left.at(i, j);
      for (int k = 0; k < right.columns; ++k)
        work_.at(i, unknowns_ + k) = right.at(i, k);
    }
    used_.assign(static_cast<std::size_t>(left.rows), false);
    pivot_row_.assign(static_cast<std::size_t>(unknowns_), -1);
  }

  LinearSolution solution() {
    reduce();
    return finish();
  }

  NullSpace null_space() {
    reduce();
    NullSpace out;
    for (int j = 0; j < unknowns_; ++j)
      if (pivot_row_[static_cast<std::size_t>(j)] < 0) out.independent.push_back(j);
    out.basis = ExprMatrix(unknowns_, static_cast<int>(out.independent.size()), graph_.zero());
    for (std::size_t c = 0; c < out.independent.size(); ++c) {
      const int column = static_cast<int>(c);
      out.basis.at(out.independent[c], column) = graph_.one();
      for (int j = 0; j < unknowns_; ++j)
        if (const int row = pivot_row_[static_cast<std::size_t>(j)]; row >= 0)
          out.basis.at(j, column) = graph_.neg(work_.at(row, out.independent[c]));
    }
    return out;
  }

private:
  void reduce() {
    for (int step = 0; step < unknowns_; ++step) {
      const auto [row, column] = best_pivot();
      if (row < 0) break;
      eliminate(row, column);
    }
  }

  [[nodiscard]] bool vanishes(Expr e) const { return graph_.is_zero(e) || is_zero(graph_, e); }

  /// The unused row and open column with the simplest entry that is not identically zero.
  [[nodiscard]] std::pair<int, int> best_pivot() const {
    std::pair<int, int> best{-1, -1};
    constexpr std::size_t largest = 300; // nodes; beyond, sizes are not worth telling apart
    std::size_t cheapest = largest + 1;
    for (int i = 0; i < work_.rows; ++i) {
      if (used_[static_cast<std::size_t>(i)]) continue;
      for (int j = 0; j < unknowns_; ++j) {
        if (pivot_row_[static_cast<std::size_t>(j)] >= 0 || graph_.is_zero(work_.at(i, j))) continue;
        const std::size_t cost = size_within(graph_, work_.at(i, j), std::min(cheapest, largest));
        if (cost >= cheapest || vanishes(work_.at(i, j))) continue;
        cheapest = cost;
        best = {i, j};
      }
    }
    return best;
  }

  void eliminate(int row, int column) {
    used_[static_cast<std::size_t>(row)] = true;
    pivot_row_[static_cast<std::size_t>(column)] = row;
    const Expr pivot = work_.at(row, column);
    for (int k = 0; k < work_.columns; ++k)
      work_.at(row, k) = graph_.div(work_.at(row, k), pivot);
    for (int i = 0; i < work_.rows; ++i) {
      const Expr factor = work_.at(i, column);
      if (i == row || graph_.is_zero(factor)) continue;
      for (int k = 0; k < work_.columns; ++k)
        work_.at(i, k) = graph_.sub(work_.at(i, k), graph_.mul(factor, work_.at(row, k)));
      work_.at(i, column) = graph_.zero();
    }
  }

  LinearSolution finish() {
    const int right = work_.columns - unknowns_;
    LinearSolution out;
    out.solution = ExprMatrix(unknowns_, right, graph_.zero());
    bool full_rank = true;
    for (const int row : pivot_row_)
      full_rank = full_rank && row >= 0;
    out.is_determined.assign(static_cast<std::size_t>(unknowns_), true);
    for (int j = 0; j < unknowns_; ++j) {
      const int row = pivot_row_[static_cast<std::size_t>(j)];
      if (row < 0) {
        out.is_determined[static_cast<std::size_t>(j)] = false;
        continue;
      }
      for (int k = 0; k < right; ++k)
        out.solution.at(j, k) = work_.at(row, unknowns_ + k);
      if (full_rank) continue;
      for (int other = 0; other < unknowns_; ++other)
        if (pivot_row_[static_cast<std::size_t>(other)] < 0 && !vanishes(work_.at(row, other)))
          out.is_determined[static_cast<std::size_t>(j)] = false;
    }
    for (int i = 0; i < work_.rows; ++i)
      for (int k = 0; k < right && !used_[static_cast<std::size_t>(i)]; ++k)
        out.is_consistent = out.is_consistent && vanishes(work_.at(i, unknowns_ + k));
    return out;
  }

  Graph& graph_;
  int unknowns_;
  ExprMatrix work_;
  std::vector<bool> used_;
  std::vector<int> pivot_row_;
};

} // namespace

LinearSolution solve_overdetermined(Graph& graph, const ExprMatrix& left, const ExprMatrix& right) {
  return Elimination(graph, left, right).solution();
}

NullSpace null_space(Graph& graph, const ExprMatrix& rows) {
  return Elimination(graph, rows, ExprMatrix(rows.rows, 0, graph.zero())).null_space();
}

} // namespace dalembert::inline derivation

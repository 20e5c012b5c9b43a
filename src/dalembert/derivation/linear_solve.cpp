#include <dalembert/derivation/linear_solve.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/zero_test.h>

#include <cstddef>
#include <limits>
#include <optional>
#include <utility>

namespace dalembert {
inline namespace derivation {

namespace {

constexpr std::size_t no_limit = std::numeric_limits<std::size_t>::max() / 2; // nodes

constexpr std::size_t counts_for_a_node = 50; ///< of nodes, which take as long as making one

/// The elimination in progress on [S | A].
class Elimination {
public:
  Elimination(Graph& graph, const ExprMatrix& left, const ExprMatrix& right)
      : graph_(graph),
        unknowns_(left.columns),
        work_(left.rows, left.columns + right.columns, graph.zero()),
        sizes_(work_.entries.size()) {
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
    static_cast<void>(reduces_within(no_limit));
    return finish();
  }

  std::optional<NullSpace> null_space(std::size_t most_nodes) {
    if (!reduces_within(most_nodes)) return std::nullopt;
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
  /// False where that takes more new nodes.
  [[nodiscard]] bool reduces_within(std::size_t most_nodes) {
    const std::size_t before = graph_.size();
    for (int step = 0; step < unknowns_; ++step) {
      const auto [row, column] = best_pivot();
      if (row < 0) break;
      if (graph_.size() - before > most_nodes || counted_ / counts_for_a_node > most_nodes) return false;
      if (!eliminates_within(row, column, most_nodes - (graph_.size() - before))) return false;
    }
    return true;
  }

  [[nodiscard]] bool vanishes(Expr e) const { return graph_.is_zero(e) || is_zero(graph_, e); }

  /// The unused row and open column with the simplest entry that is not identically zero.
  [[nodiscard]] std::pair<int, int> best_pivot() {
    std::pair<int, int> best{-1, -1};
    constexpr std::size_t largest = 300; // nodes; beyond, sizes are not worth telling apart
    std::size_t cheapest = largest + 1;
    for (int i = 0; i < work_.rows; ++i) {
      if (used_[static_cast<std::size_t>(i)]) continue;
      for (int j = 0; j < unknowns_; ++j) {
        if (pivot_row_[static_cast<std::size_t>(j)] >= 0 || graph_.is_zero(work_.at(i, j))) continue;
        const std::size_t cost = size_of(i, j, std::min(cheapest, largest));
        if (cost >= cheapest || vanishes(work_.at(i, j))) continue;
        cheapest = cost;
        best = {i, j};
      }
    }
    return best;
  }

  /// The nodes of an entry, or `limit` where it has that many or more. What was counted is kept while the entry is.
  [[nodiscard]] std::size_t size_of(int row, int column, std::size_t limit) {
    EntrySize& known = sizes_[static_cast<std::size_t>(row) * static_cast<std::size_t>(work_.columns) +
                              static_cast<std::size_t>(column)];
    const Expr entry = work_.at(row, column);
    if (known.of != entry) known = {entry, 0, false};
    if (!known.is_whole && known.nodes < limit) {
      known.nodes = size_within(graph_, entry, limit);
      counted_ += known.nodes;
      known.is_whole = known.nodes < limit;
    }
    return std::min(known.nodes, limit);
  }

  [[nodiscard]] bool eliminates_within(int row, int column, std::size_t most_nodes) {
    const std::size_t before = graph_.size();
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
      if (graph_.size() - before > most_nodes) return false;
    }
    return true;
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

  struct EntrySize {
    Expr of;
    std::size_t nodes = 0; ///< or fewer than it has
    bool is_whole = false;
  };

  Graph& graph_;
  int unknowns_;
  ExprMatrix work_;
  std::vector<EntrySize> sizes_; ///< of the entries, as far as they were counted
  std::size_t counted_ = 0;      ///< nodes, for all of them
  std::vector<bool> used_;
  std::vector<int> pivot_row_;
};

} // namespace

LinearSolution solve_overdetermined(Graph& graph, const ExprMatrix& left, const ExprMatrix& right) {
  return Elimination(graph, left, right).solution();
}

NullSpace null_space(Graph& graph, const ExprMatrix& rows) {
  return null_space_within(graph, rows, no_limit).value();
}

std::optional<NullSpace> null_space_within(Graph& graph, const ExprMatrix& rows, std::size_t most_nodes) {
  return Elimination(graph, rows, ExprMatrix(rows.rows, 0, graph.zero())).null_space(most_nodes);
}

} // namespace derivation
} // namespace dalembert

#include <dalembert/derivation/linear_solve.h>
#include <dalembert/derivation/matrix_inverse.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/modular.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/expr/zero_test.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <stdexcept>
#include <unordered_map>

namespace dalembert {

namespace {

constexpr std::size_t most_minors = 3000; ///< of one inverse; beyond, elimination
constexpr int most_columns = 60;          ///< a set of columns is a word

/// Determinants of the rows without row `skipped`, over sets of columns; each is computed once.
class Minors {
public:
  Minors(Graph& graph, const ExprMatrix& matrix, int skipped, std::size_t& spent)
      : graph_(graph), matrix_(matrix), spent_(spent) {
    for (int i = 0; i < matrix.rows; ++i)
      if (i != skipped) rows_.push_back(i);
  }

  /// The determinant of the last |columns| of the rows, over the columns in the set; nothing where too many are needed.
  std::optional<Expr> of(std::uint64_t columns) {
    if (columns == 0) return graph_.one();
    if (const auto known = known_.find(columns); known != known_.end()) return known->second;
    if (++spent_ > most_minors) return std::nullopt;
    const int row = rows_[rows_.size() - static_cast<std::size_t>(std::popcount(columns))];
    std::vector<Term> terms;
    bool is_positive = true;
    for (std::uint64_t left = columns; left != 0; left &= left - 1) {
      const std::uint64_t column = left & (~left + 1);
      const Expr entry = matrix_.at(row, std::countr_zero(column));
      if (!graph_.is_zero(entry)) {
        const std::optional<Expr> rest = of(columns & ~column);
        if (!rest) return std::nullopt;
        const Expr product = graph_.mul(entry, *rest);
        if (!graph_.is_zero(product)) terms.push_back({product, graph_.intern(Rational(is_positive ? 1 : -1))});
      }
      is_positive = !is_positive;
    }
    const Expr value = simplest(graph_, graph_.sum(terms));
    known_.emplace(columns, value);
    return value;
  }

private:
  Graph& graph_;
  const ExprMatrix& matrix_;
  std::size_t& spent_;
  std::vector<int> rows_;
  std::unordered_map<std::uint64_t, Expr> known_;
};

std::optional<MatrixInverse> by_minors(Graph& graph, const ExprMatrix& matrix, bool& is_singular) {
  const int n = matrix.rows;
  if (n > most_columns) return std::nullopt;
  const std::uint64_t all = (std::uint64_t{1} << static_cast<unsigned>(n)) - 1;
  std::size_t spent = 0;
  const std::optional<Expr> determinant = Minors(graph, matrix, -1, spent).of(all);
  if (!determinant) return std::nullopt;
  is_singular = graph.is_zero(*determinant);
  if (is_singular) return std::nullopt;
  MatrixInverse out{ExprMatrix(n, n, graph.zero()), ExprMatrix(n, n, graph.zero()), *determinant};
  for (int i = 0; i < n; ++i) {
    Minors minors(graph, matrix, i, spent);
    for (int j = 0; j < n; ++j) {
      const std::optional<Expr> minor = minors.of(all & ~(std::uint64_t{1} << static_cast<unsigned>(j)));
      if (!minor) return std::nullopt;
      const Expr cofactor = (i + j) % 2 == 0 ? *minor : graph.neg(*minor);
      out.adjugate.at(j, i) = cofactor;
      out.inverse.at(j, i) = simplest(graph, graph.div(cofactor, *determinant));
    }
  }
  return out;
}

/// The number that `e` is, where it is a simple one.
std::optional<Expr> as_number(Graph& graph, Expr e) {
  constexpr std::uint64_t seed = 17;
  ModularPoint point(graph, seed);
  const std::optional<Residue> value = point.value(e);
  if (!value) return std::nullopt;
  constexpr std::int64_t most_above = 12;
  constexpr std::int64_t most_below = 6;
  for (std::int64_t below = 1; below <= most_below; ++below) {
    const Residue above = *value * Residue(static_cast<std::uint64_t>(below));
    for (std::int64_t k = 0; k <= most_above; ++k) {
      const Residue candidate(static_cast<std::uint64_t>(k));
      if (above != candidate && above != -candidate) continue;
      const Expr number = graph.number(Rational(above == candidate ? k : -k, below));
      if (are_equal(graph, e, number)) return number;
    }
  }
  return std::nullopt;
}

/// The symbols inside the arguments of functions: those that identities like sin² + cos² = 1 can remove.
std::vector<Expr> function_symbols(const Graph& graph, Expr e) {
  std::vector<Expr> arguments;
  for (const Expr node : reachable(graph, std::vector<Expr>{e}))
    if (graph.kind(node) == NodeKind::function)
      for (const Expr argument : graph.args(node))
        arguments.push_back(argument);
  return free_symbols(graph, arguments);
}

} // namespace

Expr simplest(Graph& graph, Expr e) {
  if (graph.is_number(e) || graph.kind(e) == NodeKind::symbol) return e;
  if (const std::optional<Expr> number = as_number(graph, e)) return *number;
  for (const Expr symbol : function_symbols(graph, e)) {
    try {
      const Expr without = substitute(graph, e, std::vector<Replacement>{{symbol, graph.zero()}});
      if (are_equal(graph, e, without)) e = without;
    } catch (const std::domain_error&) { // NOLINT: it divides by something that vanishes with the symbol
    }
  }
  return e;
}

std::optional<MatrixInverse> inverse(Graph& graph, const ExprMatrix& given) {
  ExprMatrix matrix = given;
  for (Expr& entry : matrix.entries)
    entry = simplest(graph, entry);
  bool is_singular = false;
  if (auto out = by_minors(graph, matrix, is_singular)) return out;
  if (is_singular) return std::nullopt;
  ExprMatrix unit(matrix.rows, matrix.rows, graph.zero());
  for (int i = 0; i < matrix.rows; ++i)
    unit.at(i, i) = graph.one();
  LinearSolution solution = solve_overdetermined(graph, matrix, unit);
  if (std::ranges::find(solution.is_determined, false) != solution.is_determined.end()) return std::nullopt;
  return MatrixInverse{solution.solution, solution.solution, graph.one()};
}

std::optional<Expr> minor(Graph& graph, const ExprMatrix& rows, const std::vector<int>& columns) {
  if (rows.columns > most_columns) return std::nullopt;
  std::uint64_t set = 0;
  for (const int column : columns)
    set |= std::uint64_t{1} << static_cast<unsigned>(column);
  std::size_t spent = 0;
  return Minors(graph, rows, -1, spent).of(set);
}

bool GenericRows::add(const std::vector<Expr>& row) {
  std::vector<std::vector<Expr>> rows = kept_;
  rows.push_back(row);
  if (!is_independent(rows)) return false;
  kept_ = std::move(rows);
  return true;
}

bool GenericRows::is_independent(const std::vector<std::vector<Expr>>& rows) const {
  constexpr std::uint64_t most_seeds = 40; // half of the points may lack a root
  for (std::uint64_t seed = 1; seed <= most_seeds; ++seed) {
    ModularPoint point(graph_, seed);
    std::vector<std::vector<Residue>> work;
    bool has_values = true;
    for (const auto& row : rows) {
      work.emplace_back();
      for (const Expr e : row) {
        const std::optional<Residue> value = point.value(e);
        has_values = has_values && value.has_value();
        work.back().push_back(value.value_or(Residue()));
      }
    }
    if (!has_values) continue;
    // Gaussian elimination: every row must keep a pivot.
    for (std::size_t i = 0; i < work.size(); ++i) {
      const auto pivot = std::ranges::find_if(work[i], [](Residue r) { return !r.is_zero(); });
      if (pivot == work[i].end()) return false;
      const auto column = static_cast<std::size_t>(pivot - work[i].begin());
      const Residue scale = *pivot->inverse();
      for (std::size_t k = i + 1; k < work.size(); ++k) {
        const Residue factor = work[k][column] * scale;
        for (std::size_t j = 0; j < work[k].size(); ++j)
          work[k][j] = work[k][j] - factor * work[i][j];
      }
    }
    return true;
  }
  return false;
}

} // namespace dalembert

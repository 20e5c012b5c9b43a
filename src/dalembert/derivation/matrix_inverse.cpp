#include <dalembert/base/random_stream.h>
#include <dalembert/derivation/linear_solve.h>
#include <dalembert/derivation/matrix_inverse.h>
#include <dalembert/expr/branches.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/evaluate.h>
#include <dalembert/expr/modular.h>
#include <dalembert/expr/point_budget.h>
#include <dalembert/expr/residue_echelon.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/expr/zero_test.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <unordered_map>
#include <unordered_set>

namespace dalembert {
inline namespace derivation {

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

/// Counts the minors that an inverse would compute, without computing them.
class MinorCount {
public:
  MinorCount(const Graph& graph, const ExprMatrix& matrix) : graph_(graph), matrix_(matrix) {}

  [[nodiscard]] bool is_affordable() {
    const std::uint64_t all = (std::uint64_t{1} << static_cast<unsigned>(matrix_.rows)) - 1;
    visit(all, -1);
    for (int i = 0; i < matrix_.rows && spent_ <= most_minors; ++i) {
      known_.clear();
      for (int j = 0; j < matrix_.rows; ++j)
        visit(all & ~(std::uint64_t{1} << static_cast<unsigned>(j)), i);
    }
    return spent_ <= most_minors;
  }

private:
  void visit(std::uint64_t columns, int skipped) {
    if (columns == 0 || spent_ > most_minors || !known_.insert(columns).second) return;
    ++spent_;
    const int behind = std::popcount(columns); // rows from this one on, but for the one that is skipped
    const int row = matrix_.rows - behind - (skipped >= matrix_.rows - behind ? 1 : 0);
    for (std::uint64_t left = columns; left != 0; left &= left - 1) {
      const std::uint64_t column = left & (~left + 1);
      if (!graph_.is_zero(matrix_.at(row, std::countr_zero(column)))) visit(columns & ~column, skipped);
    }
  }

  const Graph& graph_;
  const ExprMatrix& matrix_;
  std::unordered_set<std::uint64_t> known_;
  std::size_t spent_ = 0;
};

std::optional<MatrixInverse> by_minors(Graph& graph, const ExprMatrix& matrix, bool& is_singular) {
  const int n = matrix.rows;
  if (n > most_columns || !MinorCount(graph, matrix).is_affordable()) return std::nullopt;
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

/// Whether an exact test of `e` finds its points at once: k roots exist at one in 2ᵏ, and with s signs 32·2ˢ are
/// wanted.
bool is_tested_soon(const Graph& graph, Expr e) {
  constexpr std::size_t most_doublings = 12;
  const Branches branches = branches_of(graph, std::vector<Expr>{e});
  const std::size_t for_signs = branches.signs.empty() ? 2 : 5 + branches.signs.size();
  return branches.roots.size() + for_signs <= most_doublings;
}

using Residues = std::vector<std::vector<Residue>>;
using Doubles = std::vector<std::vector<double>>;

/// The rows at an exact random point, or nothing where it has no value for some entry.
std::optional<Residues> exact_values(const Graph& graph, const std::vector<std::vector<Expr>>& rows,
                                     std::uint64_t seed) {
  ModularPoint point(graph, seed);
  Residues out;
  for (const auto& row : rows) {
    out.emplace_back();
    for (const Expr e : row) {
      const std::optional<Residue> value = point.value(e);
      if (!value) return std::nullopt;
      out.back().push_back(*value);
    }
  }
  return out;
}

bool has_full_rank(const Residues& rows) {
  RowSpace space;
  return std::ranges::all_of(rows, [&space](const std::vector<Residue>& row) { return space.add(row); });
}

/// In doubles, with the largest entry of each row as its pivot; every row is scaled to largest entry 1.
bool has_full_rank(Doubles rows) {
  constexpr double negligible = 1e-9; // of a row scaled to 1: far above round-off, far below a generic entry
  const auto less = [](double a, double b) { return std::abs(a) < std::abs(b); };
  for (auto& row : rows) {
    const double largest = std::abs(*std::ranges::max_element(row, less));
    if (largest == 0.0) return false;
    for (double& x : row)
      x /= largest;
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto pivot = std::ranges::max_element(rows[i], less);
    if (std::abs(*pivot) < negligible) return false;
    const auto column = static_cast<std::size_t>(pivot - rows[i].begin());
    const double scale = 1.0 / *pivot;
    for (std::size_t k = i + 1; k < rows.size(); ++k) {
      const double factor = rows[k][column] * scale;
      for (std::size_t j = 0; j < rows[k].size(); ++j)
        rows[k][j] -= factor * rows[i][j];
    }
  }
  return true;
}

/// For rows with too many roots for an exact point: random doubles. Rows count as dependent only where they are at
/// every point; rows that cannot be evaluated count as independent, so that the inversion then fails with a message.
bool is_independent_in_doubles(const Graph& graph, const std::vector<std::vector<Expr>>& rows) {
  constexpr int points = 40;
  std::vector<Expr> roots;
  for (const auto& row : rows)
    roots.insert(roots.end(), row.begin(), row.end());
  const std::vector<Expr> symbols = free_symbols(graph, roots);
  RandomStream random("independence of rows");
  const auto anywhere = [&random] { return random.between(0.3, 1.7); };
  const auto unknown = [&](UnknownId, std::span<const std::uint32_t>, std::span<const double>) { return anywhere(); };
  bool was_dependent = false;
  for (int point = 0; point < points; ++point) {
    std::vector<Assignment> values;
    values.reserve(symbols.size());
    for (const Expr symbol : symbols)
      values.push_back({symbol, anywhere()});
    const std::vector<double> found = evaluate(graph, roots, values, unknown);
    if (!std::ranges::all_of(found, [](double x) { return std::isfinite(x); })) continue;
    Doubles work;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const auto begin = found.begin() + static_cast<std::ptrdiff_t>(i * rows.front().size());
      work.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(rows.front().size()));
    }
    if (has_full_rank(std::move(work))) return true;
    was_dependent = true;
  }
  return !was_dependent;
}

} // namespace

Expr simplest(Graph& graph, Expr e) {
  if (graph.is_number(e) || graph.kind(e) == NodeKind::symbol || PointBudget::is_spent()) return e;
  if (const std::optional<Expr> number = as_number(graph, e)) return *number;
  if (!is_tested_soon(graph, e)) return e;
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

std::vector<std::optional<Expr>> minors(Graph& graph, const ExprMatrix& rows,
                                        std::span<const std::vector<int>> choices) {
  std::vector<std::optional<Expr>> out(choices.size());
  if (rows.columns > most_columns) return out;
  std::size_t spent = 0;
  Minors known(graph, rows, -1, spent);
  for (std::size_t k = 0; k < choices.size(); ++k) {
    std::uint64_t set = 0;
    for (const int column : choices[k])
      set |= std::uint64_t{1} << static_cast<unsigned>(column);
    spent = 0;
    out[k] = known.of(set);
  }
  return out;
}

bool GenericRows::add(const std::vector<Expr>& row) {
  std::vector<std::vector<Expr>> rows = kept_;
  rows.push_back(row);
  if (!is_independent(rows)) return false;
  kept_ = std::move(rows);
  return true;
}

bool GenericRows::is_independent(const std::vector<std::vector<Expr>>& rows) const {
  constexpr std::uint64_t most_seeds = 40; // half of the points lack a root, for each root
  for (std::uint64_t seed = 1; seed <= most_seeds; ++seed)
    if (const auto values = exact_values(graph_, rows, seed)) return has_full_rank(*values);
  return is_independent_in_doubles(graph_, rows);
}

} // namespace derivation
} // namespace dalembert

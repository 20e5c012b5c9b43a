#include <dalembert/algebra/algebra.h>
#include <dalembert/algebra/elimination.h>
#include <dalembert/algebra/printed_text.h>
#include <dalembert/algebra/typeset.h>
#include <dalembert/algebra/work_budget.h>
#include <dalembert/base/errors.h>
#include <dalembert/expr/zero_test.h>
#include <dalembert/textbook/proof.h>
#include <dalembert/textbook/rate_elimination.h>
#include <dalembert/textbook/solved_form.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace dalembert {
inline namespace textbook {

namespace {

constexpr std::size_t most_group_work =
    3'000'000;                                  ///< products of terms for one group; models of textbooks take 800 000
constexpr int most_failures = 4;                ///< of fifty equal groups, more are not tried
constexpr std::size_t most_terms_written = 400; ///< of numerator and denominator; more is not short

/// K·x = r with x = (v̇, λ).
struct Saddle {
  std::vector<Expr> unknowns;
  ExprMatrix matrix;
  std::vector<Expr> right;
};

Saddle saddle(const Equations& e) {
  Graph& graph = *e.system->graph;
  const int n = e.mass().rows;
  const int m = e.constraint_matrix.rows;
  Saddle out{e.accelerations, ExprMatrix(n + m, n + m, graph.zero()), e.forcing};
  const std::vector<Expr> multipliers = e.system->multipliers();
  out.unknowns.insert(out.unknowns.end(), multipliers.begin(), multipliers.end());
  out.right.insert(out.right.end(), e.constraint_forcing.begin(), e.constraint_forcing.end());
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      out.matrix.at(i, j) = e.mass().at(i, j);
  for (int k = 0; k < m; ++k)
    for (int i = 0; i < n; ++i) {
      out.matrix.at(n + k, i) = e.constraint_matrix.at(k, i);
      out.matrix.at(i, n + k) = graph.neg(e.constraint_matrix.at(k, i));
    }
  return out;
}

/// Groups of unknowns that hang together; the matrix is symmetric but for signs, so rows go with columns.
std::vector<std::vector<int>> groups(const Graph& graph, const Saddle& s) {
  const int n = s.matrix.rows;
  std::vector<int> head(static_cast<std::size_t>(n));
  std::iota(head.begin(), head.end(), 0);
  const auto find = [&head](int i) {
    while (head[static_cast<std::size_t>(i)] != i)
      i = head[static_cast<std::size_t>(i)];
    return i;
  };
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      if (!graph.is_zero(s.matrix.at(i, j))) head[static_cast<std::size_t>(find(i))] = find(j);
  std::vector<std::vector<int>> out(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i)
    out[static_cast<std::size_t>(find(i))].push_back(i);
  std::erase_if(out, [](const auto& group) { return group.empty(); });
  return out;
}

class Solver {
public:
  Solver(const Equations& equations, const SolvedLimits& limits)
      : equations_(equations), limits_(limits), algebra_(equations), saddle_(saddle(equations)) {
    for (const Expr unknown : saddle_.unknowns)
      out_.push_back({std::string(algebra_.graph.name(unknown)), std::nullopt, 0});
  }

  std::vector<SolvedUnknown> solve() {
    if (!equations_.frictions.empty()) return std::move(out_);
    std::vector<std::vector<int>> solvable = groups(algebra_.graph, saddle_);
    std::erase_if(solvable, [this](const auto& g) { return g.size() > static_cast<std::size_t>(limits_.unknowns); });
    if (solvable.empty()) return std::move(out_);
    eliminations_ = rate_eliminations(algebra_, equations_);
    for (const std::vector<int>& group : solvable) {
      if (failures_ >= most_failures) break;
      const WorkBudget budget(most_group_work);
      try {
        solve(group);
      } catch (const BudgetSpent&) { // NOLINT: the group stays unsolved
      }
      const bool is_written =
          std::ranges::any_of(group, [this](int i) { return out_[static_cast<std::size_t>(i)].value.has_value(); });
      failures_ += is_written ? 0 : 1;
    }
    return std::move(out_);
  }

private:
  void solve(const std::vector<int>& group) {
    LinearRows rows;
    for (const int i : group) {
      std::vector<Expr> entries;
      entries.reserve(group.size() + 1);
      for (const int j : group)
        entries.push_back(saddle_.matrix.at(i, j));
      entries.push_back(saddle_.right[static_cast<std::size_t>(i)]);
      std::optional<std::vector<ExponentialPolynomial>> row = algebra_.polynomial_row(entries);
      if (!row) return;
      rows.push_back(std::move(*row));
    }
    const LinearQuotients quotients = solve_without_fractions(std::move(rows));
    if (quotients.denominator.is_zero()) return;
    std::vector<Fraction> solution;
    std::vector<Expr> values;
    for (const ExponentialPolynomial& numerator : quotients.numerators) {
      std::optional<Fraction> value = algebra_.lowest_terms(numerator, quotients.denominator);
      if (!value) return;
      solution.push_back(std::move(*value));
      values.push_back(algebra_.expression(solution.back()));
    }
    if (!is_solution(group, values)) return;
    for (std::size_t i = 0; i < group.size(); ++i)
      write(out_[static_cast<std::size_t>(group[i])], solution[i], values[i]);
  }

  /// True where the solution is proved to satisfy the equations of its group.
  /// @throws InternalError where it does not, a bug of ours
  [[nodiscard]] bool is_solution(const std::vector<int>& group, const std::vector<Expr>& values) {
    Graph& graph = algebra_.graph;
    std::vector<Expr> left;
    std::vector<Expr> right;
    for (const int i : group) {
      Expr sum = graph.zero();
      for (std::size_t j = 0; j < group.size(); ++j)
        sum = graph.add(sum, graph.mul(saddle_.matrix.at(i, group[j]), values[j]));
      left.push_back(sum);
      right.push_back(saddle_.right[static_cast<std::size_t>(i)]);
    }
    const Answer answer = equality_test(graph, left, right).verdict;
    ENSURE(answer != Answer::no);
    return answer == Answer::yes;
  }

  static std::size_t size(const Fraction& fraction) { return fraction.numerator.size() + fraction.denominator.size(); }

  /// Prints the shortest of the solution as it is and with rates eliminated by the velocity constraints, where its text
  /// is proved.
  void write(SolvedUnknown& out, const Fraction& fraction, Expr value) {
    Fraction best = fraction;
    const RateElimination* used = nullptr;
    for (const RateElimination& way : eliminations_) {
      try {
        std::optional<Fraction> other = way.apply(algebra_, fraction);
        if (!other || size(*other) >= size(best)) continue;
        best = std::move(*other);
        used = &way;
      } catch (const BudgetSpent&) { // NOLINT: this way is not taken
      }
    }
    if (size(best) > most_terms_written) return;
    algebra_.human.lead_with(-1);
    const std::optional<Sum> sum = algebra_.fractions.written(algebra_.human, best);
    if (!sum) return;
    Formula formula = typeset(algebra_.atoms, *sum);
    out.nodes = node_count(formula);
    if (out.nodes > limits_.nodes) return;
    const std::optional<KnownTexts> known =
        texts_below(algebra_.graph, std::vector<Expr>{value, algebra_.expression(best)});
    if (!known) return;
    const Expr printed = read_printed(algebra_.graph, formula, *known);
    const bool is_proved = used != nullptr ? used->is_proved(algebra_, printed, value)
                                           : says_what_is_meant(algebra_.graph, printed, value) == Answer::yes;
    if (!is_proved) return;
    out.value = std::move(formula);
  }

  const Equations& equations_;
  SolvedLimits limits_;
  Algebra algebra_;
  Saddle saddle_;
  std::vector<RateElimination> eliminations_;
  std::vector<SolvedUnknown> out_;
  int failures_ = 0; ///< groups whose solution is too long
};

} // namespace

std::vector<SolvedUnknown> solved_form(const Equations& equations, const SolvedLimits& limits) {
  return Solver(equations, limits).solve();
}

} // namespace textbook
} // namespace dalembert

#include <dalembert/expr/evaluate_as.h>
#include <dalembert/numerics/linear/big_matrix.h>
#include <dalembert/studies/precise_parameters.h>
#include <dalembert/studies/precise_state.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace dalembert {
inline namespace studies {

namespace {

using Numbers = std::vector<BigFloat>;

constexpr int newton_steps = 6; // from the twelve digits of doubles: 24, 48, 96
constexpr double reached = 1e-48;

/// The solution of a square system; nothing where it is singular.
std::optional<Numbers> solve(BigMatrix rows, const Numbers& right) {
  std::optional<BigMatrix> out =
      solve_precisely(std::move(rows), BigMatrix(right.size(), 1, right), PivotChoice::of_column);
  return out ? std::optional<Numbers>(std::move(out->entries)) : std::nullopt;
}

/// The least δ with A·δ = −f, for independent rows.
std::optional<Numbers> least_correction(const Numbers& a, const Numbers& f, std::size_t n) {
  const std::size_t m = f.size();
  BigMatrix normal(m, m);
  for (std::size_t k = 0; k < m; ++k)
    for (std::size_t l = 0; l < m; ++l)
      for (std::size_t i = 0; i < n; ++i)
        normal.at(k, l) += a[k * n + i] * a[l * n + i];
  const auto factors = solve(std::move(normal), f);
  if (!factors) return std::nullopt;
  Numbers out(n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = 0; k < m; ++k)
      out[i] = out[i] - a[k * n + i] * (*factors)[k];
  return out;
}

/// One state in many digits.
class PreciseState {
public:
  PreciseState(const Equations& equations, const std::vector<double>& parameters, const State& near)
      : equations_(equations), system_(*equations.system), graph_(*system_.graph), evaluate_(graph_) {
    values_.push_back({system_.time, BigFloat(near.t)});
    const Numbers numbers = parameter_numbers(system_, parameters); // 4.905 is half of 9.81, not of a double beside it
    for (std::size_t p = 0; p < parameters.size(); ++p)
      values_.push_back({system_.parameters[p].symbol, numbers[p]});
    positions_ = values_.size();
    for (std::size_t i = 0; i < near.q.size(); ++i)
      values_.push_back({system_.coordinates[i].position, BigFloat(near.q[i])});
    rates_ = values_.size();
    for (std::size_t i = 0; i < near.v.size(); ++i)
      values_.push_back({system_.coordinates[i].rate, BigFloat(near.v[i])});
  }

  [[nodiscard]] bool settle() { return put_positions() && put_rates() && put_motion(); }
  [[nodiscard]] Numbers values(const std::vector<Expr>& roots) { return evaluate_(roots, values_); }

private:
  /// The rows of A of the constraints in `which`.
  [[nodiscard]] std::vector<Expr> rows_of(const std::vector<std::size_t>& which) const {
    std::vector<Expr> out;
    const std::size_t n = system_.coordinates.size();
    for (const std::size_t k : which) {
      const auto first = equations_.constraint_matrix.entries.begin() + static_cast<std::ptrdiff_t>(k * n);
      out.insert(out.end(), first, first + static_cast<std::ptrdiff_t>(n));
    }
    return out;
  }

  /// Newton's method on f = 0 with the rows as its slopes, in the values from `first` on. One step more than is needed:
  /// what then remains is round-off, which other digits change, and not what a step left.
  bool newton(const std::vector<Expr>& f, const std::vector<Expr>& rows, std::size_t first) {
    const std::size_t n = system_.coordinates.size();
    bool was_there = false;
    for (int step = 0; step <= newton_steps + 1; ++step) {
      const Numbers error = values(f);
      const bool is_there = std::all_of(error.begin(), error.end(), [](const BigFloat& e) {
        return e.is_finite() && std::abs(e.to_double()) < reached;
      });
      const bool is_zero = std::ranges::all_of(error, [](const BigFloat& e) { return e.is_zero(); });
      if (is_there && (was_there || is_zero)) return true;
      was_there = is_there;
      const auto change = least_correction(values(rows), error, n);
      if (!change) return is_there;
      for (std::size_t i = 0; i < n; ++i)
        values_[first + i].value = values_[first + i].value + (*change)[i];
    }
    return false;
  }

  bool put_positions() {
    std::vector<Expr> f;
    std::vector<std::size_t> which;
    for (std::size_t k = 0; k < system_.constraints.size(); ++k)
      if (system_.constraints[k].kind == ConstraintKind::holonomic) {
        f.push_back(system_.constraints[k].residual);
        which.push_back(k);
      }
    return newton(f, rows_of(which), positions_);
  }

  bool put_rates() { return newton(equations_.constraint_rates, equations_.constraint_matrix.entries, rates_); }

  /// (v̇, λ) from equation (3) of docs/theory/lagrange.md.
  bool put_motion() {
    const std::size_t n = system_.coordinates.size();
    const std::size_t m = system_.constraints.size();
    const Numbers mass = values(equations_.mass().entries);
    const Numbers a = values(equations_.constraint_matrix.entries);
    Numbers right = values(equations_.forcing);
    for (BigFloat& entry : values(equations_.constraint_forcing))
      right.push_back(std::move(entry));
    BigMatrix rows(n + m, n + m);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j)
        rows.at(i, j) = mass[i * n + j];
    for (std::size_t k = 0; k < m; ++k)
      for (std::size_t i = 0; i < n; ++i) {
        rows.at(n + k, i) = a[k * n + i];
        rows.at(i, n + k) = -a[k * n + i];
      }
    const auto x = solve(std::move(rows), right);
    if (!x) return false;
    for (std::size_t i = 0; i < n; ++i)
      values_.push_back({system_.coordinates[i].acceleration, (*x)[i]});
    for (std::size_t k = 0; k < m; ++k)
      values_.push_back({system_.constraints[k].multiplier, (*x)[n + k]});
    for (std::size_t r = 0; r < system_.reactions.size(); ++r)
      put_reaction(r);
    return true;
  }

  /// R = Σₖ K_k λₖ.
  void put_reaction(std::size_t r) {
    std::vector<Expr> roots = equations_.reactions[r].row;
    const std::size_t m = roots.size();
    const std::vector<Expr> multipliers = system_.multipliers();
    roots.insert(roots.end(), multipliers.begin(), multipliers.end());
    const Numbers all = values(roots);
    BigFloat sum;
    for (std::size_t k = 0; k < m; ++k)
      sum = sum + all[k] * all[m + k];
    values_.push_back({system_.reactions[r].symbol, sum});
  }

  const Equations& equations_;
  const System& system_;
  const Graph& graph_;
  EvaluatorAs<BigFloat> evaluate_;
  std::vector<AssignmentAs<BigFloat>> values_;
  std::size_t positions_ = 0; ///< where the values of q begin
  std::size_t rates_ = 0;
};

struct Difference {
  BigFloat value;
  double size = 0.0; ///< of the largest side or summand
};

std::optional<Difference> difference(const Equations& equations, const std::vector<double>& parameters,
                                     const State& near, const std::vector<Expr>& roots, long bits) {
  const PrecisionGuard guard(bits);
  PreciseState state(equations, parameters, near);
  if (!state.settle()) return std::nullopt;
  const Numbers values = state.values(roots);
  Difference out;
  for (std::size_t i = 2; i < values.size(); ++i) // behind the two sides
    out.size += std::abs(values[i].to_double());
  out.value = values[0] - values[1];
  if (!out.value.is_finite() || !std::isfinite(out.size)) return std::nullopt;
  return out;
}

/// The factor of a product that is a sum, where there is one.
std::optional<Expr> sum_factor(const Graph& graph, Expr product) {
  for (const Factor& factor : graph.factors(product))
    if (graph.kind(factor.base) == NodeKind::sum && graph.value(factor.exponent) == Rational(1)) return factor.base;
  return std::nullopt;
}

/// Appends the summands of `e`, sums in its factors multiplied out.
void add_summands(Graph& graph, Expr e, std::size_t most, std::vector<Expr>& out) {
  const bool is_product = graph.kind(e) == NodeKind::product;
  const std::optional<Expr> sum = graph.kind(e) == NodeKind::sum ? std::optional(e)
                                  : is_product                   ? sum_factor(graph, e)
                                                                 : std::nullopt;
  if (!sum || out.size() > most) {
    out.push_back(e);
    return;
  }
  const Expr rest = is_product ? graph.div(e, *sum) : graph.one();
  const std::vector<Term> terms(graph.terms(*sum).begin(), graph.terms(*sum).end());
  for (const Term& term : terms) {
    const Term whole = graph.as_term(graph.mul(rest, term.expr)); // its number goes to the coefficient below
    const Rational number = graph.value(term.coefficient) * graph.value(whole.coefficient);
    const std::size_t first = out.size();
    add_summands(graph, whole.expr, most, out);
    for (std::size_t i = first; i < out.size(); ++i)
      out[i] = graph.scale(number, out[i]);
  }
}

} // namespace

std::vector<Expr> sides_and_summands(Graph& graph, Expr left, Expr right) {
  constexpr std::size_t most = 60;
  std::vector<Expr> out{left, right};
  for (const Expr side : {left, right})
    add_summands(graph, side, most, out);
  return out;
}

std::optional<PreciseComparison> compare_precisely(const Equations& equations, const std::vector<double>& parameters,
                                                   const State& near, Expr left, Expr right) {
  constexpr long bits = 200;        // 60 digits
  constexpr long bits_beyond = 250; // 75 digits
  constexpr double allowed = 1e-45;
  constexpr double share = 0.01;
  constexpr double round_off = 1e-60; // 2⁻²⁰⁰
  if (!equations.system->frictions.empty()) return std::nullopt;
  try {
    const std::vector<Expr> roots = sides_and_summands(*equations.system->graph, left, right);
    const auto first = difference(equations, parameters, near, roots, bits);
    if (!first) return std::nullopt;
    PreciseComparison out;
    const double size = std::abs(first->value.to_double());
    if (size <= allowed * first->size) {
      out.relative = first->size > 0.0 ? size / first->size : 0.0;
      return out;
    }
    const auto second = difference(equations, parameters, near, roots, bits_beyond);
    if (!second) return std::nullopt;
    const double change = std::abs((second->value - first->value).to_double());
    if (change > share * std::abs(second->value.to_double())) {
      out.relative = round_off;
      return out;
    }
    out.verdict = PreciseComparison::Verdict::differ;
    out.relative = size / first->size;
    return out;
  } catch (const std::invalid_argument&) { // an unknown function
    return std::nullopt;
  }
}

} // namespace studies
} // namespace dalembert

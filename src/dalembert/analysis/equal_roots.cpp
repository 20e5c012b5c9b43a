#include <dalembert/analysis/equal_roots.h>
#include <dalembert/analysis/hurwitz.h>
#include <dalembert/analysis/s_polynomial.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/expr/zero_test.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace dalembert {
inline namespace analysis {

namespace {

constexpr int most_rows_of_minors = 8;

/// The matrix without one row and one column.
ExprMatrix without(const Graph& graph, const ExprMatrix& of, int row, int column) {
  ExprMatrix out(of.rows - 1, of.columns - 1, graph.zero());
  for (int i = 0; i < out.rows; ++i)
    for (int j = 0; j < out.columns; ++j)
      out.at(i, j) = of.at(i < row ? i : i + 1, j < column ? j : j + 1);
  return out;
}

/// The coefficients that the minors of C + s·L leave when they are divided by `divisor`, without those that vanish.
std::vector<Expr> rests_of_minors(Graph& graph, const ExprMatrix& constant, const ExprMatrix& linear,
                                  const SPolynomial& divisor) {
  std::vector<Expr> out;
  for (int i = 0; i < constant.rows; ++i)
    for (int j = 0; j < constant.columns; ++j) {
      const SPolynomial minor =
          characteristic_polynomial(graph, without(graph, constant, i, j), without(graph, linear, i, j));
      for (const Expr rest : divided(graph, minor, divisor).rest)
        if (std::ranges::find(out, rest) == out.end() && !is_zero(graph, rest)) out.push_back(rest);
    }
  return out;
}

/// One factor and how often it divides.
struct Power {
  SPolynomial factor;
  std::size_t times = 1;
  [[nodiscard]] bool is_quadratic() const { return factor.size() == 3; }
};

std::vector<Power> powers_of(const Graph& graph, const std::vector<SPolynomial>& factors) {
  std::vector<Power> out;
  for (const SPolynomial& factor : factors) {
    if (!has_even_powers_only(graph, factor) || factor.size() < 3) continue;
    const auto known =
        std::ranges::find_if(out, [&](const Power& other) { return are_equal(graph, other.factor, factor); });
    if (known == out.end())
      out.push_back({factor});
    else
      ++known->times;
  }
  return out;
}

SPolynomial raised(Graph& graph, const SPolynomial& p, std::size_t exponent) {
  SPolynomial out{graph.one()};
  for (std::size_t k = 0; k < exponent; ++k)
    out = product(graph, out, p);
  return out;
}

/// The value of `of` where s² = −c.
Expr value_at_root(Graph& graph, const SPolynomial& of, Expr c) {
  const SPolynomial in_squares = in_squares_of_s(of);
  Expr out = graph.zero();
  for (std::size_t k = in_squares.size(); k-- > 0;)
    out = graph.sub(in_squares[k], graph.mul(out, c));
  return out;
}

/// The values of a symbol at which `e` vanishes, where `e` is α·x + β or α·x² + β in it; else none.
std::vector<Expr> roots_in(Graph& graph, Expr e, Expr symbol) {
  const std::vector<Expr> by{symbol};
  const std::vector<Replacement> at_zero{{symbol, graph.zero()}};
  const Expr slope = gradient(graph, e, by).front();
  const Expr bend = gradient(graph, slope, by).front();
  const Expr rest = substitute(graph, e, at_zero);
  const Expr factor = substitute(graph, slope, at_zero);
  if (is_zero(graph, bend)) return {graph.neg(graph.div(rest, factor))};
  if (!is_zero(graph, gradient(graph, bend, by).front()) || !is_zero(graph, factor)) return {};
  const Expr square = graph.scale(Rational(1, 2), substitute(graph, bend, at_zero));
  const Expr root = graph.sqrt(graph.neg(graph.div(rest, square)));
  return {root, graph.neg(root)};
}

/// Whether the minors are divisible where a symbol has a value.
bool are_minors_divisible(Graph& graph, const SteadyLinearMotion& motion, const SPolynomial& divisor,
                          const Replacement& value) {
  const std::vector<Replacement> there{value};
  ExprMatrix constant = motion.constant;
  ExprMatrix linear = motion.linear;
  constant.entries = substitute(graph, constant.entries, there);
  linear.entries = substitute(graph, linear.entries, there);
  return rests_of_minors(graph, constant, linear, substitute(graph, divisor, there)).empty();
}

} // namespace

std::optional<EqualRoots> equal_roots(Graph& graph, const SteadyLinearMotion& motion,
                                      const std::vector<SPolynomial>& factors) {
  EqualRoots out;
  const std::vector<Power> powers = powers_of(graph, factors);
  const bool is_simple = powers.size() <= 1 && std::ranges::all_of(powers, [](const Power& p) { return p.times == 1; });
  if (is_simple) return out;
  if (motion.constant.rows > most_rows_of_minors) return std::nullopt;
  for (const Power& power : powers) {
    out.multiplicity = std::max(out.multiplicity, power.times);
    if (power.times == 1) continue;
    const std::vector<Expr> rests =
        rests_of_minors(graph, motion.constant, motion.linear, raised(graph, power.factor, power.times - 1));
    out.growth.insert(out.growth.end(), rests.begin(), rests.end());
  }
  for (std::size_t i = 0; i < powers.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const Power& a = powers[powers[i].is_quadratic() ? i : j];
      const Power& b = powers[powers[i].is_quadratic() ? j : i];
      if (!a.is_quadratic()) return std::nullopt;
      out.pairs.push_back(
          {value_at_root(graph, b.factor, a.factor.front()), raised(graph, a.factor, a.times + b.times - 1)});
    }
  return out;
}

bool is_bounded_at(Graph& graph, const SteadyLinearMotion& motion, const EqualRoots::Pair& pair, Expr difference) {
  for (const Expr symbol : free_symbols(graph, difference)) {
    try {
      const std::vector<Expr> values = roots_in(graph, difference, symbol);
      if (values.empty()) continue;
      return std::ranges::all_of(values, [&](Expr value) {
        return are_minors_divisible(graph, motion, pair.divisor, {symbol, value});
      });
    } catch (const std::domain_error&) { // NOLINT(bugprone-empty-catch): no value there; another symbol may do
    }
  }
  return false;
}

} // namespace analysis
} // namespace dalembert

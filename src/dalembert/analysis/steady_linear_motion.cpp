#include <dalembert/analysis/steady_linear_motion.h>
#include <dalembert/derivation/linear_solve.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/zero_test.h>

#include <utility>

namespace dalembert {
inline namespace analysis {

namespace {

/// The determinant of the first n rows and columns of the block that begins at `top`.
Expr leading_minor(Graph& graph, const ExprMatrix& of, int top, int n) {
  ExprMatrix block(n, n, graph.zero());
  const ExprMatrix none(n, n, graph.zero());
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      block.at(i, j) = of.at(top + i, top + j);
  const SPolynomial determinant = characteristic_polynomial(graph, block, none);
  return determinant.empty() ? graph.zero() : determinant.front();
}

/// True where no rate stands beside M·q̈ and K·q, and both are symmetric.
bool has_symmetric_blocks(const Graph& graph, const ExprMatrix& constant, const ExprMatrix& linear, int top) {
  for (int i = top; i < constant.rows; ++i)
    for (int j = 0; j < top; ++j) {
      const bool has_rate_term = !is_zero(graph, constant.at(i, top + j));
      const int mirrored = top + j;
      if (has_rate_term || !are_equal(graph, constant.at(i, j), constant.at(mirrored, i - top)) ||
          !are_equal(graph, linear.at(i, top + j), linear.at(mirrored, i)))
        return false;
    }
  return true;
}

} // namespace

SteadyLinearMotion steady_linear_motion(const System& system, const ReducedResidual& reduced,
                                        const std::vector<std::size_t>& kept, const std::vector<Replacement>& values) {
  Graph& graph = *system.graph;
  std::vector<Replacement> at = values;
  std::vector<Expr> q;
  std::vector<Expr> w;
  std::vector<Expr> a;
  std::vector<Expr> rates;
  for (const std::size_t i : kept) {
    q.push_back(system.coordinates[i].position);
    rates.push_back(reduced.rates[i]);
  }
  for (const std::size_t i : reduced.independent) {
    w.push_back(system.coordinates[i].rate);
    a.push_back(system.coordinates[i].acceleration);
    at.push_back({a.back(), graph.zero()});
    if (!reduced.is_ignorable[i]) at.push_back({w.back(), graph.zero()});
  }
  const auto put = [&](ExprMatrix& to, int row, int column, const std::vector<Expr>& fs, const std::vector<Expr>& by,
                       int sign) {
    if (fs.empty() || by.empty()) return;
    const std::vector<Expr> entries = substitute(graph, jacobian(graph, fs, by), at);
    for (std::size_t i = 0; i < fs.size(); ++i)
      for (std::size_t j = 0; j < by.size(); ++j)
        to.at(row + static_cast<int>(i), column + static_cast<int>(j)) =
            graph.scale(Rational(sign), entries[i * by.size() + j]);
  };
  const int size = static_cast<int>(q.size() + w.size());
  const int top = static_cast<int>(q.size());
  ExprMatrix constant(size, size, graph.zero());
  ExprMatrix linear(size, size, graph.zero());
  for (int i = 0; i < top; ++i)
    linear.at(i, i) = graph.one();
  put(constant, 0, 0, rates, q, -1);
  put(constant, 0, top, rates, w, -1);
  put(constant, top, 0, reduced.residual, q, 1);
  put(constant, top, top, reduced.residual, w, 1);
  put(linear, top, top, reduced.residual, a, 1);
  SteadyLinearMotion out;
  // The rates of all coordinates are independent, and their order is that of the residuals.
  out.is_natural = kept == reduced.independent && has_symmetric_blocks(graph, constant, linear, top);
  for (int n = 1; out.is_natural && n <= top; ++n)
    out.mass_minors.push_back(leading_minor(graph, linear, top, n));
  for (int i = 0; kept == reduced.independent && !out.is_natural && i < top; ++i)
    if (!graph.is_zero(linear.at(top + i, top + i)))
      out.likely_squares.push_back(graph.neg(graph.div(constant.at(top + i, i), linear.at(top + i, top + i))));
  out.characteristic = characteristic_polynomial(graph, constant, linear);
  out.constant = std::move(constant);
  out.linear = std::move(linear);
  return out;
}

std::optional<SplitCharacteristic> split_characteristic(Graph& graph, const SteadyLinearMotion& linear) {
  SplitCharacteristic out;
  out.rest = linear.characteristic;
  if (out.rest.size() != static_cast<std::size_t>(linear.constant.rows) + 1) return std::nullopt;
  while (!out.rest.empty() && graph.is_zero(out.rest.front())) {
    out.rest.erase(out.rest.begin());
    ++out.zeros;
  }
  if (out.rest.empty()) return out;
  out.drifts = out.zeros > 1 && out.zeros > static_cast<std::size_t>(null_space(graph, linear.constant).basis.columns);
  const Expr leading = out.rest.back();
  for (Expr& coefficient : out.rest)
    coefficient = graph.div(coefficient, leading);
  out.rest.back() = graph.one();
  return out;
}

} // namespace analysis
} // namespace dalembert

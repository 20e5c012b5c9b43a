#include <dalembert/analysis/hurwitz.h>

namespace dalembert {
inline namespace analysis {

namespace {

constexpr std::size_t most_hurwitz_degree = 6;

/// The leading minor of `size` rows of Hurwitz's matrix H_ij = p_(n − 2j + i), i and j from 1.
Expr hurwitz_minor(Graph& graph, const SPolynomial& p, int size) {
  const int n = static_cast<int>(p.size()) - 1;
  ExprMatrix constant(size, size, graph.zero());
  const ExprMatrix none(size, size, graph.zero());
  for (int i = 0; i < size; ++i)
    for (int j = 0; j < size; ++j) {
      const int k = n - 2 * (j + 1) + (i + 1);
      if (k >= 0 && k <= n) constant.at(i, j) = p[static_cast<std::size_t>(k)];
    }
  const SPolynomial determinant = characteristic_polynomial(graph, constant, none);
  return determinant.empty() ? graph.zero() : determinant.front();
}

/// 18abc − 4a³c + a²b² − 4b³ − 27c² of x³ + a x² + b x + c.
Expr cubic_discriminant(Graph& graph, Expr a, Expr b, Expr c) {
  const auto term = [&graph](int number, Expr e) { return graph.scale(Rational(number), e); };
  return graph.sum({term(18, graph.product({a, b, c})), term(-4, graph.mul(graph.pow(a, Rational(3)), c)),
                    graph.mul(graph.square(a), graph.square(b)), term(-4, graph.pow(b, Rational(3))),
                    term(-27, graph.square(c))});
}

} // namespace

bool has_even_powers_only(const Graph& graph, const SPolynomial& p) {
  for (std::size_t k = 1; k < p.size(); k += 2)
    if (!graph.is_zero(p[k])) return false;
  return p.size() % 2 == 1;
}

std::optional<std::vector<Expr>> hurwitz_quantities(Graph& graph, const SPolynomial& p) {
  const std::size_t n = p.size() - 1;
  if (n > most_hurwitz_degree) return std::nullopt;
  std::vector<Expr> out(p.begin(), p.end() - 1);
  for (std::size_t size = 2; size < n; ++size)
    out.push_back(hurwitz_minor(graph, p, static_cast<int>(size)));
  return out;
}

std::optional<std::vector<Expr>> oscillation_quantities(Graph& graph, const SPolynomial& p) {
  if (!has_even_powers_only(graph, p) || p.size() - 1 > most_hurwitz_degree) return std::nullopt;
  std::vector<Expr> out;
  for (std::size_t k = p.size() - 1; k >= 2; k -= 2)
    out.push_back(p[k - 2]);
  const std::size_t degree = out.size();
  if (degree == 2) out.push_back(graph.sub(graph.square(out[0]), graph.scale(Rational(4), out[1])));
  if (degree == 3) out.push_back(cubic_discriminant(graph, out[0], out[1], out[2]));
  return out;
}

} // namespace analysis
} // namespace dalembert

#include <dalembert/analysis/steady_domain.h>
#include <dalembert/derivation/linear_solve.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/zero_test.h>

#include <algorithm>

namespace dalembert {
inline namespace analysis {

namespace {

int rank_of_rows(Graph& graph, const ExprMatrix& rows) {
  return rows.columns - null_space(graph, rows).basis.columns;
}

/// The bases that must be positive or may not vanish, among the nodes of the reduced equations.
struct Bases {
  std::vector<Expr> positive;
  std::vector<Expr> not_zero;
};

Bases bases_of(const Graph& graph, const ReducedResidual& reduced, const std::vector<Expr>& unknowns) {
  std::vector<Expr> all = reduced.residual;
  all.insert(all.end(), reduced.rates.begin(), reduced.rates.end());
  Bases out;
  const auto add = [&](std::vector<Expr>& to, Expr base) {
    if (depends(graph, base, unknowns) && std::ranges::find(to, base) == to.end()) to.push_back(base);
  };
  for (const Expr node : reachable(graph, all)) {
    if (graph.kind(node) == NodeKind::function && graph.function(node) == Function::log)
      add(out.positive, graph.args(node)[0]);
    if (graph.kind(node) != NodeKind::product) continue;
    for (const Factor& factor : graph.factors(node)) {
      const Rational& exponent = graph.value(factor.exponent);
      if (!exponent.is_integer())
        add(out.positive, factor.base);
      else if (exponent.sign() < 0)
        add(out.not_zero, factor.base);
    }
  }
  return out;
}

} // namespace

SteadyDomain steady_domain(const Equations& equations, const ReducedResidual& reduced,
                           const std::vector<Expr>& unknowns, const std::vector<Replacement>& values) {
  Graph& graph = *equations.system->graph;
  SteadyDomain out;
  const Bases bases = bases_of(graph, reduced, unknowns);
  for (const Expr base : substitute(graph, bases.not_zero, values))
    if (is_zero(graph, base)) out.is_singular = true;
  for (const Expr base : substitute(graph, bases.positive, values)) {
    if (is_zero(graph, base))
      out.is_singular = true;
    else
      out.roots.push_back(graph.pow(base, Rational(-1, 2)));
  }
  ExprMatrix rows = equations.constraint_matrix;
  if (out.is_singular || rows.rows == 0 || !depends(graph, rows.entries, unknowns)) return out;
  const int usual = rank_of_rows(graph, rows);
  rows.entries = substitute(graph, rows.entries, values);
  out.is_singular = rank_of_rows(graph, rows) < usual;
  return out;
}

} // namespace analysis
} // namespace dalembert

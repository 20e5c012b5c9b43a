#include <dalembert/lowering/term_size.h>

#include <vector>

namespace dalembert::inline lowering {

namespace {

constexpr int most_levels = 32; // sums inside sums beyond this count as one term

Expr size_of(Graph& graph, Expr e, int levels) {
  if (graph.kind(e) != NodeKind::sum || levels == 0) return graph.apply(Function::abs, e);
  const std::vector<Term> terms(graph.terms(e).begin(), graph.terms(e).end());
  std::vector<Expr> sizes;
  for (const Term& term : terms) {
    const Rational coefficient = graph.value(term.coefficient).abs();
    sizes.push_back(graph.scale(coefficient, size_of(graph, term.expr, levels - 1)));
  }
  Expr sum = graph.zero();
  for (const Expr size : sizes)
    sum = graph.add(sum, size);
  return sum;
}

} // namespace

Expr term_size(Graph& graph, Expr e) {
  return size_of(graph, e, most_levels);
}

} // namespace dalembert::inline lowering

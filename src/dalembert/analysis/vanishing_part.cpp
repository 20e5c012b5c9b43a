#include <dalembert/analysis/vanishing_part.h>
#include <dalembert/expr/common_factors.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/expr/zero_test.h>

#include <algorithm>
#include <stdexcept>

namespace dalembert {
inline namespace analysis {

std::vector<Expr> symbols_of_values(Graph& graph, const std::vector<Expr>& expressions) {
  std::vector<Expr> out = free_symbols(graph, expressions);
  std::erase_if(out, [&](Expr symbol) {
    const std::vector<Expr> slopes = jacobian(graph, expressions, std::vector<Expr>{symbol});
    return std::ranges::all_of(slopes, [&graph](Expr e) { return is_zero(graph, e); });
  });
  return out;
}

Expr vanishing_part(const System& system, SignJudge& judge, const std::vector<Expr>& held, Expr e) {
  Graph& graph = *system.graph;
  const auto is_held = [&held](Expr symbol) { return std::ranges::find(held, symbol) != held.end(); };
  std::vector<Expr> positive = judge.positive();
  std::erase_if(positive, [&](Expr symbol) { return !is_held(symbol); });
  MonomialMemo memo;
  const Expr cleared = same_sign_polynomial(system, e, positive, memo);
  const Expr whole = graph.as_term(with_common_factors_out(graph, cleared)).expr;
  std::vector<Factor> factors{{whole, one_id}};
  if (graph.kind(whole) == NodeKind::product) factors.assign(graph.factors(whole).begin(), graph.factors(whole).end());
  Expr rest = graph.one();
  for (const Factor& factor : factors) {
    const JudgedSign known = judge.of(factor.base);
    const bool is_kept = known.value == 0 || !known.is_proved ||
                         !std::ranges::all_of(free_symbols(graph, std::vector<Expr>{factor.base}), is_held);
    if (is_kept) rest = graph.mul(rest, factor.base);
  }
  return rest;
}

void drop_implied(Graph& graph, std::vector<Expr>& all) {
  const std::vector<Expr> symbols = all;
  for (const Expr symbol : symbols) {
    if (graph.kind(symbol) != NodeKind::symbol) continue;
    std::erase_if(all, [&](Expr e) {
      if (e == symbol || !depends(graph, e, symbol)) return false;
      try {
        return is_zero(graph, substitute(graph, e, std::vector<Replacement>{{symbol, graph.zero()}}));
      } catch (const std::domain_error&) {
        return false;
      }
    });
  }
}

} // namespace analysis
} // namespace dalembert

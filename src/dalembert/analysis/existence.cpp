#include <dalembert/analysis/existence.h>
#include <dalembert/exact/row_monomials.h>
#include <dalembert/exact/sign_certificate.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/zero_test.h>

#include <algorithm>
#include <cmath>

namespace dalembert {
inline namespace analysis {

namespace {

using Bound = SymbolicCondition::Relation;

/// Gathers the conditions of every node below some values.
class Reality {
public:
  Reality(const System& system, SignJudge& judge) : system_(system), graph_(*system.graph), judge_(judge) {}

  std::vector<SymbolicCondition> of(const std::vector<Expr>& values) {
    for (const Expr node : reachable(graph_, values)) {
      if (graph_.kind(node) == NodeKind::product) look_at_roots(node);
      if (graph_.kind(node) == NodeKind::function) look_at_function(node);
    }
    return std::move(out_);
  }

private:
  void look_at_roots(Expr node) {
    const std::vector<Factor> factors(graph_.factors(node).begin(), graph_.factors(node).end());
    for (const Factor& factor : factors) {
      const Rational exponent = graph_.value(factor.exponent);
      if (exponent.is_integer()) continue;
      want(factor.base, exponent.sign() > 0 ? Bound::at_most : Bound::less);
    }
  }

  void look_at_function(Expr node) {
    const Function f = graph_.function(node);
    const Expr argument = graph_.args(node)[0];
    if (f == Function::log) want(argument, Bound::less);
    if (f != Function::acos && f != Function::asin) return;
    const int sign = judge_.of(argument).value;
    if (sign >= 0) want(graph_.sub(graph_.one(), argument), Bound::at_most);
    if (sign <= 0) want(graph_.add(graph_.one(), argument), Bound::at_most);
  }

  void want(Expr positive, Bound relation) {
    // At any place: g/(l·cos θ) ≥ 0 is cos θ > 0.
    std::vector<Expr> moving = system_.positions();
    const std::vector<Expr> rates = system_.rates();
    moving.insert(moving.end(), rates.begin(), rates.end());
    if (depends(graph_, positive, moving)) relation = Bound::less;
    if (judge_.of(positive).value > 0) return;
    MonomialMemo memo;
    if (relation == Bound::at_most && sign_of(system_, positive, judge_.positive(), memo) != SignKnown::nothing) return;
    const SymbolicCondition made = compared(system_, positive, relation, judge_.positive());
    const bool is_known = std::ranges::any_of(out_, [&](const SymbolicCondition& other) {
      return are_equal(graph_, surplus(graph_, other), surplus(graph_, made));
    });
    if (!is_known) out_.push_back(made);
  }

  const System& system_;
  Graph& graph_;
  SignJudge& judge_;
  std::vector<SymbolicCondition> out_;
};

} // namespace

Expr surplus(Graph& graph, const SymbolicCondition& condition) {
  return graph.sub(condition.right, condition.left);
}

SymbolicCondition compared(const System& system, Expr u, Bound relation, const std::vector<Expr>& positive) {
  Graph& graph = *system.graph;
  MonomialMemo memo;
  const Expr cleared = same_sign_polynomial(system, u, positive, memo);
  const std::optional<MonomialSum> terms = multiplied_out(graph, cleared);
  if (!terms) return {graph.zero(), relation, cleared};
  Rational scale(1); // M ≠ 2·m for M/2 ≠ m
  if (relation == Bound::not_equal)
    for (const auto& [factors, number] : *terms)
      scale = scale * (number * scale).denominator();
  Expr left = graph.zero();
  Expr right = graph.zero();
  for (const auto& [factors, number] : *terms) {
    Expr term = graph.number(number.abs() * scale);
    for (const auto& [base, exponent] : factors)
      term = graph.mul(term, graph.pow(base, exponent));
    Expr& side = number.sign() < 0 ? left : right;
    side = graph.add(side, term);
  }
  return {left, relation, right};
}

std::vector<SymbolicCondition> existence(const System& system, const std::vector<Expr>& values, SignJudge& judge) {
  return Reality(system, judge).of(values);
}

std::vector<Expr> signs_of_existence(Graph& graph, const std::vector<SymbolicCondition>& conditions,
                                     const std::vector<Expr>& values, SignJudge& judge) {
  std::vector<Expr> surpluses;
  for (const SymbolicCondition& condition : conditions)
    surpluses.push_back(surplus(graph, condition));
  std::vector<Expr> out;
  for (const Expr parameter : judge.positive())
    if (depends(graph, surpluses, std::vector<Expr>{parameter})) out.push_back(parameter);
  std::vector<Expr> holding = surpluses;
  holding.insert(holding.end(), values.begin(), values.end());
  const AllPositive said(graph, surpluses);
  const auto meant = [&](const std::vector<Assignment>& at) -> std::optional<bool> {
    return std::ranges::all_of(evaluate(graph, values, at), [](double x) { return std::isfinite(x); });
  };
  for (const Expr parameter : judge.needed_to_agree(holding, said, meant))
    if (std::ranges::find(out, parameter) == out.end()) out.push_back(parameter);
  return out;
}

} // namespace analysis
} // namespace dalembert

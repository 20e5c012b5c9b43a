#include <dalembert/analysis/vanishing_combinations.h>
#include <dalembert/derivation/linear_solve.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/expr/zero_test.h>

#include <optional>
#include <stdexcept>
#include <utility>

namespace dalembert {
inline namespace analysis {

namespace {

/// `e` at symbol = value; nothing where it has no value there.
std::optional<Expr> at(Graph& graph, Expr e, Expr symbol, const Rational& value) {
  try {
    return substitute(graph, e, std::vector<Replacement>{{symbol, graph.number(value)}});
  } catch (const std::domain_error&) {
    return std::nullopt;
  }
}

/// `e` without the variables that it holds but does not change with, and as a number where it is one.
Expr without_idle_variables(Graph& graph, Expr e, const std::vector<Expr>& variables) {
  for (const Expr symbol : variables) {
    if (!depends(graph, e, symbol)) continue;
    if (!is_zero(graph, gradient(graph, e, std::vector<Expr>{symbol}).front())) continue;
    for (const Rational& value : {Rational(0), Rational(1), Rational(1, 2)}) {
      const std::optional<Expr> simpler = at(graph, e, symbol, value);
      if (!simpler || !are_equal(graph, *simpler, e)) continue;
      e = *simpler;
      break;
    }
  }
  for (const int number : {0, 1, -1})
    if (are_equal(graph, e, graph.number(number))) return graph.number(number);
  return e;
}

} // namespace

std::vector<OneForm> vanishing_combinations(Graph& graph, const std::vector<OneForm>& forms,
                                            const std::vector<Field>& fields) {
  std::vector<OneForm> out;
  if (forms.empty()) return out;
  ExprMatrix pairings(static_cast<int>(fields.size()), static_cast<int>(forms.size()), graph.zero());
  for (std::size_t f = 0; f < fields.size(); ++f)
    for (std::size_t k = 0; k < forms.size(); ++k)
      pairings.at(static_cast<int>(f), static_cast<int>(k)) = paired(graph, forms[k].entries, fields[f]);
  const NullSpace factors = null_space(graph, pairings);
  const std::vector<Expr>& variables = forms.front().variables;
  for (int c = 0; c < factors.basis.columns; ++c) {
    OneForm sum{variables, std::vector<Expr>(variables.size(), graph.zero())};
    for (std::size_t k = 0; k < forms.size(); ++k) {
      const Expr factor = without_idle_variables(graph, factors.basis.at(static_cast<int>(k), c), variables);
      for (std::size_t i = 0; i < variables.size(); ++i)
        sum.entries[i] = graph.add(sum.entries[i], graph.mul(factor, forms[k].entries[i]));
    }
    for (Expr& entry : sum.entries)
      entry = without_idle_variables(graph, entry, variables);
    out.push_back(std::move(sum));
  }
  return out;
}

} // namespace analysis
} // namespace dalembert

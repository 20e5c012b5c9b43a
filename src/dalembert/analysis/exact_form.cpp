#include <dalembert/analysis/exact_form.h>
#include <dalembert/analysis/integrating_factor.h>
#include <dalembert/expr/antiderivative.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/zero_test.h>

namespace dalembert {
inline namespace analysis {

namespace {

OneForm times(Graph& graph, Expr factor, OneForm form) {
  for (Expr& entry : form.entries)
    entry = graph.mul(factor, entry);
  return form;
}

/// Integrates a closed form variable by variable.
std::optional<Expr> integrated(Graph& graph, const OneForm& form) {
  Expr sum = graph.zero();
  for (std::size_t i = 0; i < form.variables.size(); ++i) {
    const Expr known = gradient(graph, sum, std::vector<Expr>{form.variables[i]}).front();
    const Expr missing = graph.sub(form.entries[i], known);
    if (is_zero(graph, missing)) continue;
    const std::optional<Expr> part = antiderivative(graph, missing, form.variables[i]);
    if (!part) return std::nullopt;
    sum = graph.add(sum, *part);
  }
  if (equality_test(graph, gradient(graph, sum, form.variables), form.entries).verdict != Answer::yes)
    return std::nullopt;
  return sum;
}

/// ∂aᵢ/∂xⱼ = ∂aⱼ/∂xᵢ identically.
bool is_closed(Graph& graph, const OneForm& form) {
  const std::size_t n = form.variables.size();
  const std::vector<Expr> slopes = jacobian(graph, form.entries, form.variables);
  std::vector<Expr> above;
  std::vector<Expr> below;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < i; ++j) {
      above.push_back(slopes[j * n + i]);
      below.push_back(slopes[i * n + j]);
    }
  return equality_test(graph, above, below).verdict == Answer::yes;
}

} // namespace

std::optional<Expr> potential(Graph& graph, const OneForm& form, FactorBudget& budget, FactorReach reach) {
  const auto spend = [&] { return budget.spend(reachable(graph, form.entries).size() * form.variables.size()); };
  if (!spend()) return std::nullopt;
  const std::optional<std::vector<Expr>> factors = integrating_factors(graph, form, reach);
  if (!factors) return is_closed(graph, form) ? integrated(graph, form) : std::nullopt;
  for (const Expr factor : *factors) {
    if (const auto found = integrated(graph, times(graph, factor, form))) return found;
    if (!spend()) return std::nullopt;
  }
  if (reach != FactorReach::monomial || !factors->empty() || !spend()) return std::nullopt;
  const std::optional<Expr> factor = factor_of_one_variable(graph, form);
  return factor ? integrated(graph, times(graph, *factor, form)) : std::nullopt;
}

} // namespace analysis
} // namespace dalembert

#include <dalembert/analysis/exact_form.h>
#include <dalembert/expr/antiderivative.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/zero_test.h>

#include <algorithm>
#include <array>
#include <stdexcept>

namespace dalembert {

namespace {

constexpr std::size_t most_atoms = 8; ///< whose powers are tried as factors, in pairs

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
  if (equality_test(graph, gradient(graph, sum, form.variables), form.entries).verdict != Zero::yes)
    return std::nullopt;
  return sum;
}

std::optional<Expr> if_exact(Graph& graph, const OneForm& form, FactorBudget& budget) {
  if (!budget.spend(reachable(graph, form.entries).size() * form.variables.size())) return std::nullopt;
  if (!is_closed(graph, form)) return std::nullopt;
  return integrated(graph, form);
}

/// The variables that the entries depend on, and the sines and cosines in them.
std::vector<Expr> atoms_of(const Graph& graph, const OneForm& form) {
  std::vector<Expr> out;
  for (const Expr node : reachable(graph, form.entries)) {
    const bool is_variable = std::find(form.variables.begin(), form.variables.end(), node) != form.variables.end();
    const bool is_sinusoid = graph.kind(node) == NodeKind::function &&
                             (graph.function(node) == Function::sin || graph.function(node) == Function::cos) &&
                             depends(graph, node, form.variables);
    if ((is_variable || is_sinusoid) && out.size() < most_atoms) out.push_back(node);
  }
  return out;
}

std::optional<Expr> with_monomial(Graph& graph, const OneForm& form, FactorBudget& budget) {
  constexpr std::array<int, 4> exponents{-1, 1, -2, 2};
  const std::vector<Expr> atoms = atoms_of(graph, form);
  std::vector<Expr> powers;
  for (const int exponent : exponents)
    for (const Expr atom : atoms)
      powers.push_back(graph.pow(atom, Rational(exponent)));
  for (const Expr factor : powers) {
    if (budget.is_spent()) return std::nullopt;
    if (const auto found = if_exact(graph, times(graph, factor, form), budget)) return found;
  }
  for (std::size_t i = 0; i < powers.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      if (i % atoms.size() == j % atoms.size()) continue;
      if (budget.is_spent()) return std::nullopt;
      const Expr factor = graph.mul(powers[i], powers[j]);
      if (const auto found = if_exact(graph, times(graph, factor, form), budget)) return found;
    }
  return std::nullopt;
}

} // namespace

bool is_closed(Graph& graph, const OneForm& form) {
  const std::size_t n = form.variables.size();
  const std::vector<Expr> slopes = jacobian(graph, form.entries, form.variables);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (!are_equal(graph, slopes[i * n + j], slopes[j * n + i])) return false;
  return true;
}

std::optional<Expr> potential(Graph& graph, const OneForm& form, FactorBudget& budget, FactorReach reach) {
  if (const auto found = if_exact(graph, form, budget)) return found;
  std::vector<OneForm> ways;
  for (const Expr entry : form.entries) {
    if (!depends(graph, entry, form.variables) || budget.is_spent()) continue;
    ways.push_back(times(graph, graph.inverse(entry), form));
    if (const auto found = if_exact(graph, ways.back(), budget)) return found;
  }
  if (reach == FactorReach::simple) return std::nullopt;
  ways.insert(ways.begin(), form);
  for (const OneForm& way : ways)
    if (const auto found = with_monomial(graph, way, budget)) return found;
  return std::nullopt;
}

} // namespace dalembert

#include <dalembert/analysis/position_solutions.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/zero_test.h>

#include <algorithm>
#include <stdexcept>

namespace dalembert {

namespace {

std::vector<Expr> candidates_of(const System& system, bool for_rates) {
  std::vector<Expr> out = for_rates ? system.rates() : system.positions();
  for (const Parameter& parameter : system.parameters)
    out.push_back(parameter.symbol);
  return out;
}

/// True where every row is a velocity constraint that is not affine in the rates.
bool is_nonlinear_throughout(const System& system) {
  Graph& graph = *system.graph;
  const std::vector<Expr> rates = system.rates();
  return !system.constraints.empty() &&
         std::all_of(system.constraints.begin(), system.constraints.end(), [&](const Constraint& c) {
           return c.kind == ConstraintKind::velocity && depends(graph, gradient(graph, c.residual, rates), rates);
         });
}

} // namespace

PositionSolutions::PositionSolutions(const System& system, const std::vector<Expr>& offsets)
    : graph_(*system.graph), offsets_(offsets), solves_rates_(is_nonlinear_throughout(system)) {
  const std::vector<Expr> candidates = candidates_of(system, solves_rates_);
  std::vector<Replacement> no_offset;
  no_offset.reserve(offsets.size());
  for (const Expr offset : offsets)
    no_offset.push_back({offset, graph_.zero()});
  for (std::size_t k = 0; k < system.constraints.size() && solvable_; ++k) {
    if (system.constraints[k].kind != ConstraintKind::holonomic && !solves_rates_) continue;
    const Expr row = substitute(graph_, graph_.sub(system.constraints[k].residual, offsets[k]), replacements_);
    if (is_zero(graph_, substitute(graph_, row, no_offset))) continue; // says what earlier rows say
    solvable_ = solve(row, candidates);
  }
}

bool PositionSolutions::solve(Expr row, const std::vector<Expr>& candidates) {
  for (const bool linear : {true, false})
    for (const Expr symbol : candidates) {
      if (!depends(graph_, row, symbol)) continue;
      const std::vector<Expr> one{symbol};
      const Expr slope = gradient(graph_, row, one).front();
      const Expr curvature = gradient(graph_, slope, one).front();
      const bool is_linear = !depends(graph_, slope, symbol);
      const bool is_quadratic = !is_linear && !depends(graph_, curvature, symbol);
      if (linear ? !is_linear : !is_quadratic) continue;
      if (const std::optional<Expr> by = solution(row, symbol)) {
        add(symbol, *by);
        return true;
      }
    }
  return false;
}

/// s = −c/b, or s = (−b + ρ√(b² − 4ac))/(2a) with ρ = ±1 a symbol of its own, for φ = a s² + b s + c.
std::optional<Expr> PositionSolutions::solution(Expr row, Expr symbol) {
  const std::vector<Replacement> to_zero{{symbol, graph_.zero()}};
  const std::vector<Expr> one{symbol};
  try {
    const Expr slope = gradient(graph_, row, one).front();
    const Expr a = graph_.scale(Rational(1, 2), gradient(graph_, slope, one).front());
    const Expr b = substitute(graph_, slope, to_zero);
    const Expr c = substitute(graph_, row, to_zero);
    if (graph_.is_zero(a)) return graph_.neg(graph_.div(c, b));
    const Expr discriminant = graph_.sub(graph_.square(b), graph_.scale(Rational(4), graph_.mul(a, c)));
    const Expr sign = graph_.symbol("root");
    roots_.push_back(sign);
    const Expr numerator = graph_.sub(graph_.mul(sign, graph_.sqrt(discriminant)), b);
    return graph_.div(numerator, graph_.scale(Rational(2), a));
  } catch (const std::domain_error&) { // a division by an exact zero: this symbol does not do
    return std::nullopt;
  }
}

void PositionSolutions::add(Expr symbol, Expr by) {
  const std::vector<Replacement> latest{{symbol, by}};
  for (Replacement& earlier : replacements_)
    earlier.by = substitute(graph_, earlier.by, latest);
  replacements_.push_back({symbol, by});
}

} // namespace dalembert

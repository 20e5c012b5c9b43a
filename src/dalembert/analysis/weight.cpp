#include <dalembert/analysis/weight.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/zero_test.h>

#include <algorithm>
#include <vector>

namespace dalembert {
inline namespace analysis {

namespace {

Expr slope_along(Graph& graph, Expr e, Expr symbol) {
  return gradient(graph, e, std::vector<Expr>{symbol}).front();
}

/// e is a multiple of `symbol`, with a factor free of it.
bool is_multiple_of(Graph& graph, Expr e, Expr symbol) {
  return depends(graph, e, symbol) && is_zero(graph, graph.sub(e, graph.mul(symbol, slope_along(graph, e, symbol))));
}

/// The diagonal of the mass matrix; empty where it is not diagonal.
std::vector<Expr> orthogonal_masses(const Equations& equations) {
  const Graph& graph = *equations.system->graph;
  const ExprMatrix& mass = equations.mass();
  std::vector<Expr> out;
  for (int i = 0; i < mass.rows; ++i) {
    for (int j = 0; j < i; ++j)
      if (!is_zero(graph, mass.at(i, j))) return {};
    if (is_zero(graph, mass.at(i, i))) return {};
    out.push_back(mass.at(i, i));
  }
  return out;
}

/// The one parameter that all masses hold, as a factor.
std::optional<Expr> particle_mass(const System& system, const std::vector<Expr>& masses) {
  Graph& graph = *system.graph;
  std::optional<Expr> out;
  for (const Parameter& parameter : system.parameters) {
    if (!depends(graph, masses, std::vector<Expr>{parameter.symbol})) continue;
    const auto holds = [&](Expr e) { return is_multiple_of(graph, e, parameter.symbol); };
    if (out || !std::ranges::all_of(masses, holds)) return std::nullopt;
    out = parameter.symbol;
  }
  return out;
}

/// Laplace's equation in orthogonal coordinates.
bool is_harmonic(Graph& graph, Expr potential, const std::vector<Expr>& q, const std::vector<Expr>& masses) {
  const std::vector<Expr> slopes = gradient(graph, potential, q);
  Expr sum = graph.zero();
  for (std::size_t i = 0; i < q.size(); ++i) {
    const Expr flux = graph.div(slopes[i], masses[i]);
    sum = graph.add(sum, slope_along(graph, flux, q[i]));
    for (const Expr mass : masses) {
      const Expr growth = graph.div(slope_along(graph, mass, q[i]), graph.scale(Rational(2), mass));
      sum = graph.add(sum, graph.mul(flux, growth));
    }
  }
  return is_zero(graph, sum);
}

} // namespace

std::optional<Expr> weight_potential(const Equations& equations) {
  const System& system = *equations.system;
  Graph& graph = *system.graph;
  const std::vector<Expr> q = system.positions();
  constexpr std::size_t least = 2;
  constexpr std::size_t most = 3;
  if (q.size() < least || q.size() > most) return std::nullopt;
  const std::vector<Expr> masses = orthogonal_masses(equations);
  if (masses.empty()) return std::nullopt;
  const std::optional<Expr> mass = particle_mass(system, masses);
  if (!mass) return std::nullopt;
  const Expr whole = equations.energy.potential;
  for (const Parameter& parameter : system.parameters) {
    if (parameter.symbol == *mass || !depends(graph, whole, parameter.symbol)) continue;
    const Expr slope = slope_along(graph, whole, parameter.symbol);
    const Expr part = graph.mul(parameter.symbol, slope);
    if (!is_zero(graph, slope_along(graph, slope, parameter.symbol)) || !is_multiple_of(graph, part, *mass)) continue;
    const bool acts = depends(graph, part, q) && !depends(graph, part, system.rates());
    if (acts && is_harmonic(graph, part, q, masses)) return part;
  }
  return std::nullopt;
}

} // namespace analysis
} // namespace dalembert

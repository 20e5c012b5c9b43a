#include <dalembert/analysis/weight.h>
#include <dalembert/base/errors.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/evaluate.h>
#include <dalembert/numerics/linear/spectrum.h>
#include <dalembert/studies/frame_forces.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace dalembert {
inline namespace studies {

namespace {

std::vector<Assignment> assignments(const System& system, const std::vector<double>& parameters, const State& state) {
  std::vector<Assignment> out{{system.time, state.t}};
  for (std::size_t i = 0; i < system.coordinates.size(); ++i) {
    out.push_back({system.coordinates[i].position, state.q[i]});
    out.push_back({system.coordinates[i].rate, state.v[i]});
  }
  for (std::size_t p = 0; p < system.parameters.size(); ++p)
    out.push_back({system.parameters[p].symbol, parameters[p]});
  return out;
}

DenseMatrix column(const std::vector<double>& values) {
  return {values.size(), 1, values};
}

} // namespace

std::optional<CentrifugalEffect> centrifugal_effect(const Engine& engine, const Equations& equations,
                                                    const FictitiousForces& forces, const State& state) {
  const System& system = *equations.system;
  Graph& graph = *system.graph;
  const std::size_t n = system.coordinates.size();
  const bool turns = std::ranges::any_of(forces.coriolis, [&graph](Expr e) { return !graph.is_zero(e); });
  const std::optional<Expr> potential = turns ? weight_potential(equations) : std::nullopt;
  if (!potential) return std::nullopt;
  try {
    const std::vector<Assignment> values = assignments(system, engine.parameters, state);
    const std::vector<Expr> slopes = gradient(graph, graph.neg(*potential), system.positions());
    const DenseMatrix weight = column(evaluate(graph, slopes, values));
    const DenseMatrix lift = column(evaluate(graph, forces.centrifugal, values));
    const DenseMatrix mass(n, n, evaluate(graph, equations.mass().entries, values));
    const DenseMatrix falling = solve_square(mass, weight);
    const double size = (weight.transposed() * falling).at(0, 0);
    const double along = (lift.transposed() * falling).at(0, 0);
    const double square = (lift.transposed() * solve_square(mass, lift)).at(0, 0);
    if (!(size > 0.0) || !(square > 0.0)) return std::nullopt;
    const double across = std::sqrt(std::max(0.0, square - along * along / size));
    return CentrifugalEffect{-along / size, std::atan2(across, std::sqrt(size) + along / std::sqrt(size))};
  } catch (const SolveError&) { // a singular mass matrix
    return std::nullopt;
  } catch (const std::invalid_argument&) { // an unknown function
    return std::nullopt;
  }
}

} // namespace studies
} // namespace dalembert

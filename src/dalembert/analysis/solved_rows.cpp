#include <dalembert/analysis/solved_rows.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/expr/zero_test.h>

#include <algorithm>

namespace dalembert {
inline namespace analysis {

namespace {

/// One coordinate as a function of the others.
struct Solution {
  std::size_t coordinate = 0;
  Expr position;
};

std::optional<Solution> solve(const System& system, Expr row) {
  Graph& graph = *system.graph;
  std::vector<Expr> moving = system.positions();
  moving.push_back(system.time);
  const std::vector<Expr> slopes = gradient(graph, row, system.positions());
  for (std::size_t j = 0; j < slopes.size(); ++j) {
    if (depends(graph, slopes[j], moving) || is_zero(graph, slopes[j])) continue;
    const std::vector<Replacement> at_zero{{system.coordinates[j].position, graph.zero()}};
    return Solution{j, graph.neg(graph.div(substitute(graph, row, at_zero), slopes[j]))};
  }
  return std::nullopt;
}

/// Puts the solution for one coordinate into every expression, and takes the coordinate out.
void put_in(System& system, const Solution& solution) {
  Graph& graph = *system.graph;
  std::vector<Seed> motion{{system.time, graph.one()}};
  for (const Coordinate& q : system.coordinates)
    motion.push_back({q.position, q.rate});
  const Coordinate& gone = system.coordinates[solution.coordinate];
  const std::vector<Replacement> known{{gone.position, solution.position},
                                       {gone.rate, directional(graph, solution.position, motion)}};
  for (EnergyTerm& energy : system.energies)
    energy.value = substitute(graph, energy.value, known);
  for (Constraint& constraint : system.constraints)
    constraint.residual = substitute(graph, constraint.residual, known);
  for (Force& force : system.forces)
    for (Force::Part& part : force.parts) {
      part.magnitude = substitute(graph, part.magnitude, known);
      part.speed = substitute(graph, part.speed, known);
    }
  system.coordinates.erase(system.coordinates.begin() + static_cast<std::ptrdiff_t>(solution.coordinate));
}

bool is_holonomic(const Constraint& constraint) {
  return constraint.kind == ConstraintKind::holonomic;
}

} // namespace

std::optional<ShorterSystem> without_holonomic_rows(const std::shared_ptr<const System>& system) {
  ShorterSystem out{system, {}};
  for (std::size_t i = 0; i < system->coordinates.size(); ++i)
    out.coordinates.push_back(i);
  if (std::none_of(system->constraints.begin(), system->constraints.end(), is_holonomic)) return out;
  if (!system->frictions.empty()) return std::nullopt;
  System shorter = system->equations_only();
  for (;;) {
    const auto row = std::find_if(shorter.constraints.begin(), shorter.constraints.end(), is_holonomic);
    if (row == shorter.constraints.end()) break;
    const Expr residual = row->residual;
    shorter.constraints.erase(row);
    if (is_zero(*shorter.graph, residual)) continue; // redundant
    const std::optional<Solution> solution = solve(shorter, residual);
    if (!solution) return std::nullopt;
    put_in(shorter, *solution);
    out.coordinates.erase(out.coordinates.begin() + static_cast<std::ptrdiff_t>(solution->coordinate));
  }
  if (shorter.coordinates.empty()) return std::nullopt;
  out.system = std::make_shared<const System>(std::move(shorter));
  return out;
}

} // namespace analysis
} // namespace dalembert

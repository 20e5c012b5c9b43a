#include <dalembert/analysis/draws.h>
#include <dalembert/analysis/parameter_fit.h>
#include <dalembert/analysis/symmetry_ansatz.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/modular_sweep.h>
#include <dalembert/expr/zero_test.h>

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace dalembert {

void complete(const Equations& equations, Symmetry& s) {
  const System& system = *equations.system;
  Graph& graph = *system.graph;
  s.quantity = graph.neg(graph.add(graph.mul(equations.energy.energy_function, s.time), s.gauge));
  s.rate = graph.zero();
  for (std::size_t i = 0; i < s.positions.size(); ++i) {
    s.quantity = graph.add(s.quantity, graph.mul(equations.momenta[i], s.positions[i]));
    Expr force = graph.sub(graph.add(equations.generalized_forces[i], equations.constraint_forces[i]),
                           equations.dissipative_forces[i]);
    for (std::size_t f = 0; f < equations.frictions.size(); ++f)
      force = graph.add(force, graph.mul(system.frictions[f].symbol, equations.frictions[f].column[i]));
    const Expr shift = graph.sub(s.positions[i], graph.mul(system.coordinates[i].rate, s.time));
    s.rate = graph.add(s.rate, graph.mul(force, shift));
  }
}

/// The defects of some columns, ready for many points, and the parameters that they hold.
struct SymmetryAnsatz::Defects {
  std::size_t count;
  std::vector<Expr> parameters;
  ModularSweep at;
};

SymmetryAnsatz::SymmetryAnsatz(const Equations& equations, const std::vector<AnsatzFunction>& functions)
    : equations_(equations), system_(*equations.system), graph_(*system_.graph) {
  motion_.push_back({system_.time, graph_.one()});
  for (const Coordinate& q : system_.coordinates)
    motion_.push_back({q.position, q.rate});
  for (const AnsatzFunction& of : functions)
    columns_.push_back({of, {}});
  for (const Parameter& parameter : system_.parameters)
    if (depends(graph_, equations_.energy.lagrangian, parameter.symbol)) parameters_.push_back(parameter.symbol);
}

Expr SymmetryAnsatz::defect_of(const AnsatzFunction& of) {
  const Expr slope = directional(graph_, of.function, motion_);
  if (of.component == AnsatzFunction::gauge) return graph_.neg(slope);
  // τ·∂L/∂t + τ̇·(L − v·p)
  if (of.component == AnsatzFunction::time)
    return graph_.sub(graph_.mul(of.function, equations_.energy.explicit_time),
                      graph_.mul(slope, equations_.energy.energy_function));
  return graph_.add(graph_.mul(of.function, equations_.potential_forces[of.component]),
                    graph_.mul(slope, equations_.momenta[of.component]));
}

SymmetrySearch SymmetryAnsatz::solve() {
  std::vector<Expr> expressions;
  for (Column& column : columns_)
    expressions.push_back(column.defect = defect_of(column.of));
  points_.emplace(graph_, expressions);
  std::vector<Expr> factors = equations_.mass.entries;
  factors.insert(factors.end(), equations_.potential_forces.begin(), equations_.potential_forces.end());
  sums_ = sums_of_parameters(graph_, factors, parameters_);
  std::vector<std::size_t> all(columns_.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  const Defects defects = defects_of(all);
  SymmetrySearch out;
  std::optional<ResidueNullSpace> found;
  for (std::uint64_t seed = 1; seed <= draws::tries_per_point && !found; ++seed)
    found = null_space(defects, drawn_parameters(defects.parameters.size(), seed), seed);
  if (!found) {
    out.notes.emplace_back("L has no exact values at random points");
    return out;
  }
  std::size_t unknown = 0;
  for (const std::vector<Residue>& vector : found->vectors) {
    if (auto symmetry = recognise(vector))
      out.found.push_back(std::move(*symmetry));
    else
      ++unknown;
  }
  if (unknown > 0)
    out.notes.push_back(fmt::format("{} {} whose factors could not be written down", unknown,
                                    unknown == 1 ? "symmetry" : "symmetries"));
  return out;
}

SymmetryAnsatz::Defects SymmetryAnsatz::defects_of(std::span<const std::size_t> columns) const {
  std::vector<Expr> defects;
  for (const std::size_t c : columns)
    defects.push_back(columns_[c].defect);
  std::vector<Expr> parameters = parameters_;
  const std::vector<Expr> below = free_symbols(graph_, defects);
  std::erase_if(parameters, [&below](Expr p) { return !std::ranges::binary_search(below, p); });
  return {defects.size(), std::move(parameters), ModularSweep(graph_, defects)};
}

std::optional<ResidueNullSpace> SymmetryAnsatz::null_space(const Defects& defects,
                                                           const std::vector<Residue>& parameters, std::uint64_t stream,
                                                           std::size_t expected) const {
  SymbolValues fixed;
  for (std::size_t i = 0; i < parameters.size(); ++i)
    fixed.emplace_back(defects.parameters[i], parameters[i]);
  const std::size_t wanted = defects.count + draws::spare_points;
  std::size_t points = 0;
  RandomNullSpace space(defects.count, {.dimension = expected});
  for (std::uint64_t tries = 1; tries <= wanted + draws::most_failures && points < wanted; ++tries) {
    std::optional<ModularPoint> point = points_->draw(tries * 1024 + stream, fixed);
    if (!point) return std::nullopt; // the roots of these parameters do not exist
    std::optional<std::vector<Residue>> row = defects.at(*point);
    if (!row) continue;
    ++points;
    space.add({std::move(*row)}, point->is_rational());
    if (space.is_settled()) return space.found();
  }
  if (points < wanted) return std::nullopt;
  return space.found();
}

/// The coefficients of the columns of one vector, the last of them 1, as functions of the parameters: of those that the
/// columns hold, since they cannot depend on others.
std::optional<std::vector<Expr>> SymmetryAnsatz::coefficients(const std::vector<std::size_t>& support) {
  const Defects defects = defects_of(support);
  std::vector<Expr> sums;
  for (const Expr sum : sums_)
    if (std::ranges::all_of(free_symbols(graph_, sum), [&defects](Expr symbol) {
          return std::ranges::find(defects.parameters, symbol) != defects.parameters.end();
        }))
      sums.push_back(sum);
  return fit_parameters(
      graph_, defects.parameters,
      [&](const std::vector<Residue>& parameters) -> std::optional<std::vector<Residue>> {
        const auto space = null_space(defects, parameters, 3, 1);
        if (!space || space->vectors.size() != 1 || space->free.front() + 1 != support.size()) return std::nullopt;
        return space->vectors.front();
      },
      sums);
}

/// The zero test draws its points blindly, and may find none at which many roots exist: then ours are looked at. That
/// no real state refutes the equation it has seen to in any case.
bool SymmetryAnsatz::vanishes(Expr defect) const {
  const Answer verdict = zero_test(graph_, std::vector<Expr>{defect}).verdict;
  if (verdict != Answer::undecided) return verdict == Answer::yes;
  const RootedPoints points(graph_, std::vector<Expr>{defect});
  constexpr std::uint64_t states = 3;
  for (std::uint64_t seed = 1; seed <= states; ++seed) {
    std::optional<ModularPoint> point = points.draw(seed);
    const std::optional<Residue> value = point ? point->value(defect) : std::nullopt;
    if (!value || !value->is_zero()) return false;
  }
  return true;
}

std::optional<Symmetry> SymmetryAnsatz::recognise(const std::vector<Residue>& vector) {
  std::vector<std::size_t> support;
  for (std::size_t c = 0; c < columns_.size(); ++c)
    if (!vector[c].is_zero()) support.push_back(c);
  const std::optional<std::vector<Expr>> factors = coefficients(support);
  if (!factors) return std::nullopt;
  Symmetry out{graph_.zero(), std::vector<Expr>(system_.coordinates.size(), graph_.zero()), graph_.zero(), {}, {}};
  Expr defect = graph_.zero();
  for (std::size_t k = 0; k < support.size(); ++k) {
    const Column& column = columns_[support[k]];
    Expr& component = column.of.component == AnsatzFunction::gauge  ? out.gauge
                      : column.of.component == AnsatzFunction::time ? out.time
                                                                    : out.positions[column.of.component];
    component = graph_.add(component, graph_.mul((*factors)[k], column.of.function));
    defect = graph_.add(defect, graph_.mul((*factors)[k], column.defect));
  }
  if (!vanishes(defect)) return std::nullopt;
  complete(equations_, out);
  return out;
}

} // namespace dalembert

#include <dalembert/analysis/draws.h>
#include <dalembert/analysis/parameter_fit.h>
#include <dalembert/analysis/symmetry_ansatz.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/modular_sweep.h>
#include <dalembert/expr/zero_test.h>

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <unordered_map>
#include <utility>

namespace dalembert {

namespace {

constexpr std::size_t fewest_for_simple_points = 40; ///< columns
constexpr std::uint64_t simple_points = 512;         ///< of the streams of random numbers

} // namespace

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

/// The defects of some columns, ready for many points, and the parameters that they hold. What defects are made of is
/// evaluated once for all of them.
struct SymmetryAnsatz::Defects {
  /// f·a + (df/dt)·b, as places in `parts`.
  struct Places {
    std::size_t function;
    std::size_t slope;
    std::size_t per_function;
    std::size_t per_slope;
  };
  std::vector<Places> columns;
  std::vector<Expr> parameters;
  ModularSweep parts;

  [[nodiscard]] std::optional<std::vector<Residue>> at(ModularPoint& point) const {
    const std::optional<std::vector<Residue>> values = parts(point);
    if (!values) return std::nullopt;
    std::vector<Residue> out;
    out.reserve(columns.size());
    for (const Places& c : columns)
      out.push_back((*values)[c.function] * (*values)[c.per_function] + (*values)[c.slope] * (*values)[c.per_slope]);
    return out;
  }
};

SymmetryAnsatz::SymmetryAnsatz(const Equations& equations, const std::vector<AnsatzFunction>& functions)
    : equations_(equations), system_(*equations.system), graph_(*system_.graph) {
  motion_.push_back({system_.time, graph_.one()});
  for (const Coordinate& q : system_.coordinates)
    motion_.push_back({q.position, q.rate});
  for (const AnsatzFunction& of : functions)
    columns_.push_back(column_of(of));
  for (const Parameter& parameter : system_.parameters)
    if (depends(graph_, equations_.energy.lagrangian, parameter.symbol)) parameters_.push_back(parameter.symbol);
}

SymmetryAnsatz::Column SymmetryAnsatz::column_of(const AnsatzFunction& of) {
  const Expr slope = directional(graph_, of.function, motion_);
  if (of.component == AnsatzFunction::gauge) return {of, slope, graph_.zero(), graph_.neg(graph_.one())};
  // τ·∂L/∂t + τ̇·(L − v·p)
  if (of.component == AnsatzFunction::time)
    return {of, slope, equations_.energy.explicit_time, graph_.neg(equations_.energy.energy_function)};
  return {of, slope, equations_.potential_forces[of.component], equations_.momenta[of.component]};
}

Expr SymmetryAnsatz::defect_of(const Column& column) const {
  return graph_.add(graph_.mul(column.of.function, column.per_function), graph_.mul(column.slope, column.per_slope));
}

SymmetrySearch SymmetryAnsatz::solve() {
  std::vector<Expr> parts;
  for (const Column& column : columns_)
    parts.insert(parts.end(), {column.of.function, column.slope, column.per_function, column.per_slope});
  points_.emplace(graph_, parts);
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
  std::vector<Expr> parts;
  std::unordered_map<std::uint32_t, std::size_t> places;
  const auto place_of = [&](Expr part) {
    const auto [place, is_new] = places.emplace(part.id, parts.size());
    if (is_new) parts.push_back(part);
    return place->second;
  };
  std::vector<Defects::Places> defects;
  for (const std::size_t c : columns) {
    const auto& [of, slope, per_function, per_slope] = columns_[c];
    const bool is_constant = graph_.is_zero(slope);
    defects.push_back(
        {place_of(of.function), place_of(slope), place_of(per_function), place_of(is_constant ? slope : per_slope)});
  }
  std::vector<Expr> parameters = parameters_;
  const std::vector<Expr> below = free_symbols(graph_, parts);
  std::erase_if(parameters, [&below](Expr p) { return !std::ranges::binary_search(below, p); });
  return {std::move(defects), std::move(parameters), ModularSweep(graph_, parts)};
}

std::optional<ResidueNullSpace> SymmetryAnsatz::null_space(const Defects& defects,
                                                           const std::vector<Residue>& parameters, std::uint64_t stream,
                                                           std::size_t expected) const {
  SymbolValues fixed;
  for (std::size_t i = 0; i < parameters.size(); ++i)
    fixed.emplace_back(defects.parameters[i], parameters[i]);
  const std::size_t wanted = defects.columns.size() + draws::spare_points;
  std::size_t points = 0;
  RandomNullSpace space(defects.columns.size(), {.dimension = expected});
  if (defects.columns.size() >= fewest_for_simple_points) add_simple_points(defects, fixed, stream, space);
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

/// Adds points at rest, and with one rate alone that is not 0: most of their entries are 0, and such rows cost little.
void SymmetryAnsatz::add_simple_points(const Defects& defects, const SymbolValues& fixed, std::uint64_t stream,
                                       RandomNullSpace& space) const {
  const std::vector<Expr> rates = system_.rates();
  const RootedPoints points = *points_; // a copy: roots that never exist at rest may well exist elsewhere
  std::uint64_t tries = 0;
  for (std::size_t moving = 0; moving <= rates.size(); ++moving) { // 0: none
    SymbolValues values = fixed;
    for (std::size_t i = 0; i < rates.size(); ++i)
      if (i + 1 != moving) values.emplace_back(rates[i], Residue());
    bool has_added = true;
    while (has_added) {
      std::optional<ModularPoint> point = points.draw(++tries * 1024 + stream + simple_points, values);
      const std::optional<std::vector<Residue>> row = point ? defects.at(*point) : std::nullopt;
      has_added = row && space.add_special(*row, point->is_rational());
    }
  }
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
    defect = graph_.add(defect, graph_.mul((*factors)[k], defect_of(column)));
  }
  if (!vanishes(defect)) return std::nullopt;
  complete(equations_, out);
  return out;
}

} // namespace dalembert

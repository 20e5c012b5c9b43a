#include <dalembert/analysis/symmetry_ansatz.h>
#include <dalembert/exact/draws.h>
#include <dalembert/exact/parameter_fit.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/zero_test.h>

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace dalembert {
inline namespace analysis {

namespace {

constexpr std::size_t fewest_for_simple_points = 40; ///< columns

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
  if (of.component == AnsatzFunction::gauge) return {of, {of.function, slope, graph_.zero(), graph_.neg(graph_.one())}};
  // τ·∂L/∂t + τ̇·(L − v·p)
  if (of.component == AnsatzFunction::time)
    return {of, {of.function, slope, equations_.energy.explicit_time, graph_.neg(equations_.energy.energy_function)}};
  return {of, {of.function, slope, equations_.potential_forces[of.component], equations_.momenta[of.component]}};
}

Expr SymmetryAnsatz::defect_of(const DeterminingColumn& column) const {
  return graph_.add(graph_.mul(column.function, column.per_function), graph_.mul(column.slope, column.per_slope));
}

SymmetrySearch SymmetryAnsatz::solve() {
  std::vector<Expr> parts;
  for (const auto& [of, c] : columns_)
    parts.insert(parts.end(), {c.function, c.slope, c.per_function, c.per_slope});
  points_.emplace(graph_, parts);
  std::vector<Expr> factors = equations_.mass().entries;
  factors.insert(factors.end(), equations_.potential_forces.begin(), equations_.potential_forces.end());
  sums_ = sums_of_parameters(graph_, factors, parameters_);
  std::vector<std::size_t> all(columns_.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  const DeterminingRows rows = rows_of(all);
  SymmetrySearch out;
  std::optional<ResidueNullSpace> found;
  for (std::uint64_t seed = 1; seed <= draws::tries_per_point && !found; ++seed)
    found = null_space(rows, drawn_parameters(parameters_in(rows).size(), seed), seed);
  if (!found) {
    out.notes.emplace_back("L could not be evaluated exactly at random points");
    return out;
  }
  std::size_t unknown = 0;
  std::erase_if(found->vectors, [this](const std::vector<Residue>& vector) { return is_gauge_alone(vector); });
  out.of_positions = found->vectors.size() - timed_directions(found->vectors);
  for (const std::vector<Residue>& vector : found->vectors) {
    if (auto symmetry = recognise(vector))
      out.found.push_back(std::move(*symmetry));
    else
      ++unknown;
  }
  if (unknown > 0)
    out.notes.push_back(fmt::format("{} {} whose coefficients could not be expressed in the parameters", unknown,
                                    unknown == 1 ? "symmetry" : "symmetries"));
  return out;
}

/// How many of some symmetries are independent by their τ and those components that hold the time.
std::size_t SymmetryAnsatz::timed_directions(const std::vector<std::vector<Residue>>& vectors) const {
  std::vector<std::size_t> timed;
  for (std::size_t c = 0; c < columns_.size(); ++c)
    if (columns_[c].of.component == AnsatzFunction::time ||
        (columns_[c].of.component != AnsatzFunction::gauge && depends(graph_, columns_[c].of.function, system_.time)))
      timed.push_back(c);
  RowSpace space;
  for (const std::vector<Residue>& vector : vectors) {
    std::vector<Residue> part;
    for (const std::size_t c : timed)
      part.push_back(vector[c]);
    space.add(part);
  }
  return static_cast<std::size_t>(space.rank());
}

/// True for what says that gauge functions of the ansatz depend on one another.
bool SymmetryAnsatz::is_gauge_alone(const std::vector<Residue>& vector) const {
  for (std::size_t c = 0; c < columns_.size(); ++c)
    if (!vector[c].is_zero() && columns_[c].of.component != AnsatzFunction::gauge) return false;
  return true;
}

DeterminingRows SymmetryAnsatz::rows_of(std::span<const std::size_t> columns) const {
  std::vector<DeterminingColumn> parts;
  parts.reserve(columns.size());
  for (const std::size_t c : columns)
    parts.push_back(columns_[c].parts);
  return {graph_, parts};
}

std::vector<Expr> SymmetryAnsatz::parameters_in(const DeterminingRows& rows) const {
  std::vector<Expr> out = parameters_;
  std::erase_if(out, [&rows](Expr p) { return !std::ranges::binary_search(rows.symbols(), p); });
  return out;
}

std::optional<ResidueNullSpace> SymmetryAnsatz::null_space(const DeterminingRows& rows,
                                                           const std::vector<Residue>& parameters, std::uint64_t stream,
                                                           std::size_t expected) const {
  const std::vector<Expr> symbols = parameters_in(rows);
  SymbolValues fixed;
  for (std::size_t i = 0; i < parameters.size(); ++i)
    fixed.emplace_back(symbols[i], parameters[i]);
  ColumnSieve sieve(rows.columns());
  const bool are_simple_rational = rows.columns() < fewest_for_simple_points || sift(rows, fixed, stream, sieve);
  const std::vector<std::size_t> kept = sieve.kept();
  const auto restricted = [&kept](const std::vector<Residue>& row) {
    std::vector<Residue> out;
    out.reserve(kept.size());
    for (const std::size_t c : kept)
      out.push_back(row[c]);
    return out;
  };
  RandomNullSpace space(kept.size(), {.dimension = expected});
  for (const std::vector<Residue>& row : sieve.rows())
    space.add_special(restricted(row), are_simple_rational);
  const std::size_t wanted = kept.size() + draws::spare_points;
  std::size_t points = 0;
  for (std::uint64_t tries = 1; tries <= wanted + draws::most_failures && points < wanted && !space.is_settled();
       ++tries) {
    std::optional<ModularPoint> point = points_->draw(tries * 1024 + stream, fixed);
    if (!point) return std::nullopt; // the roots of these parameters do not exist
    std::optional<std::vector<Residue>> row = rows.at(*point);
    if (!row) continue;
    ++points;
    space.add({restricted(*row)}, point->is_rational());
  }
  if (points < wanted && !space.is_settled()) return std::nullopt;
  ResidueNullSpace out = space.found();
  for (std::size_t& f : out.free)
    f = kept[f];
  for (std::vector<Residue>& vector : out.vectors) {
    std::vector<Residue> all(rows.columns());
    for (std::size_t c = 0; c < kept.size(); ++c)
      all[kept[c]] = vector[c];
    vector = std::move(all);
  }
  return out;
}

/// Takes the rows of simple points, those of the rate with the fewest entries first; false where a root or the like was
/// met.
bool SymmetryAnsatz::sift(const DeterminingRows& rows, const SymbolValues& fixed, std::uint64_t stream,
                          ColumnSieve& sieve) const {
  SimplePoints points(rows, *points_, fixed, system_.rates(), stream);
  std::vector<std::pair<SimplePoints::Kind, std::vector<Residue>>> waiting; // with their first rows
  for (SimplePoints::Kind kind = 0; kind < points.kinds(); ++kind)
    if (std::optional<std::vector<Residue>> row = points.row(kind, 0)) waiting.emplace_back(kind, std::move(*row));
  while (!waiting.empty()) {
    const auto next =
        std::ranges::min_element(waiting, {}, [&sieve](const auto& with) { return sieve.entries(with.second); });
    const SimplePoints::Kind kind = next->first;
    std::optional<std::vector<Residue>> row = std::move(next->second);
    waiting.erase(next);
    for (std::size_t k = 1; row && sieve.add(std::move(*row)); ++k)
      row = points.row(kind, k);
    sieve.close_batch();
  }
  return points.are_rational();
}

/// The coefficients of the columns of one vector, the last of them 1, as functions of the parameters: of those that the
/// columns hold, since they cannot depend on others.
std::optional<std::vector<Expr>> SymmetryAnsatz::coefficients(const std::vector<std::size_t>& support) {
  const DeterminingRows rows = rows_of(support);
  const std::vector<Expr> symbols = parameters_in(rows);
  std::vector<Expr> sums;
  for (const Expr sum : sums_)
    if (std::ranges::all_of(free_symbols(graph_, sum),
                            [&symbols](Expr symbol) { return std::ranges::find(symbols, symbol) != symbols.end(); }))
      sums.push_back(sum);
  return fit_parameters(
      graph_, symbols,
      [&](const std::vector<Residue>& parameters) -> std::optional<std::vector<Residue>> {
        const auto space = null_space(rows, parameters, 3, 1);
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
    defect = graph_.add(defect, graph_.mul((*factors)[k], defect_of(column.parts)));
  }
  if (!vanishes(defect)) return std::nullopt;
  complete(equations_, out);
  return out;
}

} // namespace analysis
} // namespace dalembert

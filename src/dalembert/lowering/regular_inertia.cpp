#include <dalembert/expr/residues.h>
#include <dalembert/lowering/regular_inertia.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

namespace dalembert {
inline namespace lowering {

namespace {

/// The coefficients of definitions, inertia and rows at an exact random point.
class StructureAtPoint {
public:
  /// Nothing where too many points have no values.
  static std::optional<StructureAtPoint> draw(const Graph& graph, const InertiaStructure& structure);

  /// True where M a = 0 for the gradient a of row r, and a is not 0.
  [[nodiscard]] bool is_massless_along(std::size_t r) const;

private:
  StructureAtPoint(const Minimisation& problem, std::vector<Residue> values)
      : problem_(problem), values_(std::move(values)) {}

  /// What stands on definitions stands on what they are made of.
  void hand_down(std::vector<Residue>& on) const;
  [[nodiscard]] std::vector<Residue> gradient(std::size_t r) const;

  const Minimisation& problem_;
  std::vector<Residue> values_; ///< by place; 0 for places that are not read
};

std::vector<Minimisation::Place> places_read(const Minimisation& problem) {
  std::vector<Minimisation::Place> out;
  for (const auto* lists : {&problem.definitions, &problem.rows})
    for (const std::vector<Minimisation::Term>& terms : *lists)
      for (const Minimisation::Term& t : terms)
        out.push_back(t.coefficient);
  for (const Minimisation::Entry& e : problem.inertia)
    out.push_back(e.coefficient);
  return out;
}

std::optional<StructureAtPoint> StructureAtPoint::draw(const Graph& graph, const InertiaStructure& structure) {
  constexpr std::uint64_t most_seeds = 20; // half of the points lack a given root
  const std::vector<Minimisation::Place> places = places_read(structure.problem);
  std::vector<Expr> wanted;
  for (const Minimisation::Place place : places)
    wanted.push_back(structure.entries[place]);
  for (std::uint64_t seed = 1; seed <= most_seeds; ++seed) {
    ModularPoint point(graph, seed);
    const std::optional<std::vector<Residue>> found = residues(point, wanted);
    if (!found && point.failure() == ModularPoint::Failure::unsupported) return std::nullopt;
    if (!found) continue;
    std::vector<Residue> values(structure.entries.size());
    for (std::size_t i = 0; i < places.size(); ++i)
      values[places[i]] = (*found)[i];
    return StructureAtPoint(structure.problem, std::move(values));
  }
  return std::nullopt;
}

void StructureAtPoint::hand_down(std::vector<Residue>& on) const {
  for (std::size_t k = problem_.definitions.size(); k-- > 0;) {
    const Residue share = std::exchange(on[problem_.free + k], Residue());
    if (share.is_zero()) continue;
    for (const Minimisation::Term& t : problem_.definitions[k])
      on[t.unknown] += values_[t.coefficient] * share;
  }
}

std::vector<Residue> StructureAtPoint::gradient(std::size_t r) const {
  std::vector<Residue> out(problem_.unknowns());
  for (const Minimisation::Term& t : problem_.rows[r])
    out[t.unknown] += values_[t.coefficient];
  hand_down(out);
  return out;
}

bool StructureAtPoint::is_massless_along(std::size_t r) const {
  std::vector<Residue> rates = gradient(r);
  const auto is_zero = [](Residue x) { return x.is_zero(); };
  if (std::ranges::all_of(rates, is_zero)) return false;
  for (std::size_t k = 0; k < problem_.definitions.size(); ++k)
    for (const Minimisation::Term& t : problem_.definitions[k])
      rates[problem_.free + k] += values_[t.coefficient] * rates[t.unknown];
  std::vector<Residue> momenta(rates.size());
  for (const Minimisation::Entry& e : problem_.inertia) {
    momenta[e.row] += values_[e.coefficient] * rates[e.column];
    if (e.row != e.column) momenta[e.column] += values_[e.coefficient] * rates[e.row];
  }
  hand_down(momenta);
  return std::ranges::all_of(momenta, is_zero);
}

/// Mᵢᵢ of the free unknowns, each path from a definition for itself.
std::vector<Expr> own_inertia(Graph& graph, const InertiaStructure& structure) {
  const Minimisation& problem = structure.problem;
  std::vector<std::vector<Term>> sums(problem.unknowns());
  for (const Minimisation::Entry& e : problem.inertia)
    if (e.row == e.column) sums[e.row].push_back({structure.entries[e.coefficient], one_id});
  std::vector<Expr> out(problem.unknowns(), graph.zero());
  for (std::size_t u = problem.unknowns(); u-- > 0;) {
    out[u] = graph.sum(sums[u]);
    if (u < problem.free || graph.is_zero(out[u])) continue;
    for (const Minimisation::Term& t : problem.definitions[u - problem.free])
      sums[t.unknown].push_back({graph.mul(graph.square(structure.entries[t.coefficient]), out[u]), one_id});
  }
  return out;
}

/// Nothing where no coordinate of the row has any inertia: rows alone move them.
std::optional<Expr> row_weight(const Equations& equations, const std::vector<Expr>& inertia, std::size_t row) {
  Graph& graph = *equations.system->graph;
  Expr sum = graph.zero();
  Expr square = graph.zero();
  for (int i = 0; i < equations.constraint_matrix.columns; ++i) {
    const Expr a = equations.constraint_matrix.at(static_cast<int>(row), i);
    if (graph.is_zero(a)) continue;
    sum = graph.add(sum, inertia[static_cast<std::size_t>(i)]);
    square = graph.add(square, graph.square(a));
  }
  if (graph.is_zero(sum)) return std::nullopt;
  return graph.div(sum, square);
}

RowInertia added_to_row(const Graph& graph, InertiaStructure& structure, std::size_t row, Expr weight) {
  Minimisation& problem = structure.problem;
  const auto place = [&structure](Expr e) {
    structure.entries.push_back(e);
    return static_cast<Minimisation::Place>(structure.entries.size() - 1);
  };
  const auto unknown = static_cast<std::uint32_t>(problem.unknowns());
  problem.definitions.push_back(problem.rows[row]);
  problem.inertia.push_back({unknown, unknown, place(weight)});
  problem.loads.push_back({unknown, place(graph.zero())});
  return {row, problem.loads.back().force, weight};
}

} // namespace

std::vector<RowInertia> add_row_inertia(const Equations& equations, const std::vector<std::size_t>& switched,
                                        InertiaStructure& structure) {
  const System& system = *equations.system;
  Graph& graph = *system.graph;
  const auto may_have = [&](std::size_t k) {
    return system.constraints[k].kind == ConstraintKind::holonomic && !std::ranges::binary_search(switched, k);
  };
  std::vector<std::size_t> rows;
  for (std::size_t k = 0; k < system.constraints.size(); ++k)
    if (may_have(k)) rows.push_back(k);
  if (rows.empty()) return {};
  const std::optional<StructureAtPoint> at = StructureAtPoint::draw(graph, structure);
  if (!at) return {};
  std::erase_if(rows, [&at](std::size_t k) { return !at->is_massless_along(k); });
  if (rows.empty()) return {};
  const std::vector<Expr> inertia = own_inertia(graph, structure);
  std::vector<RowInertia> out;
  for (const std::size_t k : rows)
    if (const std::optional<Expr> weight = row_weight(equations, inertia, k))
      out.push_back(added_to_row(graph, structure, k, *weight));
  renew_row_loads(graph, out, equations.constraint_forcing, structure);
  return out;
}

void renew_row_loads(Graph& graph, const std::vector<RowInertia>& added, const std::vector<Expr>& values,
                     InertiaStructure& structure) {
  for (const RowInertia& of : added)
    structure.entries[of.load] = graph.mul(of.weight, values[of.row]);
}

} // namespace lowering
} // namespace dalembert

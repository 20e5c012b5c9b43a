#include <dalembert/analysis/chart_structure.h>
#include <dalembert/exact/draws.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/modular.h>
#include <dalembert/expr/residue_echelon.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/expr/symbol_sets.h>

#include <algorithm>
#include <cctype>
#include <numeric>
#include <stdexcept>

namespace dalembert {
inline namespace analysis {

namespace {

/// `2` of x₂, x[2] and x_2; empty where a name has no index.
std::string index_of(const Coordinate& q) {
  std::string out;
  for (const int i : q.member.index)
    out += std::to_string(i) + ",";
  if (!q.member.family.empty()) return out;
  std::size_t begin = q.name.size();
  while (begin > 0 && std::isdigit(static_cast<unsigned char>(q.name[begin - 1])) != 0)
    --begin;
  return begin == q.name.size() ? out : q.name.substr(begin) + ",";
}

/// The sines, cosines and tangents in some expressions.
std::vector<Expr> sinusoids_in(const Graph& graph, const std::vector<Expr>& all) {
  std::vector<Expr> out;
  for (const Expr node : reachable(graph, all)) {
    if (graph.kind(node) != NodeKind::function) continue;
    const Function f = graph.function(node);
    if (f == Function::sin || f == Function::cos || f == Function::tan) out.push_back(node);
  }
  return out;
}

std::size_t find_root(std::vector<std::size_t>& parent, std::size_t i) {
  while (parent[i] != i)
    i = parent[i] = parent[parent[i]];
  return i;
}

} // namespace

ChartStructure::ChartStructure(const Equations& equations) : equations_(equations), system_(*equations.system) {
  for (const Coordinate& q : system_.coordinates)
    body_.push_back(index_of(q));
  poles_.resize(system_.coordinates.size());
  generic_ranks_.resize(system_.coordinates.size());
  find_kinds();
  find_blocks();
}

void ChartStructure::find_kinds() {
  Graph& graph = *system_.graph;
  const Expr lagrangian = equations_.energy.lagrangian;
  const std::vector<Expr> sinusoids = sinusoids_in(graph, {lagrangian});
  std::vector<Replacement> hidden;
  for (const Expr sinusoid : sinusoids)
    hidden.push_back({sinusoid, graph.symbol("s")});
  const Expr bare = hidden.empty() ? lagrangian : substitute(graph, lagrangian, hidden);
  std::vector<Replacement> at_rest;
  const std::vector<Expr> in_sinusoids = free_symbols(graph, sinusoids);
  const std::vector<Expr> in_lagrangian = free_symbols(graph, lagrangian);
  const std::vector<Expr> in_bare = free_symbols(graph, bare);
  const std::vector<Expr> turning = free_symbols(graph, sinusoids_in(graph, equations_.mass().entries));
  const auto is_among = [](const std::vector<Expr>& symbols, Expr e) {
    return std::binary_search(symbols.begin(), symbols.end(), e);
  };
  for (std::size_t i = 0; i < system_.coordinates.size(); ++i) {
    const Coordinate& q = system_.coordinates[i];
    const bool in_sinusoid = is_among(in_sinusoids, q.position);
    const bool may_be_any = !system_.has_units && !sinusoids.empty();
    is_idle_.push_back(!is_among(in_lagrangian, q.position) && !is_among(in_lagrangian, q.rate));
    is_angle_.push_back(in_sinusoid || q.measure.angular || may_be_any);
    // Without units, what T does not turn by may be a length, however V holds it.
    const bool may_be_length = !system_.has_units && !is_among(turning, q.position);
    is_length_.push_back((!in_sinusoid && !q.measure.angular) || is_among(in_bare, q.position) || may_be_length);
    at_rest.push_back({q.rate, graph.zero()});
  }
  find_momenta_at(at_rest);
}

void ChartStructure::find_momenta_at(const std::vector<Replacement>& values) {
  Graph& graph = *system_.graph;
  try {
    gyroscopic_terms_ = substitute(graph, equations_.momenta, values);
    has_gyroscopic_terms_ = std::ranges::any_of(gyroscopic_terms_, [&graph](Expr p) { return !graph.is_zero(p); });
  } catch (const std::domain_error&) {
    gyroscopic_terms_.assign(equations_.momenta.size(), graph.zero());
    has_gyroscopic_terms_ = true;
  }
}

/// Coordinates are of one block where an entry of M couples them or changes with them.
void ChartStructure::find_blocks() {
  const Graph& graph = *system_.graph;
  const std::size_t n = system_.coordinates.size();
  const std::vector<Expr> positions = system_.positions();
  const SymbolSets held(graph, equations_.mass().entries, positions);
  std::vector<std::size_t> parent(n);
  std::iota(parent.begin(), parent.end(), std::size_t{0});
  const auto join = [&parent](std::size_t i, std::size_t j) { parent[find_root(parent, i)] = find_root(parent, j); };
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j <= i; ++j) {
      const Expr entry = equations_.mass().at(static_cast<int>(i), static_cast<int>(j));
      if (graph.is_zero(entry)) continue;
      join(i, j);
      for (const std::size_t k : held.held(entry))
        join(i, k);
    }
  angles_.resize(n);
  lengths_.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    block_.push_back(find_root(parent, i));
    if (is_idle_[i]) continue;
    if (is_angle_[i]) angles_[block_[i]].push_back(i);
    if (is_length_[i]) lengths_[block_[i]].push_back(i);
  }
}

bool ChartStructure::turns_about(std::size_t a, std::size_t x) const {
  const int i = static_cast<int>(a);
  return depends(*system_.graph, equations_.mass().at(i, i), system_.coordinates[x].position);
}

bool ChartStructure::is_shifted_by_both(std::size_t x, std::size_t a, std::size_t b) const {
  const Graph& graph = *system_.graph;
  for (std::size_t c = 0; c < system_.coordinates.size(); ++c) {
    const Expr entry = equations_.mass().at(static_cast<int>(x), static_cast<int>(c));
    if (c != x && depends(graph, entry, system_.coordinates[a].position) &&
        depends(graph, entry, system_.coordinates[b].position))
      return true;
  }
  return false;
}

/// The rank of a square matrix at a random point with some symbols 0; −1 where it has no exact values.
int ChartStructure::rank(const std::vector<Expr>& entries, std::size_t size, const std::vector<Expr>& at_zero) const {
  for (std::uint64_t seed = 1; seed <= draws::most_points; ++seed) {
    ModularPoint point(*system_.graph, seed);
    for (const Expr symbol : at_zero)
      point.set(symbol, Residue());
    RowSpace space;
    std::vector<Residue> row;
    bool has_values = true;
    for (std::size_t e = 0; e < entries.size() && has_values; ++e) {
      const std::optional<Residue> value = point.value(entries[e]);
      has_values = value.has_value();
      row.push_back(value.value_or(Residue()));
      if (row.size() < size) continue;
      space.add(row);
      row.clear();
    }
    if (has_values) return space.rank();
  }
  return -1;
}

/// Looks at the block of M that holds angle `b` alone: the others do not change with it.
const ChartStructure::Pole& ChartStructure::pole(std::size_t b) const {
  std::optional<Pole>& known = poles_[b];
  if (known) return *known;
  known.emplace();
  Graph& graph = *system_.graph;
  const Expr angle = system_.coordinates[b].position;
  std::vector<std::size_t> members;
  for (std::size_t i = 0; i < block_.size(); ++i)
    if (block_[i] == block_[b]) members.push_back(i);
  std::vector<Expr> mass;
  for (const std::size_t i : members)
    for (const std::size_t j : members)
      mass.push_back(equations_.mass().at(static_cast<int>(i), static_cast<int>(j)));
  if (!is_angle_[b] || !depends(graph, mass, std::vector<Expr>{angle})) return *known;
  std::optional<int>& generic = generic_ranks_[block_[b]];
  if (!generic) generic = rank(mass, members.size(), {});
  known->at_zero = rank(mass, members.size(), {angle}) < *generic;
  try {
    const Expr right_angle = graph.scale(Rational(1, 2), graph.pi());
    const std::vector<Expr> there = substitute(graph, mass, std::vector<Replacement>{{angle, right_angle}});
    known->at_right_angle = rank(there, members.size(), {}) < *generic;
  } catch (const std::domain_error&) {
    known->at_right_angle = true; // an entry is infinite there
  }
  return *known;
}

bool ChartStructure::is_radius(std::size_t x) const {
  if (!is_length_[x] || is_idle_[x]) return false;
  std::vector<std::size_t> members;
  for (std::size_t i = 0; i < block_.size(); ++i)
    if (block_[i] == block_[x]) members.push_back(i);
  std::vector<Expr> turned{system_.coordinates[x].position};
  for (const std::size_t a : members)
    if (a != x && turns_about(a, x)) turned.push_back(system_.coordinates[a].position);
  const auto is_constrained = [&](const Constraint& c) { return depends(*system_.graph, c.residual, turned); };
  if (turned.size() == 1 || std::ranges::any_of(system_.constraints, is_constrained)) return false;
  std::vector<Expr> mass;
  for (const std::size_t i : members)
    for (const std::size_t j : members)
      mass.push_back(equations_.mass().at(static_cast<int>(i), static_cast<int>(j)));
  const int at_zero = rank(mass, members.size(), {system_.coordinates[x].position});
  return at_zero >= 0 && at_zero < rank(mass, members.size(), {});
}

std::vector<std::size_t> radial_coordinates(const Equations& equations) {
  const ChartStructure chart(equations);
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < equations.system->coordinates.size(); ++i)
    if (chart.is_radius(i)) out.push_back(i);
  return out;
}

} // namespace analysis
} // namespace dalembert

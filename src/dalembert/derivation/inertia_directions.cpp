#include <dalembert/derivation/inertia_directions.h>
#include <dalembert/derivation/linear_solve.h>
#include <dalembert/derivation/matrix_inverse.h>
#include <dalembert/expr/modular.h>
#include <dalembert/expr/zero_test.h>
#include <dalembert/mechanics/massless.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

namespace dalembert {
inline namespace derivation {

namespace {

constexpr std::size_t most_full = 48;    ///< coordinates whose mass matrix is looked at as a whole
constexpr std::size_t most_sampled = 16; ///< likewise before the equations are derived

/// The value of L at random q, t and parameters, where the rates of `moving` are 1 and the others 0.
std::optional<Residue> lagrangian_where(const System& system, Expr lagrangian, std::vector<std::size_t> moving,
                                        std::uint64_t seed) {
  ModularPoint point(*system.graph, seed);
  for (std::size_t i = 0; i < system.coordinates.size(); ++i) {
    const bool moves = std::ranges::find(moving, i) != moving.end();
    point.set(system.coordinates[i].rate, Residue(moves ? 1 : 0));
  }
  return point.value(lagrangian);
}

using ResidueRows = std::vector<std::vector<Residue>>;

/// True where the rows of a square matrix are dependent.
bool is_singular(ResidueRows rows) {
  const std::size_t n = rows.size();
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    while (pivot < n && rows[pivot][k].is_zero())
      ++pivot;
    if (pivot == n) return true;
    std::swap(rows[k], rows[pivot]);
    const Residue inverse = *rows[k][k].inverse();
    for (std::size_t i = k + 1; i < n; ++i) {
      const Residue factor = rows[i][k] * inverse;
      for (std::size_t j = k; j < n && !factor.is_zero(); ++j)
        rows[i][j] -= factor * rows[k][j];
    }
  }
  return false;
}

/// M of an L that is quadratic in the rates, by its values: Mᵢⱼ = L(eᵢ + eⱼ) − L(eᵢ) − L(eⱼ) + L(0).
std::optional<bool> is_singular_at(const System& system, std::uint64_t seed) {
  const std::size_t n = system.coordinates.size();
  const Expr lagrangian = system.lagrangian();
  const std::optional<Residue> at_rest = lagrangian_where(system, lagrangian, {}, seed);
  if (!at_rest) return std::nullopt;
  std::vector<Residue> alone;
  for (std::size_t i = 0; i < n; ++i) {
    const std::optional<Residue> value = lagrangian_where(system, lagrangian, {i}, seed);
    if (!value) return std::nullopt;
    alone.push_back(*value);
  }
  ResidueRows mass(n, std::vector<Residue>(n));
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j <= i; ++j) {
      ModularPoint point(*system.graph, seed);
      for (std::size_t k = 0; k < n; ++k)
        point.set(system.coordinates[k].rate, Residue((k == i ? 1U : 0U) + (k == j ? 1U : 0U)));
      const std::optional<Residue> both = point.value(lagrangian);
      if (!both) return std::nullopt;
      mass[i][j] = mass[j][i] = *both - alone[i] - alone[j] + *at_rest;
    }
  return is_singular(std::move(mass));
}

/// M and below it A.
ExprMatrix inertia_and_rows(const Equations& equations) {
  const ExprMatrix& mass = equations.mass();
  const ExprMatrix& rows = equations.constraint_matrix;
  ExprMatrix out(mass.rows + rows.rows, mass.columns, equations.system->graph->zero());
  for (int i = 0; i < out.rows; ++i)
    for (int j = 0; j < out.columns; ++j)
      out.at(i, j) = i < mass.rows ? mass.at(i, j) : rows.at(i - mass.rows, j);
  return out;
}

/// Those along single coordinates without inertia that no row holds.
std::vector<Direction> free_coordinates(const Equations& equations) {
  const System& system = *equations.system;
  std::vector<Direction> out;
  for (const std::size_t i : massless_coordinates(system)) {
    bool is_held = false;
    for (int k = 0; k < equations.constraint_matrix.rows; ++k)
      is_held |= !system.graph->is_zero(equations.constraint_matrix.at(k, static_cast<int>(i)));
    if (is_held) continue;
    out.emplace_back(system.coordinates.size(), system.graph->zero());
    out.back()[i] = system.graph->one();
  }
  return out;
}

} // namespace

bool may_lack_inertia(const System& system) {
  if (!massless_coordinates(system).empty()) return true;
  if (system.coordinates.size() > most_sampled) return false;
  constexpr std::uint64_t most_seeds = 20; // half of the points lack a given root
  for (std::uint64_t seed = 1; seed <= most_seeds; ++seed)
    if (const std::optional<bool> is = is_singular_at(system, seed)) return *is;
  return false;
}

std::vector<Direction> directions_without_inertia(const Equations& equations) {
  constexpr std::size_t most_nodes = 20'000;
  Graph& graph = *equations.system->graph;
  const std::size_t n = equations.system->coordinates.size();
  if (n > most_full) return free_coordinates(equations);
  const ExprMatrix all = inertia_and_rows(equations);
  GenericRows rank(graph);
  for (int i = 0; i < all.rows && rank.rank() < all.columns; ++i) {
    const auto begin = all.entries.begin() + static_cast<std::ptrdiff_t>(i) * all.columns;
    rank.add(std::vector<Expr>(begin, begin + all.columns));
  }
  if (rank.rank() == all.columns) return {};
  const std::optional<NullSpace> found = null_space_within(graph, all, most_nodes);
  if (!found) return {};
  std::vector<Direction> out;
  for (int c = 0; c < found->basis.columns; ++c) {
    Direction& d = out.emplace_back();
    for (int i = 0; i < found->basis.rows; ++i)
      d.push_back(simplest(graph, found->basis.at(i, c)));
  }
  return out;
}

} // namespace derivation
} // namespace dalembert

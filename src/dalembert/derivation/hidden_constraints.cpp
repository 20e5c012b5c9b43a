#include <dalembert/derivation/derive.h>
#include <dalembert/derivation/hidden_constraints.h>
#include <dalembert/derivation/linear_solve.h>
#include <dalembert/derivation/matrix_inverse.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/modular.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/expr/text.h>
#include <dalembert/expr/zero_test.h>
#include <dalembert/mechanics/hidden_constraint.h>
#include <dalembert/mechanics/massless.h>

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
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

/// False where the mass matrix is regular at some place; makes no nodes.
bool may_lack_inertia(const System& system) {
  if (!massless_coordinates(system).empty()) return true;
  if (system.coordinates.size() > most_sampled) return false;
  constexpr std::uint64_t most_seeds = 20; // half of the points lack a given root
  for (std::uint64_t seed = 1; seed <= most_seeds; ++seed)
    if (const std::optional<bool> is = is_singular_at(system, seed)) return *is;
  return false;
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

using Direction = std::vector<Expr>; ///< n entries

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

/// A basis of the d with M d = 0 and A d = 0.
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

/// True where a value has a kink or a jump, or comes from a table.
bool is_rough(const Graph& graph, Expr value) {
  return std::ranges::any_of(reachable(graph, std::vector<Expr>{value}), [&graph](Expr e) {
    if (graph.kind(e) == NodeKind::select) return true;
    if (graph.kind(e) == NodeKind::unknown) return graph.table(graph.unknown_id(e)) != nullptr;
    if (graph.kind(e) != NodeKind::function) return false;
    switch (graph.function(e)) {
    case Function::abs:
    case Function::sign:
    case Function::heaviside:
    case Function::floor:
    case Function::ceil:
    case Function::round:
    case Function::trunc:
    case Function::min:
    case Function::max:
    case Function::fmod:
      return true;
    default:
      return false;
    }
  });
}

class HiddenRows {
public:
  HiddenRows(const System& system, const Equations& equations)
      : system_(system), equations_(equations), graph_(*system.graph) {}

  HiddenConstraints find() {
    const std::vector<Direction> directions = directions_without_inertia(equations_);
    HiddenConstraints out;
    for (const Direction& d : directions) {
      std::optional<Constraint> row = row_of(d);
      if (!row) return {};
      out.rows.push_back(std::move(*row));
    }
    if (directions.empty()) return out;
    const bool is_of_positions =
        std::ranges::all_of(out.rows, [](const Constraint& row) { return row.kind == ConstraintKind::holonomic; });
    if (is_of_positions && determine_all(out.rows, directions)) return out;
    for (std::size_t k = 0; k < directions.size(); ++k)
      if (std::optional<Diagnostic> why = why_not(out.rows[k], directions)) out.diagnostics.push_back(std::move(*why));
    out.rows.clear();
    return out;
  }

  /// What is to be written for those that are found.
  [[nodiscard]] std::vector<Diagnostic> as_advice(const std::vector<Expr>& acting) {
    std::vector<Diagnostic> out;
    const std::vector<Direction> directions = directions_without_inertia(equations_);
    for (const Direction& d : directions)
      if (const std::optional<Constraint> row = row_of(d); row && !graph_.is_zero(row->residual))
        out.push_back(advice(*row, d, acting));
    return out;
  }

private:
  [[nodiscard]] Diagnostic advice(const Constraint& row, const Direction& d, const std::vector<Expr>& acting) {
    const std::string name = coordinate_of_hidden(row);
    const bool is_acted_on = std::ranges::any_of(acting, [&](Expr e) {
      const Expr by_position = along(d, gradient(graph_, e, system_.positions()));
      const Expr by_rate = along(d, gradient(graph_, e, system_.rates()));
      return !is_zero(graph_, by_position) || !is_zero(graph_, by_rate);
    });
    Diagnostic out;
    out.code = "W0307";
    out.severity = Severity::warning;
    out.span = row.span;
    out.message = fmt::format("{} has no inertia, and its equation `{}` is not joined to the constraints beside "
                              "contacts, frictions and constraints that come and go",
                              name, row.text);
    if (is_acted_on) {
      out.note = fmt::format("they act on {}: its equation changes with them", name);
      out.help = fmt::format("give {} a small mass in `kinetic`", name);
    } else if (row.kind == ConstraintKind::velocity) {
      out.help = fmt::format("give {} a small mass in `kinetic`: equations of first order are not supported", name);
    } else {
      out.help = fmt::format("write `constraint {}: {}`: its multiplier is 0", unused_name(), row.text);
    }
    return out;
  }

  /// `node`, or with a number behind it.
  [[nodiscard]] std::string unused_name() const {
    const auto is_used = [this](const std::string& name) {
      return std::ranges::any_of(system_.constraints, [&](const Constraint& c) { return c.name == name; }) ||
             std::ranges::any_of(system_.coordinates, [&](const Coordinate& c) { return c.name == name; }) ||
             std::ranges::any_of(system_.parameters, [&](const Parameter& p) { return p.name == name; });
    };
    std::string out = "node";
    for (int i = 2; is_used(out); ++i)
      out = fmt::format("node{}", i);
    return out;
  }

  [[nodiscard]] Expr along(const Direction& d, const std::vector<Expr>& values) const {
    Expr sum = graph_.zero();
    for (std::size_t i = 0; i < d.size(); ++i)
      sum = graph_.add(sum, graph_.mul(d[i], values[i]));
    return sum;
  }

  /// The coordinates that move along d.
  [[nodiscard]] std::vector<std::size_t> moved(const Direction& d) const {
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < d.size(); ++i)
      if (!graph_.is_zero(d[i])) out.push_back(i);
    return out;
  }

  /// The value without rates that it does not depend on.
  [[nodiscard]] Expr without_idle_rates(Expr value) const {
    const std::vector<Expr> rates = system_.rates();
    const std::vector<Expr> slopes = gradient(graph_, value, rates);
    std::vector<Replacement> idle;
    for (std::size_t i = 0; i < rates.size(); ++i)
      if (!graph_.is_zero(slopes[i]) && is_zero(graph_, slopes[i])) idle.push_back({rates[i], graph_.zero()});
    return idle.empty() ? value : substitute(graph_, value, idle);
  }

  /// Nothing where it has no derivatives.
  [[nodiscard]] std::optional<Constraint> row_of(const Direction& d) {
    Expr value = without_idle_rates(along(d, equations_.forcing));
    if (is_rough(graph_, value)) return std::nullopt;
    if (!graph_.is_zero(value) && is_zero(graph_, value)) value = graph_.zero();
    const Coordinate& first = system_.coordinates[moved(d).front()];
    Constraint out;
    out.name = std::string(hidden_prefix) + first.name;
    out.span = first.span;
    out.statement = first.span;
    out.residual = value;
    const bool has_rates = depends(graph_, value, system_.rates());
    out.kind = has_rates ? ConstraintKind::velocity : ConstraintKind::holonomic;
    out.measure = energy_like(first.measure) / first.measure;
    out.multiplier_measure = energy_like(first.measure) / out.measure;
    out.text = equation_text(value);
    return out;
  }

  [[nodiscard]] std::string equation_text(Expr value) const {
    constexpr std::size_t longest = 120;
    return text(graph_, value, longest) + " = 0";
  }

  [[nodiscard]] std::vector<Expr> gradient_of(const Constraint& row) const {
    return gradient(graph_, row.residual, system_.positions());
  }

  [[nodiscard]] bool determine_all(const std::vector<Constraint>& rows,
                                   const std::vector<Direction>& directions) const {
    GenericRows independent(graph_);
    for (const Constraint& row : rows) {
      const std::vector<Expr> a = gradient_of(row);
      std::vector<Expr> g;
      for (const Direction& d : directions)
        g.push_back(along(d, a));
      if (!independent.add(g)) return false;
    }
    return true;
  }

  /// Why a row determines none of what has no inertia; nothing where it does, or where L does not hold it at all.
  [[nodiscard]] std::optional<Diagnostic> why_not(const Constraint& row,
                                                  const std::vector<Direction>& directions) const;

  const System& system_;
  const Equations& equations_;
  Graph& graph_;
};

std::optional<Diagnostic> HiddenRows::why_not(const Constraint& row, const std::vector<Direction>& directions) const {
  if (graph_.is_zero(row.residual)) return std::nullopt;
  const std::string name = coordinate_of_hidden(row);
  Diagnostic out;
  out.code = "W0307";
  out.severity = Severity::warning;
  out.span = row.span;
  if (row.kind == ConstraintKind::velocity) {
    out.message = fmt::format("Lagrange's equation of {}, `{}`, is of first order", name, row.text);
    out.note = "no acceleration stands in it, because the mass matrix is singular: equations of first order are not "
               "supported";
    out.help = fmt::format("give {} a small mass in `kinetic`", name);
    return out;
  }
  const std::vector<Expr> a = gradient_of(row);
  for (const Direction& d : directions) {
    const Expr part = along(d, a);
    if (!graph_.is_zero(part) && !is_zero(graph_, part)) return std::nullopt;
  }
  out.message = fmt::format("Lagrange's equation of {}, `{}`, does not determine {}", name, row.text, name);
  const bool holds_state = std::ranges::any_of(a, [this](Expr e) { return !graph_.is_zero(e); });
  if (!holds_state) {
    out.note = "it has no inertia, and the force on it does not depend on where it is: no motion satisfies this";
    out.help = fmt::format("give {} a mass in `kinetic`, or a spring in `potential`", name);
    return out;
  }
  out.note = fmt::format("it has no inertia, and its own equation is a constraint on the other coordinates; {} is the "
                         "multiplier of this constraint",
                         name);
  out.help = fmt::format("write `constraint c: {}` and leave {} out: its value is then lambda.c", row.text, name);
  return out;
}

} // namespace

std::vector<Diagnostic> unjoined_hidden_constraints(const System& system, const std::vector<Expr>& acting) {
  if (system.coordinates.empty() || !may_lack_inertia(system)) return {};
  try {
    System smooth = system;
    smooth.frictions.clear();
    const auto bare = std::make_shared<const System>(smooth.equations_only());
    return HiddenRows(*bare, derive(bare)).as_advice(acting);
  } catch (const std::domain_error&) { // it divides by an exact 0: said where the equations are asked for
    return {};
  }
}

HiddenConstraints hidden_constraints(const System& system) {
  if (system.coordinates.empty() || !system.frictions.empty() || !system.impacts.empty()) return {};
  if (!may_lack_inertia(system)) return {};
  try {
    const auto bare = std::make_shared<const System>(system.equations_only());
    return HiddenRows(system, derive(bare)).find();
  } catch (const std::domain_error&) { // it divides by an exact 0: said where the equations are asked for
    return {};
  }
}

} // namespace derivation
} // namespace dalembert

#include <dalembert/analysis/reduced_residual.h>
#include <dalembert/derivation/matrix_inverse.h>
#include <dalembert/derivation/speed_frame.h>
#include <dalembert/expr/branches.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/expr/zero_test.h>

#include <algorithm>
#include <stdexcept>

namespace dalembert {
inline namespace analysis {

namespace {

bool has_form(const Equations& equations, std::size_t most) {
  const System& system = *equations.system;
  if (system.coordinates.size() > most || !system.frictions.empty()) return false;
  if (depends(*system.graph, equations.constraint_matrix.entries, system.rates())) return false;
  // Derivatives do not see a jump: F·sign(x) does not vanish at x = 0, although its derivative is 0 on both sides.
  std::vector<Expr> moving = system.positions();
  const std::vector<Expr> rates = system.rates();
  moving.insert(moving.end(), rates.begin(), rates.end());
  for (const Expr residual : equations.residual)
    if (switches_with(*system.graph, residual, moving)) return false;
  return std::none_of(system.constraints.begin(), system.constraints.end(),
                      [](const Constraint& c) { return c.kind == ConstraintKind::holonomic; });
}

/// How many rows of the constraints are independent.
int row_count(const Equations& equations) {
  const ExprMatrix& matrix = equations.constraint_matrix;
  GenericRows rows(*equations.system->graph);
  for (int k = 0; k < matrix.rows; ++k)
    rows.add(matrix.row(k));
  return rows.rank();
}

void find_ignorable(Graph& graph, const System& system, ReducedResidual& out) {
  const std::vector<Expr> q = system.positions();
  const std::size_t n = q.size();
  const std::vector<Expr> slopes = jacobian(graph, out.residual, q);
  const std::vector<Expr> rate_slopes = jacobian(graph, out.rates, q);
  out.is_ignorable.assign(n, true);
  for (std::size_t c = 0; c < n; ++c)
    for (std::size_t i = 0; i < out.residual.size(); ++i)
      if (!is_zero(graph, slopes[i * n + c])) out.is_ignorable[c] = false;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t c = 0; c < n; ++c)
        if (!out.is_ignorable[j] && out.is_ignorable[c] && !is_zero(graph, rate_slopes[j * n + c])) {
          out.is_ignorable[c] = false;
          changed = true;
        }
  }
}

/// Puts ignorable coordinates to 0 where that is regular: what does not depend on them gets shorter.
void forget_ignorable(Graph& graph, const System& system, ReducedResidual& out) {
  std::vector<Replacement> at_zero;
  for (std::size_t i = 0; i < out.is_ignorable.size(); ++i)
    if (out.is_ignorable[i]) at_zero.push_back({system.coordinates[i].position, graph.zero()});
  try {
    out.residual = substitute(graph, out.residual, at_zero);
    for (std::size_t i = 0; i < out.rates.size(); ++i)
      if (!out.is_ignorable[i]) out.rates[i] = substitute(graph, out.rates[i], at_zero);
  } catch (const std::domain_error&) { // NOLINT: singular at 0; the longer form stands
  }
}

/// Puts the time to 0 where it stands in the texts and drops out of the values; false where it does not drop out.
bool forget_time(Graph& graph, const System& system, ReducedResidual& out) {
  for (std::vector<Expr>* list : {&out.residual, &out.rates}) {
    if (!depends(graph, *list, std::vector<Expr>{system.time})) continue;
    const std::vector<Expr> slopes = directional(graph, *list, std::vector<Seed>{{system.time, graph.one()}});
    if (!std::ranges::all_of(slopes, [&graph](Expr e) { return is_zero(graph, e); })) return false;
    try {
      *list = substitute(graph, *list, std::vector<Replacement>{{system.time, graph.zero()}});
    } catch (const std::domain_error&) {
      return false;
    }
  }
  return true;
}

} // namespace

std::optional<ReducedResidual> reduced_residual(const Equations& equations, std::size_t most) {
  if (!has_form(equations, most)) return std::nullopt;
  const System& system = *equations.system;
  Graph& graph = *system.graph;
  const std::vector<Expr> v = system.rates();
  const std::vector<Expr> a = system.accelerations();
  if (row_count(equations) >= static_cast<int>(v.size())) return std::nullopt; // nothing moves
  const SpeedFrame frame = speed_frame(equations, "reduced", SpeedsFrom::rates, {});
  ReducedResidual out;
  out.directions = frame.directions;
  for (const int i : frame.coordinates)
    out.independent.push_back(static_cast<std::size_t>(i));
  out.rates = frame.rates;
  std::vector<Replacement> known;
  std::vector<Seed> moving;
  for (std::size_t i = 0; i < v.size(); ++i) {
    known.push_back({v[i], out.rates[i]});
    moving.push_back({system.coordinates[i].position, out.rates[i]});
  }
  for (const std::size_t i : out.independent)
    moving.push_back({v[i], a[i]});
  const std::vector<Expr> accelerations = directional(graph, out.rates, moving);
  const std::vector<Expr> forcing = substitute(graph, equations.forcing, known);
  const std::vector<Expr> mass = substitute(graph, equations.mass().entries, known);
  std::vector<Expr> full;
  for (std::size_t i = 0; i < v.size(); ++i) {
    Expr sum = graph.neg(forcing[i]);
    for (std::size_t j = 0; j < v.size(); ++j)
      sum = graph.add(sum, graph.mul(mass[i * v.size() + j], accelerations[j]));
    full.push_back(sum);
  }
  for (std::size_t c = 0; c < out.independent.size(); ++c) {
    Expr sum = graph.zero();
    for (std::size_t i = 0; i < v.size(); ++i)
      sum = graph.add(sum, graph.mul(frame.directions.at(static_cast<int>(i), static_cast<int>(c)), full[i]));
    out.residual.push_back(sum);
  }
  if (!forget_time(graph, system, out)) return std::nullopt;
  find_ignorable(graph, system, out);
  forget_ignorable(graph, system, out);
  return out;
}

} // namespace analysis
} // namespace dalembert

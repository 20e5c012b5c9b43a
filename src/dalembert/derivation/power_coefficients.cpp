#include <dalembert/derivation/linear_solve.h>
#include <dalembert/derivation/power_coefficients.h>
#include <dalembert/expr/differentiate.h>

#include <algorithm>

namespace dalembert {
inline namespace derivation {

namespace {

/// Σ magnitude·∂speed/∂v of the parts of one force.
std::vector<Expr> coefficients(const System& system, const std::vector<Force::Part>& parts) {
  Graph& graph = *system.graph;
  const std::vector<Expr> rates = system.rates();
  std::vector<Expr> total(rates.size(), graph.zero());
  for (const Force::Part& part : parts) {
    const std::vector<Expr> along = gradient(graph, part.speed, rates);
    for (std::size_t i = 0; i < total.size(); ++i)
      total[i] = graph.add(total[i], graph.mul(part.magnitude, along[i]));
  }
  return total;
}

ExprMatrix transposed(Graph& graph, const ExprMatrix& matrix) {
  ExprMatrix out(matrix.columns, matrix.rows, graph.zero());
  for (int i = 0; i < matrix.rows; ++i)
    for (int j = 0; j < matrix.columns; ++j)
      out.at(j, i) = matrix.at(i, j);
  return out;
}

/// True where `force` lies identically in the row space of A.
bool is_workless(Graph& graph, const ExprMatrix& rows, const std::vector<Expr>& force) {
  if (rows.rows == 0) return false;
  ExprMatrix right(rows.columns, 1, graph.zero());
  for (int i = 0; i < rows.columns; ++i)
    right.at(i, 0) = force[static_cast<std::size_t>(i)];
  return solve_overdetermined(graph, transposed(graph, rows), right).is_consistent;
}

} // namespace

PowerTable power_coefficients(const Equations& equations) {
  const System& system = *equations.system;
  Graph& graph = *system.graph;
  const ExprMatrix& rows = equations.constraint_matrix;
  PowerTable table;
  const auto add = [&](const std::string& name, const std::vector<Force::Part>& parts) {
    PowerCoefficients entry{name, coefficients(system, parts), {}};
    entry.compatible = entry.free;
    if (is_workless(graph, rows, entry.free)) std::fill(entry.compatible.begin(), entry.compatible.end(), graph.zero());
    table.rows.push_back(std::move(entry));
  };
  for (const Force& force : system.forces)
    add(force.name, force.parts);
  for (const Reaction& reaction : system.reactions)
    add(reaction.name, {{reaction.symbol, reaction.speed}});
  for (const Friction& friction : system.frictions)
    add(friction.name, {{friction.symbol, friction.slip}});

  const NullSpace free_speeds = null_space(graph, rows);
  table.independent = free_speeds.independent;
  for (const PowerCoefficients& entry : table.rows) {
    std::vector<Expr> projected;
    for (int c = 0; c < free_speeds.basis.columns; ++c) {
      Expr sum = graph.zero();
      for (int i = 0; i < free_speeds.basis.rows; ++i)
        sum = graph.add(sum, graph.mul(free_speeds.basis.at(i, c), entry.compatible[static_cast<std::size_t>(i)]));
      projected.push_back(sum);
    }
    table.projected.push_back(std::move(projected));
  }
  return table;
}

} // namespace derivation
} // namespace dalembert

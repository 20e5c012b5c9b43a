#include <dalembert/lowering/acceleration_rows.h>

namespace dalembert {
inline namespace lowering {

std::vector<Expr> acceleration_rows(const Equations& equations) {
  Graph& graph = *equations.system->graph;
  std::vector<Expr> out;
  for (int k = 0; k < equations.constraint_matrix.rows; ++k) {
    Expr sum = graph.neg(equations.constraint_forcing[static_cast<std::size_t>(k)]);
    for (int i = 0; i < equations.constraint_matrix.columns; ++i)
      sum = graph.add(
          sum, graph.mul(equations.constraint_matrix.at(k, i), equations.accelerations[static_cast<std::size_t>(i)]));
    out.push_back(sum);
  }
  return out;
}

} // namespace lowering
} // namespace dalembert

#include <dalembert/base/errors.h>
#include <dalembert/derivation/meanings.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/lowering/acceleration_rows.h>
#include <dalembert/lowering/append.h>
#include <dalembert/lowering/inputs.h>
#include <dalembert/lowering/motion_derivatives.h>
#include <dalembert/lowering/undefined_name.h>
#include <dalembert/mechanics/slip_plane.h>
#include <dalembert/program/build_tape.h>

namespace dalembert {
inline namespace lowering {

Tape lower_motion_derivatives(const Study& study, const Equations& equations) {
  const System& system = study.system;
  Graph& graph = *system.graph;
  const std::vector<Replacement> known = meanings(study, equations);
  const std::vector<Expr> q = system.positions();
  const std::vector<Expr> v = system.rates();
  std::vector<Expr> out;
  const auto add = [&](const std::vector<Expr>& of) {
    const std::vector<Expr> values = substitute(graph, of, known);
    append(out, jacobian(graph, values, q));
    append(out, jacobian(graph, values, v));
  };
  add(equations.residual);
  add(acceleration_rows(equations));
  const std::vector<Expr> multipliers = system.multipliers();
  for (const FrictionBlock& friction : equations.frictions) {
    Expr normal = graph.zero();
    for (std::size_t k = 0; k < multipliers.size(); ++k)
      normal = graph.add(normal, graph.mul(friction.normal[k], multipliers[k]));
    add({graph.mul(friction.coefficient, normal)});
  }
  for (const SlipPlane& plane : slip_planes(system))
    for (const std::size_t f : plane)
      add({graph.mul(equations.frictions[f].coefficient, equations.frictions[f].slip)});
  try {
    return build_tape(graph, motion_inputs(system), out);
  } catch (const TapeError& error) {
    throw ModelError(undefined_name(system, error));
  }
}

} // namespace lowering
} // namespace dalembert

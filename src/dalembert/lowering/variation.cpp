#include <dalembert/base/errors.h>
#include <dalembert/derivation/meanings.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/lowering/acceleration_rows.h>
#include <dalembert/lowering/append.h>
#include <dalembert/lowering/inputs.h>
#include <dalembert/lowering/undefined_name.h>
#include <dalembert/lowering/variation.h>
#include <dalembert/program/build_tape.h>

namespace dalembert {
inline namespace lowering {

namespace {

std::vector<Expr> outputs(const Equations& equations, const std::vector<Expr>& inputs) {
  const System& system = *equations.system;
  Graph& graph = *system.graph;
  const std::vector<Expr> q = system.positions();
  const std::vector<Expr> v = system.rates();
  const std::vector<Expr> rows = acceleration_rows(equations);
  std::vector<Expr> reactions;
  std::vector<Expr> by_multiplier;
  for (const ReactionRow& reaction : equations.reactions) {
    reactions.push_back(reaction_value(system, reaction.row));
    append(by_multiplier, reaction.row);
  }
  std::vector<Expr> out = jacobian(graph, equations.residual, q);
  append(out, jacobian(graph, equations.residual, v));
  append(out, jacobian(graph, equations.residual, inputs));
  append(out, jacobian(graph, rows, q));
  append(out, jacobian(graph, rows, v));
  append(out, jacobian(graph, equations.constraint_rates, q));
  append(out, jacobian(graph, reactions, q));
  append(out, jacobian(graph, reactions, v));
  append(out, by_multiplier);
  return out;
}

} // namespace

MotionExpressions motion_expressions(const Study& study, const Equations& equations,
                                     const VariationProgram& variation) {
  const System& system = *equations.system;
  MotionExpressions out;
  out.values = equations.mass().entries;
  append(out.values, equations.forcing);
  append(out.values, equations.constraint_matrix.entries);
  append(out.values, equations.constraint_forcing);
  append(out.values, equations.constraint_rates);
  for (std::size_t k = 0; k < system.constraints.size(); ++k)
    if (system.constraints[k].kind == ConstraintKind::holonomic) {
      out.values.push_back(system.constraints[k].residual);
      out.holonomic.push_back(k);
    }
  out.values = substitute(*system.graph, out.values, meanings(study, equations));
  out.derivatives = variation.motion;
  return out;
}

VariationProgram lower_variation(const Study& study, const Equations& equations) {
  VariationProgram out;
  std::vector<Expr> inputs;
  for (std::size_t p = 0; p < study.system.parameters.size(); ++p) {
    if (!study.system.parameters[p].is_input) continue;
    out.inputs.push_back(p);
    inputs.push_back(study.system.parameters[p].symbol);
  }
  try {
    const std::vector<Expr> wanted =
        substitute(*study.system.graph, outputs(equations, inputs), meanings(study, equations));
    out.tape = build_tape(*study.system.graph, motion_inputs(study.system), wanted);
    const std::size_t n = study.system.coordinates.size();
    const auto begin = wanted.begin();
    const auto of_rows = begin + static_cast<std::ptrdiff_t>(n * (2 * n + inputs.size()));
    out.motion.assign(begin, begin + static_cast<std::ptrdiff_t>(2 * n * n));
    out.motion.insert(out.motion.end(), of_rows,
                      of_rows + static_cast<std::ptrdiff_t>(3 * study.system.constraints.size() * n));
  } catch (const TapeError& error) {
    throw ModelError(undefined_name(study.system, error));
  }
  return out;
}

} // namespace lowering
} // namespace dalembert

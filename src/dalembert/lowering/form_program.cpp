#include <dalembert/lowering/append.h>
#include <dalembert/lowering/form_program.h>
#include <dalembert/lowering/inputs.h>
#include <dalembert/program/build_tape.h>

namespace dalembert {
inline namespace lowering {

FormProgram lower_form(const Study& study, const MotionForm& form) {
  const System& system = study.system;
  Graph& graph = *system.graph;
  std::vector<Expr> inputs{system.time};
  append(inputs, system.positions());
  append(inputs, form.speeds);
  for (const Parameter& parameter : system.parameters)
    inputs.push_back(parameter.symbol);
  for (const Friction& friction : system.frictions)
    inputs.push_back(friction.symbol);
  std::vector<Expr> outputs = form.kinematic_matrix.entries;
  append(outputs, form.convective);
  append(outputs, form.mass.entries);
  append(outputs, form.forcing);
  append(outputs, form.reaction_matrix.entries);
  append(outputs, form.constraint_matrix.entries);
  append(outputs, form.constraint_forcing);
  FormProgram out;
  out.enter = build_tape(graph, state_inputs(system), form.speed_values);
  out.dynamics = build_tape(graph, inputs, outputs);
  out.back = build_tape(graph, full_inputs(study), form.multipliers);
  out.speeds = form.speeds.size();
  out.rows = form.constraint_forcing.size();
  out.has_redundant_rows = form.has_redundant_rows;
  return out;
}

} // namespace lowering
} // namespace dalembert

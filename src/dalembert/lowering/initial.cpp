#include <dalembert/expr/depends.h>
#include <dalembert/expr/differentiate.h>
#include <dalembert/lowering/initial.h>
#include <dalembert/program/build_tape.h>

#include <algorithm>

namespace dalembert::inline lowering {

namespace {

InitialProgram::Row row_of(const Study& study, std::size_t entry, const std::vector<Expr>& q,
                           const std::vector<Expr>& v) {
  const InitialValue& given = study.initial[entry];
  const Graph& graph = *study.system.graph;
  InitialProgram::Row row;
  row.entry = entry;
  row.kept = given.kept;
  row.about_rates = depends(graph, std::vector<Expr>{given.target, given.value}, v);
  const std::vector<Expr>& unknowns = row.about_rates ? v : q;
  const auto found = std::find(unknowns.begin(), unknowns.end(), given.target);
  if (found != unknowns.end()) row.unknown = static_cast<std::size_t>(found - unknowns.begin());
  const std::vector<Expr> used = free_symbols(graph, given.value);
  for (std::size_t i = 0; i < unknowns.size(); ++i)
    if (std::binary_search(used.begin(), used.end(), unknowns[i])) row.needs.push_back(i);
  return row;
}

} // namespace

InitialProgram lower_initial(const Study& study, const std::vector<Expr>& state_inputs) {
  Graph& graph = *study.system.graph;
  const std::vector<Expr> q = study.system.positions();
  const std::vector<Expr> v = study.system.rates();
  InitialProgram program;
  std::vector<Expr> outputs;
  for (std::size_t entry = 0; entry < study.initial.size(); ++entry) {
    program.rows.push_back(row_of(study, entry, q, v));
    const InitialValue& given = study.initial[entry];
    const Expr residual = graph.sub(given.target, given.value);
    const std::vector<Expr> gradients = gradient(graph, residual, program.rows.back().about_rates ? v : q);
    outputs.push_back(given.value);
    outputs.push_back(residual);
    outputs.insert(outputs.end(), gradients.begin(), gradients.end());
  }
  program.tape = build_tape(graph, state_inputs, outputs);
  return program;
}

} // namespace dalembert::inline lowering

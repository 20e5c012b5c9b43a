#include <dalembert/base/errors.h>
#include <dalembert/expr/depends.h>
#include <dalembert/expr/substitute.h>
#include <dalembert/lowering/parameter_program.h>
#include <dalembert/lowering/undefined_name.h>
#include <dalembert/program/build_tape.h>

namespace dalembert {
inline namespace lowering {

ParameterProgram lower_parameters(const System& system) {
  Graph& graph = *system.graph;
  ParameterProgram out;
  std::vector<Expr> symbols;
  std::vector<Expr> values;
  std::vector<Replacement> meanings;
  for (std::size_t i = 0; i < system.parameters.size(); ++i) {
    const Parameter& parameter = system.parameters[i];
    symbols.push_back(parameter.symbol);
    if (!parameter.value || free_symbols(graph, *parameter.value).empty()) continue;
    out.computed.push_back(i);
    values.push_back(*parameter.value);
    meanings.push_back({parameter.symbol, *parameter.value});
  }
  // Definitions have no cycles (E0203): each round reaches one level deeper.
  for (std::vector<Expr> before; before != values;) {
    before = values;
    values = substitute(graph, before, meanings);
  }
  try {
    out.tape = build_tape(graph, symbols, values);
  } catch (const TapeError& error) {
    throw ModelError(undefined_name(system, error));
  }
  return out;
}

} // namespace lowering
} // namespace dalembert

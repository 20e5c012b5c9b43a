#include <dalembert/simulation/engine/dynamics_values.h>
#include <dalembert/simulation/engine/explain.h>
#include <dalembert/simulation/start/start_values.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace dalembert {
inline namespace simulation {

void examine_values(const Engine& engine, std::span<const double> inputs, InitialState& out) {
  constexpr std::size_t most_coordinates = 200;
  const std::size_t n = engine.coordinates();
  if (n == 0 || n > most_coordinates || engine.dynamics->inputs() == 0) return; // no equations: of a start alone
  const std::vector<double> values = dynamics_values(engine, inputs);
  if (std::ranges::all_of(values, [](double x) { return std::isfinite(x); })) return;
  Diagnostic d;
  d.code = "W0306";
  d.severity = Severity::warning;
  const std::vector<InitialValue>& given = engine.study->initial;
  d.span = given.empty() ? engine.system().span : given.front().span;
  d.message = "the equations of motion have no value at the initial state";
  d.note = explain_non_finite(engine, engine.programs->dynamics.tape, dynamics_inputs(engine, inputs));
  d.help = "start at another position, or write what divides so that it has a value there";
  out.diagnostics.push_back(d);
}

} // namespace simulation
} // namespace dalembert

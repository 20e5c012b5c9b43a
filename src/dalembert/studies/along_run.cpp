#include <dalembert/base/errors.h>
#include <dalembert/expr/evaluate.h>
#include <dalembert/expr/rounding.h>
#include <dalembert/simulation/run.h>
#include <dalembert/simulation/tolerances.h>
#include <dalembert/studies/along_run.h>
#include <dalembert/studies/precise_state.h>
#include <dalembert/studies/state_values.h>

#include <algorithm>
#include <cmath>

namespace dalembert::inline studies {

namespace {

/// The states at even times, as far as they are reached.
std::vector<Evaluation> run_states(const Engine& engine) {
  RunOptions options;
  options.tolerance = default_tolerance;
  options.samples = 32;
  options.max_steps = 300;
  try {
    return run(engine, options).samples;
  } catch (const ModelError&) { // NOLINT: there is no motion to compare with
  } catch (const SolveError&) {
  }
  return {};
}

bool is_contradicted(const std::vector<double>& values, const RealSample::Values& symbols) {
  constexpr double visible = 1e-2;
  constexpr double round_off = 1e-6;
  const double excess = std::abs(values[0] - values[1]);
  double size = 0.0;
  for (const double value : values)
    size = std::max(size, std::abs(value));
  double quantity = 1.0;
  for (const Assignment& symbol : symbols)
    quantity = std::max(quantity, std::abs(symbol.value));
  return excess > visible * size && excess > round_off * quantity;
}

/// True where left − right is clearly not 0 although the state is as uncertain as its run: sign(u) of a speed that a
/// constraint holds at 0 may be anything.
bool is_beyond_errors(const Graph& graph, Expr difference, RealSample::Values symbols) {
  for (Assignment& symbol : symbols)
    symbol.error = std::max(symbol.error, error_of_run * std::max(1.0, std::abs(symbol.value)));
  const Rounded found = evaluate_rounded(graph, difference, symbols);
  return std::abs(found.value) > found.error;
}

} // namespace

bool RunComparison::shows_equality() const {
  constexpr std::size_t fewest = 8;
  constexpr double of_run = 100 * default_tolerance; // errors grow along a run
  return states >= fewest && worst <= of_run;
}

RunComparison compare_along_run(const Engine& engine, Expr left, Expr right) {
  constexpr std::size_t most_unknowns = 40;
  const System& system = engine.system();
  RunComparison out;
  if (!engine.study->simulate || !system.impacts.empty() || !system.frictions.empty() ||
      engine.coordinates() + engine.constraints() > most_unknowns)
    return out;
  const std::vector<Expr> parts = sides_and_summands(*system.graph, left, right);
  const Expr difference = system.graph->sub(left, right);
  double excess = 0.0;
  double largest = 0.0;
  for (const Evaluation& at : run_states(engine)) {
    const RealSample::Values symbols = values_at(engine, at);
    const std::vector<double> values = evaluate(*system.graph, parts, symbols);
    if (!std::ranges::all_of(values, [](double value) { return std::isfinite(value); })) continue;
    ++out.states;
    out.last = at.state.t;
    excess = std::max(excess, std::abs(values[0] - values[1]));
    for (const double value : values)
      largest = std::max(largest, std::abs(value));
    if (is_contradicted(values, symbols) && is_beyond_errors(*system.graph, difference, symbols)) ++out.failures;
  }
  out.worst = largest > 0.0 ? excess / largest : 0.0;
  return out;
}

} // namespace dalembert::inline studies
